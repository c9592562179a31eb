import { EventEmitter } from 'node:events';
import { setInterval as ticks } from 'node:timers/promises';
import type { LogFunctionFactory } from 'graphile-worker';
import type { Pool } from 'pg';
import { wait } from '#core/engine/backoff.ts';
import type { Again, Leases } from '#core/queue/leases.ts';
import { kindFlag, type QueuedExport, queuedExportSchema, type Share, shareFlag, TASK } from '#core/queue/queued-export.ts';

/** How a process runs exports. */
export interface WorkPlan {
  /** How many at once. */
  readonly lanes: number;
  /** Asked for one export of a kind (platform and route), and taken for an answer about all of them. */
  accepts(job: QueuedExport): boolean;
  /**
   * Runs an export from where it stands to its end, and returns soon after the signal. Every commit shows the fence: it is good for as
   * long as `export_leases` has a row of it. What it throws is no failure of the export; it is called again, a lease later.
   */
  run(guid: string, standing: { readonly fence: bigint; readonly signal: AbortSignal }): Promise<void>;
  /** Whether there is something to run, still or again. */
  isOpen(guid: string): Promise<boolean>;
}

interface ShiftParts {
  readonly pool: Pool;
  readonly leases: Leases;
  readonly leaseMs: number;
  readonly plan: WorkPlan;
  add(jobs: readonly QueuedExport[]): Promise<void>;
  /** Told when exports may come, and to which worker; null: none will come any more. */
  onTaking(worker: string | null): void;
  onFault(error: unknown): void;
}

/** A free place in a share, and an export whose worker has died, are told to nobody: one has to look. */
const POLL_MS = 1_000;
const SAY_AGAIN_MS = 200;
const IN_PLACE: Again = { afterMs: null };
/** What the library itself would free after four hours runs on a worker that is there, or is freed by `retire`. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Works as one worker of the library until the signal, or until it has been silent for a lease: others may have what it ran by then,
 * so that all of it is aborted and the next shift is another worker.
 */
export async function workShift(parts: ShiftParts, ending: AbortSignal): Promise<void> {
  const { Logger, runTaskList } = await import('graphile-worker');
  const { plan, onFault } = parts;
  const lost = new AbortController();
  const over = AbortSignal.any([ending, lost.signal]);
  const begun = Promise.withResolvers<string>();
  const lanes = new Lanes(parts, begun.promise, over);
  const log: LogFunctionFactory = () => (level, message, meta) => {
    if (level === 'error') onFault(meta?.['error'] ?? new Error(message));
  };
  const leave = (error: unknown): void => lost.abort(error);
  const stopped = new Error('The queue takes no more.');
  const library = runTaskList(
    {
      concurrency: plan.lanes,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      minResetLockedInterval: NEVER_MS,
      maxResetLockedInterval: NEVER_MS,
      forbiddenFlags: () => lanes.forbidden(),
      logger: new Logger(log),
      // By itself it ends where it could not note an end, and would wait for all that runs. Of what it asked for and was not told that it has it
      // would remain the owner: all that it has goes back with it.
      events: new EventEmitter()
        .on('pool:gracefulShutdown', () => leave(stopped))
        .on('worker:getJob:error', ({ error }: { readonly error: unknown }) => leave(error)),
      // Batches, if only of one: their failures are caught, and end the shift.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    { [TASK]: (payload) => lanes.run(payload) },
    parts.pool,
  );
  library.promise.then(() => leave(stopped), leave);
  const left = new AbortController();
  // Nobody may be waiting for it.
  begun.promise.then(
    (worker) => parts.onTaking(over.aborted ? null : worker),
    () => {},
  );
  const keeping = keepLease(parts, library.id, begun, leave, left.signal);
  const sweeping = sweep(parts, left.signal);
  await aborted(over);
  parts.onTaking(null);
  try {
    await Promise.race([library.gracefulShutdown(), stuckFor(parts.leaseMs, lanes, left.signal)]);
  } catch (error) {
    onFault(error);
  } finally {
    left.abort();
    await Promise.all([keeping, sweeping]);
    await retire(parts, library.id, ending);
  }
}

/** Where the database is away it is told as soon as it is back, if it is within a lease: what stays of a worker passes for one that works. */
async function retire({ leases, leaseMs, onFault }: ShiftParts, worker: string, ending: AbortSignal): Promise<void> {
  const giveUp = AbortSignal.any([ending, AbortSignal.timeout(leaseMs)]);
  await untilTold(() => leases.retire(worker), onFault, giveUp);
}

/** Says it until it is answered. @throws what the last try threw, after the signal */
async function untilTold<T>(say: () => Promise<T>, onFault: (error: unknown) => void, giveUp: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await say();
    } catch (error) {
      if (giveUp.aborted) throw error;
      onFault(error);
      await wait(SAY_AGAIN_MS, giveUp).catch(() => undefined);
    }
  }
}

/** Where connections break as it notes ends, the library may wait for ever for what it will not hear. Nothing is lost: what it has goes back with the shift. */
async function stuckFor(graceMs: number, lanes: Lanes, signal: AbortSignal): Promise<never> {
  do {
    await lanes.untilEmpty();
    await wait(graceMs, signal);
  } while (!lanes.areEmpty);
  throw new Error('The queue does not end although nothing of it runs here any more. It is begun anew.');
}

/** Says at every third of a lease that the worker is there. Its time counts from when it began to say so. */
async function keepLease(
  { leases, leaseMs, onFault }: ShiftParts,
  worker: string,
  begun: PromiseWithResolvers<string>,
  leave: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const silent = new Error('This worker was silent for too long: others have its exports.');
  let deadline: NodeJS.Timeout | undefined;
  const countFrom = (saidAt: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(() => leave(silent), saidAt + leaseMs - performance.now());
  };
  try {
    countFrom(performance.now());
    await leases.begin(worker);
    begun.resolve(worker);
    for await (const _ of ticks(leaseMs / 3, undefined, { signal })) {
      const saidAt = performance.now();
      try {
        if (await leases.renew(worker)) countFrom(saidAt);
        else leave(silent);
      } catch (error) {
        onFault(error);
      }
    }
  } catch (error) {
    begun.reject(error);
    leave(error);
  } finally {
    clearTimeout(deadline);
  }
}

/** Takes out those who are silent. */
async function sweep({ leases, leaseMs, onFault }: ShiftParts, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of ticks(Math.min(POLL_MS, leaseMs / 3), undefined, { signal })) await leases.retire(null).catch(onFault);
  } catch {
    // The shift is over.
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** What the lanes of a worker do with what the library gives them. */
class Lanes {
  readonly #parts: ShiftParts;
  readonly #begun: Promise<string>;
  readonly #over: AbortSignal;
  readonly #refusedKinds = new Set<string>();
  /** Those that were met: only of these it is asked whether they are full. */
  readonly #shares = new Map<string, Share>();
  /** What this worker is about to take, or runs. */
  readonly #here = new Set<string>();
  #looking: Promise<string[]> | null = null;
  /** Of the library's calls, those that were only handed back too. */
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: ShiftParts, begun: Promise<string>, over: AbortSignal) {
    this.#parts = parts;
    this.#begun = begun;
    this.#over = over;
  }

  /** Flags of what the library shall not give: kinds that are not for this worker, and shares that are full. */
  async forbidden(): Promise<string[]> {
    await this.#begun;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #look(): Promise<string[]> {
    if (this.#shares.size === 0) return [...this.#refusedKinds];
    const running = await this.#parts.leases.running();
    const full = [...this.#shares].filter(([, { name, atOnce }]) => (running.get(name) ?? 0) >= atOnce);
    return [...this.#refusedKinds, ...full.map(([flag]) => flag)];
  }

  get areEmpty(): boolean {
    return this.#underWay.size === 0;
  }

  async untilEmpty(): Promise<void> {
    while (!this.areEmpty) await Promise.allSettled(this.#underWay);
  }

  /** Returning tells the library that the job is over, whoever has it by then: so it is told only of what was this worker's to the end. */
  run(payload: unknown): Promise<void> {
    const work = this.#run(payload).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    return work;
  }

  async #run(payload: unknown): Promise<void> {
    const { plan, leaseMs } = this.#parts;
    const job = queuedExportSchema.parse(payload);
    if (!plan.accepts(job)) {
      this.#refusedKinds.add(kindFlag(job));
      return this.#handBack(job, IN_PLACE);
    }
    if (this.#over.aborted) return this.#handBack(job, IN_PLACE);
    if (job.share !== null) this.#shares.set(shareFlag(job.share), job.share);
    if (this.#here.has(job.guid)) return this.#handBack(job, { afterMs: leaseMs });
    this.#here.add(job.guid);
    try {
      await this.#runHere(job);
    } finally {
      this.#here.delete(job.guid);
    }
  }

  async #runHere(job: QueuedExport): Promise<void> {
    const { plan, leaseMs } = this.#parts;
    const fence = await this.#take(job);
    if (typeof fence === 'string') return this.#handBack(job, { afterMs: fence === 'full' ? POLL_MS : leaseMs });
    // What is told of an end can be lost with a connection: what is over comes once more then, and is not run.
    const again = (await plan.isOpen(job.guid)) ? await this.#runWith(job.guid, fence) : null;
    await this.#settle(job, fence, again);
    // Who queued it again a moment ago was told that it is running still.
    if (again === null && (await plan.isOpen(job.guid))) await this.#parts.add([job]);
  }

  /** Where nothing is heard of it, the turn may be this worker's all the same, and nobody could run the export as long as it lives. */
  async #take(job: QueuedExport): ReturnType<Leases['take']> {
    const { leases } = this.#parts;
    const worker = await this.#begun;
    try {
      const taken = await leases.take(worker, job);
      return taken === 'held' && (await leases.disown(worker, job.guid)) ? await leases.take(worker, job) : taken;
    } catch (error) {
      await this.#untilTold(() => leases.disown(worker, job.guid));
      throw error;
    }
  }

  /** When it is to run again; null: it is over. */
  async #runWith(guid: string, fence: bigint): Promise<Again | null> {
    const { plan, leaseMs, onFault } = this.#parts;
    try {
      await plan.run(guid, { fence, signal: this.#over });
      // One that came to its end as this worker was told to stop has ended all the same.
      if (!(await plan.isOpen(guid))) return null;
      return this.#over.aborted ? IN_PLACE : { afterMs: 0 };
    } catch (error) {
      if (this.#over.aborted) return IN_PLACE;
      onFault(error);
      return { afterMs: leaseMs };
    }
  }

  async #settle(job: QueuedExport, fence: bigint, again: Again | null): Promise<void> {
    const { leases } = this.#parts;
    if (await this.#untilTold(() => leases.settle(job, fence, again))) return;
    // The library would hold back what it believes to be this worker's still.
    await leases.retire(null);
    throw othersBusiness(job);
  }

  /** The connection may break in the middle, and the lease be there all the same: then it is said again, as long as it may be. */
  #untilTold(say: () => Promise<boolean>): Promise<boolean> {
    const { leaseMs, onFault } = this.#parts;
    return untilTold(say, onFault, AbortSignal.timeout(leaseMs));
  }

  async #handBack(job: QueuedExport, again: Again): Promise<void> {
    if (!(await this.#parts.leases.handBack(await this.#begun, job, again))) throw othersBusiness(job);
  }
}

function othersBusiness({ guid }: QueuedExport): Error {
  return new Error(`The export ${guid} is another worker's by now.`);
}
