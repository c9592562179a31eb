import type { Input, Output } from '#renderer/client/call.ts';

export type Statistics = Output<'exports.stats'>;
export type Tone = 'positive' | 'negative' | 'neutral' | 'unclassified';

export const TONES: readonly Tone[] = ['positive', 'neutral', 'negative', 'unclassified'];

/** What may have become of a row since the run before. */
export type Change = 'new' | 'edited' | 'gone';

export const CHANGES: readonly Change[] = ['new', 'edited', 'gone'];

/** What the rows of the table must be like. Null and empty: as they are. */
export interface Filters {
  /** Unix seconds. */
  readonly since: number | null;
  readonly until: number | null;
  readonly minRating: number | null;
  readonly maxRating: number | null;
  readonly tones: readonly Tone[];
  readonly languages: readonly string[];
  readonly hasMedia: boolean | null;
  readonly hasReplies: boolean | null;
  readonly changes: readonly Change[];
  readonly author: string;
  /** 0: at the top. */
  readonly minDepth: number | null;
  readonly maxDepth: number | null;
  /** What people said of it. */
  readonly isStarred: boolean | null;
  readonly isNoted: boolean | null;
  readonly tags: readonly string[];
}

export const NO_FILTER: Filters = {
  since: null,
  until: null,
  minRating: null,
  maxRating: null,
  tones: [],
  languages: [],
  hasMedia: null,
  hasReplies: null,
  changes: [],
  author: '',
  minDepth: null,
  maxDepth: null,
  isStarred: null,
  isNoted: null,
  tags: [],
};

/** One chip: a filter, or two that belong together. */
export type FilterName = 'date' | 'rating' | 'tone' | 'language' | 'media' | 'replies' | 'change' | 'author' | 'depth' | 'mine';

const FIELDS: Readonly<Record<FilterName, readonly (keyof Filters)[]>> = {
  date: ['since', 'until'],
  rating: ['minRating', 'maxRating'],
  tone: ['tones'],
  language: ['languages'],
  media: ['hasMedia'],
  replies: ['hasReplies'],
  change: ['changes'],
  author: ['author'],
  depth: ['minDepth', 'maxDepth'],
  mine: ['isStarred', 'isNoted', 'tags'],
};

export function isSet(filters: Filters, name: FilterName): boolean {
  return FIELDS[name].some((field) => JSON.stringify(filters[field]) !== JSON.stringify(NO_FILTER[field]));
}

export function without(filters: Filters, name: FilterName): Filters {
  const cleared = Object.fromEntries(FIELDS[name].map((field) => [field, NO_FILTER[field]]));
  return { ...filters, ...cleared };
}

/** What filters go by, as far as it is known. */
export interface FilterData {
  readonly guid: string;
  /** Rows of which people said something. */
  readonly remarks: number;
  /** Undefined as long as nobody has counted. */
  readonly statistics: Statistics | undefined;
  /** True where a row says how many answers it has. */
  readonly hasReplyCounts: boolean;
  /** Rows by what became of them since the run before; null where none is compared with. */
  readonly changes: Readonly<Record<Change, number>> | null;
}

/** The filters that can tell rows of an export apart, and those that are set. */
export function filtersFor(
  { statistics, hasReplyCounts, changes, remarks }: Omit<FilterData, 'guid'>,
  filters: Filters,
): readonly FilterName[] {
  const names = Object.keys(FIELDS) as FilterName[];
  if (statistics === undefined) return names.filter((name) => isSet(filters, name) || (name === 'mine' && remarks > 0));
  const { time, ratings, sentiment, languages, media, authors, depth, items, replies } = statistics;
  const isUseful: Readonly<Record<FilterName, boolean>> = {
    date: time.from !== null && time.from !== time.to,
    rating: ratings.counts.length > 1,
    tone: sentiment.count > 0,
    language: languages.distinct > 1,
    media: media.count > 0 && media.count < items,
    replies: hasReplyCounts || replies > 0,
    change: changes !== null && Object.values(changes).some((count) => count > 0),
    author: authors.distinct > 1,
    depth: depth.deepest > 0,
    mine: remarks > 0,
  };
  return names.filter((name) => isUseful[name] || isSet(filters, name));
}

/** As `exports.search` asks for it. */
export function toSearch(filters: Filters): Omit<Input<'exports.search'>, 'guid'> {
  const given: Record<string, unknown> = {
    min_timestamp: filters.since,
    max_timestamp: filters.until,
    min_rating: filters.minRating,
    max_rating: filters.maxRating,
    sentiment: filters.tones.join(','),
    language: filters.languages.join(','),
    has_media: filters.hasMedia,
    has_replies: filters.hasReplies,
    change: filters.changes.join(','),
    author: filters.author.trim(),
    min_depth: filters.minDepth,
    max_depth: filters.maxDepth,
    starred: filters.isStarred,
    noted: filters.isNoted,
    tag: filters.tags.join(','),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
}

const DAY_MS = 86_400_000;

/** `day` as a field of a date gives it (2026-01-31), in the reader's time zone. `edge`: its first or its last second. */
export function daySeconds(day: string, edge: 'start' | 'end'): number | null {
  const start = new Date(`${day}T00:00:00`);
  if (day === '' || Number.isNaN(start.getTime())) return null;
  if (edge === 'start') return Math.floor(start.getTime() / 1000);
  // Days are not all of the same length.
  const next = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return Math.floor(next.getTime() / 1000) - 1;
}

/** The other way round. */
export function dayOf(seconds: number | null): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
}

/** The filter for one bar of the counts over time. */
export function bucketFilter(time: Statistics['time'], index: number): Pick<Filters, 'since' | 'until'> {
  const start = Date.parse(time.counts[index]?.start ?? '');
  const next = time.counts[index + 1]?.start;
  const end = next === undefined ? Math.max(Date.parse(time.to ?? ''), start + DAY_MS / 24) : Date.parse(next) - 1_000;
  return { since: Math.floor(start / 1000), until: Math.floor(end / 1000) };
}
