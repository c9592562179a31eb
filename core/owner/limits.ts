import type { ErrorCode } from '#core/contract/error.ts';
import type { Plan } from '#core/contract/job.ts';
import { type Tier, tierOf } from '#core/contract/tier.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Whoever is refused is the owner's own client: nobody else sets the plan. */
export const LIFTING = 'COMMENTDOCK_LIMITS=off lifts this limit for tokens.';

/** When a queue frees depends on the platforms: a client looks again at the pace at which it polls its exports. */
const QUEUE_LOOK_AGAIN_S = 10;

/** At most `allowed` in any span of `windowMs`. What happened exactly `windowMs` ago no longer counts. */
interface SlidingWindow {
  readonly allowed: number;
  readonly windowMs: number;
}

/**
 * Milliseconds until `asked` more fit into the window; 0: now. More than `allowed` never fit: then the whole window.
 * `newestFirst` are the instants of what passed; those after the first `allowed` make no difference.
 */
export function waitMs({ allowed, windowMs }: SlidingWindow, newestFirst: readonly number[], asked: number, nowMs: number): number {
  if (asked === 0) return 0;
  if (asked > allowed) return windowMs;
  // The one that has to leave the window before all that is asked for fits.
  const blocking = newestFirst[allowed - asked];
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - nowMs);
}

/** Whole seconds after which the wait is over, and not one less. */
export function inSeconds(waitedMs: number): number {
  return Math.ceil(waitedMs / 1000);
}

/** A window over creations. `all` counts the URLs of batches too. */
export interface CreationWindow extends SlidingWindow {
  readonly code: Extract<ErrorCode, 'DAILY_LIMIT_EXCEEDED' | 'RATE_WINDOW_EXCEEDED'>;
  readonly counts: 'all' | 'single';
  readonly span: string;
}

/** The windows of a plan over creations by tokens. Null: no limit. */
interface CreationWindows {
  readonly per24Hours: CreationWindow | null;
  readonly per3Minutes: CreationWindow;
  readonly per5Minutes: CreationWindow;
}

/** What a plan's table says of creations, as windows. */
export function creationWindows({ exportsPerDay, creationsPer3Minutes, creationsPer5Minutes }: Tier): CreationWindows {
  const daily = { code: 'DAILY_LIMIT_EXCEEDED', counts: 'all', windowMs: DAY_MS, span: '24 hours' } as const;
  const short = { code: 'RATE_WINDOW_EXCEEDED', counts: 'single' } as const;
  return {
    per24Hours: exportsPerDay === null ? null : { ...daily, allowed: exportsPerDay },
    per3Minutes: { ...short, allowed: creationsPer3Minutes, windowMs: 3 * MINUTE_MS, span: '3 minutes' },
    per5Minutes: { ...short, allowed: creationsPer5Minutes, windowMs: 5 * MINUTE_MS, span: '5 minutes' },
  };
}

/** Creations that a token asks for. `batch`: not held by the short windows, and its rest may wait beyond the queue's limit. */
export interface AskedCreations {
  readonly plan: Plan;
  readonly kind: 'single' | 'batch';
  readonly count: number;
  readonly nowMs: number;
}

/** What there is already. */
interface StandingCreations {
  /** Instants of creations, newest first. */
  newest(kind: 'all' | 'single', count: number): readonly number[];
  /** Exports that wait or run. */
  open(): number;
}

export interface Refusal {
  readonly code: Extract<ErrorCode, 'DAILY_LIMIT_EXCEEDED' | 'RATE_WINDOW_EXCEEDED' | 'QUEUE_LIMIT_EXCEEDED'>;
  /** After so many seconds, and not one less, the windows let the same through. */
  readonly secondsToWait: number;
  readonly detail: string;
}

/** Why the creations may not pass now; null: they may. Of several windows the one that holds longest answers. */
export function refusalOf(asked: AskedCreations, standing: StandingCreations): Refusal | null {
  const all = Object.values(creationWindows(tierOf(asked.plan))).filter((window) => window !== null);
  const windows = all.filter(({ counts }) => asked.kind === 'single' || counts === 'all');
  const waits = windows.map((window) => ({
    window,
    wait: waitMs(window, standing.newest(window.counts, window.allowed), asked.count, asked.nowMs),
  }));
  const longest = waits.toSorted((a, b) => b.wait - a.wait)[0];
  if (longest !== undefined && longest.wait > 0) return windowRefusal(asked, longest.window, inSeconds(longest.wait));
  return asked.kind === 'single' ? queueRefusal(asked, standing.open()) : null;
}

function windowRefusal(asked: AskedCreations, { code, allowed, span }: CreationWindow, secondsToWait: number): Refusal {
  const { plan, count } = asked;
  const limit = `The ${plan} plan allows ${allowed} new exports in ${span}`;
  if (count <= allowed) return { code, secondsToWait, detail: `${limit}. Wait ${secondsToWait} seconds. ${LIFTING}` };
  return { code, secondsToWait, detail: `${limit}; ${count} at once never fit. Ask for fewer at a time${orAsBatch(asked)}. ${LIFTING}` };
}

function queueRefusal(asked: AskedCreations, open: number): Refusal | null {
  const { plan, count } = asked;
  const { concurrentExports, queuedExports } = tierOf(plan);
  if (open + count <= concurrentExports + queuedExports) return null;
  const limit = `The ${plan} plan runs ${concurrentExports} and queues ${queuedExports} exports; ${open} are open`;
  const more = count > 1 ? ` and ${count} more were asked for` : '';
  const detail = `${limit}${more}. Look again in ${QUEUE_LOOK_AGAIN_S} seconds${orAsBatch(asked)}. ${LIFTING}`;
  return { code: 'QUEUE_LIMIT_EXCEEDED', secondsToWait: QUEUE_LOOK_AGAIN_S, detail };
}

/** The short windows and the queue's limit do not hold batches. */
function orAsBatch({ plan }: AskedCreations): string {
  return tierOf(plan).urlsPerBatch === 0 ? '' : ', or send a batch';
}
