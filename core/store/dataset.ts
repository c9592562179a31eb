import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { IdIndex } from '#core/store/id-index.ts';
import { CHANGE_OF_STATE, RowChoice } from '#core/store/item-state.ts';
import { type Nesting, nestingOf } from '#core/store/nesting.ts';
import { JUDGED_ITEMS, judged, type JudgedRow, showsVerdicts } from '#core/store/verdict-reader.ts';

const CHUNK_ROWS = 500;
const PAGES_AT_ONCE = 20;
const NONE = -1;

/** The exported items of a job in file order. Those of an incremental run say in `extra.change` what became of them since the last. */
export interface Dataset {
  readonly rows: number;
  /** `items.seq` of each, in file order. */
  readonly seqs: Float64Array;
  readonly replies: number;
  nesting(): Nesting;
  /** A fresh pass over all items, or over those with these `seqs`, in chunks. */
  chunks(chosen?: Float64Array): Generator<readonly Item[]>;
}

/** All are answered from indexes; bodies are read when they are written. */
const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';
const COUNT = 'SELECT COUNT(*) AS size FROM pages JOIN items ON items.page_id = pages.id WHERE pages.job_id = ?';
const COUNT_OF_PAGE = 'SELECT COUNT(*) FROM items WHERE page_id = ?';
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
  const pages = pagesInReadingOrder(connection, job);
  const reading = readReadingOrder(connection, pages);
  const chosen = choose(reading, job.limit);
  const parents = job.order === 'tree' && reading.replies > 0 ? readParents(connection, pages, reading) : null;
  const places = chosenPlaces(chosen, parents === null ? null : treeOrder(parents));
  const seqs = Float64Array.from(places, (place) => reading.seqs[place] as number);
  const read = rowReader(connection, job.id);
  return {
    rows: seqs.length,
    seqs,
    replies: chosen.replies,
    nesting: () => nestingOf(places, parents),
    *chunks(wanted = seqs) {
      for (let start = 0; start < wanted.length; start += CHUNK_ROWS) {
        yield read(Array.from(wanted.slice(start, start + CHUNK_ROWS))) as readonly Item[];
      }
    },
  };
}

/** Items of a job by their `seq`, in the order given; undefined where there is none any more. */
export function readRows(connection: Connection, jobId: number, seqs: readonly number[]): readonly (Item | undefined)[] {
  return rowReader(connection, jobId)(seqs);
}

function rowReader(connection: Connection, jobId: number): (seqs: readonly number[]) => readonly (Item | undefined)[] {
  const { select, read } = itemReader(connection, jobId);
  const rows = connection.prepare<[string], StoredBody>(`${select} ${THESE}`);
  return (seqs) => {
    const items = new Map(rows.all(JSON.stringify(seqs)).map((stored) => [stored.seq, read(stored)]));
    return seqs.map((seq) => items.get(seq));
  };
}

/**
 * A text that is another one as soon as the rows of an export are.
 * @throws CommentdockError RESOURCE_NOT_FOUND
 */
export function readRevision(connection: Connection, guid: string): string {
  const found = connection
    .prepare<[string], Readonly<Record<string, unknown>>>(
      `SELECT id, status, retry, exported, replies, finished_at_ms, ledger ->> '$.sentiment' AS sentiment,
         ledger ->> '$.languages' AS languages FROM jobs WHERE guid = ?`,
    )
    .get(guid);
  if (found === undefined) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid} any more.`);
  return JSON.stringify(Object.values(found));
}

/** How many rows the files of a job have, and how many of them in each `items.state`. */
export function tallyDataset(
  connection: Connection,
  job: { readonly id: number; readonly limit: number },
): { readonly rows: number; readonly replies: number; readonly byState: ReadonlyMap<number, number> } {
  const reading = readReadingOrder(connection, pagesInReadingOrder(connection, job));
  const { isChosen, rows, replies } = choose(reading, job.limit);
  const byState = new Map<number, number>();
  for (const [index, state] of reading.states.entries()) {
    if (isChosen[index] === 1) byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  return { rows, replies, byState };
}

export interface StoredBody extends JudgedRow {
  readonly seq: number;
  readonly position: number;
  readonly body: string;
  readonly state: number;
}

/** What is selected of a job's items, and what makes items of it, with their change since the last run and what was judged of them. */
export function itemReader(connection: Connection, jobId: number): { readonly select: string; read(stored: StoredBody): Item } {
  const read = isIncremental(connection, jobId) ? readChanged : readPlain;
  const row = 'SELECT items.seq AS seq, position, body, state';
  if (!showsVerdicts(connection, jobId)) return { select: `${row} FROM items`, read };
  return { select: `${row}, ${JUDGED_ITEMS}`, read: (stored) => judged(read(stored), stored) };
}

function readPlain({ body }: StoredBody): Item {
  return JSON.parse(body) as Item;
}

function readChanged(stored: StoredBody): Item {
  const item = readPlain(stored);
  return { ...item, extra: { ...item.extra, change: CHANGE_OF_STATE.get(stored.state) ?? null } };
}

function isIncremental(connection: Connection, jobId: number): boolean {
  return connection.prepare<[number]>('SELECT 1 FROM jobs WHERE id = ? AND series IS NOT NULL').get(jobId) !== undefined;
}

interface Place {
  readonly seq: number;
  readonly state: number;
  readonly reply: number;
}

interface Reading {
  readonly seqs: Float64Array;
  readonly states: Uint8Array;
  readonly reply: Uint8Array;
  readonly replies: number;
}

interface Pages {
  readonly ids: readonly number[];
  /** Items on them. */
  readonly size: number;
}

function pagesInReadingOrder(connection: Connection, { id, first }: Pick<DatasetWish, 'id' | 'first'>): Pages {
  const ids = connection.prepare<[number], number>(PAGES).pluck().all(id);
  if (first === undefined) return { ids, size: connection.prepare<[number], { size: number }>(COUNT).get(id)?.size ?? 0 };
  const countOf = connection.prepare<[number], number>(COUNT_OF_PAGE).pluck();
  let taken = 0;
  let size = 0;
  for (; taken < ids.length && size < first; taken += 1) size += countOf.get(ids[taken] as number) ?? 0;
  return { ids: ids.slice(0, taken), size };
}

/** Items in reading order: ten bytes per item are kept in memory. */
function readReadingOrder(connection: Connection, pages: Pages): Reading {
  const { size } = pages;
  const [seqs, states, reply] = [new Float64Array(size), new Uint8Array(size), new Uint8Array(size)];
  let index = 0;
  let replies = 0;
  for (const rows of itemsInReadingOrder<Place>(connection, pages, 'seq, state, parent_id IS NOT NULL AS reply'))
    for (const row of rows) {
      seqs[index] = row.seq;
      states[index] = row.state;
      reply[index] = row.reply;
      replies += row.reply;
      index += 1;
    }
  return { seqs, states, reply, replies };
}

/** In parts of some pages. */
function* itemsInReadingOrder<Row>(connection: Connection, { ids }: Pages, columns: string): Generator<readonly Row[]> {
  const items = connection.prepare<[string], Row & { page: number }>(
    `SELECT page_id AS page, ${columns} FROM items WHERE page_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY page_id, position`,
  );
  for (let start = 0; start < ids.length; start += PAGES_AT_ONCE) {
    const pages = ids.slice(start, start + PAGES_AT_ONCE);
    const byPage = Map.groupBy(items.all(JSON.stringify(pages)), ({ page }) => page);
    yield pages.flatMap((page) => byPage.get(page) ?? []);
  }
}

/** For each item the place of its parent in reading order; NONE where it has none in the export. */
function readParents(connection: Connection, pages: Pages, { seqs }: Reading): Int32Array {
  const places = new IdIndex();
  let index = 0;
  for (const rows of itemsInReadingOrder<{ id: string }>(connection, pages, 'id'))
    for (const { id } of rows) {
      places.add(id, index);
      index += 1;
    }
  const parents = new Int32Array(seqs.length).fill(NONE);
  const ids = connection.prepare<[string], { seq: number; id: string }>(IDS);
  index = 0;
  for (const rows of itemsInReadingOrder<{ parent: string | null }>(connection, pages, 'parent_id AS parent')) {
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
