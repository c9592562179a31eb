import { hash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import { highlight } from '#core/analysis/search/highlight.ts';
import { parseQuery } from '#core/analysis/search/query.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { type EverywherePage, type EverywhereWish, type FoundExport, JOINT_INDEX, SEARCH_FOLDER } from '#core/insight/ports.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import { cursorText, readCursor } from '#core/insight/desk/search-cursor.ts';
import { jointRow } from '#core/insight/desk/search-rows.ts';
import { datasetOf, type FactsById, findExport } from '#core/insight/desk/stored-export.ts';
import type { Connection } from '#core/store/connection.ts';
import { type EndedExport, endedExports, readRows } from '#core/store/dataset.ts';
import { JointIndex, type JointPart, type JointRow, type PartHits } from '#core/store/joint-index.ts';
import { openReading, Readings, type StorePlace } from '#core/store/place.ts';
import { namesAside, putAside } from '#core/store/put-aside.ts';
import { DamagedIndex } from '#core/store/search.ts';

/** Rows of each export that are shown. */
const SHOWN_ROWS = 3;
/** Exports that are looked at before others in the thread have their turn. */
const LOOKED_AT_ONCE = 1_000;
/** The list of exports is read anew where that took less than this part of the time since. */
const LOOKS_SHARE = 1 / 20;
/** Whoever asks waits so long for what the index lacks: a few new exports are in it by then. */
const PATIENCE_MS = 100;
/** What a query found in a table of the index. */
const REMEMBERED = 400;
/** Of more rows than these in one export nobody counts on. */
const COUNTED_ROWS = 5_000;
/** A search that has looked for so long gives what it has, and goes on with its next page. */
const BUDGET_MS = 100;

type ParsedQuery = ReturnType<typeof parseQuery>;

/** Searches all exports at once. The words of each are read the first time somebody asks after it ended, the newest export first. */
export class EverywhereDesk {
  readonly #readings: Readings;
  readonly #factsById: FactsById;
  readonly #path: string;
  readonly #reader: Connection;
  readonly #hits = new Recent<ReadonlyMap<number, PartHits>>(REMEMBERED);
  #index: JointIndex | null = null;
  /** Changes with whatever is added or taken out. */
  #version = 0;
  /** Those that can be searched, the newest first. */
  #ended: readonly EndedExport[] = [];
  #lookAgainAt = 0;
  #gathering: Promise<void> | null = null;
  readonly #forgotten = new Set<string>();
  /** States of exports whose rows this version cannot read. */
  readonly #unreadable = new Set<string>();

  constructor(place: StorePlace, factsById: FactsById) {
    this.#factsById = factsById;
    this.#readings = new Readings(place);
    const folder = join(place.dataDir, SEARCH_FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, JOINT_INDEX);
    this.#reader = openReading(place);
  }

  /** @throws CommentdockError INVALID_REQUEST, DISK */
  async search(wish: EverywhereWish): Promise<EverywherePage> {
    try {
      return await this.#search(wish);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(error);
      return this.#search(wish);
    }
  }

  /** The export is gone, and its words go at once. */
  forget(guid: string): void {
    for (const aside of namesAside(this.#path)) rmSync(aside, { force: true });
    if (this.#index === null && !existsSync(this.#path)) return;
    this.#forgotten.add(guid);
    // Whoever gathers takes it out on the way. What else is lacking waits for the next search.
    if (this.#gathering !== null) return;
    try {
      this.#takeOutForgotten();
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(error);
    }
  }

  #takeOutForgotten(): void {
    const gone = [...this.#forgotten];
    this.#ended = this.#ended.filter((one) => !this.#forgotten.has(one.guid));
    this.#forgotten.clear();
    for (const guid of gone) this.#drop(guid);
  }

  #drop(guid: string): void {
    this.#version += 1;
    this.#opened().drop(guid);
  }

  async #search(wish: EverywhereWish): Promise<EverywherePage> {
    const query = wish.query === null ? null : parseQuery(wish.query);
    const asked = hash('sha256', JSON.stringify([query?.match ?? null, wish.of]), 'base64url').slice(0, 16);
    const before = wish.cursor === null ? null : readCursor(wish.cursor, { asked, revision: '' }).place;
    await this.#look();
    if (this.#lacking().length > 0) await Promise.race([this.#startGathering(), wait(PATIENCE_MS)]);
    const seen = this.#ended.filter((one) => (wish.of === null || one.isShared || one.memberUuid === wish.of) && this.#isReadable(one));
    const { parts } = this.#opened();
    const searched = seen.filter(({ guid, revision }) => parts.get(guid)?.revision === revision);
    const counts = { searched: searched.length, pending: seen.length - searched.length };
    if (query === null) return { exports: [], nextCursor: null, ...counts };
    const { found, goesOnBelow } = this.#found(query, before === null ? searched : searched.filter(({ id }) => id < before), wish.limit);
    const nextCursor = goesOnBelow === null ? null : cursorText({ asked, revision: '', total: 0, key: 0, place: goesOnBelow });
    return { exports: found.map((one) => this.#shown(query, one)), nextCursor, ...counts };
  }

  /** The first exports in which something was found, and the number of the one below which it goes on: null where all were looked at. */
  #found(
    query: ParsedQuery,
    exports: readonly EndedExport[],
    most: number,
  ): { readonly found: readonly Found[]; readonly goesOnBelow: number | null } {
    const index = this.#opened();
    const endsAt = performance.now() + BUDGET_MS;
    const found: Found[] = [];
    for (const [at, ended] of exports.entries()) {
      const part = index.parts.get(ended.guid);
      const hits = part === undefined ? null : this.#hitsOf(query.match, part);
      if (part !== undefined && hits !== null) found.push({ ended, part, hits });
      const isOver = found.length === most || performance.now() > endsAt;
      if (isOver && at < exports.length - 1) return { found, goesOnBelow: ended.id };
    }
    return { found, goesOnBelow: null };
  }

  /** Null where there is nothing. */
  #hitsOf(match: string, { part, firstShard, lastShard }: JointPart): PartHits | null {
    const first: number[] = [];
    let total = 0;
    for (let shard = firstShard; shard <= lastShard && total < COUNTED_ROWS; shard += 1) {
      const hits = this.#hitsIn(match, shard).get(part);
      total += hits?.total ?? 0;
      first.push(...(hits?.first ?? []).slice(0, SHOWN_ROWS - first.length));
    }
    return total === 0 ? null : { total, first };
  }

  #hitsIn(match: string, shard: number): ReadonlyMap<number, PartHits> {
    const name = JSON.stringify([this.#version, shard, match]);
    const hits = this.#hits.get(name) ?? this.#opened().hits(shard, match, { first: SHOWN_ROWS, most: COUNTED_ROWS });
    this.#hits.set(name, hits);
    return hits;
  }

  #shown(query: ParsedQuery, { ended, part, hits }: Found): FoundExport {
    const seqs = this.#opened().seqs(part.part, hits.first);
    const items = readRows(
      this.#reader,
      ended.id,
      seqs.map((seq) => ({ seq })),
    );
    const results = items.flatMap((item, at) =>
      item === undefined ? [] : [{ row: hits.first[at] as number, item, highlights: highlight(item, query.phrases) }],
    );
    return { guid: ended.guid, total: hits.total, isAll: hits.total < COUNTED_ROWS, itemsInExport: part.rows, results };
  }

  /** Reads which exports there are, unless that was done a moment ago. Of the runs of one address whose rows are shared the last has all. */
  async #look(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < this.#lookAgainAt) return;
    const ended: EndedExport[] = [];
    using reading = this.#readings.open();
    for (const some of endedExports(reading.connection, LOOKED_AT_ONCE)) {
      ended.push(...some);
      if (some.length === LOOKED_AT_ONCE) await breathe();
    }
    const lastRuns = new Map(ended.map(({ id, datasetId }) => [datasetId ?? `own ${id}`, id]));
    this.#ended = ended.filter(({ id, datasetId }) => datasetId === null || lastRuns.get(datasetId) === id).toReversed();
    this.#lookAgainAt = performance.now() + (performance.now() - startedAt) / LOOKS_SHARE;
  }

  #lacking(): readonly EndedExport[] {
    const { parts } = this.#opened();
    return this.#ended.filter((one) => parts.get(one.guid)?.revision !== one.revision && this.#isReadable(one));
  }

  #isReadable({ guid, revision }: Pick<EndedExport, 'guid' | 'revision'>): boolean {
    return !this.#unreadable.has(`${guid} ${revision}`);
  }

  #startGathering(): Promise<void> {
    if (this.#gathering !== null) return this.#gathering;
    const gathering = this.#gather();
    this.#gathering = gathering;
    // Who waits for it hears of a failure; nobody has to.
    gathering.catch(() => undefined);
    return gathering;
  }

  /** Takes out what is gone or has changed, and adds what is missing, until the index says what the exports do. */
  async #gather(): Promise<void> {
    try {
      await this.#takeOut();
      for (let next = this.#lacking()[0]; next !== undefined; [next] = this.#lacking()) {
        await this.#add(next);
        await this.#takeOut();
      }
      // What was deleted a moment ago.
      this.#takeOutForgotten();
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(error);
    } finally {
      this.#gathering = null;
    }
  }

  async #takeOut(): Promise<void> {
    const index = this.#opened();
    await this.#look();
    const revisions = new Map(this.#ended.map(({ guid, revision }) => [guid, revision]));
    const gone = [...index.parts.values()].filter(({ guid, revision }) => this.#forgotten.has(guid) || revisions.get(guid) !== revision);
    this.#ended = this.#ended.filter(({ guid }) => !this.#forgotten.has(guid));
    this.#forgotten.clear();
    for (const { guid } of gone) {
      this.#drop(guid);
      await breathe();
    }
  }

  async #add({ guid, revision }: EndedExport): Promise<void> {
    const index = this.#opened();
    using reading = this.#readings.open();
    const { connection } = reading;
    try {
      const { job, platform } = await findExport(connection, guid, this.#factsById);
      const dataset = datasetOf(connection, job, platform);
      await index.add({ guid, revision, rows: dataset.rows }, rowsOf(dataset));
      this.#version += 1;
    } catch (error) {
      // It was put aside meanwhile: all is read again.
      if (this.#index !== index) return;
      if (error instanceof CommentdockError && error.code === 'DISK') throw error;
      this.#unreadable.add(`${guid} ${revision}`);
      const isGone = error instanceof CommentdockError && error.code === 'RESOURCE_NOT_FOUND';
      if (!isGone) process.emitWarning(`The words of the export ${guid} could not be read for searches in all exports: ${String(error)}`);
    }
  }

  #opened(): JointIndex {
    if (this.#index !== null) return this.#index;
    try {
      this.#index = new JointIndex(this.#path);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(error);
      this.#index = new JointIndex(this.#path);
    }
    return this.#index;
  }

  #putAside({ path }: DamagedIndex): void {
    this.#index?.close();
    this.#index = null;
    this.#version += 1;
    // Whoever asked at the same time may have met it too.
    if (!existsSync(path)) return;
    process.emitWarning(
      `The search index of all exports was damaged. It was put aside as ${putAside(path)}, and is made anew: nothing is lost.`,
    );
  }
}

interface Found {
  readonly ended: EndedExport;
  readonly part: JointPart;
  readonly hits: PartHits;
}

/** The rows of an export in the order of its file; others have their turn after each part. */
async function* rowsOf({ chunks, seqs }: Pick<ReturnType<typeof datasetOf>, 'chunks' | 'seqs'>): AsyncGenerator<readonly JointRow[]> {
  let at = 0;
  for (const items of chunks()) {
    const start = at;
    yield items.map((item, index) => jointRow(item, { place: start + index + 1, seq: seqs[start + index] as number }));
    at += items.length;
    await breathe();
  }
}
