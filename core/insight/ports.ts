import type { RowChange, RowHistory } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Highlights, SearchSort } from '#core/contract/search.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { ExportStatistics, TimeBucket } from '#core/contract/statistics.ts';

/** Where the indexes of searches lie in the data folder. */
export const SEARCH_FOLDER = 'search';
/** The one over all exports, in that folder. */
export const JOINT_INDEX = 'all-exports.sqlite';

/** What items must be like. Null and empty: as they are. An item that does not say does not pass. */
export interface SearchFilters {
  /** Unix milliseconds. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly minRating: number | null;
  readonly maxRating: number | null;
  readonly minLikes: number | null;
  readonly sentiments: readonly Sentiment[];
  /** Without regions, in lower case. */
  readonly languages: readonly string[];
  readonly hasMedia: boolean | null;
  readonly hasReplies: boolean | null;
  readonly changes: readonly RowChange[];
  /** User name, id or name, with or without `@`. */
  readonly author: string | null;
  /** How deep it stands, as statistics count it: 0 at the top. */
  readonly minDepth: number | null;
  readonly maxDepth: number | null;
  /** What people said of it. `tags`: one of them is enough. */
  readonly isStarred: boolean | null;
  readonly isNoted: boolean | null;
  readonly tags: readonly string[];
}

export interface SearchWish {
  /** Null: all items. @see parseQuery */
  readonly query: string | null;
  readonly filters: SearchFilters;
  readonly sort: SearchSort;
  readonly limit: number;
  /** As the page before gave it. */
  readonly cursor: string | null;
  /** Rows to skip; null: by `cursor`. */
  readonly offset: number | null;
  /** Only rows that answer none of the export. For all rows in the order of the file, by `offset`. */
  readonly topLevel: boolean;
}

/** `depth` and `below` are those of `Nesting`, of rows in the order of the file alone. */
export interface FoundItem {
  readonly row: number;
  readonly item: Item;
  readonly highlights: Highlights;
  readonly depth?: number;
  readonly below?: number;
}

export interface SearchPage {
  readonly total: number;
  readonly itemsInExport: number;
  readonly results: readonly FoundItem[];
  readonly nextCursor: string | null;
  /** True where rows may still get another place. */
  readonly isProvisional: boolean;
}

/** What is looked for in all exports. */
export interface EverywhereWish {
  /** Null: nothing; what the index lacks is added nevertheless. */
  readonly query: string | null;
  /** Exports of a page. */
  readonly limit: number;
  /** As the page before gave it. */
  readonly cursor: string | null;
  /** A member, who finds their own and what is shared; null: all. */
  readonly of: string | null;
}

/** What was found in one export. */
export interface FoundExport {
  readonly guid: string;
  readonly total: number;
  /** False: there may be more than `total`. */
  readonly isAll: boolean;
  readonly itemsInExport: number;
  /** The first ones, in the order of the file. */
  readonly results: readonly FoundItem[];
}

export interface EverywherePage {
  /** The newest export first. */
  readonly exports: readonly FoundExport[];
  /** For exports that were not looked at. */
  readonly nextCursor: string | null;
  /** Exports whose words are known, and those whose words are still to be read. */
  readonly searched: number;
  readonly pending: number;
}

/** `nextCursor` stands behind the last row; `isComplete`: nothing can follow any more. */
export interface SettledRows {
  readonly items: readonly Item[];
  readonly nextCursor: string;
  readonly isComplete: boolean;
}

/** `kinds`: none stands for all. */
export interface ChangesWish {
  readonly kinds: readonly RowChange[];
  readonly offset: number;
  readonly limit: number;
}

interface ChangedRow {
  readonly row: number;
  readonly change: RowChange;
  readonly history: RowHistory;
  readonly item: Item;
}

/** One run of an address, in numbers. */
export interface RunFigures {
  readonly guid: string;
  /** Rows that are there. */
  readonly rows: number;
  readonly new: number;
  readonly edited: number;
  readonly gone: number;
  /** Null: none has one, or they are of different scales. */
  readonly averageRating: number | null;
  /** From -1 to 1; null: none was judged. */
  readonly averageSentiment: number | null;
}

/** How far the index of an export is. `rows`: those of the export; null where nobody has asked yet. */
export interface IndexState {
  readonly state: 'none' | 'building' | 'ready';
  readonly indexed: number;
  readonly rows: number | null;
  /** On disk; 0 unless it is ready. */
  readonly bytes: number;
}

/** Questions about what an export holds, answered away from the API's event loop. */
export interface InsightPort {
  /** @param bucket nothing over time is counted in finer ones; null: as fine as it can be @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST for a time zone that is none */
  count(guid: string, timeZone: string, bucket: TimeBucket | null): Promise<ExportStatistics>;
  /** The first search of an export makes its index. @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST, DISK */
  search(guid: string, wish: SearchWish): Promise<SearchPage>;
  /** Looks into all exports that are over. @throws CommentdockError INVALID_REQUEST, DISK */
  everywhere(wish: EverywhereWish): Promise<EverywherePage>;
  /** Rows of an export that may still run, in the order in which they came. @throws CommentdockError RESOURCE_NOT_FOUND */
  arrivals(guid: string, wish: Pick<SearchWish, 'offset' | 'limit'>): Promise<SearchPage>;
  /** Rows in reading order, as far as none can come before them any more. @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST */
  settled(guid: string, wish: Pick<SearchWish, 'cursor' | 'limit'>): Promise<SettledRows>;
  /** What a run found changed, in the order of the file. @throws CommentdockError RESOURCE_NOT_FOUND */
  changes(guid: string, wish: ChangesWish): Promise<{ readonly total: number; readonly results: readonly ChangedRow[] }>;
  /** The runs that share their rows with this one, the oldest first. @throws CommentdockError RESOURCE_NOT_FOUND */
  runs(guid: string): Promise<readonly RunFigures[]>;
  indexState(guid: string): Promise<IndexState>;
  /** The export is gone: so is its index. */
  forget(guid: string): void;
  /** Ends at once what is under way. */
  close(): Promise<void>;
}
