import type { DatePrecision, Item } from '#core/contract/item.ts';
import { mediaFilesOf, THUMBNAIL_FILE_KEY } from '#core/contract/media.ts';
import { REMARK_KEY, remarkOf } from '#core/contract/remark.ts';

/** How a column is shown where the file format knows types: `date` values are ISO 8601, `link` values are URLs. */
type ColumnType = 'text' | 'number' | 'date' | 'link' | 'boolean';

/** Null: the cell stays empty. */
export type CellValue = string | number | boolean | null;

/** Where a row stands: `row` counts top-level rows from 1; `reply` counts the replies of that row from 1, null on the row itself. */
export interface RowPosition {
  readonly row: number;
  readonly reply: number | null;
}

/** One column of every tabular file. */
export interface Column {
  readonly header: string;
  readonly type: ColumnType;
  /** The widest a sheet makes it, in characters. */
  readonly maxWidth: number;
  readonly read: (item: Item, position: RowPosition) => CellValue;
  /** True where sheets colour a cell by its class of sentiment. */
  readonly isSentiment?: true;
  /** True where a `number` may have a fraction. */
  readonly isFraction?: true;
  /** True where a `date` is no better than its day, so that a sheet shows no time of day. */
  readonly dayOnly?: (item: Item) => boolean;
}

const COARSE_PRECISIONS: ReadonlySet<DatePrecision | null> = new Set<DatePrecision>(['day', 'week', 'month', 'year']);

/** The keys of `item.extra` that have a column of their own below and are not listed again among the extras. */
const SENTIMENT_KEY = 'sentiment';
const SENTIMENT_SCORE_KEY = 'sentimentScore';
const CLAIMED_EXTRAS: ReadonlySet<string> = new Set([SENTIMENT_KEY, SENTIMENT_SCORE_KEY, THUMBNAIL_FILE_KEY, REMARK_KEY]);
/** In a file of several exports: the address of the one that a row comes from. */
const SOURCE_URL = 'sourceUrl';

/** The first column; it stays in a file without rows too. */
export const RUNNING_NUMBER: Column = { header: '#', type: 'number', maxWidth: 10, read: (_, position) => position.row };

/**
 * The columns of every export type, in their stable order. Columns that no item fills are left out of a file, and the
 * platform's extras follow (`extraColumn`). From `Date as shown` on they are our additions to the documented list.
 */
export const COLUMNS: readonly Column[] = [
  RUNNING_NUMBER,
  { header: 'Reply #', type: 'number', maxWidth: 11, read: (_, position) => position.reply },
  { header: 'ID', type: 'text', maxWidth: 30, read: (item) => item.id },
  { header: 'Parent ID', type: 'text', maxWidth: 30, read: (item) => item.parentId },
  { header: 'Name', type: 'text', maxWidth: 28, read: (item) => item.author.name },
  { header: 'Username', type: 'text', maxWidth: 24, read: (item) => item.author.username },
  { header: 'Profile ID', type: 'text', maxWidth: 28, read: (item) => item.author.id },
  { header: 'Profile URL', type: 'link', maxWidth: 38, read: (item) => item.author.url },
  {
    header: 'Date',
    type: 'date',
    maxWidth: 20,
    read: (item) => item.createdAt,
    dayOnly: (item) => COARSE_PRECISIONS.has(item.createdAtPrecision),
  },
  { header: 'Likes', type: 'number', maxWidth: 12, read: (item) => item.likes },
  { header: 'Replies', type: 'number', maxWidth: 12, read: (item) => item.replyCount },
  { header: 'Rating', type: 'number', isFraction: true, maxWidth: 11, read: (item) => item.rating },
  { header: 'Title', type: 'text', maxWidth: 44, read: (item) => item.title },
  { header: 'Comment', type: 'text', maxWidth: 80, read: (item) => item.text },
  { header: 'Sentiment', type: 'text', maxWidth: 14, isSentiment: true, read: (item) => extraValue(item, SENTIMENT_KEY) },
  {
    header: 'Sentiment score',
    type: 'number',
    isFraction: true,
    maxWidth: 18,
    read: (item) => extraValue(item, SENTIMENT_SCORE_KEY),
  },
  { header: 'Language', type: 'text', maxWidth: 13, read: (item) => item.language },
  { header: 'Verified', type: 'boolean', maxWidth: 12, read: (item) => item.author.verified },
  { header: 'Pinned', type: 'boolean', maxWidth: 12, read: (item) => item.isPinned },
  { header: 'Edited', type: 'boolean', maxWidth: 12, read: (item) => item.isEdited },
  { header: 'By author', type: 'boolean', maxWidth: 13, read: (item) => item.isAuthorPost },
  { header: 'Owner reply', type: 'text', maxWidth: 60, read: (item) => item.ownerReply?.text ?? null },
  { header: 'Media', type: 'link', maxWidth: 38, read: mediaUrls },
  { header: 'Comment URL', type: 'link', maxWidth: 44, read: (item) => item.url },
  { header: 'Date as shown', type: 'text', maxWidth: 20, read: (item) => item.relativeTime },
  { header: 'Dislikes', type: 'number', maxWidth: 12, read: (item) => item.dislikes },
  { header: 'Rating scale', type: 'number', isFraction: true, maxWidth: 15, read: (item) => item.ratingScale },
  { header: 'Counts rounded', type: 'boolean', maxWidth: 18, read: (item) => item.approximate },
  { header: 'Owner reply date', type: 'date', maxWidth: 20, read: (item) => item.ownerReply?.createdAt ?? null },
  { header: 'Media files', type: 'text', maxWidth: 38, read: mediaFiles },
  { header: 'Starred', type: 'boolean', maxWidth: 12, read: (item) => (remarkOf(item)?.starred === true ? true : null) },
  { header: 'Own note', type: 'text', maxWidth: 60, read: (item) => remarkOf(item)?.note ?? null },
  { header: 'Own tags', type: 'text', maxWidth: 38, read: (item) => remarkOf(item)?.tags.join(', ') ?? null },
];

const WORD_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['ids', 'IDs'],
  ['url', 'URL'],
  ['urls', 'URLs'],
]);

/** Whether `key` of `item.extra` gets a column behind the fixed ones. */
export function isFreeExtra(key: string): boolean {
  return !CLAIMED_EXTRAS.has(key);
}

/**
 * The column of one key of `item.extra`. The key tells the type: `...At` is a date, `...Url` a link. Lists and objects
 * are compact JSON. `taken` holds the headers in use: a header that is taken gets a number behind it.
 */
export function extraColumn(key: string, taken: ReadonlySet<string>): Column {
  const words = headerOf(key);
  let header = words;
  for (let n = 2; taken.has(header); n += 1) header = `${words} (${n})`;
  return { header, type: extraType(key), maxWidth: 38, read: (item) => extraValue(item, key) };
}

/** The words of a camelCase key: `verifiedPurchase` is "Verified purchase", `listingUrl` is "Listing URL". */
function headerOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_]+/)
    .filter((word) => word !== '')
    .map((word) => WORD_SPELLINGS.get(word.toLowerCase()) ?? word.toLowerCase())
    .join(' ');
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

function extraType(key: string): ColumnType {
  if (key.endsWith('At')) return 'date';
  // The same in all rows of a source: a sheet holds only so many links, and each row has a better use for one.
  return key !== SOURCE_URL && /Url$|^url$/.test(key) ? 'link' : 'text';
}

function extraValue(item: Item, key: string): CellValue {
  const value = Object.hasOwn(item.extra, key) ? item.extra[key] : null;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function mediaUrls(item: Item): string | null {
  const { media } = item;
  if (media.length === 0) return null;
  return media.length === 1 ? (media[0]?.url ?? null) : media.map(({ url }) => url).join('\n');
}

function mediaFiles(item: Item): string | null {
  const files = mediaFilesOf(item);
  return files.length === 0 ? null : files.join('\n');
}
