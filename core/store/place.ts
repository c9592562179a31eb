import type { Connection } from '#core/store/connection.ts';
import { openDatabase, openReader } from '#core/store/database.ts';
import { expectMoved } from '#core/store/move/unfinished.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { migratePostgres } from '#core/store/postgres/migrate.ts';

/** Where the store is: in a data folder, or in PostgreSQL, beside a folder that then holds only what can be made anew. */
export interface StorePlace {
  readonly dataDir: string;
  /** `postgres://...`; null: the data folder holds all. */
  readonly databaseUrl: string | null;
}

/** Of settings, what those need who are sent it. */
export function storePlace({ dataDir, databaseUrl }: StorePlace): StorePlace {
  return { dataDir, databaseUrl };
}

/** A connection that may write, to a store of this version's schema. @throws CommentdockError DISK, DATA_DIR_NEWER, DATA_DIR_IN_USE */
export function openWriting({ dataDir, databaseUrl }: StorePlace): Connection {
  const connection = databaseUrl === null ? openDatabase(dataDir) : new PostgresConnection(databaseUrl);
  try {
    if (connection instanceof PostgresConnection) migratePostgres(connection);
    expectMoved(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection for those who only read. */
export function openReading({ dataDir, databaseUrl }: StorePlace): Connection {
  return databaseUrl === null ? openReader(dataDir) : new PostgresConnection(databaseUrl);
}

/** Those of PostgreSQL that are kept: each has a thread of its own. */
const MOST_KEPT = 2;

/** Connections for a thread that reads now and again. To open one of PostgreSQL takes longer than what is mostly read, so that it is kept. */
export class Readings {
  readonly #place: StorePlace;
  readonly #kept: Connection[] = [];

  constructor(place: StorePlace) {
    this.#place = place;
  }

  /** One for the caller alone, until it is disposed of. */
  open(): Disposable & { readonly connection: Connection } {
    const connection = this.#kept.pop() ?? openReading(this.#place);
    return { connection, [Symbol.dispose]: () => this.#takeBack(connection) };
  }

  #takeBack(connection: Connection): void {
    const isKept = this.#place.databaseUrl !== null && !connection.inTransaction && this.#kept.length < MOST_KEPT;
    if (isKept) this.#kept.push(connection);
    else connection.close();
  }
}
