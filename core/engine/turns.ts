import { once } from 'node:events';
import { DatabaseAway, TurnLost } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobStatus } from '#core/contract/job.ts';
import { wait } from '#core/engine/backoff.ts';
import type { Chances } from '#core/engine/chances.ts';
import type { HelpDesk } from '#core/engine/help.ts';
import type { JobNews } from '#core/engine/job-news.ts';
import type { EngineStore, JobChange } from '#core/engine/ports.ts';
import type { Reprocessings } from '#core/engine/reprocessings.ts';
import type { RunningExports } from '#core/engine/running-exports.ts';
import type { Turn } from '#core/engine/shared-exports.ts';

/** What another machine has done to an export. */
interface ForeignChange {
  readonly kind: JobChange['kind'];
  readonly guid: string;
  readonly format?: NonNullable<JobChange['format']>;
}

interface TurnParts {
  readonly store: EngineStore;
  readonly running: RunningExports;
  readonly chances: Chances;
  readonly news: JobNews;
  readonly reprocessings: Pick<Reprocessings, 'take' | 'drop'>;
  now(): number;
  run(job: JobRecord): void;
}

/** Changes after which whoever runs the export has nothing left to write to. */
const ENDS_RUNS: ReadonlySet<JobChange['kind']> = new Set(['stopped', 'removed', 'failed', 'finished']);

/** What has happened to an export that is in a state, where it goes no further. */
export const END_OF: Readonly<Partial<Record<JobStatus, JobChange['kind']>>> = { done: 'finished', error: 'failed', stopped: 'stopped' };

const HEARD_KEPT = 1_000;

/** Why a run ends whose turn does: it goes on wherever the next one is. */
export const OVER = new Error('the turn is over');

/** True where a machine lost the right, or the way, to note anything more: the export itself has not failed. */
export function isOutOfHands(error: unknown): boolean {
  return error instanceof TurnLost || error instanceof DatabaseAway;
}

/** Exports of a store that several machines share: this one runs those that it is given. */
export class Turns {
  readonly #parts: TurnParts;
  readonly #desks = new Map<string, HelpDesk>();
  /** Exports that others told of, as they were then; the last of them. */
  readonly #heardOf = new Map<string, JobRecord>();
  /** Null: nothing is paused. */
  #resumed: PromiseWithResolvers<void> | null = null;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** How many run here now, whoever gave the turn. */
  get running(): number {
    return this.#parts.running.size;
  }

  /**
   * Runs an export until it has ended or waits for its owner, or the turn is over. What was lost with the turn is not stored: whoever is
   * given it next goes on from what is.
   */
  async take({ guid, fence, signal, help }: Turn): Promise<void> {
    const { store } = this.#parts;
    const record = store.jobs.find(guid);
    if (record === null) return;
    store.shared?.hold(record, fence);
    this.#desks.set(guid, help);
    try {
      for (let job: JobRecord | null = record; job !== null && isOpen(job); job = store.jobs.find(guid)) await this.#runOnce(job, signal);
      await this.#parts.reprocessings.take(guid, signal);
    } catch (error) {
      if (!signal.aborted && !isOutOfHands(error)) throw error;
    } finally {
      this.#desks.delete(guid);
      store.shared?.hold(record, null);
    }
  }

  /** Where others are found who make requests of it. Null: it is not run by a turn. */
  helpOf(guid: string): HelpDesk | null {
    return this.#desks.get(guid) ?? null;
  }

  /** Turns that are taken from now on wait until `goOn`. */
  pause(): void {
    this.#resumed ??= Promise.withResolvers<void>();
  }

  goOn(): void {
    this.#resumed?.resolve();
    this.#resumed = null;
  }

  /** Whether there is something to run of it, still or again. */
  async isOpen(guid: string): Promise<boolean> {
    const { jobs, reprocessings } = this.#parts.store;
    const job = jobs.find(guid);
    return job !== null && (isOpen(job) || reprocessings.of(job.id) !== null);
  }

  /** Tells those who listen here, and ends a run that goes on here for nothing. */
  hear({ kind, guid, ...change }: ForeignChange): void {
    const { store, running, news, reprocessings } = this.#parts;
    if (kind === 'notReprocessed') reprocessings.drop(guid);
    if (ENDS_RUNS.has(kind)) running.get(guid)?.abort.abort(OVER);
    // What was removed may be gone by now, and those who follow it here are to hear of that.
    const job = store.jobs.findAny(guid) ?? (kind === 'removed' ? this.#heardOf.get(guid) : undefined);
    this.#heardOf.delete(guid);
    if (job === undefined) return;
    if (kind !== 'removed') this.#heardOf.set(guid, job);
    for (const oldest of this.#heardOf.keys()) if (this.#heardOf.size > HEARD_KEPT) this.#heardOf.delete(oldest);
    news.announce({ ...change, kind, job, isForeign: true });
  }

  /** After a time in which nothing was heard of others: tells how these exports have ended meanwhile. */
  catchUp(guids: readonly string[]): void {
    for (const guid of guids) {
      const job = this.#parts.store.jobs.find(guid);
      const kind = job === null ? 'removed' : END_OF[job.status];
      if (kind !== undefined) this.hear({ kind, guid });
    }
  }

  async #runOnce(job: JobRecord, signal: AbortSignal): Promise<void> {
    const { running, chances, now, run } = this.#parts;
    while (this.#resumed !== null && !signal.aborted) await Promise.race([this.#resumed.promise, once(signal, 'abort')]);
    const heldBackMs = chances.heldBackMs(job.guid, now());
    if (heldBackMs > 0) await wait(heldBackMs, signal);
    signal.throwIfAborted();
    run(job);
    const activity = running.get(job.guid);
    const end = (): void => activity?.abort.abort(OVER);
    signal.addEventListener('abort', end, { once: true });
    await activity?.ended;
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
  }
}

function isOpen({ status, needsYou }: JobRecord): boolean {
  return (status === 'queueing' || status === 'progress') && needsYou === null;
}
