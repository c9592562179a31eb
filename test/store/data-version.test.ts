import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { DamagedData } from '#core/contract/error.ts';
import { expectKnownVersion, noteVersion } from '#core/store/data-version.ts';
import { databasePath } from '#core/store/database.ts';
import { ownFolder } from '#test/own.ts';

const KNOWN = 10;
const PAGE_BYTES = 4_096;

let folder: string;
let path: string;

beforeEach(() => {
  folder = ownFolder('version');
  path = databasePath(folder);
});

const look = (): void => expectKnownVersion(folder, path, KNOWN);

/** A database and its log as a killed process leaves them. @param work what it did with the log open */
function leftBy(work: (connection: Database.Database) => void): void {
  const living = join(ownFolder('living'), 'database');
  const connection = new Database(living);
  try {
    connection.exec('CREATE TABLE filling (text TEXT)');
    connection.pragma('user_version = 1');
    connection.pragma('journal_mode = WAL');
    connection.pragma('wal_autocheckpoint = 0');
    work(connection);
    copyFileSync(living, path);
    copyFileSync(`${living}-wal`, `${path}-wal`);
  } finally {
    connection.close();
  }
}

/** In one transaction, over several pages of the file. */
function become(connection: Database.Database, version: number, rows = 0): void {
  connection.transaction(() => {
    connection.pragma(`user_version = ${version}`);
    for (let row = 0; row < rows; row += 1) connection.prepare('INSERT INTO filling VALUES (?)').run('x'.repeat(PAGE_BYTES));
  })();
}

describe('the version of a data folder', () => {
  it('is none where there is no database, or one that nobody has written', () => {
    expect(look).not.toThrow();
    writeFileSync(path, '');
    expect(look).not.toThrow();
  });

  it.each([
    [KNOWN - 1, false],
    [KNOWN, false],
    [KNOWN + 1, true],
    [0x01_00_00_00, true],
  ])('%i is refused: %s', (version, isRefused) => {
    const connection = new Database(path);
    become(connection, version);
    connection.close();
    const before = readFileSync(path);
    if (isRefused) expect(look).toThrow(expect.objectContaining({ code: 'DATA_DIR_NEWER' }));
    else expect(look).not.toThrow();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect([`${path}-wal`, `${path}-shm`].map((name) => existsSync(name))).toEqual([false, false]);
  });

  it('is named by who made it, where that is known', () => {
    const connection = new Database(path);
    become(connection, KNOWN + 1);
    connection.close();
    const words = (by: string): string =>
      `The data folder ${folder} was made by ${by}, and this version is older. Use the newer one, or set COMMENTDOCK_DATA_DIR to another folder. Nothing was changed.`;
    expect(look).toThrow(words('a newer version of Commentdock'));
    for (const text of ['{', '{"version":7}', `{"version":"${'7'.repeat(51)}"}`]) {
      writeFileSync(join(folder, 'version.json'), text);
      expect(look).toThrow(words('a newer version of Commentdock'));
    }
    rmSync(join(folder, 'version.json'));
    noteVersion(folder, '77.1.2');
    expect(look).toThrow(words('Commentdock 77.1.2'));
    expect(statSync(join(folder, 'version.json')).mode & 0o777).toBe(0o600);
  });

  it('is not written where it stands already, and only where there is a folder', () => {
    writeFileSync(join(folder, 'version.json'), '{ "version": "1.2.3" }');
    noteVersion(folder, '1.2.3');
    expect(readFileSync(join(folder, 'version.json'), 'utf8')).toBe('{ "version": "1.2.3" }');
    noteVersion(folder, '1.2.4');
    expect(readFileSync(join(folder, 'version.json'), 'utf8')).toBe('{"version":"1.2.4"}\n');
    expect(() => noteVersion(join(folder, 'nowhere'), '1')).toThrow(/ENOENT/);
  });

  it('is that of no other file', () => {
    for (const bytes of [Buffer.alloc(200, 'no database '), Buffer.from('SQLite format 3\0, and then no more')]) {
      writeFileSync(path, bytes);
      expect(look).toThrow(DamagedData);
      expect(look).toThrow(`The database ${path} is damaged: it does not begin as one. Restore the data folder from a backup`);
    }
  });
});

describe('what a killed process had committed', () => {
  it('counts though it stands in the log alone', () => {
    leftBy((connection) => become(connection, KNOWN + 1));
    expect(look).toThrow(/newer version/);
    leftBy((connection) => become(connection, KNOWN, 3));
    expect(look).not.toThrow();
  });

  it('is the last of what stands there', () => {
    leftBy((connection) => {
      become(connection, KNOWN + 1, 2);
      become(connection, KNOWN, 2);
      // Without a word on the version.
      connection.prepare("INSERT INTO filling VALUES ('x')").run();
    });
    expect(look).not.toThrow();
    leftBy((connection) => {
      become(connection, KNOWN, 2);
      become(connection, KNOWN + 1, 2);
    });
    expect(look).toThrow(/newer version/);
  });

  it('is not what it was about to commit', () => {
    leftBy((connection) => {
      become(connection, KNOWN);
      become(connection, KNOWN + 1, 3);
    });
    // The end of a transaction is its last page.
    truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - PAGE_BYTES);
    expect(look).not.toThrow();
  });

  it('is not what an earlier round of the log left behind', () => {
    leftBy((connection) => {
      become(connection, KNOWN + 1, 5);
      connection.pragma('wal_checkpoint(RESTART)');
      become(connection, KNOWN);
    });
    expect(look).not.toThrow();
  });

  it('stands in the database where the log says nothing', () => {
    leftBy((connection) => {
      become(connection, KNOWN + 1);
      connection.pragma('wal_checkpoint(TRUNCATE)');
    });
    expect(look).toThrow(/newer version/);
    for (const begun of [Buffer.alloc(31, 1), Buffer.alloc(32, 1)]) {
      writeFileSync(`${path}-wal`, begun);
      expect(look).toThrow(/newer version/);
    }
  });
});
