import type { Learnt } from '#core/platform-api/session.ts';

/** What a site's own page told, and when. */
export interface LearntValue {
  readonly name: string;
  readonly value: string;
  /** Address of the page, without its query. */
  readonly source: string;
  readonly learntAtMs: number;
  readonly workedAtMs: number;
}

/** What is learnt, kept between two starts of the program. Written by the engine's thread only. */
export interface LearntStore {
  /** The newest first. */
  of(platform: string): readonly LearntValue[];
  replace(platform: string, values: readonly LearntValue[]): void;
  /** Of one platform; null: of all. */
  clear(platform: string | null): void;
}

/** No letter that could lead a request elsewhere. */
const ONE_WORD = /^[\w.,-]{1,1000}$/;
const LONGEST_NAME = 100;
const LONGEST_SOURCE = 300;
const MOST_OF_A_PLATFORM = 50;
/** That a value still works is stored no more often. */
const STILL_WORKS_EVERY_MS = 3_600_000;

/** What is learnt of one platform, in memory for all its exports; stored with a commit that is made anyway. */
export class PlatformLearnt {
  #values: readonly LearntValue[];
  readonly #now: () => number;
  #isSaved = true;

  /** @param values the newest first @param now milliseconds since 1970 */
  constructor(values: readonly LearntValue[], now: () => number) {
    this.#values = values;
    this.#now = now;
  }

  about(name: string): Learnt {
    return {
      value: () => this.#values.find((each) => each.name === name)?.value ?? null,
      note: (value, source) => this.#note(name, value, source),
      drop: (value) => this.#put(this.#values.filter((each) => each.name !== name || each.value !== value)),
    };
  }

  forget(): void {
    this.#put([]);
  }

  /** What has to be stored; null where nothing has changed since this was asked last. */
  takeUnsaved(): readonly LearntValue[] | null {
    if (this.#isSaved) return null;
    this.#isSaved = true;
    return this.#values;
  }

  #note(name: string, value: string, source: string): void {
    if (!ONE_WORD.test(value) || name.length > LONGEST_NAME) return;
    const now = this.#now();
    const known = this.#values.find((each) => each.name === name && each.value === value);
    if (known === undefined) {
      const others = this.#values.filter((each) => each.name !== name);
      const fresh = { name, value, source: pageOf(source), learntAtMs: now, workedAtMs: now };
      return this.#put([fresh, ...others].slice(0, MOST_OF_A_PLATFORM));
    }
    if (now - known.workedAtMs < STILL_WORKS_EVERY_MS) return;
    this.#put(this.#values.map((each) => (each === known ? { ...known, workedAtMs: now } : each)));
  }

  #put(values: readonly LearntValue[]): void {
    if (values.length === this.#values.length && values.every((each, index) => each === this.#values[index])) return;
    this.#values = values;
    this.#isSaved = false;
  }
}

/** What is learnt of all platforms. */
export class LearntBook {
  readonly #store: LearntStore;
  readonly #now: () => number;
  readonly #opened = new Map<string, PlatformLearnt>();

  /** @param now milliseconds since 1970 */
  constructor(store: LearntStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  of(platform: string): PlatformLearnt {
    const opened = this.#opened.get(platform) ?? new PlatformLearnt(this.#store.of(platform), this.#now);
    this.#opened.set(platform, opened);
    return opened;
  }

  /** For running exports too. `platform` null: of all. */
  clear(platform: string | null): void {
    this.#store.clear(platform);
    for (const [id, learnt] of this.#opened) if (platform === null || id === platform) learnt.forget();
  }
}

function pageOf(source: string): string {
  const url = URL.parse(source);
  return url === null ? '' : `${url.origin}${url.pathname}`.slice(0, LONGEST_SOURCE);
}
