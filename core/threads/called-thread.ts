import type { ResourceLimits, Worker } from 'node:worker_threads';
import { CommentdockError } from '#core/contract/error.ts';
import { ThreadCalls } from '#core/threads/calls.ts';
import { ended } from '#core/threads/ended.ts';
import { startThread } from '#core/threads/start-thread.ts';

interface CalledThreadParts {
  /** As `startThread` takes it. */
  readonly name: string;
  readonly workerData: unknown;
  readonly resourceLimits: ResourceLimits;
  /** How long after its last call the thread is ended; null where it is kept until `close`. */
  readonly restMs: number | null;
  /** How long a call may take: a thread that stands still longer is ended. Left out: as long as it likes. */
  readonly patienceMs?: number;
}

interface OpenThread {
  readonly worker: Worker;
  readonly calls: ThreadCalls;
}

/** A thread that is there while it is needed: started with a call, and ended when none has come for a while. */
export class CalledThread {
  readonly #parts: CalledThreadParts;
  #open: OpenThread | null = null;
  #underWay = 0;
  #rest: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: CalledThreadParts) {
    this.#parts = parts;
  }

  /** @throws CommentdockError STOPPED after `close`; INTERNAL where the thread dies or stands still; what the thread answers */
  async call(name: string, input: unknown): Promise<unknown> {
    if (this.#isClosed) throw closing();
    clearTimeout(this.#rest ?? undefined);
    this.#underWay += 1;
    try {
      // It may have died and not be gone yet.
      if (this.#open?.calls.hasEnded === true) this.#open = null;
      const opened = (this.#open ??= this.#start());
      const { calls } = opened;
      const answer = calls.call(name, input).catch((error: unknown) => Promise.reject(calls.hasEnded ? this.#named(error) : error));
      return await this.#patiently(answer, opened);
    } finally {
      this.#underWay -= 1;
      this.#restSoon();
    }
  }

  /** Whether the thread is there; a call starts it where it is not. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Ends at once what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #patiently(answer: Promise<unknown>, opened: OpenThread): Promise<unknown> {
    const { name, patienceMs } = this.#parts;
    if (patienceMs === undefined) return answer;
    const isLate = Promise.withResolvers<'late'>();
    const timer = setTimeout(isLate.resolve, patienceMs, 'late');
    try {
      const first = await Promise.race([answer.then((value) => ({ value })), isLate.promise]);
      if (first !== 'late') return first.value;
    } finally {
      clearTimeout(timer);
    }
    if (this.#open === opened) this.#open = null;
    await ended(opened.worker);
    throw new CommentdockError('INTERNAL', `A part of Commentdock (${name}) stands still, and was ended.`);
  }

  /** The next call finds another thread. */
  #named(error: unknown): CommentdockError {
    if (this.#isClosed) return closing();
    const words = error instanceof Error ? error.message : String(error);
    const advice = 'It is started anew when it is next needed: try again.';
    return new CommentdockError('INTERNAL', `A part of Commentdock (${this.#parts.name}) broke down: ${words}. ${advice}`, {
      cause: error,
    });
  }

  #start(): OpenThread {
    const { name, workerData, resourceLimits } = this.#parts;
    const worker = startThread(name, { workerData, resourceLimits });
    const started = { worker, calls: new ThreadCalls(worker, () => undefined) };
    worker.once('exit', () => {
      if (this.#open === started) this.#open = null;
    });
    return started;
  }

  #restSoon(): void {
    const { restMs } = this.#parts;
    if (restMs === null || this.#underWay > 0 || this.#isClosed) return;
    this.#rest = setTimeout(() => void this.#end(), restMs).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#rest ?? undefined);
    const { worker } = this.#open ?? {};
    this.#open = null;
    if (worker !== undefined) await ended(worker);
  }
}

function closing(): CommentdockError {
  return new CommentdockError('STOPPED', 'Commentdock is closing.');
}
