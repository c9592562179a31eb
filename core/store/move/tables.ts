import type { Connection } from '#core/store/connection.ts';
import { openInMemory } from '#core/store/database.ts';

/** Has a place of its own on either side, and goes from one to the other by itself. */
export const SECRETS = 'secrets';

/** A table that both databases have. */
export interface MovedTable {
  readonly name: string;
  /** Those of the data folder; what PostgreSQL has besides is of a team alone, and begins anew. */
  readonly columns: readonly string[];
  /** Its primary key; empty: it has none, and few rows. */
  readonly key: readonly string[];
}

/** All that is moved, each table behind those that its rows name. */
export function movedTables(): readonly MovedTable[] {
  const connection = openInMemory();
  try {
    const names = connection
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all()
      .map(({ name }) => name)
      .filter((name) => name !== SECRETS);
    const ordered = new Set<string>();
    const add = (name: string): void => {
      for (const other of namedBy(connection, name)) if (other !== name) add(other);
      ordered.add(name);
    };
    for (const name of names) if (!ordered.has(name)) add(name);
    return [...ordered].map((name) => tableOf(connection, name));
  } finally {
    connection.close();
  }
}

function namedBy(connection: Connection, table: string): readonly string[] {
  return connection
    .prepare<[string], { name: string }>('SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)')
    .all(table)
    .map(({ name }) => name);
}

function tableOf(connection: Connection, name: string): MovedTable {
  const columns = connection
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
}

/** Names as SQL has them. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
