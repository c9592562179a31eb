import type { TrafficCounters } from '#core/engine/ports.ts';
import type { PacerClock } from '#core/network/clock.ts';

interface Asking {
  readonly signal: AbortSignal;
  readonly counters: TrafficCounters;
}

interface Waiter<Request, Turn> {
  readonly request: Request;
  readonly sinceMs: number;
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
  readonly abort: () => void;
}

interface LineSetup {
  readonly clock: PacerClock;
  /** A shorter wait is none. */
  readonly countedFromMs: number;
  /** Somebody has left the line without a turn. */
  onLeft(): void;
}

/** Those who wait for their turn, the first to come first. Whoever is aborted leaves at once. */
export class WaitingLine<Request extends Asking, Turn> {
  readonly #setup: LineSetup;
  readonly #waiters: Waiter<Request, Turn>[] = [];

  constructor(setup: LineSetup) {
    this.#setup = setup;
  }

  get first(): Request | null {
    return this.#waiters[0]?.request ?? null;
  }

  /** Resolves with the turn. @throws the signal's reason on abort; what it is refused with */
  join(request: Request): Promise<Turn> {
    return new Promise<Turn>((resolve, reject) => {
      const abort = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        this.#left(waiter).reject(request.signal.reason);
        this.#setup.onLeft();
      };
      const waiter = { request, sinceMs: this.#setup.clock.nowMs(), resolve, reject, abort };
      request.signal.addEventListener('abort', abort, { once: true });
      this.#waiters.push(waiter);
    });
  }

  admitFirst(turn: Turn): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) this.#left(waiter).resolve(turn);
  }

  refuseFirst(reason: unknown): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) this.#left(waiter).reject(reason);
  }

  refuseAll(reason: unknown): void {
    while (this.#waiters.length > 0) this.refuseFirst(reason);
  }

  #left(waiter: Waiter<Request, Turn>): Waiter<Request, Turn> {
    const { signal, counters } = waiter.request;
    const { clock, countedFromMs } = this.#setup;
    signal.removeEventListener('abort', waiter.abort);
    const waitedMs = clock.nowMs() - waiter.sinceMs;
    if (waitedMs >= countedFromMs) {
      counters.waits += 1;
      counters.waitedMs += Math.round(waitedMs);
    }
    return waiter;
  }
}
