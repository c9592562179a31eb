import type { Item } from '#core/contract/item.ts';
import type { ExportOptions, Page } from '#core/platform-api/define.ts';

const DAY_MS = 86_400_000;

/** The span of each precision: how far off the words of a relative date may be. */
const PRECISION_MS = {
  second: 0,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
} as const;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The instants an item may stem from; null without a date. Stated dates are one instant; "4 years ago" is the whole year
 * before the estimate.
 */
export function dateSpan(item: Item): Span | null {
  if (item.createdAt === null) return null;
  const toMs = Date.parse(item.createdAt);
  if (item.relativeTime === null) return { fromMs: toMs, toMs };
  return { fromMs: toMs - PRECISION_MS[item.createdAtPrecision ?? 'second'], toMs };
}

type Bounds = Pick<ExportOptions, 'minTimestamp' | 'maxTimestamp'>;

/** True where `minTimestamp` or `maxTimestamp` (Unix seconds, inclusive) surely leaves the item out. Undated items stay. */
export function isOutside(item: Item, bounds: Bounds): boolean {
  if (bounds.minTimestamp === null && bounds.maxTimestamp === null) return false;
  return isBefore(item, bounds) || isAfter(item, bounds);
}

/** True where a list that runs in date order has nothing more within the bounds. */
export function listIsPast(page: Page, bounds: Bounds): boolean {
  if (page.dateOrder === undefined || page.items.length === 0) return false;
  const isPast = page.dateOrder === 'newestFirst' ? isBefore : isAfter;
  return page.items.every((item) => isPast(item, bounds));
}

function isBefore(item: Item, { minTimestamp }: Bounds): boolean {
  const span = minTimestamp === null ? null : dateSpan(item);
  return span !== null && minTimestamp !== null && span.toMs < minTimestamp * 1000;
}

/** Bounds are whole seconds: an item within the last second is inside. */
function isAfter(item: Item, { maxTimestamp }: Bounds): boolean {
  const span = maxTimestamp === null ? null : dateSpan(item);
  return span !== null && maxTimestamp !== null && span.fromMs >= (maxTimestamp + 1) * 1000;
}
