import { beforeEach, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

let host: FakeHost;
beforeEach(() => {
  host = fakeHost(ownFolder('cli-move'));
});

it('says what was moved, what is not as it was, and what is left to be done', async () => {
  expect(await host.run('move', 'a', 'b')).toBe(0);
  expect(host.out.stderr).toBe('copied items: 7 rows\n');
  expect(host.out.stdout.split('\n')).toEqual([
    'Moved: 7 rows of 1 tables, the same on both sides, and 3 secrets.',
    'Files of exports: 2 written anew.',
    'Not as it was: a.xlsx: its platform is unknown.',
    'Exports that wait for a worker: 1.',
    'Give the key to b.',
    '',
  ]);
});

it('says it to programs, and wants two places', async () => {
  expect(await host.run('move', 'a', 'b', '--json')).toBe(0);
  expect(JSON.parse(host.out.stdout)).toMatchObject({ secrets: 3, tables: [{ table: 'items', rows: 7, sha256: 'ab' }] });
  expect(await host.run('move', 'a')).toBe(2);
});
