import { CommentdockError } from '#core/contract/error.ts';
import type { RowChange } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { IdIndex } from '#core/store/id-index.ts';
import { itemReader, type StoredBody, type ToldMark } from '#core/store/item-reader.ts';
import { changeInRun, RowChoice } from '#core/store/item-state.ts';
import { depthsOf, type Nesting, nestingOf } from '#core/store/nesting.ts';
import { type MarkedPages, markedPages } from '#core/store/row-marks.ts';

const CHUNK_ROWS = 500;
const PAGES_AT_ONCE = 20;
const NONE = -1;

/** The exported items of a job in file order. Those of an incremental run say in `extra` what became of them. */
export interface Dataset {
  readonly rows: number;
  /** `items.seq` of each, in file order. */
  readonly seqs: Float64Array;
  /** What an incremental run says of each; null: it is none. */
  readonly marks: RowMarks | null;
  readonly replies: number;
  nesting(): Nesting;
  /** How deep each stands, in file order, as statistics count it: 0 at the top; a reply to what is not in the export is at 1. */
  depths(): Uint16Array;
  /** A fresh pass over all items, in chunks. */
  chunks(wish?: ChunksWish): Generator<readonly Item[]>;
}

/** Which rows a pass is over. Left out: all. */
interface ChunksWish {
  /** Those at these places of the file, from 0, in this order. */
  readonly places?: Uint32Array;
  /** Of these, those that an incremental run found changed in this way. */
  readonly only?: RowChange;
}

/** Parallel to `Dataset.seqs`. NaN: null; of a run of an earlier version no instants are known. */
export interface RowMarks {
  readonly states: Uint8Array;
  readonly seenMs: Float64Array;
  readonly goneMs: Float64Array;
}

/** `row`: from 0. */
export function markAt(marks: RowMarks | null, row: number): ToldMark | undefined {
  const state = marks?.states[row];
  if (marks === null || state === undefined) return undefined;
  const orNull = (ms = Number.NaN): number | null => (Number.isNaN(ms) ? null : ms);
  return { state, seenMs: orNull(marks.seenMs[row]), goneMs: orNull(marks.goneMs[row]) };
}

const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';
/** Many at once, by a list of their `seq`: of PostgreSQL, each question would cost a round trip. */
const THESE = 'WHERE items.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
const IDS = `SELECT seq, id FROM items ${THESE}`;

interface DatasetWish {
  readonly id: number;
  readonly limit: number;
  readonly order: 'tree' | 'served';
  /** Only the pages that hold the first so many items. Replies that stand on later pages are not there then. */
  readonly first?: number;
}

/**
 * What a job exports: the first `limit` kept items in reading order; in a tree, replies then stand after their parent.
 */
export function readDataset(connection: Connection, job: DatasetWish): Dataset {
  const marked = markedPages(connection, job.id);
  const pages = pagesInReadingOrder(connection, job, marked);
  const reading = readReadingOrder(marked, pages);
  const chosen = choose(reading, job.limit);
  const parents = job.order === 'tree' && reading.replies > 0 ? readParents(connection, marked, pages, reading) : null;
  const places = chosenPlaces(chosen, parents === null ? null : treeOrder(parents));
  const seqs = Float64Array.from(places, (place) => reading.seqs[place] as number);
  const marks = marked.keeping === 'own' ? null : marksAt(reading, places);
  const read = rowReader(connection, job.id);
  return {
    rows: seqs.length,
    seqs,
    marks,
    replies: chosen.replies,
    nesting: () => nestingOf(places, parents),
    depths() {
      if (reading.replies === 0) return new Uint16Array(places.length);
      const depths = depthsOf(reading.reply, parents ?? readParents(connection, marked, pages, reading), chosen.isChosen);
      return Uint16Array.from(places, (place) => depths[place] as number);
    },
    *chunks({ places: wanted, only } = {}) {
      const isWanted = (row: number): boolean => only === undefined || changeInRun(marks?.states[row] ?? NONE) === only;
      const size = wanted?.length ?? seqs.length;
      for (let start = 0; start < size; start += CHUNK_ROWS) {
        const length = Math.min(CHUNK_ROWS, size - start);
        const rows = Array.from({ length }, (_, at) => wanted?.[start + at] ?? start + at).filter(isWanted);
        if (rows.length > 0) yield read(rows.map((row) => ({ seq: seqs[row] as number, mark: markAt(marks, row) }))) as readonly Item[];
      }
    },
  };
}

function marksAt({ states, seenMs, goneMs }: Reading, places: Uint32Array): RowMarks {
  const instants = (of: Float64Array): Float64Array => (of.length === 0 ? of : Float64Array.from(places, (place) => of[place] as number));
  return { states: Uint8Array.from(places, (place) => states[place] as number), seenMs: instants(seenMs), goneMs: instants(goneMs) };
}

/** A row of a job. `mark`: what the job says of it, where that is not its own. */
interface WantedRow {
  readonly seq: number;
  readonly mark?: ToldMark | undefined;
}

/** Items of a job, in the order given; undefined where there is none any more. */
export function readRows(connection: Connection, jobId: number, rows: readonly WantedRow[]): readonly (Item | undefined)[] {
  return rowReader(connection, jobId)(rows);
}

export function rowReader(connection: Connection, jobId: number): (rows: readonly WantedRow[]) => readonly (Item | undefined)[] {
  const { select, values, read } = itemReader(connection, jobId);
  const bodies = connection.prepare<string[], StoredBody>(`${select} ${THESE}`);
  return (rows) => {
    const markOf = new Map(rows.map(({ seq, mark }) => [seq, mark]));
    const found = bodies.all(...values, JSON.stringify(rows.map(({ seq }) => seq)));
    const items = read(found.map((stored) => ({ stored, mark: markOf.get(stored.seq) })));
    const bySeq = new Map(found.map(({ seq }, at) => [seq, items[at]]));
    return rows.map(({ seq }) => bySeq.get(seq));
  };
}

/** What a revision is made of. */
const REVISION = `id, status, retry, exported, replies, finished_at_ms, ledger ->> '$.sentiment' AS sentiment, ledger ->> '$.languages' AS languages`;

type RevisionFields = Readonly<Record<string, unknown>>;

/**
 * A text that is another one as soon as the rows of an export are.
 * @throws CommentdockError RESOURCE_NOT_FOUND
 */
export function readRevision(connection: Connection, guid: string): string {
  const found = connection.prepare<[string], RevisionFields>(`SELECT ${REVISION} FROM jobs WHERE guid = ?`).get(guid);
  if (found === undefined) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid} any more.`);
  return revisionOf(found);
}

/** An export that is over and has rows. */
export interface EndedExport {
  readonly id: number;
  readonly guid: string;
  readonly revision: string;
  /** What holds rows that it shares with other runs of its address; null: all rows are its own. */
  readonly datasetId: number | null;
  readonly memberUuid: string | null;
  readonly isShared: boolean;
}

interface EndedRow {
  readonly guid: string;
  readonly datasetId: number | null;
  readonly memberUuid: string | null;
  readonly isShared: number;
}

/** Exports that are over and have rows, in the order of their numbers; some at a time. */
export function* endedExports(connection: Connection, atOnce: number): Generator<readonly EndedExport[]> {
  const these = connection.prepare<[number, number], RevisionFields & EndedRow>(
    `SELECT ${REVISION}, guid, dataset_id AS "datasetId", member_uuid AS "memberUuid", shared AS "isShared"
     FROM jobs WHERE id > ? AND status IN ('done', 'error', 'stopped') AND exported > 0 ORDER BY id LIMIT ?`,
  );
  for (let after = 0; ;) {
    const rows = these.all(after, atOnce);
    yield rows.map(({ guid, datasetId, memberUuid, isShared, ...revision }) => ({
      id: Number(revision['id']),
      guid,
      revision: revisionOf(revision),
      datasetId,
      memberUuid,
      isShared: isShared === 1,
    }));
    if (rows.length < atOnce) return;
    after = Number(rows.at(-1)?.['id']);
  }
}

function revisionOf(fields: RevisionFields): string {
  return JSON.stringify(Object.values(fields));
}

/** Rows of the files of a job, in reading order. */
export interface ChosenRows {
  /** `items.seq` of each. */
  readonly seqs: Float64Array;
  /** `items.state` of each. */
  readonly states: Uint8Array;
}

/** Quicker than a dataset, whose order takes the ids of all rows. */
export function chosenRows(connection: Connection, job: { readonly id: number; readonly limit: number }): ChosenRows {
  const marked = markedPages(connection, job.id);
  const reading = readReadingOrder(marked, pagesInReadingOrder(connection, job, marked));
  const { isChosen } = choose(reading, job.limit);
  const isRow = (_value: number, at: number): boolean => isChosen[at] === 1;
  return { seqs: reading.seqs.filter(isRow), states: reading.states.filter(isRow) };
}

/** The guids of the runs that are over and share the rows of one of them, the oldest first; none where it shares none. */
export function runsOfDataset(connection: Connection, guid: string): readonly string[] {
  return connection
    .prepare<[string], string>(
      `SELECT guid FROM jobs WHERE dataset_id = (SELECT dataset_id FROM jobs WHERE guid = ?) AND status IN ('done', 'error', 'stopped')
       ORDER BY id`,
    )
    .pluck()
    .all(guid);
}

/** How many rows the files of a job have, and how many of them in each `items.state`. */
export function tallyDataset(
  connection: Connection,
  job: { readonly id: number; readonly limit: number },
): { readonly rows: number; readonly replies: number; readonly byState: ReadonlyMap<number, number> } {
  const marked = markedPages(connection, job.id);
  const reading = readReadingOrder(marked, pagesInReadingOrder(connection, job, marked));
  const { isChosen, rows, replies } = choose(reading, job.limit);
  const byState = new Map<number, number>();
  for (const [index, state] of reading.states.entries()) {
    if (isChosen[index] === 1) byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return { rows, replies, byState };
}

interface Reading {
  readonly seqs: Float64Array;
  readonly states: Uint8Array;
  readonly reply: Uint8Array;
  readonly seenMs: Float64Array;
  readonly goneMs: Float64Array;
  readonly replies: number;
}

interface Pages {
  readonly ids: readonly number[];
  /** Items on them. */
  readonly size: number;
}

function pagesInReadingOrder(connection: Connection, { id, first }: Pick<DatasetWish, 'id' | 'first'>, marked: MarkedPages): Pages {
  const ids = connection.prepare<[number], number>(PAGES).pluck().all(id);
  if (first === undefined) return { ids, size: marked.size() };
  let taken = 0;
  let size = 0;
  for (; taken < ids.length && size < first; taken += 1) size += marked.sizeOf(ids[taken] as number);
  return { ids: ids.slice(0, taken), size };
}

/** Items in reading order: ten bytes per item are kept in memory, and 16 more where instants are known. */
function readReadingOrder(marked: MarkedPages, pages: Pages): Reading {
  const { size } = pages;
  const [seqs, states, reply] = [new Float64Array(size), new Uint8Array(size), new Uint8Array(size)];
  const instants = marked.keeping === 'living' ? size : 0;
  const [seenMs, goneMs] = [new Float64Array(instants), new Float64Array(instants)];
  let index = 0;
  let replies = 0;
  for (const part of partsOf(pages))
    for (const row of marked.of(part)) {
      seqs[index] = row.seq;
      states[index] = row.state;
      reply[index] = row.reply;
      seenMs[index] = row.seenMs ?? Number.NaN;
      goneMs[index] = row.goneMs ?? Number.NaN;
      replies += row.reply;
      index += 1;
    }
  return { seqs, states, reply, seenMs, goneMs, replies };
}

function* partsOf({ ids }: Pages): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += PAGES_AT_ONCE) yield ids.slice(start, start + PAGES_AT_ONCE);
}

/** For each item the place of its parent in reading order; NONE where it has none in the export. */
function readParents(connection: Connection, marked: MarkedPages, pages: Pages, { seqs }: Reading): Int32Array {
  const places = new IdIndex();
  let index = 0;
  for (const part of partsOf(pages))
    for (const { id } of marked.ids(part)) {
      places.add(id, index);
      index += 1;
    }
  const parents = new Int32Array(seqs.length).fill(NONE);
  const ids = connection.prepare<[string], { seq: number; id: string }>(IDS);
  index = 0;
  for (const part of partsOf(pages)) {
    const rows = marked.ids(part);
    const looked = new Set<number>();
    const look = (place: number): boolean => {
      looked.add(seqs[place] as number);
      return false;
    };
    for (const { parent } of rows) if (parent !== null) places.find(parent, look);
    const idOf = new Map(looked.size === 0 ? [] : ids.all(JSON.stringify([...looked])).map(({ seq, id }) => [seq, id]));
    for (const { parent } of rows) {
      if (parent !== null) parents[index] = places.find(parent, (place) => idOf.get(seqs[place] as number) === parent) ?? NONE;
      index += 1;
    }
  }
  return parents;
}

/** The rows of the files. See `RowChoice`. */
function choose(reading: Reading, limit: number): { readonly isChosen: Uint8Array; readonly rows: number; readonly replies: number } {
  const isChosen = new Uint8Array(reading.states.length);
  const choice = new RowChoice(limit);
  let rows = 0;
  let replies = 0;
  for (let index = 0; index < isChosen.length; index += 1) {
    if (!choice.isRow(reading.states[index] as number)) continue;
    isChosen[index] = 1;
    rows += 1;
    replies += reading.reply[index] as number;
  }
  return { isChosen, rows, replies };
}

/** Where the chosen items stand in reading order, in file order. `order`: places in reading order; null: that order itself. */
function chosenPlaces({ isChosen, rows }: ReturnType<typeof choose>, order: Uint32Array | null): Uint32Array {
  const chosen = new Uint32Array(rows);
  let length = 0;
  for (let at = 0; at < isChosen.length; at += 1) {
    const place = order === null ? at : (order[at] as number);
    if (isChosen[place] === 0) continue;
    chosen[length] = place;
    length += 1;
  }
  return chosen;
}

/** Depth first: each item, then what answers it, siblings in reading order. Items in a circle of parents come last. */
function treeOrder(parents: Int32Array): Uint32Array {
  const size = parents.length;
  const firstChild = new Int32Array(size).fill(NONE);
  const nextSibling = new Int32Array(size).fill(NONE);
  for (let index = size - 1; index >= 0; index -= 1) {
    const parent = parents[index] as number;
    if (parent === NONE) continue;
    nextSibling[index] = firstChild[parent] as number;
    firstChild[parent] = index;
  }
  const order = new Uint32Array(size);
  const seen = new Uint8Array(size);
  let length = 0;
  const walk = (root: number): void => {
    const stack = [root];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (seen[index] === 1) continue;
      seen[index] = 1;
      order[length] = index;
      length += 1;
      const sibling = index === root ? NONE : (nextSibling[index] as number);
      if (sibling !== NONE) stack.push(sibling);
      if (firstChild[index] !== NONE) stack.push(firstChild[index] as number);
    }
  };
  for (let index = 0; index < size; index += 1) if (parents[index] === NONE) walk(index);
  for (let index = 0; index < size; index += 1) if (seen[index] === 0) walk(index);
  return order;
}
