import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError, DamagedData, diskTrouble } from '#core/contract/error.ts';

const FILE_NAME = 'version.json';
const versionSchema = z.object({ version: z.string().max(50) });

/** https://www.sqlite.org/fileformat2.html, 1.3 and 4.1. */
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Refuses a data folder that a newer version made, by looking at bytes alone: SQLite would make files beside the database.
 * @param known the newest schema of this version
 * @throws CommentdockError DATA_DIR_NEWER; DamagedData where the file is no database
 */
export function expectKnownVersion(dataDir: string, database: string, known: number): void {
  if (!existsSync(database)) return;
  const stored = versionInLog(`${database}-wal`) ?? versionInHeader(database);
  if (stored <= known) return;
  const maker = madeBy(dataDir);
  throw new CommentdockError(
    'DATA_DIR_NEWER',
    `The data folder ${dataDir} was made by ${maker === null ? 'a newer version of Commentdock' : `Commentdock ${maker}`}, and this version is older. ` +
      'Use the newer one, or set COMMENTDOCK_DATA_DIR to another folder. Nothing was changed.',
  );
}

/** Notes for older versions which one made the folder what it is. */
export function noteVersion(dataDir: string, version: string): void {
  if (madeBy(dataDir) === version) return;
  try {
    writeFileSync(join(dataDir, FILE_NAME), `${JSON.stringify({ version })}\n`, { mode: 0o600 });
  } catch (error) {
    // It only serves a sentence.
    if (diskTrouble(error) === null) throw error;
  }
}

function madeBy(dataDir: string): string | null {
  try {
    return versionSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE_NAME), 'utf8'))).version;
  } catch {
    return null;
  }
}

function versionInHeader(path: string): number {
  const header = readingFile(path, (bytesAt) => bytesAt(0, HEADER_BYTES));
  // Made, and never written.
  if (header.length === 0) return 0;
  if (header.toString('latin1', 0, MAGIC.length) === MAGIC && header.length === HEADER_BYTES) return header.readUInt32BE(USER_VERSION_AT);
  throw new DamagedData(
    `The database ${path} is damaged: it does not begin as one. Restore the data folder from a backup, or set COMMENTDOCK_DATA_DIR to another one. Nothing was changed.`,
  );
}

/** What the write-ahead log of a killed process holds and the database does not have yet. Null: the log does not say. */
function versionInLog(path: string): number | null {
  if (!existsSync(path)) return null;
  return readingFile(path, (bytesAt) => {
    const header = bytesAt(0, WAL_HEADER_BYTES);
    if (header.length < WAL_HEADER_BYTES) return null;
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
    const salt = header.subarray(16, 24);
    let committed: number | null = null;
    let pending: number | null = null;
    for (let at = WAL_HEADER_BYTES; ; at += frameBytes) {
      const frame = bytesAt(at, FRAME_HEADER_BYTES + HEADER_BYTES);
      // Frames of an earlier round have another salt.
      if (frame.length < FRAME_HEADER_BYTES + HEADER_BYTES || !frame.subarray(8, 16).equals(salt)) return committed;
      if (frame.readUInt32BE(0) === 1) pending = frame.readUInt32BE(FRAME_HEADER_BYTES + USER_VERSION_AT);
      if (frame.readUInt32BE(4) !== 0) committed = pending;
    }
  });
}

function readingFile<T>(path: string, read: (bytesAt: (position: number, length: number) => Buffer) => T): T {
  const file = openSync(path, 'r');
  try {
    return read((position, length) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, position));
    });
  } finally {
    closeSync(file);
  }
}
