import type { Item } from '#core/contract/item.ts';
import type { LivingTally } from '#core/engine/incremental-account.ts';
import type { SlicedWork } from '#core/engine/long-work-ports.ts';

/** How far the rows of the run before have been taken over. */
export interface CarryPlace {
  /** Pages of the run before that are done, in reading order. */
  readonly sourcePages: number;
  /** Items on them that count towards its limit. */
  readonly sourceRead: number;
  /** Pages made for them here. */
  readonly ownPages: number;
  readonly rows: number;
  readonly replies: number;
  /** Of `rows`: those that were gone by then. */
  readonly goneEarlier: number;
  /** Lists of replies that the run before lacked are taken over up to that of this item; null once all are. Left out by earlier versions, which had all at once. */
  readonly lackingUpTo?: string | null;
}

/** Which rows of the run before that were not read again are gone. Dates are milliseconds since 1970. */
export interface GoneRule {
  /** `all`: every one. `topLevel`: what is no reply and surely later than `laterThanMs`. */
  readonly scope: 'all' | 'topLevel';
  /** Minus infinity: whatever its date. Infinity: none. */
  readonly laterThanMs: number;
  /** True where replies stand in the list itself. */
  readonly repliesAreRows: boolean;
}

/** The living dataset that incremental runs build. Calls belong into a transaction. */
export interface LivingStore {
  /** Joins the dataset of the run to build on, or begins a new one; null: there is none. */
  openDataset(baseId: number | null): void;
  /** Pages of a job in reading order. */
  pagesOf(jobId: number): readonly number[];
  /**
   * Takes over some hundred rows of the job `of` that ended before: as many of its own as `limit` exported, and all it had taken over. Where it is no
   * run of this dataset, its rows are copied, as read at `readMs`; else they are shared.
   */
  carry(
    source: { readonly of: number; readonly pages: readonly number[]; readonly limit: number; readonly readMs: number },
    from: CarryPlace,
  ): CarryPlace;
  /** Takes over some hundred lists of replies that job left unread or gave up, of items after this one. Returns the last one's; null where none are left. */
  carryLacking(fromJobId: number, after: string): string | null;
  /** Forgets some hundred rows of what was taken over so far; false where nothing is left of it. */
  dropCarried(): boolean;
  /** As `RunStore.look`: lists whose items, and items whose lists a commit is about to ask for. */
  look(lists: readonly string[], unders: readonly string[]): void;
  /** A list of replies below an item is to be read. */
  openList(list: string, under: string): void;
  /** The item that a list of replies is below; null for any other list. */
  underOf(list: string): string | null;
  /** A list of replies is over; the first word holds. Does nothing for any other list. */
  closeList(list: string, how: 'ended' | 'givenUp'): void;
  /** True where the run before lacks replies below this item. */
  isLacking(under: string): boolean;
  /** Rows of the run before that were not read again and are not said to be gone. `replies`: among them. */
  notRead(): { readonly rows: number; readonly replies: number };
  /** The pages that such rows stand on. */
  carriedPages(): readonly number[];
  /** Marks what is gone on those pages; once done, the same call does nothing more. */
  markGone(pages: readonly number[], rule: GoneRule, isLater: (item: Item, thanMs: number) => boolean): void;
  /** Then marks the replies that stood in lists that were read to the end, and those below what is gone. */
  goneReplies(): SlicedWork;
  /** The rows that files will have; see `LivingTally`. */
  tally(limit: number): LivingTally;
}
