import { isTerminal } from '#core/contract/job.ts';
import { changesAtTheEnd } from '#core/contract/job-record.ts';
import { ROW_CHANGES, type RowHistory } from '#core/contract/incremental.ts';
import type { ChangesWish, FoundItem, InsightPort, SearchPage, SearchWish, SettledRows } from '#core/insight/ports.ts';
import { type Arrivals, createArrivals } from '#core/store/arrivals.ts';
import type { Connection } from '#core/store/connection.ts';
import { openReading, type StorePlace } from '#core/store/place.ts';
import { type Dataset, markAt, readRevision, type RowMarks, readRows } from '#core/store/dataset.ts';
import { readHistories } from '#core/store/item-reader.ts';
import { changeInRun } from '#core/store/item-state.ts';
import type { Nesting } from '#core/store/nesting.ts';
import { readSettled } from '#core/store/settled-rows.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import { readRowsCursor, rowsCursorText } from '#core/insight/desk/rows-cursor.ts';
import { datasetOf, type FactsById, findExport, limitOf } from '#core/insight/desk/stored-export.ts';

/** Orders that are remembered: 17 bytes a row. */
const REMEMBERED = 4;
/** Of larger exports the first rows are shown before the order of all is known: that takes a second and more. */
const LARGE_ROWS = 5_000;
const FIRST_ROWS = 1_000;
/** Whoever shows the first rows asks for some more of them at once. */
const BEFORE_THE_REST_MS = 250;
const NO_HIGHLIGHTS = { text: [], title: [], name: [], username: [] };

/** Where the rows of an export are. */
interface Outline extends Nesting {
  readonly revision: string;
  readonly seqs: Float64Array;
  readonly marks: RowMarks | null;
  /** Places of rows at depth 0. */
  readonly tops: Uint32Array;
}

/** Gives rows of exports by their place, wherever that is, without an index. */
export class RowDesk {
  readonly #reader: Connection;
  readonly #outlines = new Recent<Outline>(REMEMBERED);
  readonly #arrivals = new Recent<Arrivals>(REMEMBERED);

  readonly #prepared = new Set<string>();

  readonly #factsById: FactsById;

  constructor(place: StorePlace, factsById: FactsById) {
    this.#factsById = factsById;
    this.#reader = openReading(place);
  }

  /** In the order of the file. @throws CommentdockError RESOURCE_NOT_FOUND */
  async page(guid: string, wish: Pick<SearchWish, 'offset' | 'limit' | 'topLevel'>): Promise<SearchPage> {
    const revision = readRevision(this.#reader, guid);
    const { job, platform } = await findExport(this.#reader, guid, this.#factsById);
    const end = (wish.offset ?? 0) + wish.limit;
    const known = this.#outlines.get(guid);
    const isKnown = known?.revision === revision;
    const isEarly = !isKnown && job.exported > LARGE_ROWS && !wish.topLevel && end < FIRST_ROWS;
    if (isEarly) {
      this.#prepare(guid);
      const first = outlineOf(datasetOf(this.#reader, job, platform, FIRST_ROWS * 2), revision);
      return { ...this.#cut(job.id, first, wish), total: job.exported, itemsInExport: job.exported, isProvisional: true };
    }
    const outline = isKnown ? known : outlineOf(datasetOf(this.#reader, job, platform), revision);
    this.#outlines.set(guid, outline);
    return this.#cut(job.id, outline, wish);
  }

  /** As they came, while the export may still run: none moves. @throws CommentdockError RESOURCE_NOT_FOUND */
  async arrivals(guid: string, { offset, limit }: Pick<SearchWish, 'offset' | 'limit'>): Promise<SearchPage> {
    const { job } = await findExport(this.#reader, guid, this.#factsById);
    const arrivals = this.#arrivals.get(guid) ?? createArrivals(this.#reader, job.id);
    this.#arrivals.set(guid, arrivals);
    const start = offset ?? 0;
    const { total, marks } = arrivals.page(start, limit);
    const items = readRows(
      this.#reader,
      job.id,
      marks.map((mark) => ({ seq: mark.seq, mark })),
    );
    const results = items.flatMap((item, at) =>
      item === undefined ? [] : [{ row: start + at + 1, item, highlights: NO_HIGHLIGHTS, depth: 0, below: 0 }],
    );
    return { total, itemsInExport: total, results, nextCursor: null, isProvisional: true };
  }

  /** What a run found changed since the one that it builds on. @throws CommentdockError RESOURCE_NOT_FOUND */
  async changes(guid: string, { kinds, offset, limit }: ChangesWish): ReturnType<InsightPort['changes']> {
    const revision = readRevision(this.#reader, guid);
    const { job, platform } = await findExport(this.#reader, guid, this.#factsById);
    const known = this.#outlines.get(guid);
    const outline = known?.revision === revision ? known : outlineOf(datasetOf(this.#reader, job, platform), revision);
    this.#outlines.set(guid, outline);
    const { seqs, marks } = outline;
    const wanted = kinds.length === 0 ? ROW_CHANGES : kinds;
    const places = Array.from(marks?.states ?? [], changeInRun).flatMap((change, place) =>
      change !== null && wanted.includes(change) ? [{ change, place, seq: seqs[place] as number, mark: markAt(marks, place) }] : [],
    );
    const page = places.slice(offset, offset + limit);
    const [items, histories] = [readRows(this.#reader, job.id, page), readHistories(this.#reader, page)];
    const results = page.flatMap(({ change, place }, at) => {
      const item = items[at];
      return item === undefined ? [] : [{ row: place + 1, change, history: histories[at] as RowHistory, item }];
    });
    return { total: places.length, results };
  }

  /** In reading order, as far as that is settled. @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST */
  async settled(guid: string, { cursor, limit }: Pick<SearchWish, 'cursor' | 'limit'>): Promise<SettledRows> {
    // Before its rows: what ended by then brings no further ones.
    const { job, platform } = await findExport(this.#reader, guid, this.#factsById);
    const from = readRowsCursor(cursor, job.id);
    const isOver = isTerminal(job.status);
    const wish = { id: job.id, limit: limitOf(job, platform), isOver };
    if (!isOver && changesAtTheEnd(job)) return { items: [], nextCursor: rowsCursorText(job.id, from), isComplete: false };
    const { items, next, isLast } = readSettled(this.#reader, wish, from, limit);
    return { items, nextCursor: rowsCursorText(job.id, next), isComplete: isOver && isLast };
  }

  /** Works out the order of all rows once those who wait for the first ones have them. */
  #prepare(guid: string): void {
    if (this.#prepared.has(guid)) return;
    this.#prepared.add(guid);
    setTimeout(() => {
      const whole = { offset: FIRST_ROWS, limit: 0, topLevel: false };
      this.page(guid, whole)
        .catch(() => undefined)
        .finally(() => this.#prepared.delete(guid));
    }, BEFORE_THE_REST_MS).unref();
  }

  #cut(jobId: number, outline: Outline, { offset, limit, topLevel }: Pick<SearchWish, 'offset' | 'limit' | 'topLevel'>): SearchPage {
    const { seqs, marks, depths, below, tops } = outline;
    const start = offset ?? 0;
    const total = topLevel ? tops.length : seqs.length;
    const places = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, at) =>
      topLevel ? (tops[start + at] as number) : start + at,
    );
    const items = readRows(
      this.#reader,
      jobId,
      places.map((place) => ({ seq: seqs[place] as number, mark: markAt(marks, place) })),
    );
    const results = places.flatMap((place, at): FoundItem[] => {
      const item = items[at];
      const nesting = { depth: depths[place] as number, below: below[place] as number };
      return item === undefined ? [] : [{ row: place + 1, item, highlights: NO_HIGHLIGHTS, ...nesting }];
    });
    return { total, itemsInExport: seqs.length, results, nextCursor: null, isProvisional: false };
  }
}

function outlineOf(dataset: Dataset, revision: string): Outline {
  const nesting = dataset.nesting();
  const tops = Uint32Array.from(nesting.depths.keys().filter((place) => nesting.depths[place] === 0));
  return { revision, seqs: dataset.seqs, marks: dataset.marks, tops, ...nesting };
}
