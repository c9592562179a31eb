import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * All rows of some tables in the SQLite database of another program, which may be running: from a copy with what its write-ahead log holds,
 * in a folder that nobody else can open and that is gone when this returns.
 * @throws CommentdockError INVALID_REQUEST where it cannot be read
 */
export async function readForeignTables(path: string, tables: readonly string[]): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-copy-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`).catch(ignoreAbsence);
    const database = new Database(copy);
    try {
      const rowsOf = (table: string): readonly unknown[] => database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`).all();
      return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]));
    } finally {
      database.close();
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${words}. Close the browser and try again.`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
