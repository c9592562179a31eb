import type { Item } from '#core/contract/item.ts';
import { sortable } from '#core/engine/position.ts';
import type { CarryPlace, GoneRule, LivingStore } from '#core/engine/living-port.ts';
import { type Connection, rowsLater, type Statement } from '#core/store/connection.ts';
import { tallyDataset } from '#core/store/dataset.ts';
import { markGoneReplies, prepareGoneReplies } from '#core/store/gone-replies.ts';
import type { RowMark } from '#core/store/folded-page.ts';
import { isReadHere, ITEM_STATE, LIST_STATE, RowChoice } from '#core/store/item-state.ts';
import { isLiving, markedPages } from '#core/store/row-marks.ts';
import { datasetPage, openDataset } from '#core/store/shared-rows.ts';

/** Rows taken over in one transaction, as far as pages end there. */
const CARRIED_AT_ONCE = 500;
/** Behind every page that is read: keys of those begin with a letter. */
export const CARRIED_KEY = '~';
/** Pages that were taken over answer no request. */
const NO_CURSOR = -1;

const { carried, gone, goneEarlier, kept, returned, same, edited } = ITEM_STATE;

const CARRIED_PAGES = `SELECT id FROM pages WHERE job_id = @job AND read_key >= '${CARRIED_KEY}'`;

/** Items with lists of replies, in the order of their ids, and whether one of these was not read to its end. */
const LACKING_SLICE = `
  SELECT under, COUNT(*) FILTER (WHERE state IN (${LIST_STATE.open}, ${LIST_STATE.givenUp})) > 0
    OR COUNT(*) FILTER (WHERE state = ${LIST_STATE.ended}) = 0 AS lacks
  FROM reply_lists WHERE job_id = @from AND under > @after GROUP BY under ORDER BY under LIMIT ${CARRIED_AT_ONCE}`;

interface LackingSlice {
  readonly from: number;
  readonly after: string;
}

interface CarriedRow {
  readonly page: number;
  readonly position: number;
  readonly state: number;
  /** Of the row that it stands for. */
  readonly seq: number;
  readonly seenMs: number | null;
  readonly goneMs: number | null;
}

/** Prepared once per connection, shared by all runs. */
export function prepareLivingStatements(connection: Connection) {
  return {
    connection,
    pages: connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ? ORDER BY read_key').pluck(),
    addPage: connection.prepare<[null, number, string]>(
      `INSERT INTO pages (id, job_id, read_key, kept, cursor_hash) VALUES (?, ?, ?, 0, ${NO_CURSOR})`,
    ),
    carryRow: connection.prepare<[CarriedRow]>(
      `INSERT INTO items (id, parent_id, page_id, position, state, body, of_seq, seen_ms, gone_ms)
       SELECT id, parent_id, @page, @position, @state, '{}', seq, @seenMs, @goneMs FROM items WHERE seq = @seq`,
    ),
    shareRow: connection.prepare<[null, number, number, number, number]>(
      `INSERT INTO items (seq, id, parent_id, page_id, position, state, body, since_ms, first_ms)
       SELECT ?, id, parent_id, ?, position, ${kept}, body, ?, ? FROM items WHERE seq = ?`,
    ),
    shareVerdicts: connection.prepare<[number, number]>(
      `INSERT INTO verdicts (seq, judge, sentiment, score, language)
       SELECT ?, judge, sentiment, score, language FROM verdicts WHERE seq = ? ON CONFLICT DO NOTHING`,
    ),
    lastLacking: connection.prepare<[LackingSlice], string | null>(`SELECT MAX(under) FROM (${LACKING_SLICE}) AS slice`).pluck(),
    carryLacking: connection.prepare<[LackingSlice & { readonly job: number }]>(
      `INSERT INTO reply_lists (job_id, list, under, state)
       SELECT @job, '${CARRIED_KEY}' || under, under, ${LIST_STATE.lackedBefore} FROM (${LACKING_SLICE}) AS slice WHERE lacks`,
    ),
    firstCarriedPage: connection
      .prepare<[{ job: number }], number>(
        `${CARRIED_PAGES} UNION ALL SELECT id FROM pages WHERE job_id = (SELECT dataset_id FROM jobs WHERE id = @job) AND cursor_hash = @job LIMIT 1`,
      )
      .pluck(),
    dropRows: connection.prepare<[number, number]>('DELETE FROM items WHERE seq IN (SELECT seq FROM items WHERE page_id = ? LIMIT ?)'),
    dropPage: connection.prepare<[number]>('DELETE FROM pages WHERE id = ?'),
    dropLists: connection.prepare<[number, number]>(
      'DELETE FROM reply_lists WHERE (job_id, list) IN (SELECT job_id, list FROM reply_lists WHERE job_id = ? LIMIT ?)',
    ),
    openList: connection.prepare<[number, string, string]>(
      `INSERT INTO reply_lists (job_id, list, under, state) VALUES (?, ?, ?, ${LIST_STATE.open})`,
    ),
    under: connection.prepare<[number, string], string>('SELECT under FROM reply_lists WHERE job_id = ? AND list = ?').pluck(),
    closeList: connection.prepare<[number, number, string]>(
      `UPDATE reply_lists SET state = ? WHERE job_id = ? AND list = ? AND state = ${LIST_STATE.open}`,
    ),
    lacking: connection.prepare<[number, string]>(
      `SELECT 1 FROM reply_lists WHERE job_id = ? AND under = ? AND state = ${LIST_STATE.lackedBefore}`,
    ),
    notRead: connection.prepare<[{ job: number }], { rows: number; replies: number }>(
      `SELECT COUNT(*) AS rows, COUNT(parent_id) AS replies FROM items WHERE state = ${carried} AND page_id IN (${CARRIED_PAGES})`,
    ),
    unders: connection.prepare<[number, string], { list: string; under: string }>(
      'SELECT list, under FROM reply_lists WHERE job_id = ? AND list IN (SELECT value FROM json_each(?))',
    ),
    lackingOf: connection
      .prepare<[number, string], string>(
        `SELECT under FROM reply_lists WHERE job_id = ? AND under IN (SELECT value FROM json_each(?)) AND state = ${LIST_STATE.lackedBefore}`,
      )
      .pluck(),
    ...goneStatements(connection),
  };
}

function goneStatements(connection: Connection) {
  return {
    replies: prepareGoneReplies(connection, CARRIED_PAGES),
    markPage: connection.prepare<[number, number]>(
      `UPDATE items SET state = ${gone}, gone_ms = ? WHERE page_id = ? AND state = ${carried}`,
    ),
    markOne: connection.prepare<[number, number]>(`UPDATE items SET state = ${gone}, gone_ms = ? WHERE seq = ?`),
    notReadOfPage: connection.prepare<[number], { seq: number; reply: number; body: string }>(
      `SELECT items.seq, items.parent_id IS NOT NULL AS reply, COALESCE(shared.body, items.body) AS body
       FROM items LEFT JOIN items AS shared ON shared.seq = items.of_seq WHERE items.page_id = ? AND items.state = ${carried}`,
    ),
    carriedPages: connection.prepare<[{ job: number }], number>(CARRIED_PAGES).pluck(),
  };
}

type LivingStatements = ReturnType<typeof prepareLivingStatements>;

/** The living dataset of one incremental run: rows of the run before, and what has become of them. */
export function createLivingStore(statements: LivingStatements, jobId: number, now: () => number): LivingStore {
  let seen: { readonly lists: LookedAt<{ list: string; under: string }>; readonly lacking: LookedAt<string> } | null = null;
  return {
    look(lists, unders) {
      seen = { lists: lookAt(statements.unders, jobId, lists), lacking: lookAt(statements.lackingOf, jobId, unders) };
    },
    openDataset: (baseId) => openDataset(statements.connection, jobId, baseId),
    pagesOf: (ofJobId) => statements.pages.all(ofJobId),
    carry: (source, from) => carry(statements, jobId, source, from),
    carryLacking(from, after) {
      const upTo = statements.lastLacking.get({ from, after }) ?? null;
      if (upTo !== null) statements.carryLacking.run({ job: jobId, from, after });
      return upTo;
    },
    dropCarried: () => dropCarried(statements, jobId),
    openList: (list, under) => void statements.openList.run(jobId, list, under),
    underOf(list) {
      if (seen === null || !seen.lists.names.has(list)) return statements.under.get(jobId, list) ?? null;
      return seen.lists.found().find((row) => row.list === list)?.under ?? null;
    },
    closeList: (list, how) => void statements.closeList.run(LIST_STATE[how], jobId, list),
    isLacking(under) {
      if (seen === null || !seen.lacking.names.has(under)) return statements.lacking.get(jobId, under) !== undefined;
      return seen.lacking.found().includes(under);
    },
    notRead: () => statements.notRead.get({ job: jobId }) ?? { rows: 0, replies: 0 },
    carriedPages: () => statements.carriedPages.all({ job: jobId }),
    markGone: (pages, rule, isLater) => markGone(statements, { pages, rule, nowMs: now() }, isLater),
    goneReplies: () => markGoneReplies(statements.replies, jobId, now),
    tally(limit) {
      const { rows, replies, byState } = tallyDataset(statements.connection, { id: jobId, limit });
      const count = (...states: readonly number[]): number => states.reduce((sum, state) => sum + (byState.get(state) ?? 0), 0);
      const changes = { fresh: count(kept, returned), edited: count(edited), gone: count(gone), goneEarlier: count(goneEarlier) };
      return { rows, replies, ...changes, same: count(same), notRead: count(carried) };
    },
  };
}

/** What was asked of some names, all of them at once. */
interface LookedAt<Row> {
  readonly names: ReadonlySet<string>;
  found(): readonly Row[];
}

function lookAt<Row>(statement: Statement<[number, string], Row>, jobId: number, wanted: readonly string[]): LookedAt<Row> {
  const names = new Set(wanted);
  return { names, found: names.size === 0 ? () => [] : rowsLater(statement, jobId, JSON.stringify([...names])) };
}

function dropCarried(statements: LivingStatements, jobId: number): boolean {
  let left = CARRIED_AT_ONCE - statements.dropLists.run(jobId, CARRIED_AT_ONCE).changes;
  while (left > 0) {
    const page = statements.firstCarriedPage.get({ job: jobId });
    if (page === undefined) return false;
    left -= statements.dropRows.run(page, left).changes;
    if (left > 0) left -= statements.dropPage.run(page).changes;
  }
  return true;
}

function carry(
  statements: LivingStatements,
  jobId: number,
  { of, pages, limit, readMs }: Parameters<LivingStore['carry']>[0],
  from: CarryPlace,
): CarryPlace {
  const { connection } = statements;
  const choice = new RowChoice(limit, from.sourceRead);
  const ownPage = Number(statements.addPage.run(null, jobId, CARRIED_KEY + sortable(from.ownPages)).lastInsertRowid);
  const marked = markedPages(connection, of);
  const share = isLiving(connection, of) ? null : sharing(statements, datasetPage(connection, jobId), readMs);
  const taken = { rows: 0, replies: 0, goneEarlier: 0 };
  let sourcePages = from.sourcePages;
  while (sourcePages < pages.length && taken.rows < CARRIED_AT_ONCE) {
    for (const mark of marked.of([pages[sourcePages] as number])) {
      const { state, reply } = mark;
      if (!choice.isRow(state)) continue;
      const isThere = isReadHere(state) || state === carried;
      const { seq, seenMs, goneMs } = share === null ? mark : share(mark);
      const place = { page: ownPage, position: taken.rows, state: isThere ? carried : goneEarlier };
      statements.carryRow.run({ ...place, seq, seenMs, goneMs });
      taken.rows += 1;
      taken.replies += reply;
      taken.goneEarlier += isThere ? 0 : 1;
    }
    sourcePages += 1;
  }
  return {
    sourcePages,
    sourceRead: choice.read,
    ownPages: from.ownPages + 1,
    rows: from.rows + taken.rows,
    replies: from.replies + taken.replies,
    goneEarlier: from.goneEarlier + taken.goneEarlier,
    lackingUpTo: null,
  };
}

/** Copies a row of an export that stands alone into the dataset, where later runs find it. */
function sharing(
  statements: LivingStatements,
  page: number,
  readMs: number,
): (mark: RowMark) => Pick<RowMark, 'seq' | 'seenMs' | 'goneMs'> {
  return (mark) => {
    const seq = Number(statements.shareRow.run(null, page, readMs, readMs, mark.seq).lastInsertRowid);
    statements.shareVerdicts.run(seq, mark.seq);
    return { seq, seenMs: isReadHere(mark.state) ? readMs : null, goneMs: mark.state === gone ? readMs : null };
  };
}

function markGone(
  statements: LivingStatements,
  { pages, rule, nowMs }: { readonly pages: readonly number[]; readonly rule: GoneRule; readonly nowMs: number },
  isLater: (item: Item, thanMs: number) => boolean,
): void {
  for (const page of pages) {
    if (rule.scope === 'all') {
      statements.markPage.run(nowMs, page);
      continue;
    }
    for (const { seq, reply, body } of statements.notReadOfPage.all(page)) {
      if (reply === 1 && !rule.repliesAreRows) continue;
      if (isLater(JSON.parse(body) as Item, rule.laterThanMs)) statements.markOne.run(nowMs, seq);
    }
  }
}
