const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/** A time zone as the distance of its clocks from UTC, which changes at full quarters of an hour only. */
export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #known = new Map<number, number>();
  readonly #ofDays = new Map<number, number>();

  /** @throws RangeError for a name that is no time zone */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    this.name = name;
  }

  /** Milliseconds that clocks there are ahead of UTC at an instant. */
  offsetAt(atMs: number): number {
    const offset = this.#ofDay(Math.floor(atMs / DAY_MS));
    return Number.isNaN(offset) ? this.#offsetOf(Math.floor(atMs / QUARTER_MS) * QUARTER_MS) : offset;
  }

  /** The instant at which clocks there show `localMs`, which counts as if they were in UTC. */
  instantOf(localMs: number): number {
    const guess = localMs - this.offsetAt(localMs);
    return localMs - this.offsetAt(guess);
  }

  /** `2026-03-29T00:00:00+01:00`. */
  words(atMs: number): string {
    const offset = this.offsetAt(atMs);
    const minutes = Math.abs(offset) / 60_000;
    const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
    const clock = new Date(atMs + offset).toISOString().slice(0, -5);
    return `${clock}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`;
  }

  /** Days count from 1970 on. NaN on a day that has several. */
  #ofDay(day: number): number {
    const known = this.#ofDays.get(day);
    if (known !== undefined) return known;
    const [first, last] = [this.#offsetOf(day * DAY_MS), this.#offsetOf((day + 1) * DAY_MS)];
    const offset = first === last ? first : Number.NaN;
    this.#ofDays.set(day, offset);
    return offset;
  }

  #offsetOf(atMs: number): number {
    const known = this.#known.get(atMs);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(this.#format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const local = Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day'], parts['hour'], parts['minute'], parts['second']);
    // Some zones were some seconds off before they had a legal time.
    const offset = Math.round((local - Math.floor(atMs / 1000) * 1000) / 60_000) * 60_000;
    this.#known.set(atMs, offset);
    return offset;
  }
}
