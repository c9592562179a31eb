import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BALLAST = 'ballast';
/** Written at once, the last steps in small ones: SQLite asks for single pages. */
const STEPS = [1_048_576, 65_536, 4_096];

/** A file system of its own that is so small that an export fills it. */
export interface SmallDisk extends Disposable {
  readonly folder: string;
  readonly freeBytes: number;
  /** Takes all room there is, to the last page. */
  fill(): void;
  /** Gives back what `fill` took. */
  makeRoom(): void;
  grow(megabytes: number): void;
}

/** Why none can be mounted here; null: it can. Mounting takes Linux and root. */
export function smallDisksLack(): string | null {
  try {
    mountSmallDisk(1)[Symbol.dispose]();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error with what `mount` said where it is not allowed */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-disk-'));
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { encoding: 'utf8' });
  if (status !== 0) {
    rmdirSync(folder);
    throw new Error(`no small disk can be mounted here (${(error?.message ?? stderr).trim()})`);
  }
  const ballast = join(folder, BALLAST);
  return {
    folder,
    get freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (const bytes of STEPS) writeUntilFull(file, Buffer.alloc(bytes));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    grow(wanted) {
      spawnSync('mount', ['-o', `remount,size=${wanted}m`, folder]);
    },
    [Symbol.dispose]() {
      // Lazily: a process that was just killed may still hold a file.
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
