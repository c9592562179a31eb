import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/database.ts';
import { IdIndex } from '#core/store/id-index.ts';

const CHUNK_ROWS = 500;
const NONE = -1;
/** `items.state`: exported, as far as the limit reaches. */
const KEPT = 0;

/** The exported items of a job in file order. */
export interface Dataset {
  readonly rows: number;
  readonly replies: number;
  /** A fresh pass over all items, in chunks. */
  chunks(): Generator<readonly Item[]>;
}

interface ReadingRow {
  seq: number;
  id: string;
  parent_id: string | null;
  state: number;
}

/** All are answered from indexes; bodies are read when they are written. */
const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';
const COUNT = 'SELECT COUNT(*) AS size FROM pages JOIN items ON items.page_id = pages.id WHERE pages.job_id = ?';
const ITEMS_OF_PAGE = 'SELECT seq, id, parent_id, state FROM items WHERE page_id = ? ORDER BY position';

/**
 * What a job exports: the first `limit` kept items in reading order; in a tree, replies then stand after their parent.
 */
export function readDataset(
  connection: Connection,
  job: { readonly id: number; readonly limit: number; readonly order: 'tree' | 'served' },
): Dataset {
  const reading = readReadingOrder(connection, job.id);
  const chosen = choose(reading, job.limit);
  const order = job.order === 'tree' ? treeOrder(reading) : reading.seqs.map((_, index) => index);
  const seqs = order.filter((index) => chosen.has(index)).map((index) => reading.seqs[index] as number);
  const body = connection.prepare<[number], { body: string }>('SELECT body FROM items WHERE seq = ?');
  return {
    rows: seqs.length,
    replies: chosen.replies,
    *chunks() {
      for (let start = 0; start < seqs.length; start += CHUNK_ROWS) {
        yield Array.from(seqs.slice(start, start + CHUNK_ROWS), (seq) => JSON.parse(body.get(seq)?.body ?? 'null') as Item);
      }
    },
  };
}

interface Reading {
  readonly seqs: Float64Array;
  readonly kept: Uint8Array;
  readonly reply: Uint8Array;
  /** Index of the parent in the same arrays, or NONE. */
  readonly parent: Int32Array;
}

/** Items in reading order, with the place of the parent where it is in the export: a few numbers per item are kept in memory. */
function readReadingOrder(connection: Connection, jobId: number): Reading {
  const size = connection.prepare<[number], { size: number }>(COUNT).get(jobId)?.size ?? 0;
  const reading = {
    seqs: new Float64Array(size),
    kept: new Uint8Array(size),
    reply: new Uint8Array(size),
    parent: new Int32Array(size).fill(NONE),
  };
  let index = 0;
  let replies = 0;
  for (const row of rowsInReadingOrder(connection, jobId)) {
    reading.seqs[index] = row.seq;
    reading.kept[index] = row.state === KEPT ? 1 : 0;
    reading.reply[index] = row.parent_id === null ? 0 : 1;
    replies += reading.reply[index] as number;
    index += 1;
  }
  if (replies > 0) fillParents(connection, jobId, reading);
  return reading;
}

function* rowsInReadingOrder(connection: Connection, jobId: number): Generator<ReadingRow> {
  const items = connection.prepare<[number], ReadingRow>(ITEMS_OF_PAGE);
  const pages = connection.prepare<[number], number>(PAGES).pluck().all(jobId);
  for (const page of pages) yield* items.all(page);
}

function fillParents(connection: Connection, jobId: number, reading: Reading): void {
  const places = new IdIndex();
  let index = 0;
  for (const { id } of rowsInReadingOrder(connection, jobId)) {
    places.add(id, index);
    index += 1;
  }
  const idOf = connection.prepare<[number], string>('SELECT id FROM items WHERE seq = ?').pluck();
  index = 0;
  for (const { parent_id: parentId } of rowsInReadingOrder(connection, jobId)) {
    if (parentId !== null)
      reading.parent[index] = places.find(parentId, (place) => idOf.get(reading.seqs[place] as number) === parentId) ?? NONE;
    index += 1;
  }
}

function choose(reading: Reading, limit: number): { has(index: number): boolean; readonly replies: number } {
  const chosen = new Uint8Array(reading.seqs.length);
  let rows = 0;
  let replies = 0;
  for (let index = 0; index < chosen.length && rows < limit; index += 1) {
    if (reading.kept[index] === 0) continue;
    chosen[index] = 1;
    rows += 1;
    replies += reading.reply[index] as number;
  }
  return { has: (index) => chosen[index] === 1, replies };
}

/** Depth first: each item, then what answers it, siblings in reading order. Items in a circle of parents come last. */
function treeOrder(reading: Reading): Float64Array {
  const size = reading.seqs.length;
  const firstChild = new Int32Array(size).fill(NONE);
  const nextSibling = new Int32Array(size).fill(NONE);
  for (let index = size - 1; index >= 0; index -= 1) {
    const parent = reading.parent[index] as number;
    if (parent === NONE) continue;
    nextSibling[index] = firstChild[parent] as number;
    firstChild[parent] = index;
  }
  const order = new Float64Array(size);
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
  for (let index = 0; index < size; index += 1) if (reading.parent[index] === NONE) walk(index);
  for (let index = 0; index < size; index += 1) if (seen[index] === 0) walk(index);
  return order;
}
