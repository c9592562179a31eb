import { Zone } from '#core/analysis/statistics/zone.ts';
import type { DatePrecision, Item } from '#core/contract/item.ts';
import { type Sentiment, SENTIMENTS } from '#core/contract/sentiment.ts';
import { type ExportStatistics, TIME_BUCKETS, type TimeBucket } from '#core/contract/statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4;

/** The longest range that is counted in each bucket: 72 hours, 100 days, 2 years of weeks, 12 years of months. */
const LONGEST_MS: Readonly<Record<TimeBucket, number>> = {
  hour: 3 * DAY_MS,
  day: 100 * DAY_MS,
  week: 2 * 366 * DAY_MS,
  month: 12 * 366 * DAY_MS,
  year: Number.POSITIVE_INFINITY,
};

/** The finest bucket in which a date of a precision says something. */
const FINEST: Readonly<Record<DatePrecision, TimeBucket>> = {
  second: 'hour',
  minute: 'hour',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
};
const NO_TONES: Readonly<Record<Sentiment, number>> = { positive: 0, negative: 0, neutral: 0, unclassified: 0 };
/** A bucket is too fine where more than this share of the dates is coarser. */
const COARSE_SHARE = 0.1;

/** What one stretch of time holds. */
class Stretch {
  #count = 0;
  #tones: Record<Sentiment, number> | null = null;

  add(sentiment: Sentiment | null): void {
    this.#count += 1;
    if (sentiment !== null) (this.#tones ??= { ...NO_TONES })[sentiment] += 1;
  }

  take({ count, ...tones }: ReturnType<Stretch['counts']>): void {
    this.#count += count;
    for (const name of SENTIMENTS) if (tones[name] !== undefined) (this.#tones ??= { ...NO_TONES })[name] += tones[name];
  }

  counts(): { readonly count: number } & Partial<Readonly<Record<Sentiment, number>>> {
    return { count: this.#count, ...this.#tones };
  }
}

/** Counts items over time. Days are kept, and hours as long as the range is short, so that memory follows the range. */
export class TimeCount {
  readonly #zone: Zone;
  readonly #days = new Map<number, Stretch>();
  /** By the instant at which the hour starts. */
  readonly #hours = new Map<number, Stretch>();
  readonly #byFinest: Record<TimeBucket, number> = { hour: 0, day: 0, week: 0, month: 0, year: 0 };
  readonly #finest: TimeBucket;
  #fromMs = Number.POSITIVE_INFINITY;
  #toMs = Number.NEGATIVE_INFINITY;
  #withoutDate = 0;

  /** @param finest no bucket is finer @throws RangeError for a name that is no time zone */
  constructor(timeZone: string, finest: TimeBucket) {
    this.#zone = new Zone(timeZone);
    this.#finest = finest;
  }

  add({ createdAt, createdAtPrecision }: Pick<Item, 'createdAt' | 'createdAtPrecision'>, sentiment: Sentiment | null): void {
    const atMs = createdAt === null ? Number.NaN : Date.parse(createdAt);
    if (Number.isNaN(atMs)) {
      this.#withoutDate += 1;
      return;
    }
    this.#fromMs = Math.min(this.#fromMs, atMs);
    this.#toMs = Math.max(this.#toMs, atMs);
    this.#byFinest[FINEST[createdAtPrecision ?? 'second']] += 1;
    const localMs = atMs + this.#zone.offsetAt(atMs);
    stretchOf(this.#days, Math.floor(localMs / DAY_MS)).add(sentiment);
    if (this.#toMs - this.#fromMs > LONGEST_MS.hour) {
      if (this.#hours.size > 0) this.#hours.clear();
    } else stretchOf(this.#hours, atMs - (((localMs % HOUR_MS) + HOUR_MS) % HOUR_MS)).add(sentiment);
  }

  result(): ExportStatistics['time'] {
    const range = { timezone: this.#zone.name, without_date: this.#withoutDate };
    if (this.#days.size === 0) return { ...range, bucket: null, from: null, to: null, counts: [] };
    const bucket = this.#bucket();
    const counted = bucket === 'hour' ? this.#hours : this.#inBuckets(bucket);
    const counts = [...counted]
      .toSorted(([a], [b]) => a - b)
      .map(([atMs, stretch]) => ({ start: this.#zone.words(atMs), ...stretch.counts() }));
    return { ...range, bucket, from: new Date(this.#fromMs).toISOString(), to: new Date(this.#toMs).toISOString(), counts };
  }

  #bucket(): TimeBucket {
    const dated = Object.values(this.#byFinest).reduce((sum, count) => sum + count, 0);
    const range = this.#toMs - this.#fromMs;
    let coarser = dated;
    for (const bucket of TIME_BUCKETS) {
      coarser -= this.#byFinest[bucket];
      const isTooFine = TIME_BUCKETS.indexOf(bucket) < TIME_BUCKETS.indexOf(this.#finest);
      if (isTooFine || range > LONGEST_MS[bucket] || coarser > dated * COARSE_SHARE) continue;
      if (bucket === 'hour') this.#fillHours();
      return bucket;
    }
    return 'year';
  }

  #fillHours(): void {
    const starts = [...this.#hours.keys()];
    const last = starts.reduce((a, b) => Math.max(a, b));
    for (let at = starts.reduce((a, b) => Math.min(a, b)); at < last; at += HOUR_MS) stretchOf(this.#hours, at);
  }

  /** By the instants at which the buckets start, empty ones among them. */
  #inBuckets(bucket: Exclude<TimeBucket, 'hour'>): ReadonlyMap<number, Stretch> {
    const days = [...this.#days.keys()];
    const last = startOf(
      days.reduce((a, b) => Math.max(a, b)),
      bucket,
    );
    const stretches = new Map<number, Stretch>();
    for (
      let day = startOf(
        days.reduce((a, b) => Math.min(a, b)),
        bucket,
      );
      day <= last;
      day = nextOf(day, bucket)
    )
      stretchOf(stretches, day);
    for (const [day, stretch] of this.#days) stretchOf(stretches, startOf(day, bucket)).take(stretch.counts());
    return new Map([...stretches].map(([day, stretch]) => [this.#zone.instantOf(day * DAY_MS), stretch]));
  }
}

function stretchOf(stretches: Map<number, Stretch>, key: number): Stretch {
  const known = stretches.get(key) ?? new Stretch();
  stretches.set(key, known);
  return known;
}

/** Days count from 1970 on. */
function startOf(day: number, bucket: Exclude<TimeBucket, 'hour'>): number {
  if (bucket === 'day') return day;
  if (bucket === 'week') return Math.floor((day - FIRST_MONDAY) / WEEK_DAYS) * WEEK_DAYS + FIRST_MONDAY;
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), bucket === 'month' ? date.getUTCMonth() : 0) / DAY_MS;
}

function nextOf(day: number, bucket: Exclude<TimeBucket, 'hour'>): number {
  if (bucket === 'day') return day + 1;
  if (bucket === 'week') return day + WEEK_DAYS;
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return (bucket === 'month' ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0)) / DAY_MS;
}
