import { randomBytes } from 'node:crypto';
import type { HistoryLimit } from '#core/surfaces/realtime/limits.ts';

/** A publication as it is sent: `json` is its object, offset included. */
export interface Publication {
  readonly offset: number;
  readonly json: string;
}

interface Kept extends Publication {
  readonly bytes: number;
  readonly atMs: number;
}

interface Recovery {
  /** True where nothing is missing between the given position and now. */
  readonly recovered: boolean;
  /** What came since, in order; empty where not recovered. */
  readonly publications: readonly Publication[];
}

interface HistoryRequest {
  readonly sinceOffset: number | null;
  readonly direction: 'forward' | 'backward';
  /** 0: none, below 0: all. */
  readonly limit: number;
}

/** Where a numbering that others share begins to be known here. */
export interface StreamStart {
  readonly epoch: string;
  /** All that was published after it is known. */
  readonly offset: number;
}

/**
 * What was published in one channel: numbered from 1, or with numbers that grow and are given from outside. The epoch tells this numbering from
 * that of another process, or of the same channel after it was forgotten.
 */
export class ChannelStream {
  readonly epoch: string;
  /** When it was last published in or left by a subscriber. */
  usedAtMs: number;
  readonly #limit: HistoryLimit;
  readonly #historyMs: number;
  #kept: Kept[] = [];
  /** Entries of `#kept` before this one are dropped; they go all at once now and then. */
  #first = 0;
  #bytes = 0;
  #offset: number;
  /** All after it is kept. */
  #since: number;
  #newest: number;

  constructor(
    limit: HistoryLimit,
    historyMs: number,
    nowMs: number,
    start: StreamStart = { epoch: randomBytes(4).toString('hex'), offset: 0 },
  ) {
    this.#limit = limit;
    this.#historyMs = historyMs;
    this.usedAtMs = nowMs;
    this.epoch = start.epoch;
    this.#offset = this.#since = this.#newest = start.offset;
  }

  /** Up to which all that there was is known: of the last publication, or of one elsewhere after it. */
  get offset(): number {
    return this.#offset;
  }

  /** Of the last publication; where there was none, of the start. */
  get newest(): number {
    return this.#newest;
  }

  /** Up to this offset there is nothing more to come. */
  reach(offset: number): void {
    this.#offset = Math.max(this.#offset, offset);
  }

  /** `dataJson` is the event as JSON. */
  add(dataJson: string, nowMs: number, offset = this.#offset + 1): Publication {
    this.usedAtMs = nowMs;
    this.#offset = this.#newest = offset;
    const json = `{"data":${dataJson},"offset":${this.#offset}}`;
    const bytes = Buffer.byteLength(json);
    const publication = { offset: this.#offset, json, bytes, atMs: nowMs };
    this.#kept.push(publication);
    this.#bytes += bytes;
    this.#trim(nowMs);
    return publication;
  }

  /** What a client missed that knows all until `offset`. An empty epoch stands for any. */
  recover(position: { readonly offset: number; readonly epoch: string }, nowMs: number): Recovery {
    this.#trim(nowMs);
    const isKnown = position.epoch === '' || position.epoch === this.epoch;
    const recovered = isKnown && position.offset <= this.#offset && position.offset >= this.#since;
    return { recovered, publications: recovered ? this.#from(position.offset + 1) : [] };
  }

  history({ sinceOffset, direction, limit }: HistoryRequest, nowMs: number): readonly Publication[] {
    this.#trim(nowMs);
    const most = limit < 0 ? Number.POSITIVE_INFINITY : limit;
    if (direction === 'forward') return this.#from(sinceOffset === null ? 1 : sinceOffset + 1).slice(0, most);
    const before = this.#from(1).filter(({ offset }) => sinceOffset === null || offset < sinceOffset);
    return before.toReversed().slice(0, most);
  }

  #from(offset: number): Kept[] {
    return this.#kept.slice(this.#first).filter((kept) => kept.offset >= offset);
  }

  #trim(nowMs: number): void {
    const { events, bytes } = this.#limit;
    for (let oldest = this.#kept[this.#first]; oldest !== undefined; oldest = this.#kept[this.#first]) {
      const isTooMany = this.#kept.length - this.#first > events || this.#bytes > bytes;
      if (!isTooMany && oldest.atMs > nowMs - this.#historyMs) break;
      this.#bytes -= oldest.bytes;
      this.#since = oldest.offset;
      this.#first += 1;
    }
    if (this.#first <= this.#kept.length / 2) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }
}
