import { z } from 'zod';
import { exportedItem, SANDBOX_MARK } from '#core/contract/exported-item.ts';
import { everywhereSchema } from '#core/contract/search.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { defineOperation } from '#core/insight/context.ts';
import { numberField, textField, wordsOf } from '#core/operations/query-fields.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const MAX_QUERY_LENGTH = 2_000;
const MAX_CURSOR_LENGTH = 300;

const searchAll = defineOperation({
  name: 'exports.everywhere',
  summary: 'Search in all exports',
  description:
    'Finds words in the rows of all exports that are over: by export, the newest first, with the first rows of each. Queries are those of a search in one export. The words of an export are read at the first search after it ended; `pending` tells how many are still being read. A page may have fewer exports than `limit`, or none: go on with `next_cursor` until there is none. Of incremental runs of one address the last has all rows. Nothing is fetched.',
  scope: 'read',
  input: z.object({
    q: textField('As in a search in one export. Left out: nothing is found, and what is missing is read.', {
      maxLength: MAX_QUERY_LENGTH,
      example: 'great OR "well made"',
    }),
    limit: numberField(`Exports of a page. Default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}; more is lowered to that.`, {
      min: 1,
      whole: true,
    }),
    cursor: textField('`next_cursor` of the page before.', {
      maxLength: MAX_CURSOR_LENGTH,
      example: 'WyJ3dEFLekMyRzEiLCJSZWc2U3QiLDI1LC0xLDE0XQ',
    }),
  }),
  output: everywhereSchema,
  errors: ['INVALID_REQUEST', 'DISK'],
  rest: { method: 'GET', path: '/api/v1/search', status: 200, auth: 'token' },
  cli: { command: 'search-all' },
  async run({ q, limit, cursor }, context) {
    const page = await context.insights.everywhere({
      query: wordsOf(q),
      limit: Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT),
      cursor: wordsOf(cursor),
      of: null,
    });
    return {
      exports: page.exports.flatMap(({ guid, total, isAll, itemsInExport, results }) => {
        // It may have gone meanwhile.
        const job = context.jobs.find(guid);
        if (job === null) return [];
        const { url, platform, export_type, created_at, page_title, title } = presentJob(job, context.links);
        const titles = { ...(page_title === undefined ? {} : { page_title }), ...(title === undefined ? {} : { title }) };
        const marks = job.sandbox ? SANDBOX_MARK : {};
        const rows = results.map(({ item, ...found }) => ({ ...found, item: { ...exportedItem(item), ...marks } }));
        const found = { total, total_is_exact: isAll, items_in_export: itemsInExport, results: rows };
        return [{ guid, url, platform, export_type, created_at, ...titles, ...found }];
      }),
      next_cursor: page.nextCursor,
      searched: page.searched,
      pending: page.pending,
    };
  },
});

export const EVERYWHERE_OPERATIONS = [searchAll];
