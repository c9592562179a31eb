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

/**
 * What was published in one channel, numbered from 1. The epoch tells this numbering from that of another process, or of
 * the same channel after it was forgotten.
 */
export class ChannelStream {
  readonly epoch = randomBytes(4).toString('hex');
  /** When it was last published in or left by a subscriber. */
  usedAtMs: number;
  readonly #limit: HistoryLimit;
  readonly #historyMs: number;
  #kept: Kept[] = [];
  /** Entries of `#kept` before this one are dropped; they go all at once now and then. */
  #first = 0;
  #bytes = 0;
  #offset = 0;

  constructor(limit: HistoryLimit, historyMs: number, nowMs: number) {
    this.#limit = limit;
    this.#historyMs = historyMs;
    this.usedAtMs = nowMs;
  }

  /** Of the last publication; 0 before the first. */
  get offset(): number {
    return this.#offset;
  }

  /** `dataJson` is the event as JSON. */
  add(dataJson: string, nowMs: number): Publication {
    this.usedAtMs = nowMs;
    this.#offset += 1;
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
    const oldest = this.#kept[this.#first]?.offset ?? this.#offset + 1;
    const isKnown = position.epoch === '' || position.epoch === this.epoch;
    const recovered = isKnown && position.offset <= this.#offset && position.offset + 1 >= oldest;
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
    const oldest = this.#kept[this.#first]?.offset ?? 0;
    return this.#kept.slice(this.#first + Math.max(0, offset - oldest));
  }

  #trim(nowMs: number): void {
    const { events, bytes } = this.#limit;
    for (let oldest = this.#kept[this.#first]; oldest !== undefined; oldest = this.#kept[this.#first]) {
      const isTooMany = this.#kept.length - this.#first > events || this.#bytes > bytes;
      if (!isTooMany && oldest.atMs > nowMs - this.#historyMs) break;
      this.#bytes -= oldest.bytes;
      this.#first += 1;
    }
    if (this.#first <= this.#kept.length / 2) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }
}
