import type { Statistics } from '#renderer/views/export/filters.ts';
import { type Bucket, DATES } from '#renderer/views/export/overview/time-charts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From the finest on, and how long each is at least. */
const LENGTHS_MS: readonly (readonly [Bucket, number])[] = [
  ['hour', HOUR_MS],
  ['day', DAY_MS],
  ['week', 7 * DAY_MS],
  ['month', 28 * DAY_MS],
  ['year', 365 * DAY_MS],
];
/** Columns beside each other that can still be told apart. */
const MOST_COLUMNS = 120;

/** Of `2026-01-31T00:00:00+01:00`, the date and the clock. */
const LOCAL_LENGTH = 19;

/** What time of two exports is counted in. */
export interface CommonTime {
  readonly bucket: Bucket;
  readonly timezone: string;
}

/** The buckets in which two exports can be shown beside each other; null where one has no dates. */
export function commonBucket(a: Statistics['time'], b: Statistics['time']): Bucket | null {
  const bounds = [a, b].flatMap(({ from, to }) => [from, to].flatMap((iso) => (iso === null ? [] : [Date.parse(iso)])));
  const coarsest = Math.max(...[a, b].map(({ bucket }) => LENGTHS_MS.findIndex(([name]) => name === bucket)));
  if (a.bucket === null || b.bucket === null) return null;
  const spanMs = Math.max(...bounds) - Math.min(...bounds);
  return LENGTHS_MS.slice(coarsest).find(([, lengthMs]) => spanMs / lengthMs <= MOST_COLUMNS)?.[0] ?? 'year';
}

/** How stretches of time are told apart: an hour by its instant, what is longer by the clocks of the time zone. */
export function timeKey(start: string, bucket: Bucket): number {
  return Date.parse(bucket === 'hour' ? start : `${start.slice(0, LOCAL_LENGTH)}Z`);
}

interface Stretch {
  readonly key: number;
  readonly name: string;
}

/** All stretches of time from the first to the last one of two exports, those between them that neither has too. */
export function stretchesOf(starts: readonly string[], { bucket, timezone }: CommonTime, language: string): readonly Stretch[] {
  const keys = starts.map((start) => timeKey(start, bucket));
  const last = Math.max(...keys);
  const format = new Intl.DateTimeFormat(language, { ...DATES[bucket], timeZone: bucket === 'hour' ? timezone : 'UTC' });
  const all: Stretch[] = [];
  for (let key = Math.min(...keys); key <= last; key = nextKey(key, bucket)) all.push({ key, name: format.format(key) });
  return all;
}

function nextKey(key: number, bucket: Bucket): number {
  const date = new Date(key);
  if (bucket === 'month') return date.setUTCMonth(date.getUTCMonth() + 1);
  if (bucket === 'year') return date.setUTCFullYear(date.getUTCFullYear() + 1);
  return key + (LENGTHS_MS.find(([name]) => name === bucket)?.[1] ?? DAY_MS);
}
