import { CommentdockError } from '#core/contract/error.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { hasTable } from '#core/store/postgres/users.ts';

/** Stands in the target from the first step of a move to its last. */
const TABLE = 'unfinished_move';
const SOURCE = 'source';

/** How far rows were read. `after`: the key of the last one; null: there was none. */
export interface Reached {
  readonly after: readonly (string | number)[] | null;
  readonly passed: number;
}

interface TableStanding extends Reached {
  readonly isDone: boolean;
}

/** What is done of a move, in the database that it fills. Calls are part of the transaction that is open. */
export interface UnfinishedMove {
  /** Null: nothing of it. */
  table(name: string): TableStanding | null;
  noteTable(name: string, standing: TableStanding): void;
  /** The target is whole, and can be opened. */
  end(): void;
}

/** From where a place is being filled; null: it is not. */
export function sourceOfMove(connection: Connection): string | null {
  const isThere = isFile(connection)
    ? connection.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(TABLE) !== undefined
    : hasTable(connection, TABLE);
  return isThere ? (noted(connection, SOURCE) ?? '') : null;
}

/** @throws CommentdockError DATA_DIR_IN_USE where a move into the place has not ended */
export function expectMoved(connection: Connection): void {
  const source = sourceOfMove(connection);
  if (source === null) return;
  throw new CommentdockError(
    'DATA_DIR_IN_USE',
    `This store is being filled from ${source} and is not whole yet. Call \`commentdock move\` with both again: it goes on where it was.`,
  );
}

/** Begins a move, or takes up the one that is there. */
export function takeUpMove(connection: Connection, source: string): UnfinishedMove {
  if (sourceOfMove(connection) === null)
    connection
      .transaction(() => {
        connection.exec(`CREATE TABLE ${TABLE} (step TEXT PRIMARY KEY, value TEXT NOT NULL)`);
        connection.prepare<[string, string]>(`INSERT INTO ${TABLE} (step, value) VALUES (?, ?)`).run(SOURCE, source);
      })
      .immediate();
  const write = connection.prepare<[string, string]>(
    `INSERT INTO ${TABLE} (step, value) VALUES (?, ?) ON CONFLICT (step) DO UPDATE SET value = excluded.value`,
  );
  return {
    table(name) {
      const standing = noted(connection, stepOf(name));
      return standing === null ? null : (JSON.parse(standing) as TableStanding);
    },
    noteTable: (name, standing) => void write.run(stepOf(name), JSON.stringify(standing)),
    end: () => void connection.exec(`DROP TABLE ${TABLE}`),
  };
}

function stepOf(table: string): string {
  return `table ${table}`;
}

function noted(connection: Connection, step: string): string | null {
  return connection.prepare<[string], { value: string }>(`SELECT value FROM ${TABLE} WHERE step = ?`).get(step)?.value ?? null;
}
