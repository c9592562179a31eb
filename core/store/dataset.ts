import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/database.ts';

const CHUNK_ROWS = 500;
const NONE = -1;

/** The exported items of a job in file order. */
export interface Dataset {
  readonly rows: number;
  readonly replies: number;
  /** A fresh pass over all items, in chunks. */
  chunks(): Generator<readonly Item[]>;
}

interface ReadingRow {
  seq: number;
  state: number;
  reply: number;
  parent_seq: number | null;
}

/**
 * Items in reading order, with the row of the parent where it is in the export. One integer per item is kept in memory,
 * bodies are read when they are written.
 */
const READING_ORDER = `
  SELECT items.seq, items.state, items.parent_id IS NOT NULL AS reply, parents.seq AS parent_seq
  FROM pages JOIN items ON items.page_id = pages.id AND items.job_id = pages.job_id
  LEFT JOIN items AS parents ON parents.job_id = items.job_id AND parents.id = items.parent_id
  WHERE pages.job_id = ?
  ORDER BY pages.read_key, items.position`;

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

function readReadingOrder(connection: Connection, jobId: number): Reading {
  const size = connection.prepare<[number], { size: number }>('SELECT COUNT(*) AS size FROM items WHERE job_id = ?').get(jobId)?.size ?? 0;
  const reading = {
    seqs: new Float64Array(size),
    kept: new Uint8Array(size),
    reply: new Uint8Array(size),
    parent: new Int32Array(size).fill(NONE),
  };
  const parentSeqs = new Float64Array(size).fill(NONE);
  let index = 0;
  for (const row of connection.prepare<[number], ReadingRow>(READING_ORDER).iterate(jobId)) {
    reading.seqs[index] = row.seq;
    reading.kept[index] = row.state === 0 ? 1 : 0;
    reading.reply[index] = row.reply;
    parentSeqs[index] = row.parent_seq ?? NONE;
    index += 1;
  }
  fillParents(reading, parentSeqs);
  return reading;
}

/** Turns row numbers of parents into indexes by a binary search over the sorted row numbers. */
function fillParents(reading: Reading, parentSeqs: Float64Array): void {
  if (parentSeqs.every((seq) => seq === NONE)) return;
  const bySeq = new Uint32Array(reading.seqs.length).map((_, index) => index);
  bySeq.sort((a, b) => (reading.seqs[a] as number) - (reading.seqs[b] as number));
  const sorted = Float64Array.from(bySeq, (index) => reading.seqs[index] as number);
  for (const [index, seq] of parentSeqs.entries()) {
    if (seq !== NONE) reading.parent[index] = bySeq[search(sorted, seq)] ?? NONE;
  }
}

function search(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
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
