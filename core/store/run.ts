import type { Item } from '#core/contract/item.ts';
import { haveSameWords } from '#core/engine/item-change.ts';
import type { FrontierEntry, ItemState, MetAgain, NewEntry, RunStore } from '#core/engine/ports.ts';
import type { Json } from '#core/platform-api/define.ts';
import { type Connection, rowsLater } from '#core/store/connection.ts';
import { IdIndex } from '#core/store/id-index.ts';
import { isReadHere, ITEM_STATE } from '#core/store/item-state.ts';
import { RowsAtHand, type StoredRow } from '#core/store/rows-at-hand.ts';

interface EntryRow {
  id: number;
  read_key: string;
  root: string;
  hops: number;
  path: string;
  role: FrontierEntry['role'];
  under: string | null;
  expect: number | null;
  optional: number;
  cursor: string;
  cursor_hash: number;
}

const { kept: KEPT, filtered: FILTERED, before: BEFORE } = ITEM_STATE;
/** Rows of the run before that this one has not met yet. */
const NOT_READ: ReadonlySet<number> = new Set([ITEM_STATE.carried, ITEM_STATE.gone, ITEM_STATE.goneEarlier]);

/** What a row of the memory's query is, where it is no item. */
const [IS_ASKED, IS_WAITING, IS_LIVING] = [0, 1, 2];

const ROW = `SELECT items.seq, items.id, items.page_id, items.state, pages.read_key, COALESCE(shared.body, items.body) AS body, items.of_seq,
    COALESCE(shared.former_seq, items.former_seq) AS former_seq, COALESCE(shared.since_ms, items.since_ms) AS since_ms,
    COALESCE(shared.first_ms, items.first_ms) AS first_ms, items.seen_ms, items.gone_ms
  FROM items JOIN pages ON pages.id = items.page_id LEFT JOIN items AS shared ON shared.seq = items.of_seq`;

/** What one export fetched and still has to fetch. All calls of one page belong into one transaction. */
export function createRunStore(statements: RunStatements, jobId: number, now: () => number): RunStore {
  let memory: Memory | null = null;
  const recalled = (): Memory => (memory ??= recall(statements, jobId));
  return {
    recall: () => void recalled(),
    look: (ids) => look(statements, recalled(), ids),
    frontier: () => statements.frontier.all(jobId).map(toEntry),
    addEntry(entry) {
      memory?.waiting.add(entry.cursorHash);
      return addEntry(statements, jobId, entry);
    },
    dropEntry(id, cursorHash) {
      memory?.waiting.delete(cursorHash);
      statements.dropEntry.run(id);
    },
    noteDeath: (id) => statements.noteDeath.get(id, jobId)?.deaths ?? 0,
    forgetDeaths: () => void statements.forgetDeaths.run(jobId),
    cursorKnown: (hash) => recalled().waiting.has(hash) || isAsked(recalled(), hash),
    addPage(readKey, cursorHash) {
      if (memory !== null && !isAsked(memory, cursorHash)) memory.asked.add(String(cursorHash), cursorHash);
      return Number(statements.addPage.run(null, jobId, readKey, cursorHash).lastInsertRowid);
    },
    setPageKept: (pageId, kept) => void statements.setPageKept.run(kept, pageId),
    addItem: (place, item, state) => addItem(statements, recalled(), place, { item, state, nowMs: now() }),
    former(id) {
      const stored = rowOf(statements, recalled(), id);
      if (stored === null || !NOT_READ.has(stored.state)) return null;
      return { seq: stored.seq, item: JSON.parse(stored.body) as Item, isGone: stored.state !== ITEM_STATE.carried };
    },
    readAgain(seq, { pageId, readKey, position }, item, outcome) {
      const row = memory?.rows?.get(seq) ?? (statements.row.get(seq) as StoredRow);
      const state = ITEM_STATE[outcome];
      const told = historyOf(row, state, now());
      statements.readAgain.run(pageId, position, state, told.seen_ms, told.gone_ms, seq);
      const met = changeBody(statements, { ...row, ...told, state, page_id: pageId, read_key: readKey }, item, now());
      memory?.rows?.set(met);
    },
    keptBefore: (readKey) => statements.keptBefore.get(jobId, readKey)?.kept ?? 0,
    kept: () => statements.kept.get(jobId)?.kept ?? 0,
  };
}

/** Prepared once per connection, shared by all runs. */
type RunStatements = ReturnType<typeof prepareRunStatements>;

export function prepareRunStatements(connection: Connection) {
  return {
    frontier: connection.prepare<[number], EntryRow>('SELECT * FROM frontier WHERE job_id = ? ORDER BY read_key'),
    addEntry: connection.prepare(
      `INSERT INTO frontier (id, job_id, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    dropEntry: connection.prepare<[number]>('DELETE FROM frontier WHERE id = ?'),
    noteDeath: connection.prepare<[number, number], { deaths: number }>(
      'UPDATE frontier SET deaths = deaths + 1 WHERE id = ? AND job_id = ? RETURNING deaths',
    ),
    forgetDeaths: connection.prepare<[number]>('UPDATE frontier SET deaths = 0 WHERE job_id = ? AND deaths > 0'),
    addPage: connection.prepare<[null, number, string, number]>(
      'INSERT INTO pages (id, job_id, read_key, kept, cursor_hash) VALUES (?, ?, ?, 0, ?)',
    ),
    setPageKept: connection.prepare<[number, number]>('UPDATE pages SET kept = ? WHERE id = ?'),
    addItem: connection.prepare('INSERT INTO items (seq, id, parent_id, page_id, position, state, body) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    addShared: connection.prepare(
      `INSERT INTO items (seq, id, parent_id, page_id, position, state, body, since_ms, first_ms, seen_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    memory: connection.prepare<{ job: number }, { number: number; id: string | null; kind: number }>(
      `SELECT items.seq AS number, items.id, ${IS_ASKED} AS kind FROM pages JOIN items ON items.page_id = pages.id WHERE pages.job_id = @job
       UNION ALL SELECT cursor_hash, NULL, ${IS_ASKED} FROM pages WHERE job_id = @job AND cursor_hash >= 0
       UNION ALL SELECT cursor_hash, NULL, ${IS_WAITING} FROM frontier WHERE job_id = @job
       UNION ALL SELECT dataset_id, NULL, ${IS_LIVING} FROM jobs WHERE id = @job AND dataset_id IS NOT NULL`,
    ),
    row: connection.prepare<[number], StoredRow>(`${ROW} WHERE items.seq = ?`),
    rows: connection.prepare<[string], StoredRow>(`${ROW} WHERE items.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`),
    moveItem: connection.prepare<[number, number, number]>('UPDATE items SET page_id = ?, position = ? WHERE seq = ?'),
    readAgain: connection.prepare<unknown[]>(
      'UPDATE items SET page_id = ?, position = ?, state = ?, seen_ms = ?, gone_ms = ? WHERE seq = ?',
    ),
    changeBody: connection.prepare<unknown[]>(
      'UPDATE items SET parent_id = ?, body = ?, of_seq = NULL, former_seq = ?, since_ms = ?, first_ms = ? WHERE seq = ?',
    ),
    keepVerdicts: connection.prepare<[number, number]>(
      `INSERT INTO verdicts (seq, judge, sentiment, score, language)
       SELECT ?, judge, sentiment, score, language FROM verdicts WHERE seq = ? ON CONFLICT DO NOTHING`,
    ),
    oneLess: connection.prepare<[number]>('UPDATE pages SET kept = kept - 1 WHERE id = ?'),
    keptBefore: connection.prepare<[number, string], { kept: number | null }>(
      'SELECT SUM(kept) AS kept FROM pages WHERE job_id = ? AND read_key < ?',
    ),
    kept: connection.prepare<[number], { kept: number | null }>('SELECT SUM(kept) AS kept FROM pages WHERE job_id = ?'),
  };
}

function addEntry(statements: RunStatements, jobId: number, entry: NewEntry): FrontierEntry {
  const { lastInsertRowid } = statements.addEntry.run(
    null,
    jobId,
    entry.readKey,
    entry.position.root,
    entry.position.hops,
    entry.position.path,
    entry.role,
    entry.under,
    entry.expect,
    Number(entry.optional),
    JSON.stringify(entry.cursor),
    entry.cursorHash,
  );
  const { cursorHash: _, ...stored } = entry;
  return { ...stored, id: Number(lastInsertRowid) };
}

/**
 * What an export has, so that what is new needs no question. Only the engine's thread writes requests and items, and of one machine at a time:
 * what was learnt once stays true.
 */
interface Memory {
  readonly ids: IdIndex;
  /** Cursors of pages, each with itself for its number. */
  readonly asked: IdIndex;
  /** Cursors of the frontier. */
  readonly waiting: Set<number>;
  /** True of a run whose rows are shared with other runs. */
  readonly living: boolean;
  /** Null: nobody looks ahead. */
  rows: RowsAtHand | null;
}

function recall(statements: RunStatements, jobId: number): Memory {
  const memory = { ids: new IdIndex(), asked: new IdIndex(), waiting: new Set<number>(), living: false, rows: null };
  for (const { number, id, kind } of statements.memory.iterate({ job: jobId })) {
    if (id !== null) memory.ids.add(id, number);
    else if (kind === IS_WAITING) memory.waiting.add(number);
    else if (kind === IS_LIVING) memory.living = true;
    else memory.asked.add(String(number), number);
  }
  return memory;
}

function isAsked({ asked }: Memory, cursorHash: number): boolean {
  return asked.find(String(cursorHash), (hash) => hash === cursorHash) !== null;
}

function look(statements: RunStatements, memory: Memory, ids: readonly string[]): void {
  const met: number[] = [];
  for (const id of ids) {
    memory.ids.find(id, (seq) => {
      met.push(seq);
      return false;
    });
  }
  memory.rows = new RowsAtHand(met.length === 0 ? () => [] : rowsLater(statements.rows, JSON.stringify(met)));
}

function rowOf(statements: RunStatements, { ids, rows }: Memory, id: string): StoredRow | null {
  let row: StoredRow | undefined;
  const seq = ids.find(id, (candidate) => {
    row = rows?.get(candidate) ?? statements.row.get(candidate);
    return row?.id === id;
  });
  return seq === null ? null : (row ?? null);
}

type AddItem = RunStore['addItem'];

interface NewItem {
  readonly item: Item;
  readonly state: ItemState;
  readonly nowMs: number;
}

const NO_HISTORY = { of_seq: null, former_seq: null, since_ms: null, first_ms: null, seen_ms: null, gone_ms: null };

function addItem(
  statements: RunStatements,
  memory: Memory,
  place: Parameters<AddItem>[0],
  { item, state, nowMs }: NewItem,
): ReturnType<AddItem> {
  const stored = rowOf(statements, memory, item.id);
  if (stored !== null) return moveItem(statements, memory, stored, place, { item, nowMs });
  const body = JSON.stringify(item);
  const { pageId, readKey, position } = place;
  const stateNumber = state === 'kept' ? KEPT : FILTERED;
  const row = [item.id, parentOf(item), pageId, position, stateNumber, body] as const;
  const times = { since_ms: nowMs, first_ms: nowMs, seen_ms: nowMs };
  const added = memory.living ? statements.addShared.run(null, ...row, nowMs, nowMs, nowMs) : statements.addItem.run(null, ...row);
  const seq = Number(added.lastInsertRowid);
  memory.ids.add(item.id, seq);
  const known = { seq, id: item.id, page_id: pageId, state: stateNumber, read_key: readKey, body };
  memory.rows?.set({ ...known, ...NO_HISTORY, ...(memory.living ? times : {}) });
  return 'new';
}

function parentOf({ kind, parentId }: Item): string | null {
  return kind === 'reply' ? parentId : null;
}

/** Pages arrive in any order; the copy of an item that a sequential reader would have met first is the one that stays. */
function moveItem(
  statements: RunStatements,
  memory: Memory,
  stored: StoredRow,
  place: Parameters<AddItem>[0],
  { item, nowMs }: Omit<NewItem, 'state'>,
): MetAgain {
  const other = stored.body === JSON.stringify(item) ? null : (JSON.parse(stored.body) as Item | null);
  if (stored.state === BEFORE || stored.read_key <= place.readKey) return { outcome: 'known', other };
  statements.moveItem.run(place.pageId, place.position, stored.seq);
  if (isReadHere(stored.state)) statements.oneLess.run(stored.page_id);
  memory.rows?.set(changeBody(statements, { ...stored, page_id: place.pageId, read_key: place.readKey }, item, nowMs));
  return { outcome: 'moved', other };
}

/** A deleted item in its place is not the item. */
function historyOf({ seen_ms, gone_ms }: StoredRow, state: number, nowMs: number): Pick<StoredRow, 'seen_ms' | 'gone_ms'> {
  if (state === ITEM_STATE.gone) return { seen_ms, gone_ms: nowMs };
  if (state === ITEM_STATE.goneEarlier) return { seen_ms, gone_ms };
  return { seen_ms: nowMs, gone_ms: null };
}

/** Other runs keep what the row was: where that changes, it stands for itself from here on. Returns it as it is then. */
function changeBody(statements: RunStatements, row: StoredRow, item: Item, nowMs: number): StoredRow {
  const body = JSON.stringify(item);
  if (body === row.body) return row;
  const { seq, of_seq: shared, first_ms } = row;
  const former = JSON.parse(row.body) as Item;
  const isReworded = shared !== null && !haveSameWords(former, item);
  const words = isReworded ? { former_seq: shared, since_ms: nowMs } : { former_seq: row.former_seq, since_ms: row.since_ms };
  statements.changeBody.run(parentOf(item), body, words.former_seq, words.since_ms, first_ms, seq);
  if (shared !== null && former.text === item.text && former.title === item.title) statements.keepVerdicts.run(seq, shared);
  return { ...row, ...words, body, of_seq: null };
}

function toEntry(row: EntryRow): FrontierEntry {
  return {
    id: row.id,
    position: { root: row.root, hops: row.hops, path: row.path },
    readKey: row.read_key,
    role: row.role,
    under: row.under,
    expect: row.expect,
    optional: row.optional === 1,
    afterMs: 0,
    cursor: JSON.parse(row.cursor) as Json,
  };
}
