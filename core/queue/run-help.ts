import type { AskedRequest, HelpAnswer, HelpWish, RunHelp } from '#core/engine/help.ts';
import type { Asks } from '#core/queue/asks.ts';
import type { HelpNews } from '#core/queue/help-news.ts';
import { unpacked } from '#core/queue/packed-answer.ts';

/** So many requests have to be open before others are called for them: to begin costs each some requests of its own. */
const WORTH_SHARING = 16;
const CALL_EVERY_MS = 1_000;
/** News may be missed. */
const LOOK_EVERY_MS = 1_000;
/** Whoever was to make what nobody takes for so long has left, or cannot. */
const UNTAKEN_MS = 3_000;

interface RunHelpParts {
  readonly asks: Asks;
  readonly fence: bigint;
  readonly wish: HelpWish;
  tell(news: HelpNews): void;
  onFault(error: unknown): void;
  onClosed(): void;
}

interface OpenAsk {
  readonly request: AskedRequest;
  readonly sinceMs: number;
  settle(answer: HelpAnswer | null): void;
}

/** The requests of one run that others make: asked for together where they come together, and looked for when there is news. */
export class SharedRun implements RunHelp {
  readonly #parts: RunHelpParts;
  readonly #unsent = new Set<OpenAsk>();
  readonly #sent = new Map<string, OpenAsk>();
  /** Looks that have to be taken after the one that is under way. */
  #isNews = false;
  #looking: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  #helpers = 0;
  #calledAt = -Infinity;
  #isClosed = false;
  readonly #tick: NodeJS.Timeout;

  constructor(parts: RunHelpParts) {
    this.#parts = parts;
    this.#tick = setInterval(() => {
      if (this.#helpers > 0 || this.#sent.size > 0) this.hear();
    }, LOOK_EVERY_MS);
  }

  get helpers(): number {
    return this.#helpers;
  }

  noteOpen(count: number): void {
    const { job, seats } = this.#parts.wish;
    const now = performance.now();
    if (count < WORTH_SHARING || this.#helpers >= seats || now - this.#calledAt < CALL_EVERY_MS) return;
    this.#calledAt = now;
    const { guid, platform, options } = job;
    this.#parts.tell({ help: 'wanted', guid, platform, route: options.vpn ?? options.pool ?? null, seats });
  }

  async ask(request: AskedRequest, signal: AbortSignal): Promise<HelpAnswer | null> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<HelpAnswer | null>();
    const open: OpenAsk = {
      request,
      sinceMs: performance.now(),
      settle(answer) {
        signal.removeEventListener('abort', onAbort);
        resolve(answer);
      },
    };
    const onAbort = (): void => {
      reject(signal.reason);
      this.#forget(open);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#unsent.add(open);
    this.#startSending();
    return promise;
  }

  /** There may be something to see. */
  hear(): void {
    this.#isNews = true;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#tick);
    const { asks, fence, wish, tell, onFault, onClosed } = this.#parts;
    const { guid } = wish.job;
    onClosed();
    await Promise.all([this.#sending, this.#looking]);
    this.#giveBack([...this.#sent.keys()]);
    if (this.#calledAt === -Infinity) return;
    // What is left there goes with the lease.
    await asks.dismiss(guid, fence).catch(onFault);
    tell({ help: 'over', guid });
  }

  #startSending(): void {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      // What came while it ended.
      if (this.#unsent.size > 0) this.#startSending();
    });
  }

  async #send(): Promise<void> {
    // Those that are made in one go.
    await Promise.resolve();
    const { asks, fence, wish, tell, onFault } = this.#parts;
    const { guid } = wish.job;
    while (this.#unsent.size > 0) {
      const batch = [...this.#unsent];
      let ids: readonly string[] = [];
      try {
        const requests = batch.map(({ request }) => JSON.stringify(request));
        ids = await asks.ask(guid, fence, requests);
      } catch (error) {
        onFault(error);
      }
      const late = batch.flatMap((open, place) => this.#noteSent(open, ids[place]));
      if (late.length > 0) await asks.drop(late).catch(onFault);
      if (ids.length > 0) tell({ help: 'asked', guid });
    }
  }

  /** Returns its number where nobody waits for it any more. */
  #noteSent(open: OpenAsk, id: string | undefined): readonly string[] {
    const isWaitedFor = this.#unsent.delete(open);
    if (id === undefined) open.settle(null);
    else if (isWaitedFor) this.#sent.set(id, open);
    else return [id];
    return [];
  }

  async #look(): Promise<void> {
    const { asks, wish, onFault } = this.#parts;
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      const ids = [...this.#sent.keys()];
      try {
        const { helpers, standing } = await asks.look(wish.job.guid, ids);
        const here = new Map(standing.map((one) => [one.id, one]));
        // The server crashed, or the export is another's.
        this.#giveBack(ids.filter((id) => !here.has(id)));
        const answered = standing.filter(({ answer }) => answer !== null);
        if (answered.length > 0) void asks.drop(answered.map(({ id }) => id)).catch(onFault);
        await Promise.all(answered.map(({ id, answer }) => this.#settle(id, answer as Buffer)));
        this.#noteHelpers(helpers);
        const untaken = standing.filter(({ id, answer, isTaken }) => answer === null && !isTaken && this.#isOld(id)).map(({ id }) => id);
        if (untaken.length > 0) this.#giveBack(await asks.takeBack(untaken));
      } catch (error) {
        onFault(error);
      }
    }
  }

  #isOld(id: string): boolean {
    return performance.now() - (this.#sent.get(id)?.sinceMs ?? Infinity) > UNTAKEN_MS;
  }

  #noteHelpers(count: number): void {
    const hasMore = count > this.#helpers;
    this.#helpers = count;
    if (hasMore) this.#parts.wish.onHelpers();
  }

  async #settle(id: string, answer: Buffer): Promise<void> {
    const open = this.#sent.get(id);
    this.#sent.delete(id);
    open?.settle(
      await unpacked(answer).catch((error: unknown) => {
        this.#parts.onFault(error);
        return null;
      }),
    );
  }

  /** They are made here. */
  #giveBack(ids: readonly string[]): void {
    for (const id of ids) {
      const open = this.#sent.get(id);
      this.#sent.delete(id);
      open?.settle(null);
    }
  }

  #forget(open: OpenAsk): void {
    this.#unsent.delete(open);
    const [id] = [...this.#sent].find(([, one]) => one === open) ?? [];
    if (id === undefined) return;
    this.#sent.delete(id);
    void this.#parts.asks.drop([id]).catch(this.#parts.onFault);
  }
}
