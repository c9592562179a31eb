import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_SORTS, type SearchSort } from '#core/contract/search.ts';
import { SearchDesk } from '#core/insight/desk/search.ts';
import type { SearchPage, SearchWish } from '#core/insight/ports.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { NO_FILTERS } from '#test/insight/no-filters.ts';
import { ownFolder } from '#test/own.ts';
import { fillStore } from '#test/scale/filled-store.ts';

/** More than are sorted for each page. */
const ITEMS = 30_000;
const LIMIT = 10_000;

let desk: SearchDesk;
let guid: string;

beforeAll(() => {
  const place = { dataDir: ownFolder('many-results'), databaseUrl: null };
  guid = fillStore(place, { filled: 1, items: ITEMS, jobs: 0, webhooks: 1, messages: 0, schedules: 0 }).guid;
  desk = new SearchDesk(place, openFacts(place.dataDir));
});

function page(sort: SearchSort, wish: Partial<SearchWish>): Promise<SearchPage> {
  const everything = { query: 'wor*', filters: NO_FILTERS, limit: LIMIT, cursor: null, offset: null, topLevel: false };
  return desk.search(guid, { ...everything, sort, ...wish });
}

async function pages(sort: SearchSort): Promise<readonly SearchPage[]> {
  const read = [await page(sort, {})];
  for (let cursor = read[0]?.nextCursor ?? null; cursor !== null; cursor = read.at(-1)?.nextCursor ?? null)
    read.push(await page(sort, { cursor }));
  return read;
}

describe('many results', () => {
  it.each(SEARCH_SORTS)('are given once each, by %s, by cursor as by offset', async (sort) => {
    const read = await pages(sort);
    expect(read.map(({ total }) => total)).toEqual(read.map(() => ITEMS));
    const rows = read.flatMap(({ results }) => results);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(ITEMS);
    const keys = rows.map((found) => keyOf(sort, found));
    expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    const skipped = await page(sort, { offset: LIMIT + 1 });
    expect(skipped.results.map(({ row }) => row)).toEqual(rows.slice(LIMIT + 1, 2 * LIMIT + 1).map(({ row }) => row));
  });
});

it('of several conditions are those that meet all of them', async () => {
  const all = await page('likes', { limit: ITEMS });
  const filters = { ...NO_FILTERS, minLikes: 0, languages: ['en', 'de'] };
  const some = await page('likes', { query: null, filters, limit: ITEMS });
  expect(some.total).toBeGreaterThan(ITEMS / 2);
  const rowsOf = ({ results }: SearchPage): readonly number[] => results.filter(({ item }) => item.language !== 'fr').map(({ row }) => row);
  expect(some.results.map(({ row }) => row)).toEqual(rowsOf(all));
});

/** What the order goes by, rising. */
function keyOf(sort: SearchSort, { row, item }: SearchPage['results'][number]): number {
  const atMs = Date.parse(item.createdAt ?? '');
  return { file: row, newest: -atMs, oldest: atMs, likes: -(item.likes ?? 0), relevance: 0 }[sort];
}
