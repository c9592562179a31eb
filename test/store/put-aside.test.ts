import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesAside, nameBefore, namesAside, putAside } from '#core/store/put-aside.ts';
import { ownFolder } from '#test/own.ts';

it('a damaged file is kept with its log, in the place of the one that was put aside before', () => {
  const folder = ownFolder('aside');
  const path = join(folder, 'rows.sqlite');
  const write = (...ends: readonly string[]): void => ends.forEach((end) => writeFileSync(`${path}${end}`, `${ends.length}${end}`));
  write('', '-wal', '-shm');
  expect(putAside(path)).toBe(`${path}.damaged`);
  expect(readdirSync(folder).toSorted()).toEqual(['rows.sqlite.damaged', 'rows.sqlite.damaged-wal']);
  expect(readFileSync(`${path}.damaged-wal`, 'utf8')).toBe('3-wal');
  // The log of the one before belongs to no other.
  write('');
  putAside(path);
  expect(readdirSync(folder)).toEqual(['rows.sqlite.damaged']);
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('1');
  expect(existsSync(path)).toBe(false);
  writeFileSync(join(folder, 'other.sqlite'), '');
  writeFileSync(join(folder, 'other.sqlite.damaged'), '');
  writeFileSync(join(folder, 'other.sqlite.damaged-wal'), '');
  expect(filesAside(folder).toSorted()).toEqual([join(folder, 'other.sqlite.damaged'), `${path}.damaged`]);
  expect(filesAside(join(folder, 'nowhere'))).toEqual([]);
  expect(namesAside(path)).toEqual([`${path}.damaged`, `${path}.damaged-wal`]);
});

it.each([
  ['a.sqlite.damaged', 'a.sqlite'],
  ['a.sqlite.damaged-wal', 'a.sqlite'],
  ['a.damaged.damaged', 'a.damaged'],
  ['a.sqlite', null],
  ['a.sqlite.damaged-shm', null],
  ['a.sqlite.damaged-wal.txt', null],
  ['a.sqlite.damagedly-wal', null],
  ['.damaged', null],
  ['damaged', null],
])('%s was called %s before', (name, before) => {
  expect(nameBefore(name)).toBe(before);
});
