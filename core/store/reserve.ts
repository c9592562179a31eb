import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedData, diskTrouble } from '#core/contract/error.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';

const FILE_NAME = 'reserve';

/** As much as a log of SQLite has before it goes into the database (`wal_autocheckpoint`). */
const WISHED_BYTES = 16 * 1_048_576;
/** On a small disk: one part of so many of what is free. */
const SHARE = 8;
const BLOCK_BYTES = 262_144;
/** A start needs so much for files of its own. */
const START_BYTES = 2 * 1_048_576;

/**
 * Room that is kept for the day on which the disk is full: a file that is given up where something has to be noted or
 * deleted, and taken again after it, as far as there is room. What is fetched never gets it. Each thread may have one of
 * the same folder.
 */
export interface Reserve {
  /** Gives it up where a start could fail for want of room; `renew` takes back as much. */
  openForStart(): void;
  /** Takes it, or more of it where the disk has room again. */
  renew(): void;
  /** Does the work; where the disk is full once more, with what is kept. @throws CommentdockError DISK; what the work throws */
  use<T>(connection: Connection, work: () => T): T;
}

/** Of what is on no disk. */
export const NO_RESERVE: Reserve = {
  openForStart: () => undefined,
  renew: () => undefined,
  use: (_connection, work) => work(),
};

export function openReserve(dataDir: string): Reserve {
  const path = join(dataDir, FILE_NAME);
  const held = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let givenUp = 0;
  const renew = (): void => {
    const has = held();
    // A share of what is left would be less after each start, until there is nothing to start with.
    const wanted = Math.max(givenUp, Math.min(WISHED_BYTES, Math.floor((freeBytes(dataDir) + has) / SHARE)));
    if (has < wanted) take(path, wanted - has);
    givenUp = 0;
  };
  return {
    openForStart() {
      if (freeBytes(dataDir) >= START_BYTES) return;
      givenUp = held();
      if (givenUp > 0) rmSync(path, { force: true });
    },
    renew,
    use(connection, work) {
      // Part of something larger, which is done again as a whole.
      if (connection.inTransaction) return work();
      try {
        return work();
      } catch (error) {
        const trouble = diskTrouble(error);
        if (trouble === null || trouble instanceof DamagedData) throw error;
        givenUp = held();
        try {
          return alone(connection, work);
        } catch {
          // What is in the log already makes room in it once it is in the database.
          if (isFile(connection)) quietly(() => void connection.pragma('wal_checkpoint(PASSIVE)'));
          return work();
        } finally {
          renew();
        }
      }
    },
  };

  /** What is fetched meanwhile waits for its turn to write: it would take the room. */
  function alone<T>(connection: Connection, work: () => T): T {
    return connection
      .transaction(() => {
        giveUp(path);
        return work();
      })
      .immediate();
  }
}

/** 0 where the file system does not say. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Another thread may have done so a moment before. */
function giveUp(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Adds bytes to the file until it is as large as wished or the disk is full. Random ones: some file systems keep zeros in no room. */
function take(path: string, bytes: number): void {
  quietly(() => {
    const file = openSync(path, 'a', 0o600);
    try {
      const block = randomFillSync(Buffer.allocUnsafe(BLOCK_BYTES));
      for (let left = bytes; left > 0;) left -= writeSync(file, block, 0, Math.min(left, block.length));
    } finally {
      closeSync(file);
    }
  });
}

/** Without a reserve, or with a smaller one, all goes on. */
function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (diskTrouble(error) === null) throw error;
  }
}

/** A store some of whose methods may use the reserve: what deletes or ends something, and what lets the owner in to do so. */
export function withReserve<S extends object>(store: S, names: readonly (keyof S)[], reserve: Reserve, connection: Connection): S {
  const roomy = { ...store };
  for (const name of names) {
    const method = store[name] as (...values: unknown[]) => unknown;
    const use = (...values: unknown[]): unknown => reserve.use(connection, () => Reflect.apply(method, store, values));
    Object.assign(roomy, { [name]: use });
  }
  return roomy;
}
