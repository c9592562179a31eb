import type { Connection } from '#core/store/connection.ts';
import type { RowMark } from '#core/store/folded-page.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { markedPages } from '#core/store/row-marks.ts';

const { kept, same, edited, returned } = ITEM_STATE;
const READ: ReadonlySet<number> = new Set([kept, same, edited, returned]);

const PAGES = 'SELECT id FROM pages WHERE job_id = ? AND id > ? ORDER BY id';

/** What a job has read so far, in the order in which it came. */
export interface Arrivals {
  page(offset: number, limit: number): { readonly total: number; readonly marks: readonly RowMark[] };
}

/** Remembers how many items each page brought: a page is counted once, as pages are stored whole. */
export function createArrivals(connection: Connection, jobId: number): Arrivals {
  const newPages = connection.prepare<[number, number], number>(PAGES).pluck();
  const ids: number[] = [];
  /** Items on all pages before it. */
  const starts: number[] = [];
  let total = 0;
  return {
    page(offset, limit) {
      // Whether rows are shared is known with the start of the run, before which somebody may have asked.
      const marked = markedPages(connection, jobId);
      const readOf = (page: number): readonly RowMark[] => marked.of([page]).filter(({ state }) => READ.has(state));
      for (const id of newPages.all(jobId, ids.at(-1) ?? 0)) {
        ids.push(id);
        starts.push(total);
        total += readOf(id).length;
      }
      const end = Math.min(offset + limit, total);
      const marks: RowMark[] = [];
      const first = Math.max(
        0,
        starts.findLastIndex((start) => start <= offset),
      );
      for (let at = first; at < ids.length && (starts[at] as number) < end; at += 1) marks.push(...readOf(ids[at] as number));
      const skipped = offset - (starts[first] ?? 0);
      return { total, marks: marks.slice(skipped, skipped + Math.max(0, end - offset)) };
    },
  };
}
