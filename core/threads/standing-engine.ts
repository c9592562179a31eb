import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { CommentdockError } from '#core/contract/error.ts';
import type { PageDeath } from '#core/engine/page-work.ts';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';
import { ThreadCalls } from '#core/threads/calls.ts';
import { ended } from '#core/threads/ended.ts';
import { LOOK_EVERY_MS, PageTime } from '#core/threads/page-time.ts';
import { createWatchMemory, type PageUnderWay, pageUnderWay, type WatchMemory } from '#core/threads/page-watch.ts';

/** Calls that somebody waits for, and which take no time where the thread is free. */
const URGENT: ReadonlySet<string> = new Set(['stop', 'remove', 'pause', 'cancelReprocessing', 'endChecks']);
/** Where one of them waits so long for a thread at work on one page, the thread is ended: the page is read again afterwards. */
const PATIENCE_MS = 2_000;
/** Every thread has to be told. */
const STANDING: ReadonlySet<string> = new Set(['start', 'pause']);
/** What answers within so long of its start is not said to have come up. */
const UP_AFTER_MS = 30_000;
/** Breakdowns in a row, of no page's making, after which there is no further try. */
const MOST_BREAKDOWNS = 5;
const AGAIN_AFTER_MS = 500;
/** Native code that takes longer is not waited for. */
const STUCK_AFTER_MS = 10_000;
const CLOSING_MS = 2_500;
/** Of Node, where a thread is at the end of its memory. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

interface StandingEngineParts {
  /** Starts a thread that notes in `memory` at which page it is. */
  start(memory: WatchMemory): Worker;
  onNews(news: unknown): void;
  /** Called before each further start, once the thread before is gone: what it left half done. */
  sweep(): Promise<void>;
  /** What happened, for whoever looks after the service. */
  warn(words: string): void;
  /** At the end: a thread that stands within native code cannot be ended, and would hold up the process. */
  onStuck(): void;
}

interface OpenCall {
  readonly name: string;
  readonly given: readonly unknown[];
  readonly sinceMs: number;
  tries: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Running {
  readonly worker: Worker;
  readonly calls: ThreadCalls;
  readonly memory: WatchMemory;
  readonly time: PageTime;
  readonly sinceMs: number;
}

/**
 * The engine's thread, started anew whenever it dies. What was asked of the one before and not answered is asked again, once; what ran
 * goes on from where it was stored. It is ended from here where it works on one page beyond the ceiling, or where somebody waits for it meanwhile.
 */
export class StandingEngine {
  /** Why there is none any more: it does not even come up. */
  readonly failure: Promise<Error>;
  readonly #parts: StandingEngineParts;
  readonly #fail: (reason: Error) => void;
  readonly #open = new Set<OpenCall>();
  readonly #watch: NodeJS.Timeout;
  #running: Running;
  /** Not yet told to a thread that took it. */
  #deaths: PageDeath[] = [];
  #breakdowns = 0;
  #isStarted = false;
  #isPaused = false;
  #over: Error | null = null;
  #deadline: Promise<void> | null = null;
  #endedFor: PageDeath['cause'] | 'others' | null = null;

  constructor(parts: StandingEngineParts) {
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.failure = promise;
    this.#fail = resolve;
    this.#running = this.#begin();
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** @throws CommentdockError STOPPED after `close`; INTERNAL where two threads died over it; what the thread answers */
  call(name: string, given: readonly unknown[]): Promise<unknown> {
    if (this.#over !== null) return Promise.reject(this.#over);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = { name, given, sinceMs: performance.now(), tries: 0, resolve, reject };
    this.#open.add(call);
    this.#ask(call);
    return promise;
  }

  /** Nobody waits for it any longer than that. */
  endWithin(graceMs: number): void {
    this.#deadline ??= delay(graceMs, undefined, { ref: false }).then(() => this.#end());
  }

  /** Lets it end in order, and ends it where it stands if it takes too long. What it stored goes on at the next start. */
  async close(): Promise<void> {
    this.endWithin(CLOSING_MS);
    const { calls } = this.#running;
    const isClosed = calls.call('close', []).catch(() => undefined);
    this.#over ??= closing();
    await Promise.race([isClosed, calls.ended, this.#deadline]);
    await this.#end();
  }

  async #end(): Promise<void> {
    clearInterval(this.#watch);
    this.#over ??= closing();
    this.#rejectAll(this.#over);
    if (!(await ended(this.#running.worker))) this.#parts.onStuck();
  }

  #begin(): Running {
    const memory = createWatchMemory();
    const worker = this.#parts.start(memory);
    const calls = new ThreadCalls(worker, (news) => this.#parts.onNews(news));
    const running = { worker, memory, calls, time: new PageTime(worker), sinceMs: performance.now() };
    void running.calls.ended.then((reason) => this.#died(running, reason));
    return running;
  }

  #ask(call: OpenCall): void {
    const { calls } = this.#running;
    call.tries += 1;
    const answered = calls.call(call.name, call.name === 'start' ? [this.#deaths] : call.given);
    answered.then(
      (value) => {
        this.#note(call);
        this.#settle(call, () => call.resolve(value));
      },
      (error: Error) => {
        // The thread is gone: `#died` asks again.
        if (calls.hasEnded) return;
        this.#settle(call, () => (isDoneAlready(call, error) ? call.resolve(undefined) : call.reject(error)));
      },
    );
  }

  #settle(call: OpenCall, how: () => void): void {
    if (this.#open.delete(call)) how();
  }

  /** What the next thread has to be told. */
  #note({ name }: OpenCall): void {
    if (name === 'start') {
      this.#isStarted = true;
      this.#deaths = [];
    }
    if (name === 'pause') this.#isPaused = true;
    if (name === 'resume') this.#isPaused = false;
  }

  async #died(dead: Running, reason: Error): Promise<void> {
    const page = pageUnderWay(dead.memory);
    // Its connections are closed and its own threads gone with it.
    await dead.worker.terminate();
    if (this.#over !== null) return;
    const cause = this.#endedFor;
    this.#endedFor = null;
    this.#blame(page, reason, cause);
    if (page === null && cause === null) this.#countBreakdown(dead);
    if (this.#breakdowns >= MOST_BREAKDOWNS) return this.#giveUp(reason);
    if (this.#breakdowns > 1) await delay(AGAIN_AFTER_MS * this.#breakdowns);
    await this.#parts.sweep();
    if (this.#over === null) this.#goOn();
  }

  #blame(page: PageUnderWay | null, reason: Error, endedFor: PageDeath['cause'] | 'others' | null): void {
    const isFull = (reason as NodeJS.ErrnoException).code === OUT_OF_MEMORY;
    const cause = endedFor ?? (isFull ? 'memory' : 'breakdown');
    if (cause === 'others') return this.#parts.warn('The engine stood still at a page while somebody waited for it. It is started again.');
    if (page !== null) this.#deaths.push({ jobId: page.jobId, entryId: page.entryId, cause });
    const words = cause === 'time' ? `it was at work on one page for more than ${PAGE_CEILING.seconds} s` : reason.message;
    this.#parts.warn(`The engine broke down: ${words}. It is started again, and what ran goes on.`);
  }

  #countBreakdown({ sinceMs }: Running): void {
    this.#breakdowns = performance.now() - sinceMs > UP_AFTER_MS ? 1 : this.#breakdowns + 1;
  }

  #giveUp(reason: Error): void {
    this.#over = new CommentdockError('INTERNAL', `The engine broke down: ${reason.message}.`, { cause: reason });
    clearInterval(this.#watch);
    this.#rejectAll(this.#over);
    this.#fail(reason);
  }

  #goOn(): void {
    this.#running = this.#begin();
    const waiting = [...this.#open];
    if (this.#isPaused) void this.#tell('pause');
    if (this.#isStarted && !waiting.some(({ name }) => name === 'start')) void this.#tell('start');
    for (const call of waiting) {
      if (call.tries === 1 || STANDING.has(call.name)) this.#ask(call);
      else this.#settle(call, () => call.reject(new CommentdockError('INTERNAL', 'The engine broke down twice over this request.')));
    }
  }

  /** Where the thread takes it and cannot do it, there is no use in trying again and again. */
  async #tell(name: 'start' | 'pause'): Promise<void> {
    await this.call(name, []).catch((error: Error) => {
      if (this.#over === null) this.#giveUp(error);
    });
  }

  #look(): void {
    const { memory, time } = this.#running;
    time.look(pageUnderWay(memory)?.stretch ?? 0);
    const { isTooLong, standingMs } = time;
    const patienceEndedMs = performance.now() - PATIENCE_MS;
    const isWaitedFor =
      standingMs >= PATIENCE_MS && [...this.#open].some(({ name, sinceMs }) => URGENT.has(name) && sinceMs <= patienceEndedMs);
    if (!isTooLong && !isWaitedFor) return;
    this.#endedFor = isTooLong ? 'time' : 'others';
    void this.#cut();
  }

  /** What then still stands has the store open, and there is no room for another one. */
  async #cut(): Promise<void> {
    const { worker } = this.#running;
    if (await ended(worker)) return;
    const isGone = await Promise.race([worker.terminate().then(() => true), delay(STUCK_AFTER_MS, false, { ref: false })]);
    if (!isGone && this.#over === null) this.#giveUp(new Error('its thread stands still and cannot be ended'));
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#open) reject(error);
    this.#open.clear();
  }
}

function closing(): CommentdockError {
  return new CommentdockError('STOPPED', 'Commentdock is closing.');
}

/** The thread that died may have done it before. */
function isDoneAlready({ name, tries }: OpenCall, error: Error): boolean {
  return tries > 1 && name === 'remove' && error instanceof CommentdockError && error.code === 'RESOURCE_NOT_FOUND';
}
