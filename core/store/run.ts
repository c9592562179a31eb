import type { Item } from '#core/contract/item.ts';
import type { FrontierEntry, MetAgain, NewEntry, RunStore } from '#core/engine/ports.ts';
import type { Json } from '#core/platform-api/define.ts';
import type { Connection } from '#core/store/connection.ts';
import { IdIndex } from '#core/store/id-index.ts';
import { isReadHere, ITEM_STATE } from '#core/store/item-state.ts';

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

/** What one export fetched and still has to fetch. All calls of one page belong into one transaction. */
export function createRunStore(statements: RunStatements, jobId: number): RunStore {
  let known: IdIndex | null = null;
  return {
    frontier: () => statements.frontier.all(jobId).map(toEntry),
    addEntry: (entry) => addEntry(statements, jobId, entry),
    dropEntry: (id) => void statements.dropEntry.run(id),
    noteDeath: (id) => statements.noteDeath.get(id, jobId)?.deaths ?? 0,
    forgetDeaths: () => void statements.forgetDeaths.run(jobId),
    cursorKnown: (hash) => statements.cursorKnown.get({ job: jobId, hash }) !== undefined,
    addPage: (readKey, cursorHash) => Number(statements.addPage.run(null, jobId, readKey, cursorHash).lastInsertRowid),
    setPageKept: (pageId, kept) => void statements.setPageKept.run(kept, pageId),
    addItem(place, item, state) {
      known ??= idsOf(statements, jobId);
      const stored = placeOf(statements, known, item.id);
      if (stored !== null) return moveItem(statements, stored, place, item);
      const parentId = item.kind === 'reply' ? item.parentId : null;
      const stateNumber = state === 'kept' ? KEPT : FILTERED;
      const added = statements.addItem.run(null, item.id, parentId, place.pageId, place.position, stateNumber, JSON.stringify(item));
      known.add(item.id, Number(added.lastInsertRowid));
      return 'new';
    },
    former(id) {
      known ??= idsOf(statements, jobId);
      const stored = placeOf(statements, known, id);
      if (stored === null || !NOT_READ.has(stored.state)) return null;
      const body = statements.body.get(stored.seq)?.body ?? 'null';
      return { seq: stored.seq, item: JSON.parse(body) as Item, isGone: stored.state !== ITEM_STATE.carried };
    },
    readAgain(seq, place, item, outcome) {
      const parentId = item.kind === 'reply' ? item.parentId : null;
      statements.readAgain.run(place.pageId, place.position, parentId, ITEM_STATE[outcome], JSON.stringify(item), seq);
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
    cursorKnown: connection.prepare<{ job: number; hash: number }, unknown>(
      `SELECT 1 FROM pages WHERE job_id = @job AND cursor_hash = @hash
       UNION ALL SELECT 1 FROM frontier WHERE job_id = @job AND cursor_hash = @hash LIMIT 1`,
    ),
    addPage: connection.prepare<[null, number, string, number]>(
      'INSERT INTO pages (id, job_id, read_key, kept, cursor_hash) VALUES (?, ?, ?, 0, ?)',
    ),
    setPageKept: connection.prepare<[number, number]>('UPDATE pages SET kept = ? WHERE id = ?'),
    addItem: connection.prepare('INSERT INTO items (seq, id, parent_id, page_id, position, state, body) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    ids: connection.prepare<[number], { seq: number; id: string }>(
      'SELECT items.seq, items.id FROM pages JOIN items ON items.page_id = pages.id WHERE pages.job_id = ?',
    ),
    place: connection.prepare<[number], StoredPlace>(
      `SELECT items.seq, items.id, items.page_id, items.state, pages.read_key FROM items JOIN pages ON pages.id = items.page_id
       WHERE items.seq = ?`,
    ),
    moveItem: connection.prepare<[number, number, string, number]>('UPDATE items SET page_id = ?, position = ?, body = ? WHERE seq = ?'),
    body: connection.prepare<[number], { body: string }>('SELECT body FROM items WHERE seq = ?'),
    readAgain: connection.prepare<unknown[]>(
      'UPDATE items SET page_id = ?, position = ?, parent_id = ?, state = ?, body = ? WHERE seq = ?',
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

interface StoredPlace {
  readonly seq: number;
  readonly id: string;
  readonly page_id: number;
  readonly state: number;
  readonly read_key: string;
}

/** The ids that a job holds. Only the engine's thread writes items, so that an index made once stays true. */
function idsOf(statements: RunStatements, jobId: number): IdIndex {
  const ids = new IdIndex();
  for (const { seq, id } of statements.ids.iterate(jobId)) ids.add(id, seq);
  return ids;
}

function placeOf(statements: RunStatements, known: IdIndex, id: string): StoredPlace | null {
  let place: StoredPlace | undefined;
  const seq = known.find(id, (candidate) => {
    place = statements.place.get(candidate);
    return place?.id === id;
  });
  return seq === null ? null : (place ?? null);
}

/** Pages arrive in any order; the copy of an item that a sequential reader would have met first is the one that stays. */
function moveItem(statements: RunStatements, stored: StoredPlace, place: Parameters<RunStore['addItem']>[0], item: Item): MetAgain {
  const body = JSON.stringify(item);
  const storedBody = statements.body.get(stored.seq)?.body ?? 'null';
  const other = storedBody === body ? null : (JSON.parse(storedBody) as Item | null);
  if (stored.state === BEFORE || stored.read_key <= place.readKey) return { outcome: 'known', other };
  statements.moveItem.run(place.pageId, place.position, body, stored.seq);
  if (isReadHere(stored.state)) statements.oneLess.run(stored.page_id);
  return { outcome: 'moved', other };
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
