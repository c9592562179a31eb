import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DisposableStack } from '@whatwg-node/disposablestack';
import { CommentdockError } from '#core/contract/error.ts';
import type { Connection } from '#core/store/connection.ts';
import { databasePath, expectUsable, openDatabase } from '#core/store/database.ts';
import { lockDataDir } from '#core/store/lock.ts';
import { holdsRows } from '#core/store/move/rows.ts';
import { type MovedTable, SECRETS } from '#core/store/move/tables.ts';
import { expectMoved, sourceOfMove, takeUpMove, type UnfinishedMove } from '#core/store/move/unfinished.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { migratePostgres } from '#core/store/postgres/migrate.ts';
import { expectAlone, hasTable, takeDatabase } from '#core/store/postgres/users.ts';

/** One side of a move: a data folder, or a database. */
export type MovePlace = { readonly dataDir: string } | { readonly databaseUrl: string };

/** A side that is taken for this process alone, until it is closed. */
export interface MoveEnd extends Disposable {
  readonly connection: Connection;
}

/** A schema of an earlier version is brought up to date, as at each start. @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, INVALID_REQUEST, DISK */
export async function openSource(place: MovePlace, name: string, signal: AbortSignal): Promise<MoveEnd> {
  if ('dataDir' in place && !existsSync(databasePath(place.dataDir))) throw nothingIn(name);
  const end = await openEnd(place, signal, (connection) => {
    if (!hasTable(connection, 'schema_versions')) throw nothingIn(name);
  });
  checked(end, () => expectMoved(end.connection));
  return end;
}

/**
 * Empty, or filled by an earlier call from the same source.
 * @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK; INVALID_REQUEST where it holds anything else
 */
export async function openTarget(
  place: MovePlace,
  {
    name,
    source,
    tables,
    signal,
  }: { readonly name: string; readonly source: string; readonly tables: readonly MovedTable[]; readonly signal: AbortSignal },
): Promise<MoveEnd & { readonly unfinished: UnfinishedMove }> {
  // What lies there without a database is nobody's that this could tell; the key of the secrets may be there before them.
  const isNew = 'dataDir' in place && !existsSync(databasePath(place.dataDir));
  const strange = isNew ? namesIn(place.dataDir, 'exports', 'vault').filter((file) => file !== 'key.json') : [];
  if (strange.length > 0) throw notEmpty(name, strange[0] as string);
  const end = await openEnd(place, signal, () => undefined);
  return checked(end, () => {
    const { connection } = end;
    const begun = sourceOfMove(connection);
    if (begun !== null && begun !== source) throw notEmpty(name, `a part of what ${begun} holds`);
    const full = begun === null ? [...tables.map((table) => table.name), SECRETS].find((table) => holdsRows(connection, table)) : undefined;
    if (full !== undefined) throw notEmpty(name, `rows of ${full}`);
    return { ...end, unfinished: takeUpMove(connection, source) };
  });
}

/** @throws CommentdockError DATA_DIR_IN_USE where somebody came to a database meanwhile; a folder is locked */
export function expectUnused(place: MovePlace, { connection }: MoveEnd): void {
  if ('databaseUrl' in place) expectAlone(connection);
}

async function openEnd(place: MovePlace, signal: AbortSignal, look: (connection: PostgresConnection) => void): Promise<MoveEnd> {
  using opened = new DisposableStack();
  let connection: Connection;
  if ('dataDir' in place) {
    expectUsable(place.dataDir);
    opened.use(lockDataDir(place.dataDir));
    connection = openDatabase(place.dataDir);
    opened.defer(() => connection.close());
  } else {
    const asked = new PostgresConnection(place.databaseUrl);
    opened.defer(() => asked.close());
    look(asked);
    await takeDatabase(asked, signal);
    migratePostgres(asked);
    connection = asked;
  }
  const held = opened.move();
  return { connection, [Symbol.dispose]: () => held.dispose() };
}

/** Closed again where the check fails. */
function checked<T>(end: MoveEnd, check: () => T): T {
  try {
    return check();
  } catch (error) {
    end[Symbol.dispose]();
    throw error;
  }
}

function namesIn(dataDir: string, ...folders: readonly string[]): readonly string[] {
  return folders.map((folder) => join(dataDir, folder)).flatMap((path) => (existsSync(path) ? readdirSync(path) : []));
}

function nothingIn(name: string): CommentdockError {
  return new CommentdockError(
    'INVALID_REQUEST',
    `${name} holds nothing of Commentdock. Name the data folder or the database to move from.`,
  );
}

function notEmpty(name: string, what: string): CommentdockError {
  return new CommentdockError(
    'INVALID_REQUEST',
    `${name} holds ${what}. Name an empty database, or a folder that is new. Nothing was changed.`,
  );
}
