import { setTimeout as delay } from 'node:timers/promises';
import { MONOTONIC } from '#core/network/clock.ts';
import { longPause, type Pacer, type Turn, type TurnEnd, type TurnRequest } from '#core/network/pacing.ts';
import { WaitingLine } from '#core/network/waiting-line.ts';
import { type EndedTurn, hostTurns, type HostTurns, LOOK_AGAIN_MS, PLACE_LEASE_MS } from '#core/team/host-turns.ts';

const CONNECTIONS = 4;
/** An answer that does not come stands for a database that is gone. */
const QUERY_TIMEOUT_MS = 10_000;
const AFTER_FAULT_MS = 500;
/** A machine that slept through the start of its turn asks for another: the next one may be somebody's. */
const TOO_LATE_MS = 150;
/** Less than that is the way to the database. */
const WAIT_COUNTED_FROM_MS = 15;

export interface TeamPacerOptions {
  /** Of a database whose schema is up to date. */
  readonly databaseUrl: string;
  readonly ceilings: 'on' | 'off';
  /** Hears of what went wrong and is tried again. */
  onFault(error: unknown): void;
}

/** The pacer of a machine that shares its hosts with all others of its database: together they ask a host as often as one alone may. */
export async function openTeamPacer({ databaseUrl, ceilings, onFault }: TeamPacerOptions): Promise<Pacer> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'commentdock pace',
  });
  pool.on('error', onFault).on('connect', (client) => void client.on('error', onFault));
  const turns = hostTurns(pool);
  const lines = new Map<string, HostLine>();
  const closing = new AbortController();
  const begun = (): readonly string[] => [...lines.values()].flatMap((line) => line.begun);
  const renewal = setInterval(() => {
    const tickets = begun();
    if (tickets.length > 0) turns.renew(tickets).catch(onFault);
  }, PLACE_LEASE_MS / 4).unref();
  const lineOf = (host: string): HostLine => {
    const line = lines.get(host) ?? new HostLine({ host, turns, ceilings, onFault, closing: closing.signal });
    lines.set(host, line);
    return line;
  };
  return {
    enter: async (host, request) => lineOf(host).enter(request),
    leave: (host, turn, end) => lines.get(host)?.leave(turn, end),
    async close(reason) {
      clearInterval(renewal);
      closing.abort(reason);
      await Promise.all([...lines.values()].map((line) => line.close(reason)));
      const left = begun();
      // Where it fails, they come free by themselves.
      if (left.length > 0) await turns.drop(left).catch(onFault);
      await pool.end();
    },
  };
}

interface LineParts extends Omit<TeamPacerOptions, 'databaseUrl'> {
  readonly host: string;
  readonly turns: HostTurns;
  readonly closing: AbortSignal;
}

/** Those of this machine who wait before one host. One question at a time is asked for all of them, so that machines take turns. */
class HostLine {
  readonly #parts: LineParts;
  readonly #line: WaitingLine<TurnRequest, Turn>;
  /** Turns that are under way. */
  readonly #begun = new Map<Turn, string | null>();
  /** What the database is to be told of, before anything else is asked. */
  readonly #ended: EndedTurn[] = [];
  #ticket: string | null = null;
  /** As that of a process alone: the first request has to connect, and would arrive with the second. */
  #hasMet = false;
  #serving: Promise<void> | null = null;
  #wake: () => void = () => undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#line = new WaitingLine({ clock: MONOTONIC, countedFromMs: WAIT_COUNTED_FROM_MS, onLeft: () => this.#go() });
  }

  get begun(): readonly string[] {
    return [...this.#begun.values()].filter((ticket) => ticket !== null);
  }

  enter(request: TurnRequest): Promise<Turn> {
    request.signal.throwIfAborted();
    this.#parts.closing.throwIfAborted();
    const turn = this.#line.join(request);
    this.#serving ??= this.#serve();
    return turn;
  }

  leave(turn: Turn, end: TurnEnd): void {
    const ticket = this.#begun.get(turn) ?? null;
    this.#begun.delete(turn);
    this.#hasMet = true;
    const ceiling = this.#parts.ceilings === 'on' ? turn.ceiling : null;
    if (this.#parts.closing.aborted || (ceiling === null && end.kind !== 'throttled')) return;
    this.#ended.push({ ticket, ceiling, startMs: turn.startedAtMs, end });
    this.#go();
  }

  async close(reason: Error): Promise<void> {
    this.#line.refuseAll(reason);
    this.#go();
    await this.#serving;
  }

  #go(): void {
    this.#wake();
    this.#serving ??= this.#serve();
  }

  async #serve(): Promise<void> {
    // Not over before it is known to be under way.
    await Promise.resolve();
    for (let step = this.#nextStep(); step !== null; step = this.#nextStep()) {
      try {
        await step();
      } catch (error) {
        this.#parts.onFault(error);
        if (this.#parts.closing.aborted) break;
        await delay(AFTER_FAULT_MS);
      }
    }
    this.#serving = null;
  }

  #nextStep(): (() => Promise<void>) | null {
    const { host, turns } = this.#parts;
    const [ended] = this.#ended;
    const request = this.#line.first;
    const ticket = this.#ticket;
    if (ended !== undefined)
      return async () => {
        await turns.giveBack(host, ended);
        this.#ended.shift();
      };
    if (request !== null) return () => this.#admit(request);
    if (ticket === null) return null;
    return async () => {
      await turns.drop([ticket]);
      this.#ticket = null;
    };
  }

  async #admit(request: TurnRequest): Promise<void> {
    const { host, turns, ceilings } = this.#parts;
    const ceiling = ceilings === 'on' ? request.ceiling : null;
    const sinceMs = performance.now();
    const offer = await turns.ask(host, { ticket: this.#ticket, ceiling, isFirst: !this.#hasMet });
    const { isGranted, ticket, startMs, waitMs, pausedMs } = offer;
    this.#ticket = ticket;
    const pauseError = longPause(host, pausedMs);
    if (pauseError !== null) return this.#line.refuseAll(pauseError);
    if (!isGranted) return this.#rest(Math.min(waitMs, LOOK_AGAIN_MS), request);
    if (waitMs > 0) await delay(Math.ceil(waitMs));
    this.#ticket = null;
    if (this.#line.first !== request || (ceiling !== null && performance.now() - sinceMs - waitMs > TOO_LATE_MS)) {
      this.#ended.unshift({ ticket, ceiling, startMs, end: { kind: 'bad' } });
      return;
    }
    const turn = { startedAtMs: startMs, ceiling: request.ceiling };
    this.#begun.set(turn, ticket);
    this.#line.admitFirst(turn);
  }

  /** Until that time is over, or there is something to tell: an end, or that nobody waits as who was asked for. */
  async #rest(ms: number, request: TurnRequest | null): Promise<void> {
    if (this.#ended.length > 0 || this.#line.first !== request) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, Math.ceil(ms));
    await promise;
    clearTimeout(timer);
  }
}
