import { plainHandle } from '#core/analysis/search/author.ts';
import { indexedText } from '#core/analysis/search/tokens.ts';
import { sentimentOf } from '#core/analysis/statistics/number-count.ts';
import { languageOf } from '#core/analysis/statistics/statistics.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Item } from '#core/contract/item.ts';
import type { Remark } from '#core/contract/remark.ts';
import type { SearchFilters } from '#core/insight/ports.ts';
import { remarkTests } from '#core/insight/search-filters.ts';
import type { JointRow } from '#core/store/joint-index.ts';
import type { Condition, IndexedRow } from '#core/store/search.ts';

/** Where an item stands, how deep, and whether the next one in the file answers it. */
interface RowPlace {
  readonly place: number;
  readonly seq: number;
  readonly depth: number;
  readonly isAnswered: boolean;
}

/** An item as the index has it. */
export function indexedRow(item: Item, { place, seq, depth, isAnswered }: RowPlace): IndexedRow {
  const { author, createdAt, likes, rating } = item;
  return {
    ...jointRow(item, { place, seq }),
    atMs: createdAt === null ? null : Date.parse(createdAt),
    likes,
    rating,
    sentiment: sentimentOf(item).sentiment,
    language: languageOf(item),
    hasMedia: item.media.length > 0,
    hasReplies: isAnswered || (item.replyCount ?? 0) > 0,
    change: typeof item.extra['change'] === 'string' ? item.extra['change'] : null,
    depth,
    idKey: textKey(item.id),
    authorKeys: [handleKey(author.username), handleKey(author.id), handleKey(author.name)],
  };
}

/** The words of an item alone, as the index of all exports has them. */
export function jointRow({ text, title, author }: Item, { place, seq }: Pick<RowPlace, 'place' | 'seq'>): JointRow {
  const names = author.name === author.username ? [author.name] : [author.name, author.username];
  return { place, seq, text: indexedText(text), title: indexedText(title), author: names.map(indexedText).join(' ') };
}

/** The filters over what `indexedRow` made. */
export function conditionsOf(filters: SearchFilters): readonly Condition[] {
  const { fromMs, toMs, minRating, maxRating, minLikes, sentiments, languages, hasMedia, hasReplies, changes, author, minDepth, maxDepth } =
    filters;
  const atLeast = (column: string, value: number | null): Condition[] =>
    value === null ? [] : [{ sql: `${column} >= ?`, values: [value] }];
  const atMost = (column: string, value: number | null): Condition[] =>
    value === null ? [] : [{ sql: `${column} <= ?`, values: [value] }];
  const oneOf = (column: string, values: readonly string[]): Condition[] =>
    values.length === 0 ? [] : [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
  const flag = (column: string, value: boolean | null): Condition[] =>
    value === null ? [] : [{ sql: `${column} = ?`, values: [Number(value)] }];
  return [
    ...atLeast('rows.at_ms', fromMs),
    ...atMost('rows.at_ms', toMs),
    ...atLeast('rows.rating', minRating),
    ...atMost('rows.rating', maxRating),
    ...atLeast('rows.likes', minLikes),
    ...oneOf('rows.sentiment', sentiments),
    ...oneOf(
      'rows.language',
      languages.map((tag) => languageOf({ language: tag }) ?? ''),
    ),
    ...flag('rows.has_media', hasMedia),
    ...flag('rows.has_replies', hasReplies),
    ...oneOf('rows.change', changes),
    ...atLeast('rows.depth', minDepth),
    ...atMost('rows.depth', maxDepth),
    ...(author === null ? [] : [byAuthor(author)]),
  ];
}

/** The filters over what people said of rows. @param remarked ids of the rows of which they said what is taken */
export function remarkConditions(
  filters: SearchFilters,
  remarked: (takes: (remark: Remark) => boolean) => readonly string[],
): readonly Condition[] {
  return remarkTests(filters).map(({ takes, isWanted }) => ({
    sql: `rows.id_key ${isWanted ? 'IN' : 'NOT IN'} (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(remarked(takes).map(textKey))],
  }));
}

function byAuthor(author: string): Condition {
  const key = handleKey(author);
  return { sql: '? IN (rows.username_key, rows.author_id_key, rows.name_key)', values: [key] };
}

function handleKey(handle: string | null): number {
  return handle === null ? 0 : textKey(plainHandle(handle));
}
