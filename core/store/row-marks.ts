import type { Connection } from '#core/store/connection.ts';
import { type RowMark, unfoldPage } from '#core/store/folded-page.ts';

const THESE_PAGES = 'WHERE page_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY page_id, position';
/** Answered from an index alone. */
const MARKS = `SELECT page_id AS page, seq, state, parent_id IS NOT NULL AS reply, position, NULL AS seenMs, NULL AS goneMs FROM items ${THESE_PAGES}`;
const LIVING_MARKS = `SELECT page_id AS page, COALESCE(of_seq, seq) AS seq, state, parent_id IS NOT NULL AS reply, position, seen_ms AS seenMs,
  gone_ms AS goneMs FROM items ${THESE_PAGES}`;
const SIZE = 'SELECT COUNT(*) FROM pages JOIN items ON items.page_id = pages.id WHERE pages.job_id = ?';
const LIVING_SIZE = 'SELECT SUM(COALESCE(folded_rows, (SELECT COUNT(*) FROM items WHERE page_id = pages.id))) FROM pages WHERE job_id = ?';
const SIZE_OF_PAGE = 'SELECT COUNT(*) FROM items WHERE page_id = ?';
const LIVING_SIZE_OF_PAGE = 'SELECT COALESCE(folded_rows, (SELECT COUNT(*) FROM items WHERE page_id = pages.id)) FROM pages WHERE id = ?';
const IDS = `SELECT page_id AS page, id, parent_id AS parent FROM items ${THESE_PAGES}`;
const IDS_OF_ROWS = 'SELECT seq, id, parent_id AS parent FROM items WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
const FOLDED = 'SELECT id, folded FROM pages WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND folded IS NOT NULL';
const KEEPING = 'SELECT dataset_id IS NOT NULL AS living, series IS NOT NULL AS incremental FROM jobs WHERE id = ?';

/** `living`: a run whose rows are shared with other runs; `incremental`: a run of an earlier version, which has all of its own. */
type RowKeeping = 'own' | 'incremental' | 'living';

interface RowIds {
  readonly id: string;
  readonly parent: string | null;
}

interface OfPage {
  readonly page: number;
}

/** The pages of an export as whoever reads it finds them, folded or not. Rows of some pages come in the order of these. */
export interface MarkedPages {
  readonly keeping: RowKeeping;
  of(pages: readonly number[]): readonly RowMark[];
  ids(pages: readonly number[]): readonly RowIds[];
  /** Rows on all pages, and on one. */
  size(): number;
  sizeOf(page: number): number;
}

/** It changes once at most, with the start of an incremental run. */
export function keepingOf(connection: Connection, jobId: number): RowKeeping {
  const found = connection.prepare<[number], { living: number; incremental: number }>(KEEPING).get(jobId);
  if (found?.living === 1) return 'living';
  return found?.incremental === 1 ? 'incremental' : 'own';
}

/** True of a run whose rows are shared with other runs. */
export function isLiving(connection: Connection, jobId: number): boolean {
  return keepingOf(connection, jobId) === 'living';
}

export function markedPages(connection: Connection, jobId: number): MarkedPages {
  const keeping = keepingOf(connection, jobId);
  const living = keeping === 'living';
  const marks = connection.prepare<[string], RowMark & OfPage>(living ? LIVING_MARKS : MARKS);
  const ids = connection.prepare<[string], RowIds & OfPage>(IDS);
  const size = connection.prepare<[number], number | null>(living ? LIVING_SIZE : SIZE).pluck();
  const sizeOf = connection.prepare<[number], number>(living ? LIVING_SIZE_OF_PAGE : SIZE_OF_PAGE).pluck();
  const folded = living ? connection.prepare<[string], { id: number; folded: Uint8Array }>(FOLDED) : null;
  const idsOf = connection.prepare<[string], RowIds & { seq: number }>(IDS_OF_ROWS);

  // Rows first: a page that is folded between the two looks has none any more, and is found folded.
  const inOrder = <Row>(
    pages: readonly number[],
    rows: readonly (Row & OfPage)[],
    unfolded: (marks: readonly RowMark[]) => readonly Row[],
  ): readonly Row[] => {
    const byPage = new Map<number, readonly Row[]>(Map.groupBy(rows, ({ page }) => page));
    const empty = folded === null ? [] : pages.filter((page) => !byPage.has(page));
    if (empty.length > 0)
      for (const page of folded?.all(JSON.stringify(empty)) ?? []) byPage.set(page.id, unfolded(unfoldPage(page.folded)));
    return pages.flatMap((page) => byPage.get(page) ?? []);
  };
  const idsOfMarks = (found: readonly RowMark[]): readonly RowIds[] => {
    const bySeq = new Map(idsOf.all(JSON.stringify(found.map(({ seq }) => seq))).map((row) => [row.seq, row]));
    return found.map(({ seq }) => bySeq.get(seq) as RowIds);
  };
  return {
    keeping,
    of: (pages) => inOrder<RowMark>(pages, marks.all(JSON.stringify(pages)), (found) => found),
    ids: (pages) => inOrder<RowIds>(pages, ids.all(JSON.stringify(pages)), idsOfMarks),
    size: () => size.get(jobId) ?? 0,
    sizeOf: (page) => sizeOf.get(page) ?? 0,
  };
}
