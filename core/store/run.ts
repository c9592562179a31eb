import type { Item } from '#core/contract/item.ts';
import type { FrontierEntry, NewEntry, RunStore } from '#core/engine/ports.ts';
import type { Json } from '#core/platforms/define.ts';
import type { Connection } from '#core/store/database.ts';

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

const KEPT = 0;
const FILTERED = 1;

/** What one export fetched and still has to fetch. All calls of one page belong into one transaction. */
export function createRunStore(statements: RunStatements, jobId: number): RunStore {
  return {
    frontier: () => statements.frontier.all(jobId).map(toEntry),
    addEntry: (entry) => addEntry(statements, jobId, entry),
    dropEntry: (id) => void statements.dropEntry.run(id),
    cursorKnown: (hash) => statements.cursorKnown.get({ job: jobId, hash }) !== undefined,
    addPage: (readKey, cursorHash) => Number(statements.addPage.run(jobId, readKey, cursorHash).lastInsertRowid),
    setPageKept: (pageId, kept) => void statements.setPageKept.run(kept, pageId),
    addItem(place, item, state) {
      const parentId = item.kind === 'reply' ? item.parentId : null;
      const stateNumber = state === 'kept' ? KEPT : FILTERED;
      const added = statements.addItem.run(jobId, item.id, parentId, place.pageId, place.position, stateNumber, JSON.stringify(item));
      if (added.changes === 1) return 'new';
      return moveItem(statements, jobId, place, item);
    },
    keptBefore: (readKey) => statements.keptBefore.get(jobId, readKey)?.kept ?? 0,
    inherit: (fromJobId, limit) => inherit(statements, jobId, fromJobId, limit),
  };
}

/** Prepared once per connection, shared by all runs. */
export type RunStatements = ReturnType<typeof prepareRunStatements>;

export function prepareRunStatements(connection: Connection) {
  return {
    frontier: connection.prepare<[number], EntryRow>('SELECT * FROM frontier WHERE job_id = ? ORDER BY read_key'),
    addEntry: connection.prepare<unknown[], { id: number }>(
      `INSERT INTO frontier (job_id, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ),
    dropEntry: connection.prepare<[number]>('DELETE FROM frontier WHERE id = ?'),
    cursorKnown: connection.prepare<{ job: number; hash: number }, unknown>(
      `SELECT 1 FROM pages WHERE job_id = @job AND cursor_hash = @hash
       UNION ALL SELECT 1 FROM frontier WHERE job_id = @job AND cursor_hash = @hash LIMIT 1`,
    ),
    addPage: connection.prepare<[number, string, number]>('INSERT INTO pages (job_id, read_key, kept, cursor_hash) VALUES (?, ?, 0, ?)'),
    setPageKept: connection.prepare<[number, number]>('UPDATE pages SET kept = ? WHERE id = ?'),
    addItem: connection.prepare<unknown[]>(
      'INSERT INTO items (job_id, id, parent_id, page_id, position, state, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    place: connection.prepare<[number, string], { seq: number; page_id: number; state: number; read_key: string }>(
      `SELECT items.seq, items.page_id, items.state, pages.read_key FROM items JOIN pages ON pages.id = items.page_id
       WHERE items.job_id = ? AND items.id = ?`,
    ),
    moveItem: connection.prepare<[number, number, string, number]>('UPDATE items SET page_id = ?, position = ?, body = ? WHERE seq = ?'),
    oneLess: connection.prepare<[number]>('UPDATE pages SET kept = kept - 1 WHERE id = ?'),
    keptBefore: connection.prepare<[number, string], { kept: number | null }>('SELECT SUM(kept) AS kept FROM pages WHERE job_id = ? AND read_key < ?'),
    inheritFrontier: connection.prepare<[number, number]>(
      `INSERT INTO frontier (job_id, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash)
       SELECT ?, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash FROM frontier WHERE job_id = ?`,
    ),
    kept: connection.prepare<[number, number], { read_key: string; cursor_hash: number; position: number; body: string }>(
      `SELECT pages.read_key, pages.cursor_hash, items.position, items.body FROM items JOIN pages ON pages.id = items.page_id
       WHERE items.job_id = ? AND items.state = ${KEPT} ORDER BY pages.read_key, items.position LIMIT -1 OFFSET ?`,
    ),
  };
}

function addEntry(statements: RunStatements, jobId: number, entry: NewEntry): FrontierEntry {
  const row = statements.addEntry.get(
    jobId, entry.readKey, entry.position.root, entry.position.hops, entry.position.path, entry.role, entry.under, entry.expect,
    Number(entry.optional), JSON.stringify(entry.cursor), entry.cursorHash,
  );
  const { cursorHash: _, ...stored } = entry;
  return { ...stored, id: (row as { id: number }).id };
}

/** Pages arrive in any order; the copy of an item that a sequential reader would have met first is the one that stays. */
function moveItem(statements: RunStatements, jobId: number, place: Parameters<RunStore['addItem']>[0], item: Item): 'known' | 'moved' {
  const stored = statements.place.get(jobId, item.id);
  if (stored === undefined || stored.read_key <= place.readKey) return 'known';
  statements.moveItem.run(place.pageId, place.position, JSON.stringify(item), stored.seq);
  if (stored.state === KEPT) statements.oneLess.run(stored.page_id);
  return 'moved';
}

function inherit(statements: RunStatements, jobId: number, fromJobId: number, limit: number): { kept: number; replies: number } {
  statements.inheritFrontier.run(jobId, fromJobId);
  const counts = { kept: 0, replies: 0 };
  let open = { readKey: '', pageId: 0, kept: 0 };
  for (const row of statements.kept.all(fromJobId, limit)) {
    if (open.readKey !== row.read_key) {
      open = { readKey: row.read_key, pageId: Number(statements.addPage.run(jobId, row.read_key, row.cursor_hash).lastInsertRowid), kept: 0 };
    }
    const item = JSON.parse(row.body) as Item;
    statements.addItem.run(jobId, item.id, item.kind === 'reply' ? item.parentId : null, open.pageId, row.position, KEPT, row.body);
    open.kept += 1;
    statements.setPageKept.run(open.kept, open.pageId);
    counts.kept += 1;
    if (item.kind === 'reply') counts.replies += 1;
  }
  return counts;
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
