import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets with characters that every encoding changes, so that a form of theirs cannot be mistaken for another. */
export function canary(name: string): string {
  return `CANARY/${name}+${Buffer.from(name).toString('hex')}==>ß`.replace('ß', '!~');
}

/** Every form in which a secret could have been written down: as bytes to look for. */
export function formsOf(secret: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(secret);
  // A part of a longer text that is base64 begins at one of three places; of its edges only what does not depend on the neighbours.
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(shift === 0 ? 0 : 4, -3);
  });
  const percent = encodeURIComponent(secret);
  return new Map([
    ['plain', bytes],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'))],
    ['percent-encoded', Buffer.from(percent)],
    ['percent-encoded, lower case', Buffer.from(percent.replace(/%../g, (code) => code.toLowerCase()))],
    ['percent-encoded twice', Buffer.from(encodeURIComponent(percent))],
    ['HTML', Buffer.from(secret.replaceAll('>', '&gt;'))],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ...base64.map((text, shift) => [`base64, shifted by ${shift}`, Buffer.from(text)] as const),
    ...base64.map(
      (text, shift) => [`base64url, shifted by ${shift}`, Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))] as const,
    ),
    ['reversed', Buffer.from([...secret].toReversed().join(''))],
  ]);
}

/** Which secrets stand in some bytes, and in which form. */
export function findIn(bytes: Buffer, secrets: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    [...formsOf(secret)].filter(([, form]) => bytes.includes(form)).map(([form]) => `${name} (${form})`),
  );
}

/** Of all files below a folder, raw bytes: databases with their logs, whatever their names. */
export function findInFiles(folder: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return filesBelow(folder).flatMap((path) => findIn(readFileSync(path), secrets).map((found) => `${path}: ${found}`));
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Command line and environment of a process and all below it, as every program of the user can read them. */
export function findInProcesses(root: number, secrets: Readonly<Record<string, string>>): readonly string[] {
  return processesBelow(root).flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((file) =>
      findIn(readOrNothing(`/proc/${pid}/${file}`), secrets).map((found) => `process ${pid}, ${file}: ${found}`),
    ),
  );
}

export function processesBelow(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = /\) \S (\d+) /.exec(readOrNothing(`/proc/${pid}/stat`).toString('latin1'))?.[1];
    if (parent !== undefined) parents.set(pid, Number(parent));
  }
  const below = (pid: number): readonly number[] => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

/** Nothing where it is gone already. */
export function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
