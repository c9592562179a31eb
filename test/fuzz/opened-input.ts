import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CommentdockError } from '#core/contract/error.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { z } from 'zod';
import { killed } from '#test/killed.ts';
import type * as Doors from '#test/fuzz/doors.ts';

const MOST_CPU_MS = 2_000;
const MOST_RSS_MB = 700;
const MOST_HEAP_MB = 400;
const MICROSECONDS = 1_000;
const MEGABYTE = 1_048_576;

/** What came of a text at a door. */
type InputOutcome = { readonly end: 'taken' | 'refused'; readonly cpuMs: number; readonly rssMb: number } | { readonly fault: string };

/** A text that a door should have taken or refused, and what became of it. */
export interface InputFault {
  readonly door: string;
  readonly text: string;
  readonly fault: string;
}

interface Question {
  readonly door: string;
  readonly text: string;
}

interface InputParts {
  /** Exports `openDoors`. */
  readonly doors: string;
  /** After so long a door stands still, whatever else the machine does. */
  readonly patienceMs: number;
}

const REAL: InputParts = { doors: '#test/fuzz/doors.ts', patienceMs: 60_000 };

interface Started {
  readonly host: ChildProcess;
  readonly doors: readonly { readonly name: string; readonly examples: readonly string[] }[];
}

/**
 * The doors in a process of their own, so that its processor time and its memory are theirs alone: one that stands still or is out of memory is
 * told of, and another takes its place.
 */
export class OpenedInput implements AsyncDisposable {
  /** Of the doors: names, and what people open them with. */
  readonly doors: Started['doors'];
  longestCpuMs = 0;
  largestRssMb = 0;
  readonly #parts: InputParts;
  #host: ChildProcess;

  private constructor(parts: InputParts, { host, doors }: Started) {
    this.#parts = parts;
    this.#host = host;
    this.doors = doors;
  }

  static async open(parts: InputParts = REAL): Promise<OpenedInput> {
    return new OpenedInput(parts, await started(parts));
  }

  /** What becomes of this text there. */
  async try(door: string, text: string): Promise<{ readonly end: 'taken' | 'refused' } | InputFault> {
    const outcome = await this.#outcome({ door, text });
    if ('fault' in outcome) return { door, text, fault: outcome.fault };
    this.longestCpuMs = Math.max(this.longestCpuMs, outcome.cpuMs);
    this.largestRssMb = Math.max(this.largestRssMb, outcome.rssMb);
    if (outcome.cpuMs > MOST_CPU_MS) return { door, text, fault: `took ${Math.round(outcome.cpuMs)} ms of processor time` };
    if (outcome.rssMb > MOST_RSS_MB) return { door, text, fault: `left a resident set of ${Math.round(outcome.rssMb)} MB` };
    return { end: outcome.end };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killed(this.#host);
  }

  async #outcome(question: Question): Promise<InputOutcome> {
    const watching = new AbortController();
    const { signal } = watching;
    const { patienceMs } = this.#parts;
    const answer = once(this.#host, 'message', { signal }).then(([outcome]) => outcome as InputOutcome);
    const dies = once(this.#host, 'exit', { signal }).then(([code, died]) => `ended the process: ${String(died ?? code)}`);
    const stands = delay(patienceMs, null, { signal }).then(() => `does not end within ${patienceMs} ms`);
    const lost = Promise.race([dies, stands]).then(async (fault) => {
      await this.#anew();
      return { fault };
    });
    this.#host.send(question);
    try {
      return await Promise.race([answer, lost]);
    } finally {
      watching.abort();
      await Promise.allSettled([answer, lost, dies, stands]);
    }
  }

  async #anew(): Promise<void> {
    await killed(this.#host);
    this.#host = (await started(this.#parts)).host;
  }
}

async function started({ doors: module }: InputParts): Promise<Started> {
  const host = fork(fileURLToPath(import.meta.url), [module], {
    execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
    serialization: 'advanced',
    // V8 writes pages about a heap that is full.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ends = once(host, 'exit').then(([code]) => Promise.reject(new Error(`The doors of ${module} do not open: exit ${String(code)}`)));
  const [doors] = (await Promise.race([once(host, 'message'), ends])) as [Started['doors']];
  return { host, doors };
}

async function serve(module: string): Promise<void> {
  const { openDoors } = (await import(module)) as typeof Doors;
  const doors = new Map((await openDoors()).map((door) => [door.name, door]));
  process.on('message', (question: Question) => {
    void outcomeOf(async () => (doors.get(question.door) ?? nobody(question.door)).open(question.text)).then((outcome) =>
      process.send?.(outcome),
    );
  });
  process.send?.([...doors.values()].map(({ name, examples }) => ({ name, examples })));
}

function nobody(door: string): never {
  throw new Error(`There is no door "${door}".`);
}

async function outcomeOf(work: () => Promise<unknown>): Promise<InputOutcome> {
  const before = process.cpuUsage();
  const end = await work().then(() => 'taken' as const, refusalOf);
  if (typeof end !== 'string') return end;
  const { user, system } = process.cpuUsage(before);
  return { end, cpuMs: (user + system) / MICROSECONDS, rssMb: process.memoryUsage.rss() / MEGABYTE };
}

/** An error of the catalogue is an answer, but for the one that says that it is our fault. */
function refusalOf(error: unknown): 'refused' | { readonly fault: string } {
  if (error instanceof CommentdockError && error.code !== 'INTERNAL') return 'refused';
  const words =
    error instanceof z.core.$ZodError
      ? wordsOfIssues(error.issues)
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  return { fault: `ended with ${words.slice(0, 600)}` };
}

if (import.meta.main) await serve(process.argv[2] ?? '');
