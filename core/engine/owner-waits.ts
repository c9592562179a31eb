import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord, WaitingAtWall } from '#core/contract/job-record.ts';
import { passableWall, type PassableWall } from '#core/contract/needs-you.ts';
import type { EngineStore } from '#core/engine/ports.ts';

const HOUR_MS = 3_600_000;
/** A timer of Node takes no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface OwnerWaitsParts {
  readonly store: EngineStore;
  readonly waitHours: number;
  now(): number;
  /** Called once nobody has come in time. */
  onOver(guid: string, error: CommentdockError): void;
}

/** What exports wait for at walls that a person can pass: noted with them, so that it survives a restart, and ended in time. */
export class OwnerWaits {
  readonly #parts: OwnerWaitsParts;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(parts: OwnerWaitsParts) {
    this.#parts = parts;
  }

  /** The wall at which this export waits; null where the error ends it. */
  wallOf({ byHand, options, sandbox }: JobRecord, error: CommentdockError): PassableWall | null {
    const waits = (byHand === true || options.window === true) && !sandbox && !(error instanceof NobodyCame);
    return waits ? passableWall(error.code) : null;
  }

  /** Notes it. One that waits already keeps its instants. */
  note(
    job: JobRecord,
    { code, message }: { readonly code: PassableWall; readonly message: string },
    window: WaitingAtWall['window'],
  ): JobRecord {
    const { store, now, waitHours } = this.#parts;
    const { sinceMs, untilMs } = job.needsYou ?? { sinceMs: now(), untilMs: now() + waitHours * HOUR_MS };
    const needsYou = { code, message, sinceMs, untilMs, window };
    const waiting = store.lastRoom(() => store.jobs.update(job.id, { needsYou }));
    this.#arm(waiting.guid, needsYou);
    return waiting;
  }

  /** It waits no longer. */
  end(job: JobRecord): JobRecord {
    const { store } = this.#parts;
    this.forget(job.guid);
    return job.needsYou ? store.lastRoom(() => store.jobs.update(job.id, { needsYou: null })) : job;
  }

  forget(guid: string): void {
    clearTimeout(this.#timers.get(guid));
    this.#timers.delete(guid);
  }

  /** Windows of a service that is no more are closed; what waited goes on waiting. */
  resume(): void {
    for (const job of this.#parts.store.jobs.byStatus('progress')) if (job.needsYou) this.note(job, job.needsYou, 'closed');
  }

  close(): void {
    for (const guid of this.#timers.keys()) this.forget(guid);
  }

  #arm(guid: string, wall: WaitingAtWall): void {
    const { now, onOver, waitHours } = this.#parts;
    this.forget(guid);
    const leftMs = Math.max(0, wall.untilMs - now());
    const timer = setTimeout(
      () => {
        if (wall.untilMs > now()) return this.#arm(guid, wall);
        this.forget(guid);
        onOver(guid, new NobodyCame(wall, waitHours));
      },
      Math.min(leftMs, LONGEST_TIMER_MS),
    );
    timer.unref();
    this.#timers.set(guid, timer);
  }
}

/** The end of a wait, under the code of the wall. */
class NobodyCame extends PlatformRefusal {
  constructor({ code, message }: WaitingAtWall, hours: number) {
    super(code, `${message} It waited for you for ${hours} ${hours === 1 ? 'hour' : 'hours'}.`);
  }
}

/** Through a token, nobody's window opens by itself. */
export function untilOpened(platformName: string): CommentdockError {
  return new PlatformRefusal('BLOCKED', `This export reads through a window of ${platformName}, which only its owner opens.`);
}

/** Whose profile the window of an export has: that of its account, one of its own where it brought cookies, else that of all visitors. */
export function windowProfileOf({ guid, cookieNames }: Pick<JobRecord, 'guid' | 'cookieNames'>, accountUuid: string | null): string {
  if (cookieNames.length > 0) return `export-${guid}`;
  return accountUuid === null ? 'visitor' : `account-${accountUuid}`;
}
