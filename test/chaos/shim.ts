import { execFile } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCE = fileURLToPath(new URL('./shim.c', import.meta.url));
const COMPILERS = ['cc', 'gcc', 'clang'];
const CONTROL_BYTES = 24;

const run = promisify(execFile);

/** How a disk fails. `every`: only each so-manieth change of it. */
export interface FailingDisk {
  readonly with: 'ENOSPC' | 'EROFS' | 'EIO';
  readonly every: number;
}

/** The time of day and the disk of the processes that are started with `env`, as a test wants them. */
export interface Shim {
  readonly env: Readonly<Record<string, string>>;
  /** How far the time of day is off, in milliseconds. */
  readonly clockOffsetMs: number;
  setClock(offsetMs: number): void;
  /** Null: it works. */
  setDisk(failing: FailingDisk | null): void;
  /** How long each change of the disk takes longer. */
  slowDisk(ms: number): void;
}

/** What lacks for a shim on this machine. */
interface NoShim {
  readonly lacking: string;
}

/** Compiles the shim for a data folder; its files lie in `place`, outside of that. */
export async function makeShim(place: string, dataDir: string): Promise<Shim | NoShim> {
  if (process.platform !== 'linux') return { lacking: 'the shim is for Linux' };
  const library = join(place, 'shim.so');
  const said: string[] = [];
  for (const compiler of COMPILERS) {
    try {
      await run(compiler, ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl']);
      return openShim(library, place, dataDir);
    } catch (error) {
      said.push(error instanceof Error && 'code' in error && error.code === 'ENOENT' ? `${compiler} is not installed` : String(error));
    }
  }
  return { lacking: `no C compiler made the shim (${said.join('; ')})` };
}

function openShim(library: string, place: string, dataDir: string): Shim {
  const file = join(place, 'control');
  const bytes = Buffer.alloc(CONTROL_BYTES);
  writeFileSync(file, bytes);
  const write = (): void => {
    const open = openSync(file, 'r+');
    try {
      writeSync(open, bytes, 0, CONTROL_BYTES, 0);
    } finally {
      closeSync(open);
    }
  };
  return {
    env: { LD_PRELOAD: library, CHAOS_CONTROL: file, CHAOS_FOLDER: dataDir },
    get clockOffsetMs() {
      return Number(bytes.readBigInt64LE(0));
    },
    setClock(offsetMs) {
      bytes.writeBigInt64LE(BigInt(Math.round(offsetMs)), 0);
      write();
    },
    setDisk(failing) {
      bytes.writeInt32LE(failing === null ? 0 : constants.errno[failing.with], 8);
      bytes.writeInt32LE(failing?.every ?? 1, 12);
      write();
    },
    slowDisk(ms) {
      bytes.writeInt32LE(Math.round(ms * 1_000), 16);
      write();
    },
  };
}
