import { randomUUID } from 'node:crypto';
import type { Duty } from '#core/contract/duty.ts';
import { CommentdockError, asCommentdockError } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { Caller } from '#core/operations/context.ts';
import { expectRunInPlan, type RunServices, scheduledJob } from '#core/schedules/scheduled-export.ts';
import type { ScheduleRecord, ScheduleRuns } from '#core/schedules/ports.ts';
import { tickEveryMinute } from '#core/schedules/minute-tick.ts';
import { dueTimes, nextRunAfter } from '#core/schedules/next-run.ts';

/** A run that starts this long after its due time is no catch-up: ticks come once a minute. */
const ON_TIME_MS = 120_000;
/** From here on an error is not the request's. */
const FIRST_FAULT_STATUS = 500;

interface SchedulerParts {
  readonly services: RunServices;
  /** Left out: nobody else runs them. */
  readonly duty?: Duty;
  /** Told what should not happen: schedules cannot be read, or the engine is gone. */
  onFault(error: unknown): void;
}

/**
 * Starts the exports of schedules. What is due is read from the store with every tick, so sleep, restarts and moved clocks
 * make no difference. A run is noted with the guid of its export before the export is created: a crash in between neither
 * loses nor doubles it. One schedule never has two exports open.
 */
export class Scheduler implements ScheduleRuns {
  readonly #services: SchedulerParts['services'];
  readonly #onFault: SchedulerParts['onFault'];
  readonly #duty: Duty | undefined;
  readonly #creating = new Map<string, Promise<void>>();
  #ticking: Disposable | null = null;
  #closed = false;
  /** When it last ticked; before the first time, no moment is earlier. */
  #tickedMs = Infinity;

  constructor({ services, duty, onFault }: SchedulerParts) {
    this.#duty = duty;
    this.#services = services;
    this.#onFault = onFault;
  }

  /** Begins to run what is due. */
  start(): void {
    this.#ticking ??= tickEveryMinute(() => this.tick());
    this.tick();
  }

  /** Looks once at what is due. */
  tick(): void {
    if (this.#closed) return;
    const { schedules, now } = this.#services;
    this.#guarded(() => {
      if (this.#duty?.isOurs() === false) return;
      const nowMs = now();
      const wasPutBack = nowMs < this.#tickedMs;
      for (const schedule of schedules.coming(nowMs))
        if (wasPutBack || isOfFuture(schedule, nowMs)) this.#guarded(() => this.#bringBack(schedule, nowMs));
      this.#tickedMs = nowMs;
      for (const schedule of schedules.pending()) this.#guarded(() => this.#goOn(schedule));
      for (const schedule of schedules.due(nowMs)) this.#guarded(() => this.#comeDue(schedule));
    });
  }

  catchUp(): void {
    if (this.#ticking !== null) this.tick();
  }

  async runNow(schedule: ScheduleRecord, caller: Caller): Promise<string> {
    if (this.#isOpen(schedule))
      throw new CommentdockError('INVALID_REQUEST', 'The last run of this schedule is not over. Wait for it, or stop its export first.');
    expectRunInPlan(schedule, { ...this.#services, caller });
    const guid = randomUUID();
    this.#services.schedules.advance(schedule.uuid, { nextRunAtMs: schedule.nextRunAtMs, missed: 0, guid });
    await this.#create(
      schedule,
      guid,
      async () => {
        await this.#services.admission.create([await this.#jobOf(schedule, guid, caller)], { kind: 'single', caller });
      },
      0,
    );
    return guid;
  }

  /** Waits for exports that are being created. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#ticking?.[Symbol.dispose]();
    await Promise.allSettled(this.#creating.values());
  }

  #comeDue(schedule: ScheduleRecord): void {
    const { schedules, config, now } = this.#services;
    const nowMs = now();
    const { count, lastMs } = dueTimes(schedule, schedule.nextRunAtMs ?? nowMs, nowMs);
    const isWanted = config.catchUp === 'run' || nowMs - lastMs <= ON_TIME_MS;
    const nextRunAtMs = nextRunAfter(schedule, nowMs);
    if (!isWanted || this.#isOpen(schedule)) return schedules.advance(schedule.uuid, { nextRunAtMs, missed: count, guid: null });
    const guid = randomUUID();
    schedules.advance(schedule.uuid, { nextRunAtMs, missed: count - 1, guid });
    this.#runByItself(schedule, guid);
  }

  /**
   * The clock was put back, by now or before the start: a run that was planned by one far ahead comes at the next due time after all. The one
   * after it stands, since a clock that was a little ahead has met the next one already.
   */
  #bringBack(schedule: ScheduleRecord, nowMs: number): void {
    const nextRunAtMs = nextRunAfter(schedule, nowMs);
    if ((schedule.nextRunAtMs ?? 0) <= nextRunAfter(schedule, nextRunAtMs)) return;
    this.#services.schedules.advance(schedule.uuid, { nextRunAtMs, missed: 0, guid: null });
  }

  /** A run that had begun when the process ended. */
  #goOn(schedule: ScheduleRecord): void {
    const { uuid, pendingGuid } = schedule;
    if (pendingGuid === null || this.#creating.has(uuid)) return;
    // The limits may have counted it already.
    this.#runByItself(schedule, pendingGuid, () => this.#services.creations.remove([pendingGuid]));
  }

  /** @param prepare what comes before an export that is not there yet */
  #runByItself(schedule: ScheduleRecord, guid: string, prepare = (): Promise<void> => Promise.resolve()): void {
    const { tokenUuid, memberUuid } = schedule;
    const member = memberUuid === null ? null : this.#services.members.find(memberUuid);
    const kind = tokenUuid === null ? 'owner' : 'token';
    const caller: Caller = { kind, tokenUuid, clientId: null, showsTokens: true, ...(member === null ? {} : { member }) };
    const created = this.#create(
      schedule,
      guid,
      async () => {
        const { jobs, admission } = this.#services;
        if (jobs.find(guid) !== null) return;
        await prepare();
        expectRunInPlan(schedule, { ...this.#services, caller });
        // As a batch: nobody is there to ask again, so it waits where the queue is full.
        await admission.create([await this.#jobOf(schedule, guid, caller)], { kind: 'batch', caller });
      },
      1,
    );
    // What is refused is told in the schedule.
    created.catch((error: unknown) => {
      if (isFault(error)) this.#onFault(error);
    });
  }

  /** `missed`: due times without an export where it is refused. A fault leaves the run begun: the next tick tries again. */
  #create(schedule: ScheduleRecord, guid: string, create: () => Promise<void>, missed: number): Promise<void> {
    const { schedules, now } = this.#services;
    const { uuid } = schedule;
    const work = (async () => {
      try {
        await create();
        schedules.started(uuid, guid, now());
      } catch (error) {
        if (!isFault(error)) schedules.refused(uuid, asCommentdockError(error).message, missed);
        throw error;
      } finally {
        this.#creating.delete(uuid);
      }
    })();
    this.#creating.set(uuid, work);
    return work;
  }

  async #jobOf(schedule: ScheduleRecord, guid: string, caller: Caller): Promise<NewJob> {
    await this.#services.platforms.prepare([schedule.url]);
    return scheduledJob(schedule, guid, caller, this.#services);
  }

  #isOpen({ pendingGuid, lastJobGuid }: ScheduleRecord): boolean {
    if (pendingGuid !== null) return true;
    const job = lastJobGuid === null ? null : this.#services.jobs.find(lastJobGuid);
    return job !== null && !isTerminal(job.status);
  }

  /** One schedule that cannot be read holds up no other. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onFault(error);
    }
  }
}

/** Made, changed or run at a moment that is still to come. */
function isOfFuture({ updatedAtMs, lastRunAtMs }: ScheduleRecord, nowMs: number): boolean {
  return Math.max(updatedAtMs, lastRunAtMs ?? 0) > nowMs;
}

function isFault(error: unknown): boolean {
  return !(error instanceof CommentdockError) || error.status >= FIRST_FAULT_STATUS;
}
