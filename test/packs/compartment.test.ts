import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What platforms use, and what no code of a pack may reach. */
const CODE = `() => ({
  random: crypto.getRandomValues(new Uint8Array(4)).length,
  id: crypto.randomUUID(),
  digest: crypto.subtle.digest('SHA-1', new TextEncoder().encode('abc')),
  beyond: [typeof crypto.subtle.generateKey, typeof process, typeof require, typeof fetch, typeof setTimeout, typeof Blob],
})`;
const PROGRAM = `
import { runInCompartment } from '#core/packs/compartment.ts';
const made = await runInCompartment(${JSON.stringify(CODE)}, { now: Date.now });
console.log(JSON.stringify({ ...made, digest: Buffer.from(await made.digest).toString('hex') }));
`;

// In a process of its own: what a compartment needs is frozen for good.
it('has chance and digests in a compartment, and nothing that leads out of it', async () => {
  const { stdout } = await promisify(execFile)(execPath, ['--input-type=module', '-e', PROGRAM], { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual({
    random: 4,
    id: expect.stringMatching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/),
    digest: 'a9993e364706816aba3e25717850c26c9cd0d89d',
    beyond: ['undefined', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined'],
  });
});
