import type { z } from 'zod';
import { ROW_CHANGES } from '#core/contract/incremental.ts';
import type { RowFilter } from '#core/contract/layout.ts';
import type { Remark } from '#core/contract/remark.ts';
import { SENTIMENTS } from '#core/contract/sentiment.ts';
import type { SearchFilters } from '#core/insight/ports.ts';
import { choiceField, listField, numberField, textField, wordsOf } from '#core/operations/query-fields.ts';

const MAX_NAME_LENGTH = 200;

/** What rows must be like, as a search is told it; a layout's filter has the same names. */
export const filterFields = {
  min_timestamp: numberField('Unix seconds: nothing older.', { min: 0 }),
  max_timestamp: numberField('Unix seconds: nothing newer.', { min: 0 }),
  min_rating: numberField('No lower rating.', { min: 0 }),
  max_rating: numberField('No higher rating.', { min: 0 }),
  min_likes: numberField('No fewer likes.', { min: 0 }),
  sentiment: listField('Only of these classes.', SENTIMENTS),
  language: listField('Only in these languages, by their tags, such as en.'),
  has_media: choiceField('True: only with media; false: only without.'),
  has_replies: choiceField('True: only what was answered; false: only what was not.'),
  change: listField('Of an incremental export: only what became this since the run before.', ROW_CHANGES),
  author: textField('Only by this author: user name, id or name.', { maxLength: MAX_NAME_LENGTH, example: '@ann' }),
  min_depth: numberField('No higher in its thread: 0 at the top, 1 a reply, 2 a reply to that.', { min: 0, whole: true }),
  max_depth: numberField('No deeper in its thread.', { min: 0, whole: true }),
  starred: choiceField('True: only with your star; false: only without.'),
  noted: choiceField('True: only with a note of yours; false: only without.'),
  tag: listField('Only with one of these tags of yours.'),
} satisfies Record<Exclude<keyof RowFilter, 'q'>, z.ZodType>;

type Given = z.output<z.ZodObject<typeof filterFields>>;

export function filtersOf(input: Given): SearchFilters {
  const milliseconds = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);
  return {
    fromMs: milliseconds(input.min_timestamp),
    toMs: milliseconds(input.max_timestamp),
    minRating: input.min_rating,
    maxRating: input.max_rating,
    minLikes: input.min_likes,
    sentiments: input.sentiment,
    languages: input.language,
    hasMedia: input.has_media,
    hasReplies: input.has_replies,
    changes: input.change,
    author: wordsOf(input.author),
    minDepth: input.min_depth,
    maxDepth: input.max_depth,
    isStarred: input.starred,
    isNoted: input.noted,
    tags: input.tag,
  };
}

/** The filters of a layout. */
export function filtersOfLayout(filter: RowFilter): SearchFilters {
  return filtersOf({
    min_timestamp: filter.min_timestamp ?? null,
    max_timestamp: filter.max_timestamp ?? null,
    min_rating: filter.min_rating ?? null,
    max_rating: filter.max_rating ?? null,
    min_likes: filter.min_likes ?? null,
    sentiment: filter.sentiment ?? [],
    language: filter.language ?? [],
    has_media: filter.has_media ?? null,
    has_replies: filter.has_replies ?? null,
    change: filter.change ?? [],
    author: filter.author,
    min_depth: filter.min_depth ?? null,
    max_depth: filter.max_depth ?? null,
    starred: filter.starred ?? null,
    noted: filter.noted ?? null,
    tag: filter.tag ?? [],
  });
}

/** Something that is asked of what people said of rows: they are to be among those that it takes, or not. */
interface RemarkTest {
  takes(remark: Remark): boolean;
  readonly isWanted: boolean;
}

export function remarkTests({ isStarred, isNoted, tags }: Pick<SearchFilters, 'isStarred' | 'isNoted' | 'tags'>): readonly RemarkTest[] {
  return [
    ...(isStarred === null ? [] : [{ takes: ({ starred }: Remark) => starred, isWanted: isStarred }]),
    ...(isNoted === null ? [] : [{ takes: ({ note }: Remark) => note !== null, isWanted: isNoted }]),
    ...(tags.length === 0 ? [] : [{ takes: (remark: Remark) => tags.some((tag) => remark.tags.includes(tag)), isWanted: true }]),
  ];
}
