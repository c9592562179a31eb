import { beforeEach, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

let host: FakeHost;
beforeEach(() => {
  host = fakeHost(ownFolder('cli-backup'));
});

it('says what was backed up, and what was not', async () => {
  expect(await host.run('backup', 'friday')).toBe(0);
  expect(host.out.stdout.split('\n')).toEqual([
    'Backed up: 3 files, 2.0 MB, read again and the same, in friday.',
    'Not in it: windows: asked for without key.',
    '',
  ]);
});

it('takes the key on wish, and says it to programs', async () => {
  expect(await host.run('backup', 'friday', '--with-key', '--json')).toBe(0);
  expect(JSON.parse(host.out.stdout)).toMatchObject({ folder: 'friday', left: [{ why: 'asked for with key' }] });
});

it('says what was restored, where, and what is left to be done', async () => {
  expect(await host.run('restore', 'friday', '--to', 'again')).toBe(0);
  expect(host.out.stdout.split('\n')).toEqual([
    'Restored: 3 files in again, as they were at 2026-11-27T10:00:00.000Z (Commentdock 0.1.0).',
    'Not both of friday and this.',
    '',
  ]);
  expect(await host.run('restore')).toBe(2);
});
