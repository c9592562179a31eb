import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { exportedItem, SANDBOX_MARK } from '#core/contract/exported-item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { SEARCH_SORTS, searchResultSchema } from '#core/contract/search.ts';
import { defineOperation } from '#core/insight/context.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import type { SearchWish } from '#core/insight/ports.ts';
import { filterFields, filtersOf } from '#core/insight/search-filters.ts';
import { findJob } from '#core/exports/jobs.ts';
import { choiceField, numberField, textField, wordsOf } from '#core/operations/query-fields.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Longer queries get words of their own about it. */
const MAX_QUERY_LENGTH = 2_000;
const MAX_CURSOR_LENGTH = 300;

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });

const searchInput = z.object({
  guid,
  q: textField(
    'Words that must all be there, in text, title or author. `"a phrase"`, `begin*`, `NOT word`, `this OR that`, brackets, and `title:` or `author:` in front. Left out: all items.',
    { maxLength: MAX_QUERY_LENGTH, example: 'great OR "well made"' },
  ),
  ...filterFields,
  sort: z.enum(SEARCH_SORTS).default('file').meta({ description: 'Default: file, the order of the files.' }),
  limit: numberField(`Results of a page. Default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}; more is lowered to that.`, {
    min: 1,
    whole: true,
  }),
  cursor: textField('`next_cursor` of the page before.', {
    maxLength: MAX_CURSOR_LENGTH,
    example: 'WyJ3dEFLekMyRzEiLCJSZWc2U3QiLDI1LC0xLDE0XQ',
  }),
  offset: numberField('Results to skip, in place of `cursor`: for those who jump.', { min: 0, whole: true }),
  top_level: choiceField('True: without replies. With `offset` and nothing else: for those who show threads folded.'),
});

const search = defineOperation({
  name: 'exports.search',
  summary: 'Search in an export',
  description:
    'Finds items by words in any script and by what they are like, page by page; `highlights` says where the words stand. What a filter asks of and an item does not say keeps it out. The first search of an export makes its index, which takes some seconds for a large one; `exports.index` tells how far that is. Queries: `great music` (both words), `"great music"`, `deliv*`, `cat OR dog`, `music NOT live`, `author:ann`, `title:` and `text:` alike. An export that runs gives all its rows so far by `offset`, in the order in which they came. Nothing is fetched.',
  scope: 'read',
  input: searchInput,
  output: searchResultSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'DISK'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/search', status: 200, auth: 'token' },
  cli: { command: 'search' },
  async run(input, context) {
    const job = findJob(input.guid, context);
    const wish: SearchWish = {
      query: wordsOf(input.q),
      filters: filtersOf(input),
      sort: input.sort,
      limit: Math.min(input.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
      cursor: wordsOf(input.cursor),
      offset: input.offset,
      topLevel: input.top_level === true,
    };
    refuseMixed(wish);
    const arrives = isRunning(job) && isPlain(wish) && !wish.topLevel;
    if (!arrives) refuseUnfinished(job, { partial: true });
    const page = await (arrives ? context.insights.arrivals(job.guid, wish) : context.insights.search(job.guid, wish));
    const marks = job.sandbox ? SANDBOX_MARK : {};
    return {
      total: page.total,
      items_in_export: page.itemsInExport,
      results: page.results.map(({ item, ...found }) => ({ ...found, item: { ...exportedItem(item), ...marks } })),
      next_cursor: page.nextCursor,
      ...(page.isProvisional ? { provisional: true as const } : {}),
    };
  },
});

const index = defineOperation({
  name: 'exports.index',
  summary: 'The search index of an export',
  description:
    'Whether the index that searches use is there, and how far one that is being made is. It is made at the first search, made anew after the export changed, and goes with it.',
  scope: 'read',
  input: z.object({ guid }),
  output: z.object({
    state: z.enum(['none', 'building', 'ready']),
    /** Items in it so far. */
    indexed: z.int().min(0),
    /** Items that will be in it; null until that is known. */
    items: z.int().min(0).nullable(),
    /** On disk, once it is ready. */
    bytes: z.int().min(0),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/search/index', status: 200, auth: 'token' },
  cli: { command: 'search-index' },
  async run(input, context) {
    const { rows, ...state } = await context.insights.indexState(findJob(input.guid, context).guid);
    return { ...state, items: rows };
  },
});

export const SEARCH_OPERATIONS = [search, index];

/** @throws CommentdockError INVALID_REQUEST for what does not go together */
function refuseMixed(wish: SearchWish): void {
  if (wish.offset !== null && wish.cursor !== null) throw invalid('offset: it takes the place of `cursor`; give one of them.');
  if (wish.topLevel && (wish.offset === null || !isPlain(wish)))
    throw invalid('top_level: it goes with `offset`, in the order of the file, without query and filters.');
}

/** All rows as they stand. */
function isPlain({ query, filters, sort, cursor }: SearchWish): boolean {
  const isOff = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
  return query === null && sort === 'file' && cursor === null && Object.values(filters).every(isOff);
}

/** Whether rows may still come. */
export function isRunning({ status }: Pick<JobRecord, 'status'>): boolean {
  return status === 'queueing' || status === 'progress';
}

function invalid(words: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', words);
}
