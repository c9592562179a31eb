import type { Item } from '#core/contract/item.ts';
import { dateSpan } from '#core/engine/date-filter.ts';
import type { Page } from '#core/platform-api/define.ts';

/** Dated items that a list must have shown in order before its order is believed without the platform's word. */
const DATED_TO_BELIEVE = 10;

/**
 * What is known of one list's order of time. `end`: how its reading ended. open: not yet, or by the limit; end: the
 * platform had no more; mark: at what was known; cut: a page failed, or its pages repeated.
 */
export interface ListOrder {
  /** The high-water mark: the latest instant that the runs before met in this list. Null: none did. */
  readonly markMs: number | null;
  /** The runs before saw it run newest first, all of it that they read. */
  readonly wasInOrder: boolean;
  /** So far in this run. */
  readonly newestMs: number | null;
  readonly oldestMs: number | null;
  readonly dated: number;
  readonly isInOrder: boolean;
  /** Every item has a date of its own, none counted back from now. */
  readonly isExact: boolean;
  /** The platform said of every page that the list runs newest first. */
  readonly isStated: boolean;
  readonly end: 'open' | 'end' | 'mark' | 'cut';
}

const UNREAD = { newestMs: null, oldestMs: null, dated: 0, isInOrder: true, isExact: true, isStated: true, end: 'open' } as const;

export const UNKNOWN_ORDER: ListOrder = { ...UNREAD, markMs: null, wasInOrder: false };

/**
 * What the next run starts from. The mark moves on only where this run came down to what was known: where it ended sooner,
 * the rows between are still to be read, so that the next one goes down to the old mark.
 */
export function rememberedOrder(list: ListOrder): ListOrder {
  const sawOrder = list.isInOrder && list.isExact && (list.end === 'mark' ? list.wasInOrder : list.dated >= DATED_TO_BELIEVE);
  return { ...UNREAD, markMs: nextMark(list), wasInOrder: sawOrder };
}

function nextMark({ markMs, newestMs, end }: ListOrder): number | null {
  if (end === 'cut') return markMs;
  // At first the limit decides how far down the dataset reaches.
  return end === 'open' ? (markMs ?? newestMs) : latest(markMs, newestMs);
}

/** The list after one more page. `items`: those that belong to the list itself, without pinned ones. */
export function withPage(list: ListOrder, items: readonly Item[], { dateOrder }: Page): ListOrder {
  let { newestMs, oldestMs, dated, isInOrder, isExact } = list;
  for (const item of items) {
    const span = dateSpan(item);
    isExact &&= span !== null && item.relativeTime === null;
    if (span === null) continue;
    dated += 1;
    isInOrder &&= oldestMs === null || span.fromMs <= oldestMs;
    newestMs = latest(newestMs, span.toMs);
    oldestMs = oldestMs === null ? span.toMs : Math.min(oldestMs, span.toMs);
  }
  return { ...list, newestMs, oldestMs, dated, isInOrder, isExact, isStated: list.isStated && dateOrder === 'newestFirst' };
}

/**
 * True where the list surely runs newest first: the platform says so, or every run has seen it so; and no date of this run
 * speaks against it.
 */
export function runsNewestFirst({ isInOrder, isStated, wasInOrder, isExact }: ListOrder): boolean {
  return isInOrder && (isStated || (wasInOrder && isExact));
}

/** True where a page shows that reading has come below the high-water mark: at least one date, and all of them older. */
export function isBelowMark({ markMs }: ListOrder, items: readonly Item[]): boolean {
  const spans = items.map(dateSpan).filter((span) => span !== null);
  return markMs !== null && spans.length > 0 && spans.every(({ toMs }) => toMs < markMs);
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
