import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const POLL_MS = 50;
const MEGABYTE = 1024;

/** What a process took from its start to its end. */
export interface Measured {
  readonly seconds: number;
  /** Most resident memory at any time. */
  readonly peakMb: number;
  readonly output: string;
}

/** `core` pins the process to one processor core, where the system can do that. */
interface ProcessRequest {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly core?: 0 | 1;
}

const CAN_PIN = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** Runs `node ...args` to its end. @throws Error with its last words where it ends badly */
export async function runMeasured(request: ProcessRequest): Promise<Measured> {
  const startedAt = performance.now();
  const [command, args] = pinned(request);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...request.env } });
  const output: string[] = [];
  const words: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => words.push(chunk));
  let peakMb = 0;
  const poll = setInterval(() => {
    peakMb = peakMemoryMb(child.pid) ?? peakMb;
  }, POLL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(poll);
  if (code !== 0) throw new Error(`${request.args.join(' ')} ended with ${code}: ${words.join('').slice(-2_000)}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMb, output: output.join('') };
}

function pinned({ args, core }: ProcessRequest): [string, string[]] {
  if (core === undefined || !CAN_PIN) return [process.execPath, [...args]];
  return ['taskset', ['-c', String(core), process.execPath, ...args]];
}

/** The high-water mark of a process's resident memory; null where the system does not tell. */
export function peakMemoryMb(pid: number | undefined): number | null {
  return statusMb(pid, 'VmHWM');
}

export function residentMb(pid: number | undefined): number | null {
  return statusMb(pid, 'VmRSS');
}

/** What the process has for itself alone, without files and libraries that others have mapped, too: what browsers call their footprint. */
export function ownMemoryMb(pid: number | undefined): number | null {
  const [anonymous, swapped] = [statusMb(pid, 'RssAnon'), statusMb(pid, 'VmSwap')];
  return anonymous === null ? null : anonymous + (swapped ?? 0);
}

function statusMb(pid: number | undefined, field: string): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / MEGABYTE;
  } catch {
    return null;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
