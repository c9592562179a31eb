import type { Connection } from '#core/store/connection.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';

const { kept, same, edited, returned } = ITEM_STATE;
const PAGES = 'SELECT id FROM pages WHERE job_id = ? AND id > ? ORDER BY id';
const READ = `state IN (${[kept, same, edited, returned].join(', ')})`;
const COUNT = `SELECT COUNT(*) FROM items WHERE page_id = ? AND ${READ}`;
const SEQS = `SELECT seq FROM items WHERE page_id = ? AND ${READ} ORDER BY position`;

/** What a job has read so far, in the order in which it came. */
export interface Arrivals {
  page(offset: number, limit: number): { readonly total: number; readonly seqs: readonly number[] };
}

/** Remembers how many items each page brought: a page is counted once, as pages are stored whole. */
export function createArrivals(connection: Connection, jobId: number): Arrivals {
  const newPages = connection.prepare<[number, number], number>(PAGES).pluck();
  const countOf = connection.prepare<[number], number>(COUNT).pluck();
  const seqsOf = connection.prepare<[number], number>(SEQS).pluck();
  const ids: number[] = [];
  /** Items on all pages before it. */
  const starts: number[] = [];
  let total = 0;
  return {
    page(offset, limit) {
      for (const id of newPages.all(jobId, ids.at(-1) ?? 0)) {
        ids.push(id);
        starts.push(total);
        total += countOf.get(id) ?? 0;
      }
      const end = Math.min(offset + limit, total);
      const seqs: number[] = [];
      const first = Math.max(
        0,
        starts.findLastIndex((start) => start <= offset),
      );
      for (let at = first; at < ids.length && (starts[at] as number) < end; at += 1) seqs.push(...seqsOf.all(ids[at] as number));
      const skipped = offset - (starts[first] ?? 0);
      return { total, seqs: seqs.slice(skipped, skipped + Math.max(0, end - offset)) };
    },
  };
}
