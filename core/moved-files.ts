import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { JobFile, JobRecord } from '#core/contract/job-record.ts';
import { JobFiles } from '#core/engine/job-files.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import type { Connection } from '#core/store/connection.ts';
import { createJobStore } from '#core/store/jobs.ts';
import type { MovedStore } from '#core/surfaces/cli/command-host.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

type MovedFiles = MovedStore['files'];
type LeftFile = MovedFiles['left'][number];

const NONE: MovedFiles = { copied: 0, written: 0, noted: 0, left: [] };
/** From database to database: no file is theirs. */
export const NO_FILES: FileMove = { files: NONE, change: () => undefined };
const ENDED = "status IN ('done', 'error', 'stopped')";

/** How files fared, and what is to be changed in the target for it: in the transaction that ends the move. */
export interface FileMove {
  readonly files: MovedFiles;
  change(): void;
}

/** Changes that are sent at once: more would keep a server busy for too long. */
const CHANGES_AT_ONCE = 500;

interface FilesToMove {
  readonly target: Connection;
  readonly signal: AbortSignal;
  onFile(name: string): void;
}

function exportsFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

/** From folder to folder: files, and archives of them. */
export async function copyFiles(fromDir: string, toDir: string, { signal, onFile }: Omit<FilesToMove, 'target'>): Promise<FileMove> {
  const [from, to] = [exportsFolder(fromDir), exportsFolder(toDir)];
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const names = existsSync(from) ? filesBelow(from).filter((name) => !name.endsWith('.partial')) : [];
  for (const name of names) {
    signal.throwIfAborted();
    const path = join(to, name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // What a killed process leaves under this name goes at the next start of the service.
    await copyFile(join(from, name), `${path}.partial`);
    renameSync(`${path}.partial`, path);
    onFile(name);
  }
  return { ...NO_FILES, files: { ...NONE, copied: names.length } };
}

/** With those of rows, which have a folder of their own. */
function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** From a folder into a database: files stay where they are, and what they hold is noted. */
export async function noteFiles(fromDir: string, { target, signal, onFile }: FilesToMove): Promise<FileMove> {
  const changes: (readonly [files: string, id: number])[] = [];
  let noted = 0;
  for (const { id, files } of withFiles(target)) {
    const summed: JobFile[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      const path = join(exportsFolder(fromDir), file.name);
      const isHere = existsSync(path);
      summed.push(isHere ? { ...file, bytes: statSync(path).size, sha256: await sha256Of(path) } : file);
      if (isHere) noted += 1;
      onFile(file.name);
    }
    changes.push([JSON.stringify(summed), id]);
  }
  return {
    files: { ...NONE, noted },
    change() {
      const note = target.prepare<[string, number]>('UPDATE jobs SET files = ? WHERE id = ?');
      for (const [at, change] of changes.entries()) {
        const changed = note.run(...change);
        // Whoever asks what was changed waits for it.
        if (at % CHANGES_AT_ONCE === 0 && changed.changes !== 1) throw new CommentdockError('INTERNAL', 'An export is gone.');
      }
    },
  };
}

/** From a database into a folder: files are written from rows, and archives are put together again by the service that starts there. */
export async function writeFiles(toDir: string, { target, signal, onFile }: FilesToMove): Promise<FileMove> {
  const folder = exportsFolder(toDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const jobs = createJobStore(target, { hide: () => undefined, expectTurn: () => undefined, now: Date.now });
  const writing = startWriting({ dataDir: toDir, databaseUrl: null }, folder, { hashes: true });
  const parts = { store: { jobs }, writing, exportsFolder: folder, platformOf: builtIn, keyForProject: fromVault, now: Date.now };
  const jobFiles = new JobFiles(parts);
  const left: LeftFile[] = [];
  let written = 0;
  try {
    for (const { guid, files } of withFiles(target)) {
      for (const file of files) {
        signal.throwIfAborted();
        const why = await writeFile(file, guid, { jobs, jobFiles, folder });
        if (why === null) written += 1;
        else left.push({ name: file.name, why });
        onFile(file.name);
      }
    }
    return {
      files: { ...NONE, written, left },
      change: () => void target.exec("UPDATE bulk_downloads SET status = 'processing' WHERE status = 'ready'"),
    };
  } finally {
    await jobFiles.close(new Error('The move has ended.'));
    await writing.close();
  }
}

/** Null: it is there, with the bytes that are noted of it. */
async function writeFile(
  file: JobFile,
  guid: string,
  { jobs, jobFiles, folder }: { readonly jobs: EngineStore['jobs']; readonly jobFiles: JobFiles; readonly folder: string },
): Promise<string | null> {
  const path = join(folder, file.name);
  const job = jobs.find(guid);
  if (job === null) return 'its export is gone';
  try {
    const isThere = existsSync(path) && file.sha256 !== undefined && (await sha256Of(path)) === file.sha256;
    const restored = isThere ? file : await jobFiles.restore(job, file.format, file.layout);
    if (restored === null) return 'it is noted no more';
    return file.sha256 === undefined || restored.sha256 === file.sha256
      ? null
      : 'another version or another kind of machine had written it, with other bytes';
  } catch (error) {
    const { code, message } = asCommentdockError(error);
    if (code === 'DISK') throw error;
    return message;
  }
}

/** Packs are in the folders of machines, and not here yet. @throws CommentdockError INTERNAL */
async function builtIn({ platform: id }: JobRecord): Promise<PlatformDefinition> {
  const platform = await loadPlatform(id);
  if (platform !== null) return platform;
  throw new CommentdockError('INTERNAL', `The platform ${id} is that of a pack.`);
}

/** The vault is not open yet: its key may not have come along. @throws CommentdockError INTERNAL */
function fromVault(): never {
  throw new CommentdockError('INTERNAL', 'It stands under pseudonyms, whose key is in the vault: it is written when it is asked for.');
}

function withFiles(connection: Connection): readonly { readonly id: number; readonly guid: string; readonly files: readonly JobFile[] }[] {
  return connection
    .prepare<[], { id: number; guid: string; files: string }>(
      `SELECT id, guid, files FROM jobs WHERE ${ENDED} AND files <> '[]' ORDER BY id`,
    )
    .all()
    .map(({ files, ...job }) => ({ ...job, files: JSON.parse(files) as JobFile[] }));
}
