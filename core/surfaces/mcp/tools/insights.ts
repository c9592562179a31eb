import { z } from 'zod';
import { SEARCH_SORTS, type SearchResult } from '#core/contract/search.ts';
import { SENTIMENTS } from '#core/contract/sentiment.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';
import { defineTool, guidField, READS } from '#core/surfaces/mcp/tool.ts';
import { unixSeconds } from '#core/surfaces/mcp/tools/exports.ts';

const MAX_RESULTS = 50;

const flag = (description: string) => z.boolean().optional().meta({ description });
const bound = (description: string) => z.number().min(0).optional().meta({ description });
const text = (description: string) => z.string().optional().meta({ description });

/** In words: the whole schema is longer than the counts. */
const group = (description: string) => z.looseObject({}).meta({ description });

const statisticsSchema = z.object({
  items: z.int(),
  replies: z.int(),
  time: group('`counts` by hour, day, week, month or year.'),
  ratings: group('`average` and `counts` of each rating.'),
  sentiment: group('Items by class.'),
  languages: group('`top`: most frequent first.'),
  authors: group('`top`: who wrote most.'),
  words: group('`top`: `count` items have the word.'),
  emoji: group('`top`: `count` items have it.'),
  depth: group('Items by how deep they stand below a top one.'),
  media: group('Items with files, and files by kind.'),
  likes: group('`total`, `average`, `median`, and the `most` liked.'),
});

const getExportStats = defineTool({
  name: 'get_export_stats',
  title: 'Statistics of an export',
  description:
    'Counts of everything an export holds: over time, ratings, sentiment, languages, authors, words, emoji, depth of replies, media, likes. Take it first to get an overview of a large export; `search_export` then gives the items behind a count.',
  operation: 'exports.stats',
  hints: READS,
  input: z.object({ guid: guidField, timezone: text('Time zone of days and hours, such as Europe/Berlin. Default: UTC.') }),
  data: statisticsSchema,
  ask: (args) => args,
  tell: (statistics: ExportStatistics) => statistics,
});

const foundItem = z.object({
  row: z.int().meta({ description: 'Place in the files of the export, from 1 on.' }),
  id: z.string(),
  kind: z.string(),
  username: z.string().nullable(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  createdAt: z.string().nullable(),
  likes: z.int().nullable(),
  replyCount: z.int().nullable(),
  rating: z.number().nullable(),
  language: z.string().nullable(),
  sentiment: z.string().nullable(),
  url: z.string().nullable(),
});

const foundSchema = z.object({
  total: z.int().meta({ description: 'Items that match, on all pages.' }),
  items_in_export: z.int(),
  results: z.array(foundItem),
  next_cursor: z.string().nullable(),
});

const searchExport = defineTool({
  name: 'search_export',
  title: 'Search in an export',
  description:
    'Finds items of an export by words in any script and by filters, a page at a time; `total` says how many match in all, `next_cursor` gives the next page. Cheaper than `download_export` where only some items matter.',
  operation: 'exports.search',
  hints: READS,
  input: z.object({
    guid: guidField,
    query: text(
      'Words that must all be there; `"a phrase"`, `begin*`, `NOT word`, `this OR that`, brackets, `title:` or `author:` in front. Left out: all items.',
    ),
    min_date: text('Nothing older: ISO 8601, such as 2026-01-31.'),
    max_date: text('Nothing newer: ISO 8601. A day without a time counts whole.'),
    min_rating: bound('No lower rating.'),
    max_rating: bound('No higher rating.'),
    min_likes: bound('No fewer likes.'),
    sentiment: z.array(z.enum(SENTIMENTS)).optional().meta({ description: 'Only of these classes.' }),
    language: z.array(z.string()).optional().meta({ description: 'Only in these languages, such as en.' }),
    has_media: flag('True: only with media; false: only without.'),
    has_replies: flag('True: only what was answered; false: only what was not.'),
    author: text('Only by this author: user name, id or name.'),
    sort: z.enum(SEARCH_SORTS).optional().meta({ description: 'Default: file, the order of the files.' }),
    limit: z.int().min(1).max(MAX_RESULTS).optional().meta({ description: 'Results of a page. Default: 20.' }),
    cursor: text('`next_cursor` of the page before, with all else the same.'),
  }),
  data: foundSchema,
  ask({ guid, query, min_date, max_date, ...same }) {
    const asked = {
      ...same,
      q: query,
      min_timestamp: unixSeconds('min_date', min_date, 'start'),
      max_timestamp: unixSeconds('max_date', max_date, 'end'),
    };
    return { guid, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) };
  },
  tell: ({ results, ...page }: SearchResult) => ({ ...page, results: results.map(presentFound) }),
});

/** Beyond the tools of interface.md, and behind them in the list. */
export const INSIGHT_TOOLS = [getExportStats, searchExport];

/** What an assistant needs of an item; `download_export` has it whole. */
function presentFound({ row, item }: SearchResult['results'][number]): z.output<typeof foundItem> {
  const { id, kind, author, title, text: words, createdAt, likes, replyCount, rating, language, url, extra } = item;
  const sentiment = typeof extra['sentiment'] === 'string' ? extra['sentiment'] : null;
  const { username, name } = author;
  return { row, id, kind, username, name, title, text: words, createdAt, likes, replyCount, rating, language, sentiment, url };
}
