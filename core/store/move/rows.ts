import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { type MovedTable, quoted } from '#core/store/move/tables.ts';
import type { Reached, UnfinishedMove } from '#core/store/move/unfinished.ts';

/** What a slice of rows should weigh at most, in characters and bytes, if all were as heavy as the heaviest of those before. */
const SLICE_WEIGHT = 4 * 1024 * 1024;
const FIRST_ROWS = 16;
const MOST_ROWS = 1_000;
/** As the driver of PostgreSQL stores it, which has no text with it. */
const NUL = /\0/g;

type Value = string | number | Uint8Array | null;
/** A row's values, in the order of the table's columns. */
type Row = readonly Value[];

/** What a table holds: how many rows, and SHA-256 over all of them in the order of their key. Alike in both databases. */
interface TableSum {
  readonly rows: number;
  readonly sha256: string;
}

interface Passing {
  readonly table: MovedTable;
  readonly signal: AbortSignal;
  /** Told after each slice how many rows have passed, in all. */
  onRows(rows: number): void;
}

/** Copies what of a table is not copied yet: a slice and the note of it are one transaction. @throws the signal's reason */
export async function copyRows({
  source,
  target,
  unfinished,
  ...passing
}: Passing & { readonly source: Connection; readonly target: Connection; readonly unfinished: UnfinishedMove }): Promise<void> {
  const { table } = passing;
  const standing = unfinished.table(table.name);
  if (standing?.isDone === true) return;
  const insert = inserting(target, table);
  for await (const { rows, after, passed, isLast } of slices(source, { ...passing, from: standing })) {
    target
      .transaction(() => {
        if (rows.length > 0) insert(rows);
        unfinished.noteTable(table.name, { after, passed, isDone: isLast });
      })
      .immediate();
    passing.onRows(passed);
  }
}

/** @throws the signal's reason */
export async function sumRows(connection: Connection, passing: Passing): Promise<TableSum> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { rows, passed } of slices(connection, { ...passing, from: null })) {
    for (const row of rows) hash.update(`${JSON.stringify(row.map(inJson))}\n`);
    count = passed;
    passing.onRows(passed);
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** Whether a table has any row. */
export function holdsRows(connection: Connection, table: string): boolean {
  return connection.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined;
}

interface Slice extends Reached {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** Rows in the order of their key, in pieces of about the same weight. One without a key comes whole. */
async function* slices(
  connection: Connection,
  { table, signal, from }: Pick<Passing, 'table' | 'signal'> & { readonly from: Reached | null },
): AsyncGenerator<Slice, void, undefined> {
  let { after, passed }: Reached = from ?? { after: null, passed: 0 };
  for (let limit = FIRST_ROWS; ;) {
    signal.throwIfAborted();
    const rows = readSlice(connection, table, { after, limit });
    const last = rows.at(-1);
    passed += rows.length;
    after = last === undefined ? after : table.key.map((name) => last[table.columns.indexOf(name)] as string | number);
    const isLast = table.key.length === 0 || rows.length < limit;
    yield { rows, after, passed, isLast };
    if (isLast) return;
    const heaviest = rows.reduce((most, row) => Math.max(most, weightOf(row)), 1);
    limit = Math.max(1, Math.min(MOST_ROWS, 2 * limit, Math.floor(SLICE_WEIGHT / heaviest)));
    await nextTurn();
  }
}

function readSlice(
  connection: Connection,
  { name, columns, key }: MovedTable,
  { after, limit }: { readonly after: Reached['after']; readonly limit: number },
): readonly Row[] {
  const order = quoted(key.length === 0 ? columns : key);
  const behind = after === null ? '' : `WHERE (${quoted(key)}) > (${key.map(() => '?').join(', ')})`;
  const most = key.length === 0 ? '' : 'LIMIT ?';
  const found = connection
    .prepare<unknown[], Record<string, Value>>(`SELECT ${quoted(columns)} FROM "${name}" ${behind} ORDER BY ${order} ${most}`)
    .all(...(after ?? []), ...(key.length === 0 ? [] : [limit]));
  return found.map((row) => columns.map((column) => row[column] ?? null));
}

function weightOf(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (value === null || typeof value === 'number' ? 8 : value.length), 0);
}

/** As both databases can store it. */
function plain(value: Value): Value {
  return typeof value === 'string' ? value.replace(NUL, '\uFFFD') : value;
}

/** Bytes as PostgreSQL takes them in a text: https://www.postgresql.org/docs/current/datatype-binary.html */
function inJson(value: Value): Value {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : plain(value);
}

function inserting(connection: Connection, { name, columns }: MovedTable): (rows: readonly Row[]) => void {
  const into = `INSERT INTO "${name}" (${quoted(columns)})`;
  if (isFile(connection)) {
    const insert = connection.prepare<unknown[]>(`${into} VALUES (${columns.map(() => '?').join(', ')})`);
    return (rows) => {
      for (const row of rows) insert.run(...row.map(plain));
    };
  }
  const insert = connection.prepare<[string]>(`${into} SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::"${name}", ?::json)`);
  return (rows) =>
    void insert.run(JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], inJson(value)])))));
}
