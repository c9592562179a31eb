import type { HostPace, HostPaceStore } from '#core/engine/ports.ts';
import type { PacerClock } from '#core/network/clock.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** A platform's own bounds for one host. */
export type PaceCeiling = PlatformDefinition['pace'];

/** How often a host may be asked now. */
export interface HostRate {
  /** Milliseconds until one more request may start beside `active` others; Infinity where one of those must end first. */
  delayMs(ceiling: PaceCeiling, active: number): number;
  pausedForMs(): number;
  /** A request starts now. When it returns, what a restart must know of it is stored. */
  noteStart(ceiling: PaceCeiling): void;
  /** A request has ended, however. */
  noteEnd(ceiling: PaceCeiling): void;
  /** A good answer: after enough of them the rate grows again. */
  praise(ceiling: PaceCeiling): void;
  /** A 429 to a request that started at `startedAtMs`: the rate is halved and the host left alone for `pauseMs`. */
  cut(ceiling: PaceCeiling, startedAtMs: number, pauseMs: number): void;
  /** An answer said that no further request is left for `pauseMs`. No ceiling, no such pause. */
  rest(pauseMs: number): void;
  /** Writes what is not written yet, and gives back the time that was reserved and not used. */
  settle(): void;
}

interface HostRateSetup {
  readonly host: string;
  readonly ceiling: PaceCeiling;
  readonly ceilings: 'on' | 'off';
  readonly hosts: HostPaceStore;
  readonly now: () => number;
  readonly clock: PacerClock;
}

/** How the rate of a host falls and grows, and how long it is remembered: the same in a process alone and over the machines of a team. */
export const PACE_LAW = {
  slowestPerSecond: 0.1,
  /** Of a host that never slowed us down: the ceiling alone holds. */
  unslowedPerSecond: 1_000_000,
  cutTo: 0.5,
  /** Good answers before the rate grows, and by which part of the ceiling. */
  goodAnswersToGrow: 20,
  growth: 0.1,
  /** A host that was slowed down longer ago than this is met afresh. */
  forgottenAfterMs: 24 * 3_600_000,
  /** No host is left alone for longer, whatever it asks. */
  longestPauseMs: 24 * 3_600_000,
} as const;
/**
 * How far ahead starts are reserved in the store. A start within the reservation costs no write; a process that is killed leaves
 * a reservation behind, and the next one waits it out.
 */
const RESERVED_AHEAD_MS = 1_000;

/**
 * A bucket that holds one request and fills at the rate: starts stand at least 1/rate apart, so that no window of any length holds
 * more than the rate allows. It goes on where the last process left it.
 */
export function openHostRate(setup: HostRateSetup): HostRate {
  return new StoredHostRate(setup);
}

class StoredHostRate implements HostRate {
  readonly #setup: HostRateSetup;
  readonly #isLimited: boolean;
  #perSecond: number;
  #pausedUntilMs: number;
  #nextStartMs: number;
  /** Until when the store says that nobody else starts. */
  #reservedUntilMs: number;
  #lastCutMs = -Infinity;
  #goodAnswers = 0;
  /** False until a request has ended. The first one has to find the host, connect, or open a browser, and would arrive with the second. */
  #hasMet = false;
  #isChanged = false;

  constructor(setup: HostRateSetup) {
    const { host, ceiling, ceilings, hosts, now, clock } = setup;
    const stored = fresh(hosts.load(host), now());
    this.#setup = setup;
    this.#isLimited = ceilings === 'on';
    this.#perSecond = Math.max(PACE_LAW.slowestPerSecond, stored?.perSecond ?? PACE_LAW.unslowedPerSecond);
    const longestGapMs = 1_000 / Math.min(this.#perSecond, ceiling.perSecond) + RESERVED_AHEAD_MS;
    const atMs = clock.nowMs();
    this.#pausedUntilMs = stored === null ? 0 : atMs + Math.min(stored.pausedUntilMs - now(), PACE_LAW.longestPauseMs);
    // A wall clock that was set back must not stop an export for hours.
    this.#nextStartMs = stored === null ? 0 : atMs + Math.min(stored.pacedUntilMs - now(), longestGapMs);
    this.#reservedUntilMs = this.#nextStartMs;
  }

  pausedForMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#setup.clock.nowMs());
  }

  delayMs(of: PaceCeiling, active: number): number {
    if (!this.#isLimited) return this.pausedForMs();
    const atOnce = this.#hasMet ? of.concurrency : 1;
    return active >= atOnce ? Infinity : Math.max(this.pausedForMs(), this.#nextStartMs - this.#setup.clock.nowMs());
  }

  noteEnd(of: PaceCeiling): void {
    if (this.#hasMet) return;
    this.#hasMet = true;
    this.noteStart(of);
  }

  noteStart(of: PaceCeiling): void {
    if (!this.#isLimited) return;
    this.#nextStartMs = this.#setup.clock.nowMs() + 1_000 / Math.min(this.#perSecond, of.perSecond);
    if (this.#nextStartMs <= this.#reservedUntilMs) return;
    this.#reservedUntilMs = this.#nextStartMs + RESERVED_AHEAD_MS;
    this.#save();
  }

  praise(of: PaceCeiling): void {
    this.#goodAnswers += 1;
    if (this.#goodAnswers >= PACE_LAW.goodAnswersToGrow && this.#perSecond < of.perSecond) {
      this.#perSecond = Math.min(of.perSecond, this.#perSecond + PACE_LAW.growth * of.perSecond);
      this.#goodAnswers = 0;
      // Written with the next reservation: a growth that a kill forgets is grown again.
      this.#isChanged = true;
    }
  }

  cut(of: PaceCeiling, startedAtMs: number, pauseMs: number): void {
    // Requests that were under way at the last cut do not cut again: they tell the same news.
    if (this.#isLimited && startedAtMs >= this.#lastCutMs) {
      this.#perSecond = Math.max(PACE_LAW.slowestPerSecond, Math.min(this.#perSecond, of.perSecond) * PACE_LAW.cutTo);
      this.#lastCutMs = this.#setup.clock.nowMs();
    }
    this.#goodAnswers = 0;
    this.#pauseFor(pauseMs);
  }

  rest(pauseMs: number): void {
    if (this.#isLimited && pauseMs > 0) this.#pauseFor(pauseMs);
  }

  settle(): void {
    if (!this.#isChanged && this.#reservedUntilMs <= this.#setup.clock.nowMs()) return;
    this.#reservedUntilMs = this.#nextStartMs;
    this.#save();
  }

  #pauseFor(pauseMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#setup.clock.nowMs() + Math.min(pauseMs, PACE_LAW.longestPauseMs));
    this.#save();
  }

  #save(): void {
    const { host, hosts, now, clock } = this.#setup;
    const atMs = clock.nowMs();
    const onTheWall = (untilMs: number): number => (untilMs <= atMs ? 0 : Math.ceil(now() + untilMs - atMs));
    this.#isChanged = false;
    hosts.save(host, {
      perSecond: this.#perSecond,
      pausedUntilMs: onTheWall(this.#pausedUntilMs),
      pacedUntilMs: onTheWall(this.#reservedUntilMs),
      updatedAtMs: now(),
    });
  }
}

function fresh(stored: HostPace | null, nowMs: number): HostPace | null {
  return stored !== null && nowMs - stored.updatedAtMs < PACE_LAW.forgottenAfterMs ? stored : null;
}
