import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { changesSchema, ROW_CHANGES, type runsSchema } from '#core/contract/incremental.ts';
import { type EverywhereResult, SEARCH_SORTS, type SearchResult } from '#core/contract/search.ts';
import { SENTIMENTS } from '#core/contract/sentiment.ts';
import { type ExportStatistics, exportStatisticsSchema } from '#core/contract/statistics.ts';
import { callNamed } from '#core/operations/registry.ts';
import { dateFields, flag, said, text, texts, unixSeconds } from '#core/surfaces/mcp/export-arguments.ts';
import { chosenOf, cursorField, fieldsField, fitting } from '#core/surfaces/mcp/page.ts';
import { defineTool, guidField, READS } from '#core/surfaces/mcp/tool.ts';

const MAX_RESULTS = 50;

const bound = (description: string) => z.number().min(0).optional().meta({ description });

const getExportStats = defineTool({
  name: 'get_export_stats',
  title: 'Statistics of an export',
  description: 'Counts of all that an export holds: take it first for an overview. `search_export` gives the items behind a count.',
  operation: 'exports.stats',
  hints: READS,
  input: z.object({
    guid: guidField,
    timezone: text('Such as Europe/Berlin. Default: UTC.'),
    fields: fieldsField(exportStatisticsSchema),
  }),
  untrusted: '`authors`, `words`, `answered` and `likes`',
  ask: ({ guid, timezone }) => ({ guid, ...said({ timezone }) }),
  tell: (statistics: ExportStatistics, { fields }) => chosenOf(statistics, fields),
});

/** What an assistant needs of an item; `download_export` has it whole. */
const foundItem = z.object({
  /** Place in the files of the export, from 1 on. */
  row: z.int(),
  ...exportedItemSchema.pick({
    id: true,
    kind: true,
    username: true,
    title: true,
    text: true,
    createdAt: true,
    likes: true,
    replyCount: true,
    rating: true,
    language: true,
    url: true,
  }).shape,
  name: z.string().nullable(),
  sentiment: z.string().nullable(),
});

const searchExport = defineTool({
  name: 'search_export',
  title: 'Search in an export',
  description: 'Finds items by words in any script and by filters; `total` says how many match.',
  operation: 'exports.search',
  hints: READS,
  input: z.object({
    guid: guidField,
    query: text(
      'Words that must all be there; `"a phrase"`, `begin*`, `NOT word`, `this OR that`, brackets, `title:` or `author:` in front. Left out: all items.',
    ),
    ...dateFields,
    min_rating: bound('No lower rating.'),
    max_rating: bound('No higher rating.'),
    min_likes: bound('No fewer likes.'),
    sentiment: z.array(z.enum(SENTIMENTS)).optional().meta({ description: 'Only of these classes.' }),
    language: texts('As `languages`.'),
    languages: texts('Only in these languages, such as en.'),
    has_media: flag('True: only with media; false: without.'),
    has_replies: flag('True: only what was answered; false: the rest.'),
    change: z.array(z.enum(ROW_CHANGES)).optional().meta({ description: 'Of an incremental export: only what became this.' }),
    author: text('Only by this user name, id or name.'),
    min_depth: bound('At least so deep; 0: the top.'),
    max_depth: bound('No deeper.'),
    starred: flag('True: only with a star.'),
    noted: flag('True: only with a note.'),
    tag: texts('Only with one of these tags.'),
    sort: z.enum(SEARCH_SORTS).optional().meta({ description: 'Default: file, the order of the files.' }),
    limit: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .optional()
      .meta({ description: `Results of a page, at most ${MAX_RESULTS}. Default 20.` }),
    cursor: cursorField,
    fields: fieldsField(foundItem),
  }),
  former: ['language'],
  untrusted: '`results`',
  ask({ guid, query, min_date, max_date, language, languages = language, fields: _fields, ...same }) {
    const asked = {
      ...same,
      q: query,
      language: languages,
      min_timestamp: unixSeconds('min_date', min_date, 'start'),
      max_timestamp: unixSeconds('max_date', max_date, 'end'),
    };
    return { guid, ...said(asked) };
  },
  async tell({ results, ...page }: SearchResult, { fields }, { context }, asked) {
    const told = fitting(results.map(presentFound), fields);
    if (told.length === results.length) return { ...page, results: told };
    // Asked once more for as many as fit: the cursor is then that of the next one.
    const { next_cursor } = await callNamed('exports.search', { ...asked, limit: told.length }, context);
    return { ...page, results: told, next_cursor };
  },
});

const FOUND_EXPORTS = 10;

const searchAllExports = defineTool({
  name: 'search_all_exports',
  title: 'Search all exports',
  description: 'Finds words in all exports. `pending` ones are not read yet: ask again.',
  operation: 'exports.everywhere',
  hints: READS,
  input: z.object({ query: text('As in `search_export`.'), cursor: cursorField }),
  untrusted: '`exports`',
  ask: ({ query, cursor }) => ({ limit: FOUND_EXPORTS, ...said({ q: query, cursor }) }),
  async tell({ exports, ...page }: EverywhereResult, _args, { context }, asked) {
    const told = fitting(
      exports.map(({ results, ...one }) => ({ ...one, results: results.map(presentFound) })),
      undefined,
    );
    if (told.length === exports.length) return { ...page, exports: told };
    const { next_cursor } = await callNamed('exports.everywhere', { ...asked, limit: told.length }, context);
    return { ...page, exports: told, next_cursor };
  },
});

const changedItem = changesSchema.shape.results.element.omit({ item: true }).extend(foundItem.omit({ row: true }).shape);

const getChanges = defineTool({
  name: 'get_changes',
  title: 'What an export found changed',
  description: 'What is new, edited or gone since the run before, and what it said then.',
  operation: 'exports.changes',
  hints: READS,
  input: z.object({
    guid: guidField,
    kind: z.array(z.enum(ROW_CHANGES)).optional().meta({ description: 'Only these. Left out: all.' }),
    limit: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .default(MAX_RESULTS)
      .meta({ description: `Rows of a page, at most ${MAX_RESULTS}.` }),
    offset: z.int().min(0).optional().meta({ description: 'Rows to skip.' }),
    fields: fieldsField(changedItem),
  }),
  untrusted: '`results`',
  ask: ({ guid, kind, limit, offset }) => ({ guid, limit, ...said({ kind, offset }) }),
  tell({ results, ...page }: z.output<typeof changesSchema>, { fields }) {
    const rows = results.map(({ item, ...history }) => ({ ...presentFound({ row: history.row, item }), ...history }));
    return { ...page, results: fitting(rows, fields) };
  },
});

const listRuns = defineTool({
  name: 'list_runs',
  title: 'Runs of an address',
  description: 'Runs of an incremental export in numbers; `get_changes` has the rows.',
  operation: 'exports.runs',
  hints: READS,
  input: z.object({ guid: guidField }),
  ask: ({ guid }) => ({ guid }),
  tell: (answer: z.output<typeof runsSchema>) => answer,
});

/** Beyond the tools of interface.md, and behind them in the list. */
export const INSIGHT_TOOLS = [getExportStats, searchExport, getChanges, searchAllExports, listRuns];

function presentFound({ row, item }: Pick<SearchResult['results'][number], 'row' | 'item'>): z.output<typeof foundItem> {
  const { id, kind, author, title, text: words, createdAt, likes, replyCount, rating, language, url, extra } = item;
  const sentiment = typeof extra['sentiment'] === 'string' ? extra['sentiment'] : null;
  const { username, name } = author;
  return { row, id, kind, username, name, title, text: words, createdAt, likes, replyCount, rating, language, sentiment, url };
}
