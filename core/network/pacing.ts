import { ThrottledFailure } from '#core/contract/error.ts';
import type { HostPaceStore, TrafficCounters } from '#core/engine/ports.ts';
import { MONOTONIC, type PacerClock } from '#core/network/clock.ts';
import { LONGEST_WAIT_MS } from '#core/network/retry.ts';
import { spoken } from '#core/contract/platform-status.ts';
import { openHostRate, type HostRate, type PaceCeiling } from '#core/network/host-rate.ts';
import { WaitingLine } from '#core/network/waiting-line.ts';

/** The permission to send one request to a host. Given back exactly once. */
export interface Turn {
  readonly startedAtMs: number;
  readonly ceiling: PaceCeiling;
}

/**
 * How the request of a turn ended. `good`: `restMs` is set where the answer said that it was the last one for so long.
 * `throttled`: a 429; `pauseMs` what the host asks to wait, 0 where it does not say.
 */
export type TurnEnd =
  | { readonly kind: 'good'; readonly restMs?: number }
  | { readonly kind: 'bad' }
  | { readonly kind: 'throttled'; readonly pauseMs: number };

/** What a request asks of the host that it goes to. */
export interface TurnRequest {
  readonly ceiling: PaceCeiling;
  readonly signal: AbortSignal;
  readonly counters: TrafficCounters;
}

/** One budget per host over all exports, both transports and all starts of the program, or all machines of a team: first come, first served. */
export interface Pacer {
  /**
   * Waits until the host may be asked.
   * @throws ThrottledFailure where the host is paused for longer than a request waits; the signal's reason on abort
   */
  enter(host: string, request: TurnRequest): Promise<Turn>;
  leave(host: string, turn: Turn, end: TurnEnd): void;
  /** Rejects whoever waits and saves what is not saved yet. */
  close(reason: Error): void | Promise<void>;
}

interface PacerSetup {
  /** `off`: no ceilings; a host's own pauses are obeyed all the same. */
  readonly ceilings: 'on' | 'off';
  readonly hosts: HostPaceStore;
  /** Wall clock, for what is stored. */
  readonly now: () => number;
  readonly clock?: PacerClock;
}

/** The pacer of a process that shares its hosts with no other. */
export function createPacer({ ceilings, hosts, now, clock = MONOTONIC }: PacerSetup): Pacer {
  const queues = new Map<string, HostQueue>();
  const queueOf = (host: string, ceiling: PaceCeiling): HostQueue => {
    const known = queues.get(host);
    if (known) return known;
    const queue = new HostQueue(host, openHostRate({ host, ceiling, ceilings, hosts, now, clock }), clock);
    queues.set(host, queue);
    return queue;
  };
  return {
    enter: async (host, request) => queueOf(host, request.ceiling).enter(request),
    leave: (host, turn, end) => queues.get(host)?.leave(turn, end),
    close(reason) {
      for (const queue of queues.values()) queue.close(reason);
    },
  };
}

/** The pace of an export that is to be easy on the platform: half as often, half as much at once. */
export function halved({ perSecond, concurrency }: PaceCeiling): PaceCeiling {
  return { perSecond: perSecond / 2, concurrency: Math.max(1, Math.floor(concurrency / 2)) };
}

/** The line before one host. */
class HostQueue {
  readonly #host: string;
  readonly #rate: HostRate;
  readonly #clock: PacerClock;
  readonly #line: WaitingLine<TurnRequest, Turn>;
  #active = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(host: string, rate: HostRate, clock: PacerClock) {
    this.#host = host;
    this.#rate = rate;
    this.#clock = clock;
    this.#line = new WaitingLine({ clock, countedFromMs: 0, onLeft: () => this.#advance() });
  }

  enter(request: TurnRequest): Turn | Promise<Turn> {
    request.signal.throwIfAborted();
    const pauseError = longPause(this.#host, this.#rate.pausedForMs());
    if (pauseError) throw pauseError;
    if (this.#line.first === null && this.#rate.delayMs(request.ceiling, this.#active) === 0) return this.#start(request.ceiling);
    const turn = this.#line.join(request);
    this.#advance();
    return turn;
  }

  leave({ startedAtMs, ceiling }: Turn, end: TurnEnd): void {
    this.#active -= 1;
    this.#rate.noteEnd(ceiling);
    if (end.kind === 'good') this.#rate.praise(ceiling);
    if (end.kind === 'good' && end.restMs !== undefined) this.#rate.rest(end.restMs);
    if (end.kind === 'throttled') this.#rate.cut(ceiling, startedAtMs, end.pauseMs);
    this.#advance();
  }

  close(reason: Error): void {
    this.#cancelTimer?.();
    this.#line.refuseAll(reason);
    this.#rate.settle();
  }

  /** Starts whoever may start now, and sets the alarm for the next. */
  #advance(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#line.first; next; next = this.#line.first) {
      const pauseError = longPause(this.#host, this.#rate.pausedForMs());
      const delayMs = pauseError ? 0 : this.#rate.delayMs(next.ceiling, this.#active);
      if (delayMs > 0) {
        // Without an alarm a full host goes on when a turn is given back.
        if (delayMs !== Infinity) this.#cancelTimer = this.#clock.after(Math.ceil(delayMs), () => this.#advance());
        return;
      }
      if (pauseError) this.#line.refuseFirst(pauseError);
      else this.#line.admitFirst(this.#start(next.ceiling));
    }
  }

  #start(ceiling: PaceCeiling): Turn {
    this.#active += 1;
    this.#rate.noteStart(ceiling);
    return { startedAtMs: this.#clock.nowMs(), ceiling };
  }
}

/** What a request hears of a host that is paused for longer than it waits; null: it waits. */
export function longPause(host: string, pausedMs: number): ThrottledFailure | null {
  if (pausedMs <= LONGEST_WAIT_MS) return null;
  const seconds = Math.ceil(pausedMs / 1_000);
  return new ThrottledFailure(`${host} asked us to wait; ${spoken(seconds)} of that are left. Retry then; what was fetched is kept.`, {
    secondsToWait: seconds,
  });
}
