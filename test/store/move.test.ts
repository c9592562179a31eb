import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { moveStore } from '#core/move.ts';
import { openDatabase } from '#core/store/database.ts';
import { lockDataDir } from '#core/store/lock.ts';
import { type MovedTable, movedTables } from '#core/store/move/tables.ts';
import { openWriting } from '#core/store/place.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { migratePostgres } from '#core/store/postgres/migrate.ts';
import { own, ownFolder } from '#test/own.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';

const ROWS = 100;
const INTERRUPTIONS = 10;
/** Pieces of rows that are stored before each. */
const STEPS = 8;
/** Of a team alone: who works now, and how hosts are asked by all of its machines. */
const OF_DATABASES = [
  'attempts',
  'coming_exports',
  'export_asks',
  'export_helpers',
  'export_leases',
  'export_workers',
  'host_turns',
  'media_parts',
  'requests',
  'schema_versions',
];
const COLUMNS_OF_DATABASES = { hosts: ['good_answers', 'cut_at_ms'] } as Readonly<Record<string, readonly string[]>>;

/** A column of exports: an index knows a part of it. */
const INDEXED_DOCUMENT = 'target';

let cluster: Cluster;
let source: string;
const tables = movedTables();

beforeAll(async () => {
  cluster = await own(startCluster());
  source = ownFolder('filled');
  fill(source);
});

/** Rows in every table. Those of one number belong together: all their numbers and texts are of that number. */
function fill(dataDir: string): void {
  const connection = openDatabase(dataDir);
  for (const { name, columns } of tables) {
    const types = connection
      .prepare<[string], { type: string; column: string }>('SELECT type, name AS "column" FROM pragma_table_info(?) ORDER BY cid')
      .all(name);
    const insert = connection.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`);
    for (let row = 1; row <= ROWS; row += 1)
      insert.run(...types.map(({ type, column }) => valueOf(column === INDEXED_DOCUMENT ? 'JSON' : type, row)));
  }
  // What is gone has had its number; a character that PostgreSQL has no text with.
  connection.prepare('DELETE FROM items WHERE seq = ?').run(ROWS);
  connection.prepare("UPDATE jobs SET error = 'a' || char(0) || 'b' WHERE id = 1").run();
  connection.close();
}

function valueOf(type: string, row: number): unknown {
  if (type === 'BLOB') return Buffer.from([row, 0, 255]);
  if (type === 'REAL') return row + 0.1;
  const text = `${row} "é" \\ \\u0000 \u{1F600}\n`;
  if (type === 'JSON') return JSON.stringify({ type: text });
  return type === 'TEXT' ? text : row;
}

/** All that a folder holds. */
function held(dataDir: string): Readonly<Record<string, readonly unknown[]>> {
  const connection = openDatabase(dataDir);
  const numbers = connection.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').all();
  const rows = tables.map(({ name, columns }) => [
    name,
    connection.prepare(`SELECT * FROM "${name}" ORDER BY ${columns.map((_, at) => at + 1).join()}`).all(),
  ]);
  connection.close();
  return { numbers, ...(Object.fromEntries(rows) as Record<string, unknown[]>) };
}

function move(from: string, to: string, stopAfter = Infinity) {
  let steps = 0;
  const onStep = ({ step }: { readonly step: string }): void => {
    if (step === 'copying' && (steps += 1) === stopAfter) throw new Error('killed');
  };
  return moveStore({ from, to, signal: AbortSignal.any([]), onStep });
}

it('knows every table of both databases, and every column', async () => {
  const connection = new PostgresConnection(await cluster.newDatabase());
  migratePostgres(connection);
  const found = connection
    .prepare<[], { table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = 'public'`,
    )
    .all();
  connection.close();
  const columnsOf = (name: string): readonly string[] => found.filter(({ table }) => table === name).map(({ column }) => column);
  expect(new Set(found.map(({ table }) => table))).toEqual(new Set([...tables.map(({ name }) => name), 'secrets', ...OF_DATABASES]));
  for (const { name, columns } of tables)
    expect(columnsOf(name).toSorted(), name).toEqual([...columns, ...(COLUMNS_OF_DATABASES[name] ?? [])].toSorted());
  expect(tables.filter(({ key }) => key.length === 0).map(({ name }: MovedTable) => name)).toEqual(['webhook_resends']);
});

describe('every table', () => {
  it('comes into a database and back as it was, however often it is interrupted', async () => {
    const database = await cluster.newDatabase();
    const back = ownFolder('back');
    for (const [from, to] of [
      [source, database],
      [database, back],
    ] as const) {
      for (let times = 0; times < INTERRUPTIONS; times += 1) await expect(move(from, to, STEPS)).rejects.toThrow('killed');
      const moved = await move(from, to);
      for (const { table, rows } of moved.tables) expect(rows, table).toBe(table === 'items' || table === 'verdicts' ? ROWS - 1 : ROWS);
    }
    const expected = held(source);
    const jobs = (expected['jobs'] as Record<string, unknown>[]).map((job) => (job['id'] === 1 ? { ...job, error: 'a\uFFFDb' } : job));
    expect(held(back)).toEqual({ ...expected, jobs });
  });

  it('is opened by nobody before it is whole, and filled from nowhere else', async () => {
    const database = await cluster.newDatabase();
    await expect(move(source, database, STEPS)).rejects.toThrow('killed');
    expect(() => openWriting({ dataDir: source, databaseUrl: database })).toThrow('is being filled');
    await expect(move(database, ownFolder('third'))).rejects.toThrow('is being filled');
    const other = ownFolder('other');
    openDatabase(other).close();
    await expect(move(other, database)).rejects.toThrow('holds a part of what');
    await move(source, database);
    openWriting({ dataDir: source, databaseUrl: database }).close();
    await expect(move(other, database)).rejects.toThrow('holds rows of');
  });

  it('is compared: what differs is named, and is not opened', async () => {
    const [changed, target] = [ownFolder('changed'), ownFolder('target')];
    fill(changed);
    await expect(move(changed, target, STEPS)).rejects.toThrow('killed');
    const connection = openDatabase(changed);
    const first = tables.find(({ columns }) => columns.includes('created_at_ms')) as MovedTable;
    connection.prepare(`UPDATE "${first.name}" SET created_at_ms = created_at_ms + 1`).run();
    connection.close();
    await expect(move(changed, target)).rejects.toThrow(
      `differs from what is there now, in ${first.name} (${ROWS} rows there, ${ROWS} here)`,
    );
    expect(() => openWriting({ dataDir: target, databaseUrl: null })).toThrow('is being filled');
  });
});

it('is refused where it cannot be', async () => {
  const missing = join(ownFolder('missing'), 'nothing');
  const database = await cluster.newDatabase();
  await expect(move(missing, database)).rejects.toThrow('holds nothing of Commentdock');
  await expect(move(database, missing)).rejects.toThrow('holds nothing of Commentdock');
  expect(existsSync(missing)).toBe(false);
  await expect(move(source, source)).rejects.toThrow('is both');
  await expect(move(source, 'https://example.com/folder')).rejects.toThrow('begins with postgres://');
  using _lock = lockDataDir(source);
  await expect(move(source, database)).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' });
});
