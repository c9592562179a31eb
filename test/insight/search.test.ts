import { describe, expect, it } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { contextOf, fakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { NO_FILTERS } from '#test/insight/no-filters.ts';
import { refusal } from '#test/operations/refusal.ts';

const EVERYTHING = {
  query: null,
  filters: NO_FILTERS,
  sort: 'file',
  limit: 20,
  cursor: null,
  offset: null,
  topLevel: false,
};

async function finished(sandbox = false) {
  const services = fakeServices();
  const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  const guid = jobs[0]?.guid ?? '';
  services.engine.change(guid, { status: 'done', sandbox });
  services.insights.items = Array.from({ length: 30 }, (_, at) => makeItem({ id: `c${at}`, kind: 'comment', text: `text ${at}` }));
  const search = (input: object = {}) =>
    callOperation(operationNamed('exports.search'), { guid, ...input }, contextOf(services, TOKEN_CALLER)) as Promise<SearchResult>;
  return { services, guid, search };
}

describe('searching', () => {
  it('asks for everything, in the order of the file, unless told otherwise', async () => {
    const { services, search } = await finished();
    const { total, results, next_cursor } = await search();
    expect([total, results.length, next_cursor]).toEqual([30, 20, 'further']);
    expect(results[0]).toMatchObject({ row: 1, item: { id: 'c0', message: 'text 0' } });
    expect(services.insights.wishes).toEqual([EVERYTHING]);
  });

  it('reads a query string as it reads JSON', async () => {
    const { services, search } = await finished();
    const asText = {
      min_timestamp: '10',
      min_rating: '3.5',
      min_likes: '2',
      has_media: 'false',
      sentiment: 'positive, neutral',
      language: 'en',
      limit: '500',
    };
    const asJson = {
      min_timestamp: 10,
      min_rating: 3.5,
      min_likes: 2,
      has_media: false,
      sentiment: ['positive', 'neutral'],
      language: ['en'],
      limit: 500,
    };
    await search({ ...asText, q: 'a b', author: '@ann', sort: 'likes', cursor: 'c', has_replies: '' });
    await search({ ...asJson, q: 'a b', author: '@ann', sort: 'likes', cursor: 'c' });
    const [first, second] = services.insights.wishes;
    expect(first).toEqual(second);
    expect(first).toEqual({
      query: 'a b',
      filters: {
        ...EVERYTHING.filters,
        fromMs: 10_000,
        minRating: 3.5,
        minLikes: 2,
        hasMedia: false,
        sentiments: ['positive', 'neutral'],
        languages: ['en'],
        author: '@ann',
      },
      sort: 'likes',
      limit: 100,
      cursor: 'c',
      offset: null,
      topLevel: false,
    });
  });

  it('marks what the sandbox made up', async () => {
    const { search } = await finished(true);
    expect((await search({ limit: 1 })).results[0]?.item._sandbox).toBe(true);
  });

  it.each([
    ['min_likes', 'many'],
    ['min_rating', -1],
    ['limit', 0],
    ['limit', 1.5],
    ['has_media', 'maybe'],
    ['sentiment', 'happy'],
    ['sort', 'best'],
    ['q', ['a', 'b']],
  ])('refuses %s = %j', async (field, value) => {
    const { search } = await finished();
    expect(await refusal(search({ [field]: value }))).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(field) });
  });

  it('gives rows of an export that runs, as they came, and nothing else of it', async () => {
    const { services, guid, search } = await finished();
    services.engine.change(guid, { status: 'progress' });
    expect((await search({ offset: 0 })).results.length).toBe(20);
    for (const more of [{ q: 'text' }, { sort: 'newest' }, { has_media: true }, { top_level: true, offset: 0 }]) {
      expect(await refusal(search(more))).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('progress') });
    }
  });

  it.each([
    ['offset', { offset: 1, cursor: 'c' }],
    ['top_level', { top_level: true }],
    ['top_level', { top_level: true, offset: 0, q: 'text' }],
  ])('refuses %s where it does not go with the rest', async (field, input) => {
    const { search } = await finished();
    expect(await refusal(search(input))).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(field) });
  });

  it('tells how far the index is', async () => {
    const { services, guid } = await finished();
    const state = await callOperation(operationNamed('exports.index'), { guid }, contextOf(services));
    expect(state).toEqual({ state: 'ready', indexed: 30, items: 30, bytes: 4_096 });
  });
});
