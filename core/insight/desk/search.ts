import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { highlight } from '#core/analysis/search/highlight.ts';
import { parseQuery } from '#core/analysis/search/query.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type IndexState, JOINT_INDEX, SEARCH_FOLDER, type SearchPage, type SearchWish } from '#core/insight/ports.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';
import type { Connection } from '#core/store/connection.ts';
import { openReading, Readings, type StorePlace } from '#core/store/place.ts';
import { markAt, readRevision, readRows, type RowMarks } from '#core/store/dataset.ts';
import { nameBefore, putAside } from '#core/store/put-aside.ts';
import { remarkedIds } from '#core/store/remarks.ts';
import { isLiving } from '#core/store/row-marks.ts';
import {
  DamagedIndex,
  type IndexRequest,
  openSearchIndex,
  removeSearchIndex,
  type SearchIndex,
  SearchIndexBuild,
} from '#core/store/search.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import { cursorText, readCursor } from '#core/insight/desk/search-cursor.ts';
import { SearchResults } from '#core/insight/desk/search-results.ts';
import { conditionsOf, indexedRow, remarkConditions } from '#core/insight/desk/search-rows.ts';
import { datasetOf, type FactsById, findExport } from '#core/insight/desk/stored-export.ts';

const SUFFIX = '.sqlite';
/** Indexes that stay open. */
const OPEN_INDEXES = 8;
/** Of runs with shared rows: seventeen bytes a row. */
const REMEMBERED_MARKS = 2;

interface Build {
  readonly revision: string;
  readonly done: Promise<SearchIndex>;
  rows: number | null;
  indexed: number;
}

/** Searches exports. The index of one is made at its first search, and made anew after it changed. */
export class SearchDesk {
  readonly #readings: Readings;
  readonly #factsById: FactsById;
  readonly #folder: string;
  readonly #reader: Connection;
  readonly #open = new Recent<SearchIndex>(OPEN_INDEXES, (index) => index.close());
  readonly #results = new SearchResults();
  readonly #marks = new Recent<RowMarks>(REMEMBERED_MARKS);
  readonly #builds = new Map<string, Build>();

  constructor(place: StorePlace, factsById: FactsById) {
    this.#factsById = factsById;
    this.#readings = new Readings(place);
    this.#folder = join(place.dataDir, SEARCH_FOLDER);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#reader = openReading(place);
    this.#sweep();
  }

  /** @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST, DISK */
  async search(guid: string, wish: SearchWish): Promise<SearchPage> {
    try {
      return await this.#search(guid, wish);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(guid, error);
      return this.#search(guid, wish);
    }
  }

  async #search(guid: string, wish: SearchWish): Promise<SearchPage> {
    const query = wish.query === null ? null : parseQuery(wish.query);
    const request: IndexRequest = {
      match: query?.match ?? null,
      conditions: [...conditionsOf(wish.filters), ...this.#remarked(guid, wish)],
    };
    const asked = hash('sha256', JSON.stringify([guid, request, wish.sort]), 'base64url').slice(0, 16);
    const index = await this.#indexOf(guid);
    const cursor = wish.cursor === null ? null : readCursor(wish.cursor, { asked, revision: index.revision });
    const search = { guid, request, sort: wish.sort };
    const total = cursor?.total ?? this.#results.total(index, search);
    const isByOffset = wish.offset !== null && wish.offset > 0;
    const limit = wish.limit + (isByOffset ? 0 : 1);
    const found = this.#results.page(index, search, { after: cursor, offset: wish.offset ?? 0, limit });
    const page = found.slice(0, wish.limit);
    const items = await this.#itemsAt(guid, page);
    const last = found.length > wish.limit ? page.at(-1) : undefined;
    return {
      total,
      itemsInExport: index.rows,
      results: page.flatMap(({ place }, at) => {
        const item = items[at];
        return item === undefined ? [] : [{ row: place, item, highlights: highlight(item, query?.phrases ?? []) }];
      }),
      nextCursor: last === undefined ? null : cursorText({ asked, revision: index.revision, total, key: last.key, place: last.place }),
      isProvisional: false,
    };
  }

  /** What people said of rows changes more often than the index. */
  #remarked(guid: string, { filters }: SearchWish): IndexRequest['conditions'] {
    return remarkConditions(filters, (takes) => remarkedIds(this.#reader, guid, takes));
  }

  /** @throws CommentdockError RESOURCE_NOT_FOUND */
  state(guid: string): IndexState {
    const revision = readRevision(this.#reader, guid);
    const build = this.#builds.get(guid);
    if (build?.revision === revision) return { state: 'building', indexed: build.indexed, rows: build.rows, bytes: 0 };
    const index = this.#opened(guid, revision);
    if (index === null) return { state: 'none', indexed: 0, rows: null, bytes: 0 };
    return { state: 'ready', indexed: index.rows, rows: index.rows, bytes: index.bytes };
  }

  forget(guid: string): void {
    this.#open.remove(guid);
    // An index that is being made goes when that finds the export gone.
    if (!this.#builds.has(guid)) removeSearchIndex(this.#pathOf(guid));
  }

  async #itemsAt(guid: string, rows: readonly { readonly seq: number; readonly place: number }[]): Promise<readonly (Item | undefined)[]> {
    const { job, platform } = await findExport(this.#reader, guid, this.#factsById);
    const marks = isLiving(this.#reader, job.id) ? this.#marksOf(job, platform) : null;
    return readRows(
      this.#reader,
      job.id,
      rows.map(({ seq, place }) => ({ seq, mark: markAt(marks, place - 1) })),
    );
  }

  /** What a run says of rows that it shares with others. */
  #marksOf(job: JobRecord, platform: PlatformFacts): RowMarks | null {
    const name = `${job.guid} ${readRevision(this.#reader, job.guid)}`;
    const marks = this.#marks.get(name) ?? datasetOf(this.#reader, job, platform).marks;
    if (marks !== null) this.#marks.set(name, marks);
    return marks;
  }

  async #indexOf(guid: string): Promise<SearchIndex> {
    const revision = readRevision(this.#reader, guid);
    const opened = this.#opened(guid, revision);
    if (opened !== null) return opened;
    const running = this.#builds.get(guid);
    if (running !== undefined) {
      if (running.revision === revision) return running.done;
      await running.done.catch(() => undefined);
      return this.#indexOf(guid);
    }
    const { promise, resolve, reject } = Promise.withResolvers<SearchIndex>();
    const build: Build = { revision, done: promise, rows: null, indexed: 0 };
    this.#builds.set(guid, build);
    this.#make(guid, build)
      .then(resolve, reject)
      .finally(() => this.#builds.delete(guid));
    return promise;
  }

  /** Null where there is none for this state of the export. */
  #opened(guid: string, revision: string): SearchIndex | null {
    const known = this.#open.get(guid);
    if (known?.revision === revision) return known;
    this.#open.remove(guid);
    const stored = this.#stored(guid);
    if (stored === null) return null;
    if (stored.revision === revision) this.#open.set(guid, stored);
    else stored.close();
    return stored.revision === revision ? stored : null;
  }

  #stored(guid: string): SearchIndex | null {
    try {
      return openSearchIndex(this.#pathOf(guid));
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#putAside(guid, error);
      return null;
    }
  }

  #putAside(guid: string, { path }: DamagedIndex): void {
    this.#open.remove(guid);
    // Whoever asked at the same time may have met it too.
    if (!existsSync(path)) return;
    process.emitWarning(`A search index was damaged. It was put aside as ${putAside(path)}, and is made anew: nothing is lost.`);
  }

  async #make(guid: string, build: Build): Promise<SearchIndex> {
    this.#open.remove(guid);
    const index = new SearchIndexBuild(this.#pathOf(guid));
    try {
      await this.#fill(guid, build, index);
      for (let step = 0; index.join(step); step += 1) await breathe();
      readRevision(this.#reader, guid);
      index.finish(build.revision);
    } catch (error) {
      index.discard();
      // An export that was deleted meanwhile is the reason for whatever went wrong.
      readRevision(this.#reader, guid);
      throw error;
    }
    const opened = openSearchIndex(this.#pathOf(guid));
    if (opened === null) throw new CommentdockError('DISK', 'The search index that was just written cannot be read.');
    this.#open.set(guid, opened);
    return opened;
  }

  async #fill(guid: string, build: Build, index: SearchIndexBuild): Promise<void> {
    using reading = this.#readings.open();
    const { connection } = reading;
    const { job, platform } = await findExport(connection, guid, this.#factsById);
    const dataset = datasetOf(connection, job, platform);
    build.rows = dataset.rows;
    const depths = dataset.depths();
    let former: readonly Item[] = [];
    const add = (items: readonly Item[], next: Item | undefined): void => {
      const start = build.indexed;
      index.add(
        items.map((item, at) => {
          const isAnswered = (items[at + 1] ?? next)?.parentId === item.id;
          const row = start + at;
          return indexedRow(item, { place: row + 1, seq: dataset.seqs[row] as number, depth: depths[row] as number, isAnswered });
        }),
      );
      build.indexed += items.length;
    };
    for (const items of dataset.chunks()) {
      add(former, items[0]);
      former = items;
      await breathe();
    }
    add(former, undefined);
  }

  /** Indexes of exports that were deleted while nobody looked, and what a killed process left half made. */
  #sweep(): void {
    const job = this.#reader.prepare('SELECT 1 FROM jobs WHERE guid = ?');
    for (const name of readdirSync(this.#folder)) {
      const index = nameBefore(name) ?? name;
      if (index.startsWith(JOINT_INDEX)) continue;
      const isWanted = index.endsWith(SUFFIX) && job.get(index.slice(0, -SUFFIX.length)) !== undefined;
      if (!isWanted) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #pathOf(guid: string): string {
    return join(this.#folder, `${guid}${SUFFIX}`);
  }
}
