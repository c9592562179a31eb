/** What a child that runs the program is told in place of a signal; `core/command-line.ts` and `electron/shell.ts` hear it. */
export const INTERRUPT = 'commentdock:interrupt';

/**
 * How a child is connected that must be told to stop in order. Windows has no signals: `kill` ends a process there at once, whatever it
 * is told, so that a channel takes their place.
 */
export function childStdio(platform) {
  return platform === 'win32' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
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
