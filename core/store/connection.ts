/** What a statement that changes rows has done. */
export interface Changed {
  readonly changes: number;
  /** The number of a row that was added by itself. */
  readonly lastInsertRowid: number | bigint;
}

/** A prepared statement. Values stand in the order of its `?`, or are the properties of one object for its `@name`s. */
export interface Statement<Parameters extends unknown[] = unknown[], Row = unknown> {
  get(...values: Parameters): Row | undefined;
  all(...values: Parameters): Row[];
  /** Row by row, while nothing else is asked of the connection. */
  iterate(...values: Parameters): IterableIterator<Row>;
  run(...values: Parameters): Changed;
  /** As `all`, where what follows does not need the rows: within a transaction they are asked for with the next question, or its end. */
  later?(...values: Parameters): () => Row[];
  /** From now on the first column alone in place of rows. */
  pluck(): this;
}

/**
 * A connection of the store, to either of its databases: the file of a data folder, or PostgreSQL. It is synchronous, and its SQL is what
 * both understand. A row that is to get its number from the database is inserted with NULL for it, as the first of its columns.
 */
export interface Connection {
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  /** The work in one transaction, or within the one that is open. `immediate`: nobody else writes what it writes meanwhile. */
  transaction<T>(work: () => T): { immediate(): T };
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  close(): unknown;
}

/** Rows that are needed later than they are asked for. A file answers at once. */
export function rowsLater<Parameters extends unknown[], Row>(statement: Statement<Parameters, Row>, ...values: Parameters): () => Row[] {
  if (statement.later !== undefined) return statement.later(...values);
  const rows = statement.all(...values);
  return () => rows;
}
