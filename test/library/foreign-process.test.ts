import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';

/** What somebody's own process is like before and after it used the library; told over the channel, so that nothing is printed. */
const PROGRAM = `
import { openCommentdock } from '#core/library/commentdock.ts';
const look = () => ({
  listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
  env: { ...process.env },
  resources: process.getActiveResourcesInfo().toSorted(),
  exitCode: process.exitCode ?? null,
});
// Threads have a way to them, which opens them where nobody has yet.
for (const name of ['stdout', 'stderr']) process[name].writable;
const before = look();
const docks = await Promise.all([1, 2].map(() => openCommentdock({ memory: true })));
const counts = [];
for (const dock of docks) {
  const run = await dock.export('https://www.youtube.com/watch?v=dQw4w9WgXcQ', { sandbox: true });
  counts.push((await Array.fromAsync(run)).length);
}
const during = look();
await Promise.all(docks.map((dock) => dock.close()));
// The last request to the disk has answered, and is about to be forgotten.
await new Promise(setImmediate);
process.send({ before, during, after: look(), counts });
`;

it('leaves the process of its program as it was, which ends by itself', async () => {
  const folder = ownFolder('library-process');
  const [temporary, home] = [join(folder, 'tmp'), join(folder, 'home')];
  for (const made of [temporary, home]) mkdirSync(made);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, HOME: home, USERPROFILE: home },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  let told: Readonly<Record<string, unknown>> | null = null;
  child.on('message', (message) => (told = message as Readonly<Record<string, unknown>>));
  const [code] = await once(child, 'close');
  expect({ code: code as unknown, said }).toEqual({ code: 0, said: '' });
  expect(told).toMatchObject({ counts: [100, 100] });
  const { before, during, after } = told as unknown as Record<'before' | 'during' | 'after', Record<string, object>>;
  expect(during['listeners']).toEqual(before['listeners']);
  expect(during['env']).toEqual(before['env']);
  expect(after).toEqual(before);
  expect(readdirSync(temporary).filter((name) => name.startsWith('commentdock'))).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});
