import { queryOptions } from '@tanstack/react-query';
import { call, type CallError } from '#renderer/client/call.ts';
import { type FoundRow, KEPT } from '#renderer/client/queries.ts';

/** As many as the operation gives at once. */
const AT_ONCE = 100;
/** More are read in the table. */
const MOST = 300;

/** Rows of a thread in the order of the file, the top one first. */
interface ThreadRows {
  readonly rows: readonly FoundRow[];
  /** All that there are. */
  readonly total: number;
}

/** The thread that a row stands in. */
export function threadOf(guid: string, row: number) {
  return queryOptions<ThreadRows, CallError>({
    queryKey: [...KEPT.rows(guid), 'thread', row],
    queryFn: ({ signal }) => threadAround(guid, row, signal),
  });
}

async function threadAround(guid: string, row: number, signal: AbortSignal): Promise<ThreadRows> {
  const page = async (offset: number, limit: number) => (await call('exports.search', { guid, offset, limit }, signal)).results;
  let rows: FoundRow[] = [];
  // Backwards, until the row that all of them answer.
  for (let end = row; end > 0 && rows.length < MOST; end -= AT_ONCE) {
    const offset = Math.max(0, end - AT_ONCE);
    rows = [...(await page(offset, end - offset)), ...rows];
    const top = rows.findLastIndex(({ depth = 0 }) => depth === 0);
    if (top === -1) continue;
    rows = rows.slice(top);
    break;
  }
  const [top] = rows;
  if (top === undefined) return { rows: [], total: 0 };
  const total = (top.below ?? 0) + 1;
  const end = top.row - 1 + Math.min(total, Math.max(MOST, rows.length));
  for (let offset = top.row - 1 + rows.length; offset < end; offset += AT_ONCE)
    rows = [...rows, ...(await page(offset, Math.min(AT_ONCE, end - offset)))];
  return { rows, total };
}
