import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { Connection } from '#core/store/connection.ts';

/** Of the advisory lock of whoever moves a database; any number will do. */
const MOVE = 4_780_002;
/** What a killed process leaves is noticed by the server a moment later. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 100;
const CONNECTED = `
  SELECT count(*) AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'commentdock%'`;
const WORKING = 'SELECT count(*) AS others FROM export_workers WHERE until > clock_timestamp()';

/** Whether the database has a table of this name. */
export function hasTable(connection: Connection, name: string): boolean {
  const found = connection.prepare<[string], { found: string | null }>('SELECT to_regclass(?)::text AS found').get(name);
  return found !== undefined && found.found !== null;
}

/** Takes a database for this connection alone, while no process of ours uses it. @throws CommentdockError DATA_DIR_IN_USE */
export async function takeDatabase(connection: Connection, signal: AbortSignal): Promise<void> {
  const take = connection.prepare<[], { taken: number }>(`SELECT pg_try_advisory_lock(${MOVE}) AS taken`);
  const until = performance.now() + PATIENCE_MS;
  let isTaken = false;
  for (;;) {
    // The connection has it once: what is taken twice is given back twice.
    isTaken ||= take.get()?.taken === 1;
    if (isTaken && othersOn(connection) === 0) return;
    if (performance.now() > until) throw inUse();
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** @throws CommentdockError DATA_DIR_IN_USE where a process of ours came meanwhile */
export function expectAlone(connection: Connection): void {
  if (othersOn(connection) > 0) throw inUse();
}

function othersOn(connection: Connection): number {
  const count = (sql: string): number => connection.prepare<[], { others: number }>(sql).get()?.others ?? 0;
  return count(CONNECTED) + (hasTable(connection, 'export_workers') ? count(WORKING) : 0);
}

function inUse(): CommentdockError {
  return new CommentdockError(
    'DATA_DIR_IN_USE',
    'Processes of Commentdock use the database. End all that serve and work; one that died counts as a worker until its lease is over.',
  );
}
