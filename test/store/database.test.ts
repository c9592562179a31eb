import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { databasePath, type FileConnection, openDatabase, openInMemory } from '#core/store/database.ts';
import { createHostPaceStore, createHostWaits } from '#core/store/hosts.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const MIGRATIONS = new URL('../../core/store/migrations/', import.meta.url);

let dataDir: string;

beforeEach(() => {
  dataDir = ownFolder('database');
});

function schema(): unknown {
  const connection = new Database(databasePath(dataDir), { readonly: true });
  try {
    return {
      version: connection.pragma('user_version'),
      tables: connection.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all(),
    };
  } finally {
    connection.close();
  }
}

function latest(): number {
  return Math.max(...migrationsIn(MIGRATIONS).map((name) => Number.parseInt(name, 10)));
}

function migrationsIn(folder: URL): readonly string[] {
  return readdirSync(folder).filter((name) => name !== 'postgres');
}

describe('migrations', () => {
  it('are numbered, over both kinds of database together', () => {
    const names = [...migrationsIn(MIGRATIONS), ...migrationsIn(new URL('postgres/', MIGRATIONS))];
    expect(names.filter((name) => !/^\d{4}\.sql$/.test(name))).toEqual([]);
  });

  it('change nothing the second time', () => {
    openDatabase(dataDir).close();
    const before = schema();
    expect(before).toMatchObject({ version: [{ user_version: latest() }] });
    openDatabase(dataDir).close();
    expect(schema()).toEqual(before);
  });

  it('run once where several threads open the folder at the same time', async () => {
    const opener = `
      import { openDatabase } from ${JSON.stringify(new URL('../../core/store/database.ts', import.meta.url).href)};
      import { workerData } from 'node:worker_threads';
      openDatabase(workerData).close();`;
    const threads = Array.from(
      { length: 4 },
      () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(opener)}`), { workerData: dataDir }),
    );
    expect(await Promise.all(threads.map(async (thread) => (await once(thread, 'exit'))[0] as number))).toEqual([0, 0, 0, 0]);
    expect(schema()).toMatchObject({ version: [{ user_version: latest() }] });
  });

  it('take a folder of the first version along with what is in it', () => {
    const old = new Database(databasePath(dataDir));
    old.exec(readFileSync(new URL('0001.sql', MIGRATIONS), 'utf8'));
    old.pragma('user_version = 1');
    old.exec("INSERT INTO settings (name, value) VALUES ('plan', 'premium')");
    old.close();
    const connection = openDatabase(dataDir);
    try {
      expect(connection.prepare('SELECT value FROM settings').all()).toEqual([{ value: 'premium' }]);
      expect(connection.pragma('user_version', { simple: true })).toBe(latest());
      expect(connection.pragma('foreign_key_check')).toEqual([]);
    } finally {
      connection.close();
    }
  });
});

describe('the store', () => {
  it('is readable by the owner of the account alone', () => {
    const folder = join(dataDir, 'fresh');
    openDatabase(folder).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('has everything on disk when a transaction returns: a copy of the files at that moment is whole', () => {
    const store = openEngineStore(inFolder(dataDir));
    try {
      const job = insertJob(store);
      storePages(store, job, { 1: [{ id: 'a' }, { id: 'b' }] });
      const copy = join(dataDir, 'copy');
      openDatabase(copy).close();
      for (const name of readdirSync(dataDir).filter((file) => file.startsWith('commentdock.sqlite') && !file.endsWith('-shm'))) {
        copyFileSync(join(dataDir, name), join(copy, name));
      }
      const found = openDatabase(copy);
      try {
        expect(found.prepare('SELECT id FROM items ORDER BY id').all()).toEqual([{ id: 'a' }, { id: 'b' }]);
        expect(found.pragma('synchronous', { simple: true })).toBe(2);
        expect(found.pragma('journal_mode', { simple: true })).toBe('wal');
      } finally {
        found.close();
      }
    } finally {
      store.close();
    }
  });

  it('takes nothing of a transaction that fails', () => {
    const store = openEngineStore(inFolder(dataDir));
    try {
      const failing = (): void =>
        store.transaction(() => {
          insertJob(store);
          throw new Error('half-way');
        });
      expect(failing).toThrow('half-way');
      expect(store.jobs.byStatus('queueing')).toEqual([]);
    } finally {
      store.close();
    }
  });

  it('removes a job with everything of it, and nothing else', () => {
    const store = openEngineStore(inFolder(dataDir));
    try {
      const [gone, stays] = [insertJob(store), insertJob(store)];
      for (const job of [gone, stays]) storePages(store, job, { 1: [{ id: 'a' }] });
      store.jobs.remove(gone.id);
      while (store.removals.deleteSome());
      expect(store.jobs.find(gone.guid)).toBeNull();
      expect(store.run(gone.id).kept()).toBe(0);
      expect(store.run(stays.id).kept()).toBe(1);
    } finally {
      store.close();
    }
  });

  it('keeps what hosts allow over a restart', () => {
    const pace = { perSecond: 0.75, pausedUntilMs: 1_900_000_000_000, pacedUntilMs: 1_800_000_000_500, updatedAtMs: 1_800_000_000_000 };
    const store = openEngineStore(inFolder(dataDir));
    expect(store.hosts.load('api.example')).toBeNull();
    store.hosts.save('api.example', { ...pace, perSecond: 9 });
    store.hosts.save('api.example', pace);
    store.close();
    const again = openEngineStore(inFolder(dataDir));
    expect(again.hosts.load('api.example')).toEqual(pace);
    expect(again.hosts.load('other.example')).toBeNull();
    again.close();
  });

  it('says which hosts asked for a pause, and lets no export fail for want of room to note it', () => {
    const connection = openInMemory();
    const pace = (pausedUntilMs: number) => ({ perSecond: 1, pausedUntilMs, pacedUntilMs: 0, updatedAtMs: 0 });
    const [hosts, waits] = [createHostPaceStore(connection), createHostWaits(connection)];
    for (const [host, untilMs] of [
      ['b.example', 8],
      ['a.example', 9],
      ['c.example', 7],
    ] as const)
      hosts.save(host, pace(untilMs));
    expect(waits.list(7)).toEqual([
      { host: 'a.example', untilMs: 9 },
      { host: 'b.example', untilMs: 8 },
    ]);
    connection.pragma('query_only = ON');
    expect(() => hosts.save('a.example', pace(99))).not.toThrow();
    expect(hosts.load('a.example')?.pausedUntilMs).toBe(9);
    connection.close();
    expect(() => hosts.save('a.example', pace(99))).toThrow(/not open/);
  });
});

describe('databases that no disk has', () => {
  it('have the schema of one that a disk has, and nothing of each other', () => {
    openDatabase(dataDir).close();
    using closing = new DisposableStack();
    const [one, other] = [1, 2].map(() => closing.adopt(openInMemory(), (opened) => opened.close())) as [FileConnection, FileConnection];
    const tables = other.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all();
    expect({ version: other.pragma('user_version'), tables }).toEqual(schema());
    const named = (connection: FileConnection): unknown => connection.prepare("SELECT value FROM settings WHERE name = 'own'").get();
    one.prepare("INSERT INTO settings (name, value) VALUES ('own', 'kept')").run();
    const failing = one.transaction(() => {
      one.prepare("UPDATE settings SET value = 'lost' WHERE name = 'own'").run();
      throw new Error('taken back');
    });
    expect(() => failing()).toThrow('taken back');
    expect([named(one), named(other)]).toEqual([{ value: 'kept' }, undefined]);
    // As in those of a disk: nothing points at what is not there.
    expect(one.pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  });
});
