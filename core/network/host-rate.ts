import type { HostPace, HostPaceStore } from '#core/engine/ports.ts';
import type { PacerClock } from '#core/network/clock.ts';
import type { PlatformDefinition } from '#core/platforms/define.ts';

/** A platform's own bounds for one host. */
export type PaceCeiling = PlatformDefinition['pace'];

/** How often a host may be asked now. */
export interface HostRate {
  /** Milliseconds until one more request may start beside `active` others; Infinity where one of those must end first. */
  delayMs(ceiling: PaceCeiling, active: number): number;
  pausedForMs(): number;
  noteStart(ceiling: PaceCeiling): void;
  /** A good answer: after enough of them the rate grows again. */
  praise(ceiling: PaceCeiling): void;
  /** A 429 to a request that started at `startedAtMs`: the rate is halved and the host left alone for `pauseMs`. */
  cut(startedAtMs: number, pauseMs: number): void;
  /** Writes what is not written yet. */
  save(): void;
}

export interface HostRateSetup {
  readonly host: string;
  readonly ceiling: PaceCeiling;
  readonly ceilings: 'on' | 'off';
  readonly hosts: HostPaceStore;
  readonly now: () => number;
  readonly clock: PacerClock;
}

const SLOWEST_PER_SECOND = 0.1;
const CUT_TO = 0.5;
/** Good answers before the rate grows, and by which part of the ceiling. */
const GOOD_ANSWERS_TO_GROW = 20;
const GROWTH = 0.1;
const SAVE_EVERY_MS = 1_000;
/** A host that was slowed down longer ago than this is met afresh. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
/** No host is left alone for longer, whatever it asks. */
const LONGEST_PAUSE_MS = 24 * 3_600_000;

/** The rate as it was stored, else the ceiling. */
export function openHostRate({ host, ceiling, ceilings, hosts, now, clock }: HostRateSetup): HostRate {
  const stored = fresh(hosts.load(host), now());
  const isLimited = ceilings === 'on';
  let perSecond = Math.max(SLOWEST_PER_SECOND, stored?.perSecond ?? ceiling.perSecond);
  let pausedUntilMs = stored === null ? 0 : clock.nowMs() + Math.min(stored.pausedUntilMs - now(), LONGEST_PAUSE_MS);
  let nextStartMs = 0;
  let lastCutMs = -Infinity;
  let savedAtMs = -Infinity;
  let goodAnswers = 0;
  let isChanged = false;
  const pausedForMs = (): number => Math.max(0, pausedUntilMs - clock.nowMs());
  const save = (): void => {
    if (!isChanged) return;
    isChanged = false;
    savedAtMs = clock.nowMs();
    const pausedMs = pausedForMs();
    hosts.save(host, { perSecond, pausedUntilMs: pausedMs === 0 ? 0 : Math.round(now() + pausedMs), updatedAtMs: now() });
  };
  return {
    pausedForMs,
    save,
    delayMs(of, active) {
      if (!isLimited) return pausedForMs();
      return active >= of.concurrency ? Infinity : Math.max(0, pausedUntilMs - clock.nowMs(), nextStartMs - clock.nowMs());
    },
    noteStart(of) {
      nextStartMs = clock.nowMs() + 1_000 / Math.min(perSecond, of.perSecond);
    },
    praise(of) {
      goodAnswers += 1;
      if (goodAnswers >= GOOD_ANSWERS_TO_GROW && perSecond < of.perSecond) {
        perSecond = Math.min(of.perSecond, perSecond + GROWTH * of.perSecond);
        goodAnswers = 0;
        isChanged = true;
      }
      if (isChanged && clock.nowMs() - savedAtMs >= SAVE_EVERY_MS) save();
    },
    cut(startedAtMs, pauseMs) {
      // Requests that were under way at the last cut do not cut again: they tell the same news.
      if (isLimited && startedAtMs >= lastCutMs) {
        perSecond = Math.max(SLOWEST_PER_SECOND, perSecond * CUT_TO);
        lastCutMs = clock.nowMs();
      }
      goodAnswers = 0;
      pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + Math.min(pauseMs, LONGEST_PAUSE_MS));
      isChanged = true;
      save();
    },
  };
}

function fresh(stored: HostPace | null, nowMs: number): HostPace | null {
  return stored !== null && nowMs - stored.updatedAtMs < FORGOTTEN_AFTER_MS ? stored : null;
}
