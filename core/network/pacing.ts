import { ThrottledFailure } from '#core/contract/error.ts';
import type { HostPaceStore, TrafficCounters } from '#core/engine/ports.ts';
import { MONOTONIC, type PacerClock } from '#core/network/clock.ts';
import { LONGEST_WAIT_MS } from '#core/network/retry.ts';
import { spoken } from '#core/contract/platform-status.ts';
import { openHostRate, type HostRate, type PaceCeiling } from '#core/network/host-rate.ts';

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

interface TurnRequest {
  readonly ceiling: PaceCeiling;
  readonly signal: AbortSignal;
  readonly counters: TrafficCounters;
}

/** One budget per host over all exports, both transports and all starts of the program: first come, first served. */
export interface Pacer {
  /**
   * Waits until the host may be asked.
   * @throws ThrottledFailure where the host is paused for longer than a request waits; the signal's reason on abort
   */
  enter(host: string, request: TurnRequest): Promise<Turn>;
  leave(host: string, turn: Turn, end: TurnEnd): void;
  /** Rejects whoever waits and saves what is not saved yet. */
  close(reason: Error): void;
}

interface PacerSetup {
  /** `off`: no ceilings; a host's own pauses are obeyed all the same. */
  readonly ceilings: 'on' | 'off';
  readonly hosts: HostPaceStore;
  /** Wall clock, for what is stored. */
  readonly now: () => number;
  readonly clock?: PacerClock;
}

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

interface Waiter extends TurnRequest {
  readonly sinceMs: number;
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
  readonly abort: () => void;
}

/** The line before one host. */
class HostQueue {
  readonly #host: string;
  readonly #rate: HostRate;
  readonly #clock: PacerClock;
  readonly #waiting: Waiter[] = [];
  #active = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(host: string, rate: HostRate, clock: PacerClock) {
    this.#host = host;
    this.#rate = rate;
    this.#clock = clock;
  }

  enter(request: TurnRequest): Turn | Promise<Turn> {
    request.signal.throwIfAborted();
    this.#refuseLongPause();
    if (this.#waiting.length === 0 && this.#rate.delayMs(request.ceiling, this.#active) === 0) return this.#start(request.ceiling);
    request.counters.waits += 1;
    return new Promise<Turn>((resolve, reject) => {
      const waiter: Waiter = {
        ...request,
        sinceMs: this.#clock.nowMs(),
        resolve,
        reject,
        abort: () => this.#drop(waiter, request.signal.reason),
      };
      request.signal.addEventListener('abort', waiter.abort, { once: true });
      this.#waiting.push(waiter);
      this.#advance();
    });
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
    for (const waiter of this.#waiting.splice(0)) {
      this.#stopWaiting(waiter);
      waiter.reject(reason);
    }
    this.#rate.settle();
  }

  /** Starts whoever may start now, and sets the alarm for the next. */
  #advance(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const pauseError = this.#longPauseError();
      const delayMs = pauseError ? 0 : this.#rate.delayMs(next.ceiling, this.#active);
      if (delayMs > 0) {
        // Without an alarm a full host goes on when a turn is given back.
        if (delayMs !== Infinity) this.#cancelTimer = this.#clock.after(Math.ceil(delayMs), () => this.#advance());
        return;
      }
      this.#waiting.shift();
      this.#stopWaiting(next);
      if (pauseError) next.reject(pauseError);
      else next.resolve(this.#start(next.ceiling));
    }
  }

  #start(ceiling: PaceCeiling): Turn {
    this.#active += 1;
    this.#rate.noteStart(ceiling);
    return { startedAtMs: this.#clock.nowMs(), ceiling };
  }

  #drop(waiter: Waiter, reason: unknown): void {
    const place = this.#waiting.indexOf(waiter);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    this.#stopWaiting(waiter);
    waiter.reject(reason);
    this.#advance();
  }

  #stopWaiting({ signal, abort, counters, sinceMs }: Waiter): void {
    signal.removeEventListener('abort', abort);
    counters.waitedMs += Math.round(this.#clock.nowMs() - sinceMs);
  }

  #refuseLongPause(): void {
    const error = this.#longPauseError();
    if (error) throw error;
  }

  #longPauseError(): ThrottledFailure | null {
    const pausedMs = this.#rate.pausedForMs();
    if (pausedMs <= LONGEST_WAIT_MS) return null;
    const seconds = Math.ceil(pausedMs / 1_000);
    return new ThrottledFailure(
      `${this.#host} asked us to wait; ${spoken(seconds)} of that are left. Retry then; what was fetched is kept.`,
      { secondsToWait: seconds },
    );
  }
}
