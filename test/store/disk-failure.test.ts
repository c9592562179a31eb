import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { databasePath, openDatabase } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { ownFolder } from '#test/own.ts';

it('a full disk is named as one, with what to do; other errors stay what they are', () => {
  const dataDir = ownFolder('full');
  const connection = openDatabase(dataDir);
  try {
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${pages + 2}`);
    const insert = connection.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
    const fill = (): void => {
      for (let number = 0; number < 100; number += 1) insert.run(`name ${number}`, 'x'.repeat(4_000));
    };
    expect(() => onDisk(fill)).toThrow(
      expect.objectContaining({ code: 'DISK', message: expect.stringMatching(/full.*Free some space.*retry/) }),
    );
    expect(() => onDisk(() => insert.run('name 0', ''))).toThrow(/UNIQUE/);
    expect(onDisk(() => 5)).toBe(5);
  } finally {
    connection.close();
  }
});

it('a file that is no database is named as damage', () => {
  const dataDir = ownFolder('damaged');
  writeFileSync(databasePath(dataDir), 'not a database, but long enough to look at');
  expect(() => openDatabase(dataDir)).toThrow(expect.objectContaining({ code: 'DISK', message: expect.stringMatching(/damaged.*backup/) }));
});
