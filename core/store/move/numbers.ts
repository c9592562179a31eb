import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import type { MovedTable } from '#core/store/move/tables.ts';

interface Numbered {
  readonly table: string;
  readonly column: string;
}

/** Numbers that rows get go on behind the last one that was given in the source, whether its row is there still or not. */
export function carryNumbers(source: Connection, target: Connection, tables: readonly MovedTable[]): void {
  for (const { name: table, key } of tables) {
    const [column] = key;
    if (column === undefined || key.length > 1) continue;
    const row = target.prepare<[], { highest: unknown }>(`SELECT max("${column}") AS highest FROM "${table}"`).get();
    const highest = typeof row?.highest === 'number' ? row.highest : 0;
    const last = Math.max(highest, lastNumber(source, { table, column }));
    if (last > 0) setNumber(target, { table, column, last });
  }
}

/** 0: none was given, or none is remembered. */
function lastNumber(connection: Connection, { table, column }: Numbered): number {
  if (isFile(connection))
    return connection.prepare<[string], { seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)?.seq ?? 0;
  const sequence = sequenceOf(connection, { table, column });
  if (sequence === null) return 0;
  const found = connection
    .prepare<[], { last: number; called: number }>(`SELECT last_value AS last, is_called AS called FROM ${sequence}`)
    .get();
  return found?.called === 1 ? found.last : 0;
}

function setNumber(connection: Connection, { table, column, last }: Numbered & { readonly last: number }): void {
  if (!isFile(connection)) {
    const sequence = sequenceOf(connection, { table, column });
    if (sequence !== null) connection.prepare(`SELECT setval('${sequence}', ${last})`).get();
    return;
  }
  // Without that word rows get the number behind the highest that is there.
  const isKept = connection.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'").get(table);
  if (isKept === undefined) return;
  // A table that never had a row has none yet.
  const { changes } = connection.prepare<[number, string]>('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(last, table);
  if (changes === 0) connection.prepare<[string, number]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, last);
}

function sequenceOf(connection: Connection, { table, column }: Numbered): string | null {
  const ask = connection.prepare<[string, string], { sequence: string | null }>('SELECT pg_get_serial_sequence(?, ?) AS sequence');
  return ask.get(table, column)?.sequence ?? null;
}
