import { setImmediate as nextTurn } from 'node:timers/promises';
import { titleOf } from '#core/contract/file-name.ts';
import type { RowChange } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { datasetOf, type StoredExport } from '#core/insight/desk/stored-export.ts';
import type { Connection } from '#core/store/connection.ts';
import type { Dataset } from '#core/store/dataset.ts';
import { SeenIds } from '#core/writers/seen-ids.ts';

/** Rows of one export among those of all. */
interface Part {
  readonly stored: StoredExport;
  /** The place of its first row. */
  readonly start: number;
  readonly rows: number;
}

/**
 * The rows of several exports, one export after the other, as one dataset: `seqs` are their places, from 0. Each row says among its extras which
 * export it comes from. Eight bytes of each row stay in memory, and what is read of one export at a time.
 */
export class MergedRows implements Pick<Dataset, 'seqs' | 'chunks' | 'depths'> {
  readonly #connection: Connection;
  readonly #parts: readonly Part[];
  #read: { readonly part: Part; readonly dataset: Dataset } | null = null;
  #seqs: Float64Array;

  constructor(connection: Connection, exports: readonly StoredExport[]) {
    this.#connection = connection;
    let start = 0;
    this.#parts = exports.map((stored) => {
      const part = { stored, start, rows: datasetOf(connection, stored.job, stored.platform).rows };
      start += part.rows;
      return part;
    });
    this.#seqs = Float64Array.from({ length: start }, (_, place) => place);
  }

  get seqs(): Float64Array {
    return this.#seqs;
  }

  depths(): Uint16Array {
    const ofAll = new Uint16Array(this.#parts.reduce((sum, { rows }) => sum + rows, 0));
    for (const part of this.#parts) ofAll.set(this.#datasetOf(part).depths(), part.start);
    return Uint16Array.from(this.#seqs, (place) => ofAll[place] as number);
  }

  *chunks({ places, only }: Parameters<Dataset['chunks']>[0] = {}): Generator<readonly Item[]> {
    const wanted = places === undefined ? this.#seqs : Float64Array.from(places, (row) => this.#seqs[row] as number);
    for (const { part, items } of this.#chunksOfParts(wanted, only)) {
      const source = sourceOf(part.stored);
      yield items.map((item) => ({ ...item, extra: { ...source, ...item.extra } }));
    }
  }

  /** Leaves out rows whose id came before, of the same site and kind. Returns how many. */
  async leaveOutDuplicates(): Promise<number> {
    using seen = new SeenIds();
    const before = this.#seqs.length;
    const isNew = new Uint8Array(before);
    let place = 0;
    for (const { part, items } of this.#chunksOfParts(this.#seqs)) {
      const site = siteOf(part.stored.job);
      for (const { kind, id } of items) {
        isNew[place] = Number(seen.isNew(`${site}\n${kind}\n${id}`));
        place += 1;
      }
      await nextTurn();
    }
    this.#seqs = this.#seqs.filter((_, at) => isNew[at] === 1);
    return before - this.#seqs.length;
  }

  *#chunksOfParts(places: Float64Array, only?: RowChange): Generator<{ readonly part: Part; readonly items: readonly Item[] }> {
    let from = 0;
    for (const part of this.#parts) {
      const end = part.start + part.rows;
      let to = from;
      while (to < places.length && (places[to] as number) < end) to += 1;
      if (to === from) continue;
      const wanted = Uint32Array.from(places.subarray(from, to), (place) => place - part.start);
      for (const items of this.#datasetOf(part).chunks({ places: wanted, ...(only === undefined ? {} : { only }) })) yield { part, items };
      from = to;
    }
  }

  #datasetOf(part: Part): Dataset {
    if (this.#read?.part !== part) this.#read = { part, dataset: datasetOf(this.#connection, part.stored.job, part.stored.platform) };
    return this.#read.dataset;
  }
}

/** First among the extras of a row, so that their columns stand together before those of the platforms. */
function sourceOf({ job, platform }: StoredExport): Item['extra'] {
  return {
    sourcePlatform: platform.name,
    sourceUrl: job.url,
    sourceTitle: titleOf(job),
    sourceGuid: job.guid,
    ...(job.sandbox ? { sourceSample: true } : {}),
  };
}

/** Within it, an id is that of one thing: of sites that anybody can run, each has ids of its own. */
function siteOf({ platform, target }: JobRecord): string {
  return `${platform} ${URL.parse(target.url)?.hostname ?? ''}`;
}
