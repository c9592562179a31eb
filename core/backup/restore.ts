import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type BackupManifest, KEY_FILE, MANIFEST, manifestSchema, nameOf, pathOf } from '#core/backup/contents.ts';
import type { RestoredBackup } from '#core/contract/backup.ts';
import { CommentdockError, diskTrouble } from '#core/contract/error.ts';
import { expectUsable } from '#core/store/database.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

interface RestoreWish {
  /** A backup. */
  readonly from: string;
  /** A data folder that is not there yet, or is empty. */
  readonly dataDir: string;
  readonly signal: AbortSignal;
  onFile(name: string): void;
}

/**
 * Makes a data folder of a backup, and compares every byte with what was noted. It is there whole, or not at all.
 * @throws CommentdockError INVALID_REQUEST where that is no backup, or the folder is not empty; DATA_DIR_NEWER; DISK where a file is damaged or
 * missing; STOPPED by the signal
 */
export async function restoreBackup({ from, dataDir, signal, onFile }: RestoreWish): Promise<RestoredBackup> {
  const to = resolve(dataDir);
  const manifest = await readManifest(from);
  expectUsable(from);
  if (existsSync(to) && (await readdir(to)).length > 0)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `${dataDir} is not empty. Name a folder that is new, by --to or COMMENTDOCK_DATA_DIR. Nothing was changed.`,
    );
  const folder = join(dirname(to), `.${basename(to)}.partial`);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { path, sha256 } of manifest.files) {
      signal.throwIfAborted();
      await restoreOne(join(from, pathOf(path)), join(folder, pathOf(path)), sha256);
      onFile(path);
    }
    if (existsSync(to)) await rmdir(to);
    await rename(folder, to);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (signal.aborted) throw new CommentdockError('STOPPED', 'It was stopped. Nothing was restored.', { cause: error });
    throw diskTrouble(error) ?? error;
  }
  const { files, made_at, program, left } = manifest;
  return { data_dir: to, files: files.length, made_at, program, left, advice: adviceFor(to, manifest) };
}

/** @throws CommentdockError INVALID_REQUEST */
async function readManifest(from: string): Promise<BackupManifest> {
  const path = join(from, MANIFEST);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `${from} is no backup: it has no ${MANIFEST}. Name a folder that \`commentdock backup\` made.`,
    );
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: it is damaged, or a newer version made it.`, { cause });
  }
}

async function restoreOne(from: string, to: string, sha256: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CommentdockError('DISK', `${from} is missing. Nothing was restored.`, { cause: error });
  });
  if ((await sha256Of(to)) !== sha256)
    throw new CommentdockError('DISK', `${from} is not as it was when the backup was made. Nothing was restored.`);
}

function adviceFor(dataDir: string, { files }: BackupManifest): readonly string[] {
  const secrets = files.some(({ path }) => path.startsWith('vault/') && path !== nameOf(KEY_FILE));
  const hasKey = files.some(({ path }) => path === nameOf(KEY_FILE));
  return [
    ...(secrets && !hasKey
      ? [
          `The key of the secrets is not in the backup. Put its key.json into ${join(dataDir, 'vault')}, or set COMMENTDOCK_VAULT_KEY, before the service starts.`,
        ]
      : []),
    'Schedules go on where they were: let one of the two folders run, and not both.',
  ];
}
