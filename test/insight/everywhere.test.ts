import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { EverywhereResult } from '#core/contract/search.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { EverywhereWish } from '#core/insight/ports.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { openEngineStore } from '#core/store/store.ts';
import { startInsights } from '#core/threads/insight-client.ts';
import { ownFolder } from '#test/own.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { contextOf, fakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob } from '#test/store/stored-job.ts';

const ANN = '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';
/** Three rows are in the index long before. */
const READ_MS = 500;
const WISH: EverywhereWish = { query: null, limit: 20, cursor: null, of: null };

/** A store with exports of these texts, the first one the oldest, and the thread that searches them. */
async function searched(...exports: readonly (readonly string[])[]) {
  const dataDir = ownFolder('everywhere');
  const store = openEngineStore(inFolder(dataDir));
  const add = (texts: readonly string[], more: Parameters<typeof insertJob>[1] = {}): JobRecord => {
    const job = insertJob(store, { platform: 'youtube', ...more });
    const run = store.run(job.id);
    store.transaction(() => {
      const pageId = run.addPage('0001', 1);
      for (const [position, text] of texts.entries())
        run.addItem({ pageId, readKey: '0001', position }, makeItem({ id: `i${position}`, kind: 'comment', text }), 'kept');
      run.setPageKept(pageId, texts.length);
    });
    store.jobs.update(job.id, { status: 'done', exported: texts.length, finishedAtMs: 1_700_000_000_000 });
    return job;
  };
  const jobs = exports.map((texts) => add(texts));
  const insights = startInsights(inFolder(dataDir));
  /** Asks until all words were read. */
  const find = async (query: string, wish: Partial<EverywhereWish> = {}) => {
    for (;;) {
      const page = await insights.everywhere({ ...WISH, ...wish, query });
      if (page.pending === 0) return page;
    }
  };
  const totals = async (query: string, wish: Partial<EverywhereWish> = {}) =>
    (await find(query, wish)).exports.map(({ guid, total }) => [guid, total] as const);
  return {
    dataDir,
    store,
    insights,
    jobs,
    guids: jobs.map(({ guid }) => guid),
    add,
    find,
    totals,
    async [Symbol.asyncDispose]() {
      await insights.close();
      store.close();
    },
  };
}

describe('a search in all exports', () => {
  it('finds by export, the newest first, and shows the first rows with where the words stand', async () => {
    await using world = await searched(
      ['great music', 'dull', 'great great', 'so great', 'great again'],
      ['nothing here'],
      ['dull', 'a great one'],
    );
    const { guids, find } = world;
    const page = await find('great');
    expect(page).toMatchObject({ nextCursor: null, searched: 3, pending: 0 });
    expect(page.exports.map(({ guid, total, itemsInExport }) => [guid, total, itemsInExport])).toEqual([
      [guids[2], 1, 2],
      [guids[0], 4, 5],
    ]);
    expect(page.exports[1]?.results.map(({ row, item }) => [row, item.text])).toEqual([
      [1, 'great music'],
      [3, 'great great'],
      [4, 'so great'],
    ]);
    expect(page.exports[0]?.results[0]?.highlights.text).toEqual([{ start: 2, end: 7 }]);
  });

  it('understands what a search in one export understands', async () => {
    await using world = await searched(['the cat sat', '视频真好'], ['the dog sat', 'sat the cat']);
    const { guids, totals } = world;
    expect(await totals('"the cat"')).toEqual([
      [guids[1], 1],
      [guids[0], 1],
    ]);
    expect(await totals('dog OR 视频')).toEqual([
      [guids[1], 1],
      [guids[0], 1],
    ]);
    expect(await totals('sat NOT dog NOT "sat the"')).toEqual([[guids[0], 1]]);
    expect(await totals('sa*')).toEqual([
      [guids[1], 2],
      [guids[0], 1],
    ]);
  });

  it('goes page by page through the exports, and refuses the cursor of another search', async () => {
    await using world = await searched(...Array.from({ length: 7 }, (_, at) => [`word ${at}`]));
    const { guids, find } = world;
    const first = await find('word', { limit: 3 });
    const second = await find('word', { limit: 3, cursor: first.nextCursor });
    const third = await find('word', { limit: 3, cursor: second.nextCursor });
    expect([first, second, third].flatMap(({ exports }) => exports.map(({ guid }) => guid))).toEqual(guids.toReversed());
    expect(third.nextCursor).toBeNull();
    expect(await refusal(find('other', { cursor: first.nextCursor }))).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refusal(find('"open'))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('counts in a large export as in those that share a table, as far as anybody counts on', async () => {
    await using world = await searched(
      Array.from({ length: 41_000 }, (_, at) => (at % 1_000 === 999 ? 'a rare odd row' : 'even row')),
      ['an odd one'],
      Array.from({ length: 10_050 }, (_, at) => (at % 5 === 0 ? 'a rather odd row' : 'even row')),
    );
    const { guids, find } = world;
    const told = async (query: string) =>
      (await find(query)).exports.map(({ guid, total, isAll, results }) => [guid, total, isAll, results.map(({ row }) => row)]);
    expect(await told('odd')).toEqual([
      [guids[2], 2_010, true, [1, 6, 11]],
      [guids[1], 1, true, [1]],
      [guids[0], 41, true, [1_000, 2_000, 3_000]],
    ]);
    expect(await told('even')).toEqual([
      [guids[2], 5_000, false, [2, 3, 4]],
      [guids[0], 5_000, false, [1, 2, 3]],
    ]);
  }, 60_000);

  it('follows what becomes of exports', async () => {
    await using world = await searched(['one word'], ['a word more']);
    const { dataDir, store, insights, jobs, guids, add, totals, find } = world;
    expect(await totals('word')).toHaveLength(2);
    const later = add(['a last word']);
    await expect.poll(() => totals('word')).toEqual([[later.guid, 1], ...guids.toReversed().map((guid) => [guid, 1])]);
    const { id } = jobs[0] as JobRecord;
    const run = store.run(id);
    store.transaction(() => {
      const pageId = run.addPage('0002', 2);
      run.addItem({ pageId, readKey: '0002', position: 0 }, makeItem({ id: 'new', kind: 'comment', text: 'a further word' }), 'kept');
      run.setPageKept(pageId, 1);
    });
    store.jobs.update(id, { exported: 2 });
    await expect.poll(async () => (await totals('word')).at(-1)).toEqual([guids[0], 2]);
    store.jobs.remove(later.id);
    insights.forget(later.guid);
    await expect.poll(async () => (await find('last')).searched).toBe(2);
    expect(await totals('last')).toEqual([]);
    expect(existsSync(join(dataDir, 'search', 'all-exports.sqlite'))).toBe(true);
  });

  it('takes the words of a deleted export out, and reads no others for it', async () => {
    await using world = await searched(['one word'], ['a word more']);
    const { dataDir, store, insights, jobs, add, totals } = world;
    expect(await totals('word')).toHaveLength(2);
    const later = add(['a last word']);
    const { id, guid } = jobs[0] as JobRecord;
    store.jobs.remove(id);
    insights.forget(guid);
    const index = new Database(join(dataDir, 'search', 'all-exports.sqlite'), { readonly: true });
    const known = (): readonly unknown[] => index.prepare('SELECT guid FROM parts').pluck().all();
    await expect.poll(known).not.toContain(guid);
    // Long enough for words to be read, where somebody began to.
    await wait(READ_MS);
    expect(known()).not.toContain(later.guid);
    index.close();
    expect((await totals('word')).map(([found]) => found)).toEqual([later.guid, jobs[1]?.guid]);
  });

  it('shows a member their own exports and shared ones alone', async () => {
    await using world = await searched(['a word of the owner']);
    const { add, find, totals } = world;
    const hers = add(['a word of hers'], { memberUuid: ANN });
    const shared = add(['a shared word'], { isShared: true });
    expect(await totals('word', { of: ANN })).toEqual([
      [shared.guid, 1],
      [hers.guid, 1],
    ]);
    expect((await find('word', { of: ANN })).searched).toBe(2);
    expect(await totals('word')).toHaveLength(3);
  });

  it('makes a damaged index anew', async () => {
    await using world = await searched(['a word']);
    const { dataDir, insights, guids, totals } = world;
    expect(await totals('word')).toHaveLength(1);
    await insights.close();
    const folder = join(dataDir, 'search');
    for (const name of readdirSync(folder))
      writeFileSync(join(folder, name), 'no database at all, but a text that is long enough'.repeat(100));
    const again = startInsights(inFolder(dataDir));
    await expect.poll(async () => (await again.everywhere({ ...WISH, query: 'word' })).exports.map(({ guid }) => guid)).toEqual(guids);
    expect(readdirSync(folder)).toContain('all-exports.sqlite.damaged');
    await again.close();
  });
});

describe('the operation', () => {
  const searchAll = operationNamed('exports.everywhere');

  it('tells of each export what it is of, and leaves out what has gone', async () => {
    const services = fakeServices();
    const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
    const guid = jobs[0]?.guid ?? '';
    services.engine.change(guid, { status: 'done', sandbox: true });
    services.insights.items = [makeItem({ id: 'c1', kind: 'comment', text: 'a word' })];
    services.insights.guids = [guid, 'gone'];
    const found = (await callOperation(searchAll, { q: 'word' }, contextOf(services, TOKEN_CALLER))) as EverywhereResult;
    expect(found.exports).toMatchObject([
      { guid, url: 'https://tubular.com/watch/abc', total: 1, results: [{ row: 1, item: { message: 'a word', _sandbox: true } }] },
    ]);
    expect(found).toMatchObject({ next_cursor: null, pending: 0 });
    expect(await refusal(callOperation(searchAll, { q: 'word', limit: 0 }, contextOf(services)))).toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
