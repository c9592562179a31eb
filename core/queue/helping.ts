import { setTimeout as delay } from 'node:timers/promises';
import type { AskedRequest, HelpAnswer } from '#core/engine/help.ts';
import type { Asks } from '#core/queue/asks.ts';
import type { HelpNews } from '#core/queue/help-news.ts';
import { packed } from '#core/queue/packed-answer.ts';

/** News may be missed. */
const LOOK_EVERY_MS = 1_000;
/** Between two tries to leave: what it has taken waits for that. */
const LEAVE_AGAIN_MS = 500;
/** Without anything to do for so long, a worker is free for others. */
const IDLE_LOOKS = 5;

/** Makes requests of one export. */
interface Session {
  /** Requests at once. */
  readonly lanes: number;
  /** Rejects with the signal's reason. */
  fetch(request: AskedRequest, signal: AbortSignal): Promise<HelpAnswer>;
  close(): Promise<void>;
}

interface HelpingParts {
  readonly asks: Asks;
  /** As which this process works; null: it does not, at the moment. */
  worker(): string | null;
  /** How many of the exports that it may run at once it could still take. */
  freeLanes(): number;
  accepts(kind: { readonly platform: string; readonly route: string | null }): boolean;
  /** @param seat as of `Asks.join` */
  open(guid: string, seat: number): Promise<Session | null>;
  tell(news: HelpNews): void;
  onFault(error: unknown): void;
}

/** An export that is helped, and what there is to do for it. */
class Help {
  readonly over = new AbortController();
  #stirred = Promise.withResolvers<void>();

  stir(): void {
    this.#stirred.resolve();
  }

  /** Returns whether somebody stirred it meanwhile. */
  async rest(): Promise<boolean> {
    const tick = new AbortController();
    const isStirred = await Promise.race([
      this.#stirred.promise.then(() => true),
      delay(LOOK_EVERY_MS, false, { signal: AbortSignal.any([tick.signal, this.over.signal]) }).catch(() => false),
    ]);
    tick.abort();
    if (isStirred) this.#stirred = Promise.withResolvers<void>();
    return isStirred;
  }
}

/** What a worker with free lanes does for exports that others run. */
export class Helping {
  readonly #parts: HelpingParts;
  readonly #helps = new Map<string, Help>();
  readonly #running = new Set<Promise<void>>();
  /** Exports that cannot be begun here. */
  readonly #unable = new Set<string>();
  #isClosed = false;

  constructor(parts: HelpingParts) {
    this.#parts = parts;
  }

  hear(news: HelpNews): void {
    const { guid, help } = news;
    if (help === 'asked') this.#helps.get(guid)?.stir();
    if (help === 'over') this.#helps.get(guid)?.over.abort(new Error('Nobody needs help with this export any more.'));
    if (help === 'wanted') this.#begin(news);
  }

  /** Gives back what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { over } of this.#helps.values()) over.abort(new Error('This process helps no more.'));
    await Promise.all(this.#running);
  }

  #begin({ guid, seats, ...kind }: Extract<HelpNews, { help: 'wanted' }>): void {
    const { freeLanes, accepts, worker, onFault } = this.#parts;
    const name = worker();
    if (this.#isClosed || name === null || this.#helps.has(guid) || this.#unable.has(guid)) return;
    if (freeLanes() <= this.#helps.size || !accepts(kind)) return;
    const help = new Help();
    this.#helps.set(guid, help);
    const running = this.#help(guid, { help, worker: name, seats })
      .catch(onFault)
      .finally(() => {
        this.#helps.delete(guid);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  async #help(guid: string, as: { readonly help: Help; readonly worker: string; readonly seats: number }): Promise<void> {
    const { asks, open, tell } = this.#parts;
    let session: Session | null = null;
    let hasSeat = true;
    try {
      const seat = await asks.join(as.worker, guid, as.seats);
      hasSeat = seat !== null;
      if (seat === null) return;
      this.#unable.add(guid);
      session = await open(guid, seat);
      if (session === null) return;
      this.#unable.delete(guid);
      tell({ help: 'changed', guid });
      await this.#workThrough(guid, session, as);
    } finally {
      await session?.close();
      if (hasSeat) {
        await this.#leave(as.worker, guid);
        tell({ help: 'changed', guid });
      }
    }
  }

  /** Again and again, until the seat is free, or goes with the worker: whoever asked waits for what was taken as long as somebody has it. */
  async #leave(worker: string, guid: string): Promise<void> {
    const { asks, onFault } = this.#parts;
    while (this.#parts.worker() === worker) {
      try {
        return await asks.leave(worker, guid);
      } catch (error) {
        onFault(error);
        if (this.#isClosed) return;
        await delay(LEAVE_AGAIN_MS);
      }
    }
  }

  async #workThrough(guid: string, session: Session, { help, worker }: { readonly help: Help; readonly worker: string }): Promise<void> {
    const { asks, freeLanes } = this.#parts;
    const flying = new Set<Promise<void>>();
    const { signal } = help.over;
    const as = { session, worker, signal, leave: (reason: unknown): void => help.over.abort(reason) };
    let idle = 0;
    try {
      while (!signal.aborted && idle < IDLE_LOOKS && freeLanes() >= this.#helps.size) {
        const room = session.lanes - flying.size;
        const taken = room === 0 ? [] : await asks.take(worker, guid, room);
        if (taken === null) return;
        for (const { id, request } of taken) {
          const flight = this.#make(guid, { ...as, id, request: JSON.parse(request) as AskedRequest }).finally(() => {
            flying.delete(flight);
            help.stir();
          });
          flying.add(flight);
        }
        if (taken.length > 0) idle = 0;
        else if (!(await help.rest()) && flying.size === 0) idle += 1;
      }
    } finally {
      help.over.abort(new Error('This process has something else to do.'));
      await Promise.all(flying);
    }
  }

  async #make(
    guid: string,
    {
      session,
      worker,
      signal,
      leave,
      id,
      request,
    }: {
      readonly session: Session;
      readonly worker: string;
      readonly signal: AbortSignal;
      leave(reason: unknown): void;
      readonly id: string;
      readonly request: AskedRequest;
    },
  ): Promise<void> {
    const { asks, tell, onFault } = this.#parts;
    try {
      const answer = await session.fetch(request, signal);
      if (await asks.answer(worker, id, await packed(answer))) tell({ help: 'changed', guid });
    } catch (error) {
      if (signal.aborted) return;
      onFault(error);
      // What cannot be told is free again once this worker has left.
      leave(error);
    }
  }
}
