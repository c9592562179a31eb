import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPostgresAddress } from '#core/config/postgres-address.ts';
import { VERSION } from '#core/config/version.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { SecretStore } from '#core/contract/secret-store.ts';
import { moveMedia } from '#core/moved-media.ts';
import { copyFiles, type FileMove, NO_FILES, noteFiles, writeFiles } from '#core/moved-files.ts';
import type { Connection } from '#core/store/connection.ts';
import { noteVersion } from '#core/store/data-version.ts';
import { createJobStore } from '#core/store/jobs.ts';
import { expectUnused, type MoveEnd, type MovePlace, openSource, openTarget } from '#core/store/move/ends.ts';
import { carryNumbers } from '#core/store/move/numbers.ts';
import { copyRows, sumRows } from '#core/store/move/rows.ts';
import { type MovedTable, movedTables } from '#core/store/move/tables.ts';
import type { UnfinishedMove } from '#core/store/move/unfinished.ts';
import { createSharedExports } from '#core/store/postgres/shared-exports.ts';
import { createSecretStore } from '#core/store/secrets.ts';
import type { MovedStore, MoveStep } from '#core/surfaces/cli/command-host.ts';
import { openExportQueue } from '#core/queue/export-queue.ts';
import { isOutside } from '#core/vault/key-file.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { vaultFolder } from '#core/vault/vault.ts';

const USUAL_PORT = 5432;

interface MoveWish {
  /** A data folder, or `postgres://...`; `to` is empty, or was filled by an earlier call from the same place. */
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
  onStep(step: MoveStep): void;
}

interface Move extends MoveWish {
  readonly places: { readonly from: MovePlace; readonly to: MovePlace };
  readonly source: MoveEnd;
  readonly target: MoveEnd;
  readonly tables: readonly MovedTable[];
  readonly unfinished: UnfinishedMove;
}

/**
 * Copies all that a data folder or a database holds into another one, and compares. The source is left as it was. One that is interrupted goes
 * on where it was when it is called again; until it has ended no service opens the target.
 * @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, INVALID_REQUEST; DISK where rows differ in the end; STOPPED by the signal
 */
export async function moveStore(wish: MoveWish): Promise<MovedStore> {
  try {
    return await moveAll(wish);
  } catch (error) {
    if (!wish.signal.aborted) throw error;
    throw new CommentdockError('STOPPED', 'The move was stopped. Called again, it goes on where it was.', { cause: error });
  }
}

async function moveAll(wish: MoveWish): Promise<MovedStore> {
  const { signal } = wish;
  const places = { from: placeOf(wish.from), to: placeOf(wish.to) };
  const names = { from: nameOf(places.from), to: nameOf(places.to) };
  if (names.from === names.to) throw new CommentdockError('INVALID_REQUEST', `${names.from} is both. Name two places.`);
  const tables = movedTables();
  using source = await openSource(places.from, names.from, signal);
  using target = await openTarget(places.to, { name: names.to, source: names.from, tables, signal });
  const move: Move = { ...wish, places, source, target, tables, unfinished: target.unfinished };
  const secrets = moveSecrets(secretsOf(places.from, source.connection), secretsOf(places.to, target.connection));
  const sums = await moveRows(move);
  expectUnused(places.from, source);
  const { files, change } = await moveFiles(move);
  const open = await openExports(move);
  if ('dataDir' in places.to) noteVersion(places.to.dataDir, VERSION);
  target.connection
    .transaction(() => {
      change();
      if (open.length > 0) createSharedExports(target.connection).enqueue(open);
      target.unfinished.end();
    })
    .immediate();
  return { tables: sums, secrets, files, queued: open.length, advice: adviceFor(places) };
}

async function moveRows({ source, target, tables, unfinished, signal, onStep }: Move): Promise<MovedStore['tables']> {
  for (const table of tables) {
    let passed = 0;
    const onRows = (rows: number): void => {
      passed = rows;
      onStep({ step: 'copying', table: table.name, rows });
    };
    await copyRows({ source: source.connection, target: target.connection, unfinished, table, signal, onRows });
    if (passed > 0) onStep({ step: 'copied', table: table.name, rows: passed });
  }
  carryNumbers(source.connection, target.connection, tables);
  const sums: MovedStore['tables'][number][] = [];
  const differing: string[] = [];
  for (const table of tables) {
    const onRows = (rows: number): void => onStep({ step: 'comparing', table: table.name, rows });
    const there = await sumRows(source.connection, { table, signal, onRows });
    const here = await sumRows(target.connection, { table, signal, onRows });
    if (here.sha256 !== there.sha256) differing.push(`${table.name} (${there.rows} rows there, ${here.rows} here)`);
    sums.push({ table: table.name, ...here });
  }
  if (differing.length > 0)
    throw new CommentdockError(
      'DISK',
      `What was copied differs from what is there now, in ${differing.join(', ')}: the source was used meanwhile, or a disk is damaged. Empty the target, and begin anew.`,
    );
  return sums;
}

/** As they are: sealed. Returns how many there are. */
function moveSecrets(from: SecretStore, to: SecretStore): number {
  const ids = from.ids();
  for (const id of ids) {
    const sealed = from.read(id);
    if (sealed !== null && to.read(id) !== sealed) to.write(id, sealed);
  }
  return ids.length;
}

function secretsOf(place: MovePlace, connection: Connection): SecretStore {
  if ('databaseUrl' in place) return createSecretStore(connection);
  const folder = vaultFolder(place.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return secretFiles(folder);
}

async function moveFiles({ places: { from, to }, source, target: { connection: target }, signal, onStep }: Move): Promise<FileMove> {
  const passing = { target, signal, onFile: (name: string) => onStep({ step: 'file', name }) };
  if ('dataDir' in from && 'dataDir' in to) return copyFiles(from.dataDir, to.dataDir, passing);
  const ends = { from: { place: from, connection: source.connection }, to: { place: to, connection: target } };
  const lost = await moveMedia({ ...ends, ...passing });
  const move = await ('dataDir' in to ? writeFiles(to.dataDir, passing) : 'dataDir' in from ? noteFiles(from.dataDir, passing) : NO_FILES);
  return { ...move, files: { ...move.files, left: [...lost, ...move.files.left] } };
}

/** What is to be queued in a database; in a folder it goes on by itself. */
async function openExports({ places: { to }, target: { connection } }: Move): Promise<readonly JobRecord[]> {
  if ('dataDir' in to) return [];
  const jobs = createJobStore(connection, { hide: () => undefined, expectTurn: () => undefined, now: Date.now });
  const open = [...jobs.byStatus('progress'), ...jobs.byStatus('queueing')].filter(({ needsYou }) => needsYou === null);
  // The queue makes its tables when it is opened.
  if (open.length > 0) await (await openExportQueue({ ...to, leaseMs: 0, onFault: () => undefined })).close();
  return open;
}

function adviceFor({ from, to }: Move['places']): readonly string[] {
  return [keyAdvice(from, to), ...('databaseUrl' in from ? ['Packs and browser profiles are in the data folders of its machines.'] : [])];
}

/** The key is never moved: it would pass through a place where it must not be. */
function keyAdvice(from: MovePlace, to: MovePlace): string {
  const where = 'dataDir' in to ? vaultFolder(to.dataDir) : '`vault` in the data folder of each machine';
  const before = 'before anything starts there';
  if ('databaseUrl' in from)
    return `The key of the secrets stayed with the machines of the database. Set COMMENTDOCK_VAULT_KEY to it, or put their key.json into ${where}, ${before}.`;
  const folder = vaultFolder(from.dataDir);
  if (isOutside(folder))
    return `The key of the secrets is yours: set COMMENTDOCK_VAULT_KEY or COMMENTDOCK_VAULT_KEY_COMMAND as for ${folder}.`;
  return `The key of the secrets stayed in ${folder}. Put a copy of its key.json into ${where}, ${before}.`;
}

/** @throws CommentdockError INVALID_REQUEST */
function placeOf(words: string): MovePlace {
  if (isPostgresAddress(words)) return { databaseUrl: words };
  if (!words.includes('://')) return { dataDir: resolve(words) };
  throw new CommentdockError('INVALID_REQUEST', 'That is no data folder and no address that begins with postgres://.');
}

function nameOf(place: MovePlace): string {
  if ('dataDir' in place) return existsSync(place.dataDir) ? realpathSync(place.dataDir) : place.dataDir;
  const { hostname, port, pathname } = new URL(place.databaseUrl);
  return `postgres://${hostname}:${port || USUAL_PORT}${pathname}`;
}
