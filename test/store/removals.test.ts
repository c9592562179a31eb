import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Connection } from '#core/store/connection.ts';
import { openReading, openWriting } from '#core/store/place.ts';
import { databasePath } from '#core/store/database.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { type EngineSide, openApiStore, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';
import { IS_POSTGRES, inFolder } from '#test/store/in-folder.ts';

const ROWS = 3_000;
const MEGABYTE = 1_048_576;
/** Every table with rows of an export. */
const TABLES = [
  'jobs',
  'frontier',
  'pages',
  'items',
  'reply_lists',
  'verdicts',
  'verdict_requests',
  'reprocessings',
  'kept_exchanges',
  'draws',
  'media',
  'raw_answers',
];

let dataDir: string;
let store: EngineSide;
/** Counts rows after each slice: over PostgreSQL a connection is a thread. */
let counting: Connection | null = null;

beforeEach(() => {
  dataDir = ownFolder('removals');
  store = openEngineStore(inFolder(dataDir));
});

afterEach(() => {
  counting?.close();
  counting = null;
  store.close();
});

/** An export with rows in every table. `perPage`: of its items. */
function filled(guid: string, perPage: number, text = ''): JobRecord {
  const job = insertJob(store, { guid, batchId: `batch of ${guid}`, series: `series of ${guid}` });
  const ids = Array.from({ length: ROWS }, (_, index) => `${guid}-${index}${text}`);
  const pages: Record<string, { id: string }[]> = { empty: [] };
  for (let at = 0; at < ROWS; at += perPage) pages[`k${String(at).padStart(6, '0')}`] = ids.slice(at, at + perPage).map((id) => ({ id }));
  storePages(store, job, pages);
  const run = store.run(job.id);
  store.transaction(() => {
    for (let hash = 0; hash < 700; hash += 1) run.addEntry({ ...ENTRY, cursorHash: 1_000_000 + hash });
    for (let list = 0; list < 700; list += 1) store.living(job.id).openList(`${list}`, `under ${list}`);
    for (let page = 0; page < 60; page += 1) store.rawAnswers.add(job.id, `k${page}`, Buffer.from('sealed'));
  });
  store.reprocessings.set(job.id, { formats: ['json'] } as never);
  store.exchanges.replace(job.id, [Buffer.from('sealed'), Buffer.from('sealed too')]);
  for (let file = 0; file < 700; file += 1)
    store.media(job.id).add({ url: `https://files.example/${file}`, file: `media/${file}.png`, bytes: 1 });
  const connection = openWriting(inFolder(dataDir));
  connection.exec(`INSERT INTO verdicts (seq, judge, sentiment)
    SELECT seq, 'j', 'neutral' FROM items JOIN pages ON pages.id = page_id WHERE job_id = ${job.id}`);
  connection.exec(`INSERT INTO draws (job_id, drawn_at_ms, rules, answer) VALUES (${job.id}, 1, '{}', '{}')`);
  connection.exec(`INSERT INTO verdict_requests (key, job_id, judge, seqs) VALUES ('${guid}', ${job.id}, 'j', '[]')`);
  connection.close();
  return store.jobs.update(job.id, { status: 'done', exported: ROWS, files: [{ format: 'json', name: `${guid}.json` } as never] });
}

const ENTRY = {
  position: { root: 'a0', hops: 0, path: 'a0' },
  readKey: 'z',
  role: 'page' as const,
  under: null,
  expect: null,
  optional: false,
  afterMs: 0,
  cursor: 'next',
};

function counts(): Record<string, number> {
  const reader = (counting ??= openReading(inFolder(dataDir)));
  return Object.fromEntries(
    TABLES.map((table) => [table, reader.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? -1]),
  );
}

/** Rows of all tables together. */
function rows(): number {
  return Object.values(counts()).reduce((sum, count) => sum + count, 0);
}

describe('an export that is removed', () => {
  it('is found by nobody from that moment on', () => {
    const other = filled('other', 100);
    const job = filled('gone', 100);
    store.jobs.remove(job.id);
    const connection = openReading(inFolder(dataDir));
    try {
      const reader = createJobReader(connection);
      expect(reader.find('gone')).toBeNull();
      expect(reader.list({ page: 1, limit: 10 }).map(({ guid }) => guid)).toEqual(['other']);
      expect(reader.ofBatch('batch of gone')).toEqual([]);
    } finally {
      connection.close();
    }
    expect(store.jobs.find('gone')).toBeNull();
    expect(store.jobs.byStatus('done').map(({ guid }) => guid)).toEqual(['other']);
    expect(store.jobs.lastDone('series of gone', -1)).toBeNull();
    expect(['gone.json', 'other.json'].map((name) => store.jobs.knowsFile(name))).toEqual([false, true]);
    expect(store.reprocessings.all().map(({ guid }) => guid)).toEqual([other.guid]);
  });

  it.each([1, 20, ROWS])('goes in slices of some hundred rows, and nothing else goes: %i items a page', (perPage) => {
    filled('other', 100);
    const before = counts();
    const job = filled('gone', perPage);
    store.jobs.remove(job.id);
    const sizes: number[] = [];
    for (let left = rows(); store.removals.deleteSome();) {
      const now = rows();
      sizes.push(left - now);
      left = now;
    }
    expect(counts()).toEqual(before);
    // A row and its verdict.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_001);
    expect(sizes.length).toBeGreaterThan(ROWS / 500);
    expect(store.jobs.find('other')?.exported).toBe(ROWS);
  });

  it('goes on where it was, after whatever interrupted it', () => {
    const job = filled('gone', 20);
    store.jobs.remove(job.id);
    store.removals.deleteSome();
    store.close();
    store = openEngineStore(inFolder(dataDir));
    expect(store.jobs.find('gone')).toBeNull();
    while (store.removals.deleteSome());
    expect(rows()).toBe(0);
  });
});

describe.skipIf(IS_POSTGRES)('the file', () => {
  const bytes = (): number => statSync(databasePath(dataDir)).size;
  const long = 'x'.repeat(2_000);
  const removeAll = (job: JobRecord): void => {
    store.jobs.remove(job.id);
    while (store.removals.deleteSome());
  };

  it('gives its room back in slices', () => {
    const job = filled('gone', 20, long);
    store.removals.settle();
    const full = bytes();
    expect(full).toBeGreaterThan(8 * MEGABYTE);
    removeAll(job);
    let slices = 0;
    while (store.removals.shrinkSome()) slices += 1;
    store.removals.settle();
    expect(slices).toBeGreaterThan(10);
    expect(bytes()).toBeLessThan(2 * MEGABYTE);
    expect(store.jobs.byStatus('done')).toEqual([]);
  });

  it('of an earlier version does so too, from the next start on', () => {
    const other = filled('other', 20);
    const job = filled('gone', 20, long);
    store.close();
    // As versions before this one made it.
    const old = new Database(databasePath(dataDir));
    old.pragma('journal_mode = DELETE');
    old.pragma('auto_vacuum = NONE');
    old.exec('VACUUM');
    expect(old.pragma('auto_vacuum', { simple: true })).toBe(0);
    old.close();
    store = openEngineStore(inFolder(dataDir));
    removeAll(job);
    expect(store.removals.shrinkSome()).toBe(false);
    store.close();
    const full = bytes();
    openApiStore(inFolder(dataDir), null).close();
    expect(bytes()).toBeLessThan(full / 2);
    store = openEngineStore(inFolder(dataDir));
    expect(store.jobs.find(other.guid)?.exported).toBe(ROWS);
    removeAll(filled('more', 20, long));
    expect(store.removals.shrinkSome()).toBe(true);
    const reader = new Database(databasePath(dataDir));
    expect(reader.pragma('integrity_check', { simple: true })).toBe('ok');
    reader.close();
  });
});
