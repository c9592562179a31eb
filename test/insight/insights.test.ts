import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { InsightPort, SearchFilters, SearchWish } from '#core/insight/ports.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { openEngineStore } from '#core/store/store.ts';
import { startInsights } from '#core/threads/insight-client.ts';
import { NO_FILTERS } from '#test/insight/no-filters.ts';
import { refusal } from '#test/operations/refusal.ts';
import { insertJob } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const WISH: SearchWish = { query: null, filters: NO_FILTERS, sort: 'file', limit: 100, cursor: null, offset: null, topLevel: false };
const SAID = ['great music', '音乐很好', 'เพลงเพราะมาก', 'موسيقى رائعة', 'so good 😂', 'nothing'];

let dataDir: string;
let store: EngineStore;
let insights: InsightPort;
let job: JobRecord;

/** 60 items over ten texts and six authors; every third one is a reply. */
function itemsFrom(first: number, size: number): readonly Item[] {
  return Array.from({ length: size }, (_, index) => {
    const at = first + index;
    return makeItem({
      id: `i${at}`,
      kind: at % 3 === 2 ? 'reply' : 'comment',
      parentId: at % 3 === 2 ? `i${at - 1}` : null,
      author: { username: `user${at % 6}`, name: `User ${at % 6}` },
      text: `${SAID[at % SAID.length]} ${at}`,
      createdAt: at % 10 === 9 ? null : new Date(Date.UTC(2026, 0, 1 + (at % 7))).toISOString(),
      likes: at % 4 === 3 ? null : at % 5,
      rating: at % 2 === 0 ? 4 : null,
      language: at % 6 === 0 ? 'en-GB' : null,
      media: at % 8 === 0 ? [{ type: 'image', url: 'https://example.com/a.jpg' }] : [],
      extra: at % 6 === 0 ? { sentiment: 'positive', sentimentScore: 0.5 } : {},
    });
  });
}

function save(first: number, size: number): void {
  const run = store.run(job.id);
  store.transaction(() => {
    const readKey = String(first).padStart(4, '0');
    const pageId = run.addPage(readKey, first);
    for (const [position, item] of itemsFrom(first, size).entries()) run.addItem({ pageId, readKey, position }, item, 'kept');
    run.setPageKept(pageId, size);
  });
}

function open(): void {
  dataDir = mkdtempSync(join(tmpdir(), 'commentdock-insights-'));
  store = openEngineStore(inFolder(dataDir));
  job = insertJob(store, { platform: 'youtube' });
  save(0, 30);
  save(30, 30);
  insights = startInsights(inFolder(dataDir));
}

async function shut(): Promise<void> {
  await insights.close();
  store.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

const search = (wish: Partial<SearchWish> = {}, filters: Partial<SearchFilters> = {}) =>
  insights.search(job.guid, { ...WISH, ...wish, filters: { ...NO_FILTERS, ...filters } });
const ids = async (wish: Partial<SearchWish> = {}, filters: Partial<SearchFilters> = {}): Promise<readonly string[]> =>
  (await search(wish, filters)).results.map(({ item }) => item.id);
const naive = (fits: (item: Item) => boolean): readonly string[] =>
  itemsFrom(0, 60)
    .filter(fits)
    .map(({ id }) => id);

describe('a search', () => {
  beforeAll(open);
  afterAll(shut);

  it.each([
    ['music', 'great music'],
    ['音乐', '音乐很好'],
    ['很好', '音乐很好'],
    ['เพราะ', 'เพลงเพราะมาก'],
    ['رائعة', 'موسيقى رائعة'],
    ['😂', 'so good 😂'],
  ])('for %s finds what a look at every item finds', async (query, said) => {
    const { total, itemsInExport, results } = await search({ query });
    expect(results.map(({ item }) => item.id)).toEqual(naive(({ text }) => text?.startsWith(said) ?? false));
    expect([total, itemsInExport]).toEqual([10, 60]);
    for (const { item, highlights } of results) {
      const [range] = highlights.text;
      expect(item.text?.slice(range?.start, range?.end)).toBe(query);
    }
    expect(results[0]?.row).toBe(Number(results[0]?.item.id.slice(1)) + 1);
  });

  it.each<readonly [string, Partial<SearchFilters>, (item: Item) => boolean]>([
    ['dates', { fromMs: Date.UTC(2026, 0, 2), toMs: Date.UTC(2026, 0, 3) }, ({ createdAt }) => /-0[23]T/.test(createdAt ?? '')],
    ['ratings', { minRating: 3, maxRating: 4 }, ({ rating }) => rating === 4],
    ['likes', { minLikes: 3 }, ({ likes }) => (likes ?? 0) >= 3],
    ['sentiment', { sentiments: ['positive', 'negative'] }, ({ extra }) => extra['sentiment'] === 'positive'],
    ['language', { languages: ['en', 'de'] }, ({ language }) => language === 'en-GB'],
    ['media', { hasMedia: true }, ({ media }) => media.length > 0],
    ['no media', { hasMedia: false }, ({ media }) => media.length === 0],
    ['replies', { hasReplies: true }, ({ id }) => Number(id.slice(1)) % 3 === 1],
    ['depth', { minDepth: 1, maxDepth: 3 }, ({ kind }) => kind === 'reply'],
    ['the top', { maxDepth: 0 }, ({ kind }) => kind === 'comment'],
    ['author', { author: '@USER3' }, ({ author }) => author.username === 'user3'],
    ['name of the author', { author: 'user 3' }, ({ author }) => author.username === 'user3'],
    [
      'several',
      { minLikes: 1, hasMedia: false, author: 'user1' },
      (item) => (item.likes ?? 0) >= 1 && item.media.length === 0 && item.author.username === 'user1',
    ],
  ])('by %s finds what a look at every item finds', async (_name, filters, fits) => {
    expect(await ids({}, filters)).toEqual(naive(fits));
    expect(await ids({ query: 'music' }, filters)).toEqual(naive((item) => fits(item) && (item.text ?? '').includes('music')));
  });

  it.each(['file', 'newest', 'oldest', 'likes', 'relevance'] as const)('pages through all, each once, by %s', async (sort) => {
    for (const query of [null, 'so OR music OR 好']) {
      const whole = await ids({ sort, query });
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await search({ sort, query, limit: 7, cursor });
        expect(page.total).toBe(whole.length);
        paged.push(...page.results.map(({ item }) => item.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(query === null ? 60 : 30);
    }
  });

  it.each(['file', 'newest', 'likes', 'relevance'] as const)('jumps to any place, by %s', async (sort) => {
    for (const query of [null, 'so OR music OR 好']) {
      const whole = await search({ sort, query });
      for (const offset of [0, 7, 29, 59, 100]) {
        const page = await search({ sort, query, limit: 7, offset });
        expect(page.total).toBe(whole.total);
        expect(page.results.map(({ row }) => row)).toEqual(whole.results.slice(offset, offset + 7).map(({ row }) => row));
      }
    }
  });

  it('says how rows hang together, and leaves replies out', async () => {
    const all = (await search({ offset: 0 })).results;
    expect(all.map(({ depth }) => depth)).toEqual(itemsFrom(0, 60).map(({ parentId }) => (parentId === null ? 0 : 1)));
    expect(all.map(({ below }) => below)).toEqual(itemsFrom(0, 60).map((_, at) => (at % 3 === 1 ? 1 : 0)));
    const tops = await search({ offset: 35, topLevel: true });
    expect([tops.total, tops.results.map(({ item }) => item.id)]).toEqual([40, naive(({ parentId }) => parentId === null).slice(35)]);
  });

  it('refuses a cursor of another search, a made up one, and one from before the export changed', async () => {
    const { nextCursor: cursor } = await search({ limit: 5 });
    expect(await refusal(search({ cursor, query: 'music' }))).toMatchObject({ message: expect.stringContaining('another search') });
    expect(await refusal(search({ cursor: 'xyz' }))).toMatchObject({ code: 'INVALID_REQUEST' });
    save(60, 6);
    store.jobs.update(job.id, { exported: 66 });
    expect(await refusal(search({ cursor }))).toMatchObject({ message: expect.stringContaining('has changed') });
    expect((await search()).total).toBe(66);
  });
});

describe('a large export that nobody asked about before', () => {
  beforeEach(() => {
    open();
    for (let first = 60; first < 6_000; first += 540) save(first, 540);
    store.jobs.update(job.id, { exported: 6_000 });
  });
  afterEach(shut);

  it('shows its first rows before the order of all is known, and says so', async () => {
    const first = await search({ offset: 0, limit: 10 });
    expect([first.isProvisional, first.total]).toEqual([true, 6_000]);
    await expect.poll(async () => (await search({ offset: 0, limit: 10 })).isProvisional).toBe(false);
    expect((await search({ offset: 0, limit: 10 })).results).toEqual(first.results);
  });

  it('knows any other place at once', async () => {
    const { isProvisional, results } = await search({ offset: 5_990, limit: 20 });
    expect([isProvisional, results.length, results[0]?.item.id]).toEqual([false, 10, 'i5990']);
  });
});

describe('rows of an export that runs', () => {
  beforeEach(open);
  afterEach(shut);

  it('are given in the order in which they came, and keep their places', async () => {
    const run = store.run(job.id);
    store.transaction(() => {
      const pageId = run.addPage('0000~', 7);
      run.addItem({ pageId, readKey: '0000~', position: 0 }, makeItem({ id: 'late', kind: 'comment' }), 'kept');
      run.addItem({ pageId, readKey: '0000~', position: 1 }, makeItem({ id: 'left out', kind: 'comment' }), 'filtered');
      run.setPageKept(pageId, 1);
    });
    const before = await insights.arrivals(job.guid, { offset: 25, limit: 40 });
    expect([before.total, before.results.length, before.results.at(-1)?.item.id]).toEqual([61, 36, 'late']);
    save(60, 5);
    const after = await insights.arrivals(job.guid, { offset: 25, limit: 40 });
    expect(after.results.slice(0, 36)).toEqual(before.results);
    expect([after.total, after.results.length, after.results.at(-1)?.row]).toEqual([66, 40, 65]);
    expect((await insights.arrivals(job.guid, { offset: 70, limit: 5 })).results).toEqual([]);
  });
});

describe('the index of an export', () => {
  beforeEach(open);
  afterEach(shut);

  const files = (): readonly string[] => readdirSync(join(dataDir, 'search'));

  it('is made at the first search, by one of several that come at once, and outlives the process', async () => {
    expect(await insights.indexState(job.guid)).toMatchObject({ state: 'none', indexed: 0 });
    const [one, two] = await Promise.all([search({ query: 'music' }), search({ query: 'nothing' })]);
    expect([one.total, two.total]).toEqual([10, 10]);
    expect(await insights.indexState(job.guid)).toMatchObject({ state: 'ready', indexed: 60, rows: 60 });
    await insights.close();
    insights = startInsights(inFolder(dataDir));
    expect(await insights.indexState(job.guid)).toMatchObject({ state: 'ready', indexed: 60 });
  });

  it('goes with its export, and what is left over goes at the next start', async () => {
    await search();
    expect(files()).toEqual([`${job.guid}.sqlite`]);
    insights.forget(job.guid);
    await expect.poll(files).toEqual([]);
    await insights.close();
    mkdirSync(join(dataDir, 'search'), { recursive: true });
    writeFileSync(join(dataDir, 'search', `${job.guid}.sqlite.partial`), 'cut off');
    writeFileSync(join(dataDir, 'search', '00000000-0000-4000-8000-000000000000.sqlite'), 'of nobody');
    insights = startInsights(inFolder(dataDir));
    expect((await search({ query: 'music' })).total).toBe(10);
    expect(files()).toEqual([`${job.guid}.sqlite`]);
    expect(existsSync(join(dataDir, 'search', `${job.guid}.sqlite.partial`))).toBe(false);
  });

  it('is refused for an export that is not there', async () => {
    expect(await refusal(insights.search('nobody', WISH))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(await refusal(insights.indexState('nobody'))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});

describe('statistics', () => {
  beforeEach(open);
  afterEach(shut);

  it('are those of all items, and new ones after the export changed', async () => {
    const { items, replies, authors, sentiment } = await insights.count(job.guid, 'UTC', null);
    expect([items, replies, authors.distinct, sentiment.positive]).toEqual([60, 20, 6, 10]);
    expect(await insights.count(job.guid, 'UTC', null)).toMatchObject({ items: 60 });
    save(60, 6);
    store.jobs.update(job.id, { exported: 66 });
    expect(await insights.count(job.guid, 'UTC', null)).toMatchObject({ items: 66 });
  });

  it('name who is answered most, and by whom, from the pages they stand on', async () => {
    // Each reply answers the one before it, who is of the author before.
    const { answered } = await insights.count(job.guid, 'UTC', null);
    expect(answered).toMatchObject({ count: 20, distinct: 2 });
    expect(
      answered.top.map(({ username, name, count, people, by }) => [username, name, count, people, by.map((one) => one.username)]),
    ).toEqual([
      ['user1', 'User 1', 10, 1, ['user2']],
      ['user4', 'User 4', 10, 1, ['user5']],
    ]);
  });

  it('count over time in no finer bucket than is asked for', async () => {
    expect((await insights.count(job.guid, 'UTC', null)).time.bucket).toBe('day');
    const { time } = await insights.count(job.guid, 'UTC', 'month');
    expect(time).toMatchObject({ bucket: 'month', counts: [{ start: '2026-01-01T00:00:00+00:00', count: 54, positive: 10 }] });
  });

  it('refuse a time zone that is none', async () => {
    expect(await refusal(insights.count(job.guid, 'Middle/Earth', null))).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
