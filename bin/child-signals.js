import { fstatSync } from 'node:fs';

/** What a child that runs the program is told in place of a signal; `core/command-line.ts` and `electron/shell.ts` hear it. */
export const INTERRUPT = 'commentdock:interrupt';

/**
 * How a child is connected that must be told to stop in order. Windows has no signals: `kill` ends a process there at once, whatever it
 * is told, so that a channel takes their place. What a shell opened for `words` (`<(...)` becomes `/dev/fd/63`) is handed on under its number.
 */
export function childStdio(platform, words = []) {
  if (platform === 'win32') return ['inherit', 'inherit', 'inherit', 'ipc'];
  const named = words.flatMap((word) => /^\/dev\/fd\/(\d{1,3})$/.exec(word)?.[1] ?? []).map(Number);
  const opened = named.filter((fd) => fd > 2 && isOpen(fd));
  if (opened.length === 0) return 'inherit';
  return Array.from({ length: Math.max(...opened) + 1 }, (_, fd) => (fd <= 2 ? 'inherit' : opened.includes(fd) ? fd : 'ignore'));
}

function isOpen(fd) {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
}

/** Passes Ctrl+C and SIGTERM on to a child. `program` is the process that is told them. */
export function passSignalsOn(child, program, platform) {
  for (const signal of ['SIGINT', 'SIGTERM']) program.on(signal, () => interrupt(child, signal, platform));
}

function interrupt(child, signal, platform) {
  if (platform !== 'win32') child.kill(signal);
  // One that is gone already cannot be told; its end says so by itself.
  else if (child.connected) child.send(INTERRUPT, () => {});
}
