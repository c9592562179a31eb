import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BackupFile, type BackupManifest, contentsOf, DATABASES, KEY_FILE, MANIFEST, nameOf, pathOf } from '#core/backup/contents.ts';
import { replacePrivateFile } from '#core/config/private-file.ts';
import type { MadeBackup } from '#core/contract/backup.ts';
import { CommentdockError, diskTrouble } from '#core/contract/error.ts';
import type { JobFile } from '#core/contract/job-record.ts';
import { databasePath, expectUsable } from '#core/store/database.ts';
import { copyAsOfNow, expectSound, valuesIn } from '#core/store/snapshot.ts';
import { holdsBareKey } from '#core/vault/key-file.ts';
import { vaultFolder } from '#core/vault/vault.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

const EXPORTS = 'exports';
/** Besides what is copied: for what is written meanwhile. */
const SPARE_BYTES = 16 * 1_048_576;
const KEY_LEFT = {
  path: nameOf(KEY_FILE),
  why: 'who has it and the backup has all secrets: keep a copy of it elsewhere, or call for it by --with-key',
};

interface BackupWish {
  readonly dataDir: string;
  /** A folder that is not there yet, or is empty. */
  readonly to: string;
  /** Whether the key of the secrets goes along, where it is a file of the data folder. */
  readonly key: 'with' | 'without';
  readonly program: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  onFile(name: string): void;
}

/** A file as it was when it was copied: what has another time or size by now is another file. */
interface Copied extends BackupFile {
  readonly modifiedMs: number;
}

interface Making extends BackupWish {
  /** Where it is put together; it gets its name at the end. */
  readonly folder: string;
  readonly copied: Map<string, Copied>;
}

/**
 * Copies a data folder while a service may use it: its database as of one moment, and the files that it names. What was copied is read once
 * more and compared. The backup is there whole, or not at all.
 * @throws CommentdockError INVALID_REQUEST where there is nothing, or something in the way; DATA_DIR_NEWER; DISK; STOPPED by the signal
 */
export async function makeBackup(wish: BackupWish): Promise<MadeBackup> {
  const to = resolve(wish.to);
  await expectRoom(wish, to);
  const making: Making = { ...wish, folder: join(dirname(to), `.${basename(to)}.partial`), copied: new Map() };
  try {
    await rm(making.folder, { recursive: true, force: true });
    await mkdir(making.folder, { recursive: true, mode: 0o700 });
    const manifest = await fill(making);
    replacePrivateFile(join(making.folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await rm(to, { recursive: true, force: true });
    await rename(making.folder, to);
    return { folder: to, files: manifest.files.length, bytes: bytesOf(manifest.files), left: manifest.left };
  } catch (error) {
    await rm(making.folder, { recursive: true, force: true });
    if (wish.signal.aborted) throw new CommentdockError('STOPPED', 'The backup was stopped. Nothing of it is left.', { cause: error });
    throw diskTrouble(error) ?? error;
  }
}

/** @throws CommentdockError INVALID_REQUEST; DISK */
async function expectRoom({ dataDir, to: wished }: BackupWish, to: string): Promise<void> {
  if (!existsSync(databasePath(dataDir)))
    throw new CommentdockError('INVALID_REQUEST', `${dataDir} holds nothing of Commentdock. Set COMMENTDOCK_DATA_DIR to the data folder.`);
  expectUsable(dataDir);
  if (`${to}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new CommentdockError('INVALID_REQUEST', `${wished} is within the data folder. Name a folder elsewhere.`);
  if (existsSync(to) && (await readdir(to)).length > 0)
    throw new CommentdockError('INVALID_REQUEST', `${wished} is not empty. Name a folder that is new. Nothing was changed.`);
  await mkdir(dirname(to), { recursive: true });
  const { files } = await contentsOf(dataDir);
  const sizes = await Promise.all([...DATABASES, ...files].map((file) => sizeOf(join(dataDir, file))));
  const wanted = sizes.reduce((sum, bytes) => sum + bytes, SPARE_BYTES);
  const { bavail, bsize } = await statfs(dirname(to));
  if (bavail * bsize < wanted)
    throw new CommentdockError(
      'DISK',
      `A backup takes ${megabytes(wanted)} MB, and ${megabytes(bavail * bsize)} MB are free there. Free some space, or name another disk.`,
    );
}

async function fill(making: Making): Promise<BackupManifest> {
  const { dataDir, folder, key, signal, copied } = making;
  // Most of the time goes by here; what changes meanwhile is copied once more, after the moment of the database.
  const before = await contentsOf(dataDir);
  for (const path of before.files) await copyOne(making, path);
  for (const name of DATABASES)
    if (existsSync(join(dataDir, name))) await copyAsOfNow({ from: join(dataDir, name), to: join(folder, name), signal });
  const named = filesNamed(join(folder, DATABASES[0]));
  const { files, left } = await contentsOf(dataDir);
  for (const path of files) if (!isKept(making, path, named)) await copyIfChanged(making, path);
  const there = new Set(files);
  for (const path of copied.keys()) if (!there.has(path) && !named.has(path)) await drop(making, path);
  const isKeyLeft = key === 'without' && holdsBareKey(vaultFolder(dataDir));
  if (isKeyLeft) await drop(making, KEY_FILE);
  const databases: BackupFile[] = [];
  for (const name of DATABASES) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    expectSound(path);
    databases.push({ path: name, bytes: await sizeOf(path), sha256: await sha256Of(path) });
  }
  const all = [...databases, ...[...copied.values()].map(({ path, bytes, sha256 }) => ({ path: nameOf(path), bytes, sha256 }))];
  await expectSame(making, all);
  return {
    format: 1,
    program: making.program,
    made_at: new Date(making.now()).toISOString(),
    files: all,
    left: [...left, ...(isKeyLeft ? [KEY_LEFT] : []), ...missing(named, copied)],
  };
}

/** Result files that the database of the backup speaks of, and their bytes. */
function filesNamed(database: string): ReadonlyMap<string, number> {
  const lists = valuesIn(database, "SELECT files FROM jobs WHERE files <> '[]'").map((files) => JSON.parse(String(files)) as JobFile[]);
  return new Map(lists.flat().map(({ name, bytes }) => [join(EXPORTS, pathOf(name)), bytes]));
}

/** Whether the copy is the one that the database of the backup speaks of, though the file may be another one by now. */
function isKept({ copied }: Making, path: string, named: ReadonlyMap<string, number>): boolean {
  const bytes = named.get(path);
  return bytes !== undefined && copied.get(path)?.bytes === bytes;
}

async function copyIfChanged(making: Making, path: string): Promise<void> {
  const copy = making.copied.get(path);
  const now = await stat(join(making.dataDir, path)).catch(() => null);
  if (copy?.bytes === now?.size && copy?.modifiedMs === now?.mtimeMs) return;
  await copyOne(making, path);
}

/** One that is gone meanwhile is none of the backup's. */
async function copyOne({ dataDir, folder, copied, signal, onFile }: Making, path: string): Promise<void> {
  signal.throwIfAborted();
  const to = join(folder, path);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const file = await open(join(dataDir, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { mtimeMs: modifiedMs } = await file.stat();
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(
      createReadStream('', { fd: file, autoClose: false }),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      },
      createWriteStream(to, { mode: 0o600 }),
      { signal },
    );
    copied.set(path, { path, bytes, sha256: hash.digest('hex'), modifiedMs });
    onFile(nameOf(path));
  } finally {
    await file.close();
  }
}

async function drop({ folder, copied }: Making, path: string): Promise<void> {
  copied.delete(path);
  await rm(join(folder, path), { force: true });
}

/** Reads all of it once more, as whoever restores it will. @throws CommentdockError DISK */
async function expectSame({ folder, signal }: Making, files: readonly BackupFile[]): Promise<void> {
  for (const { path, sha256 } of files) {
    signal.throwIfAborted();
    if ((await sha256Of(join(folder, pathOf(path)))) !== sha256)
      throw new CommentdockError('DISK', `${path} differs from what was written. The disk is damaged: name another one.`);
  }
}

function missing(named: ReadonlyMap<string, number>, copied: ReadonlyMap<string, Copied>): BackupManifest['left'] {
  return [...named.keys()]
    .filter((path) => !copied.has(path))
    .map((path) => ({
      path: nameOf(path),
      why: 'it was not in the data folder; the service writes it again from the rows where it is asked for',
    }));
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function bytesOf(files: readonly BackupFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
