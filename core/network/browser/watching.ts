import { exchangeInBrowser } from '#core/network/exchanges.ts';
import { judge, takeTurn, type AttemptGround, type FailedTry } from '#core/network/attempt.ts';
import { ReceivedAnswer, VisitedAnswer } from '#core/network/browser/page-answer.ts';
import { BrowserFailure, type EngineWord, type HostCalls, type HostEvent } from '#core/network/browser/protocol.ts';
import type { RunBrowser } from '#core/network/browser/run-browser.ts';
import type { AnswerMatch } from '#core/platform-api/session.ts';

type Context = Awaited<ReturnType<RunBrowser['context']>>;
type WatchInput = Omit<HostCalls['watch']['in'], 'context' | 'cookies'>;
type Turn = Awaited<ReturnType<typeof takeTurn>>;
type Say = (word: EngineWord) => void;

/** A request that the page itself gave up, as pages do when they draw anew. */
const GIVEN_UP = 'net::ERR_ABORTED';

interface Watched {
  /** Null where the page stood already, or was not whole when enough had come. */
  readonly page: VisitedAnswer | null;
  readonly ended: HostCalls['watch']['out']['ended'];
}

/** One call that watches a page: gives its requests their turns, judges its answers, and says when it is content. */
export class Watching {
  readonly #ground: AttemptGround;
  readonly #accept: AnswerMatch['accept'];
  readonly #take: (answer: ReceivedAnswer) => 'more' | 'done';
  readonly #turns = new Map<number, Turn>();
  readonly #over = new AbortController();
  #failure: FailedTry | null = null;
  #broken: { readonly error: unknown } | null = null;
  #documentTurn: Turn | null = null;

  /** @param take is given every good answer in the order of arrival, and says whether more are wanted */
  constructor(ground: AttemptGround, { accept }: Pick<AnswerMatch, 'accept'>, take: (answer: ReceivedAnswer) => 'more' | 'done') {
    this.#ground = ground;
    this.#accept = accept;
    this.#take = take;
  }

  /** @throws BrowserFailure; CommentdockError of a turn; the signal's reason */
  async run(browser: RunBrowser, context: Context, input: WatchInput): Promise<Watched | FailedTry> {
    const { signal, now } = this.#ground;
    try {
      if (input.place !== null) {
        this.#documentTurn = await takeTurn(new URL(input.place.url).host, this.#ground);
        this.#ground.counters.requests += 1;
      }
      const { page, ended } = await browser.call(context, 'watch', input, {
        signal: AbortSignal.any([signal, this.#over.signal]),
        onEvent: (event, say) => this.#hear(event, say),
      });
      if (page !== null && input.place !== null)
        this.#ground.exchanges?.add(exchangeInBrowser(input.place, page, Buffer.from(page.html), now()));
      return { page: page === null ? null : new VisitedAnswer(page, new Date(now())), ended };
    } catch (error) {
      if (signal.aborted) throw error;
      if (this.#failure !== null) return this.#failure;
      throw this.#broken === null ? error : this.#broken.error;
    } finally {
      this.#over.abort(new Error('the call is over'));
      this.#documentTurn?.(null);
      for (const giveBack of this.#turns.values()) giveBack(null);
    }
  }

  #hear(event: HostEvent, say: Say): void {
    switch (event.kind) {
      case 'document':
        this.#documentTurn?.(event.head);
        this.#documentTurn = null;
        return;
      case 'ask':
        void this.#letGo(event.n, event.host, say);
        return;
      case 'captured':
        this.#giveBack(event.n, event.head);
        this.#receive(event, say);
        return;
      case 'lost':
        this.#giveBack(event.n, null);
        if (event.failure.text === GIVEN_UP) say({ word: 'more' });
        else this.#break(new BrowserFailure(event.failure));
        return;
      case 'piece':
    }
  }

  async #letGo(n: number, host: string, say: Say): Promise<void> {
    try {
      const signal = AbortSignal.any([this.#ground.signal, this.#over.signal]);
      const turn = await takeTurn(host, { ...this.#ground, signal });
      if (this.#over.signal.aborted) {
        turn(null);
        return;
      }
      this.#turns.set(n, turn);
      this.#ground.counters.requests += 1;
      say({ word: 'go', n });
    } catch (error) {
      if (!this.#over.signal.aborted) this.#break(error);
    }
  }

  #giveBack(n: number, head: Parameters<Turn>[0]): void {
    this.#turns.get(n)?.(head);
    this.#turns.delete(n);
  }

  #receive(event: Extract<HostEvent, { kind: 'captured' }>, say: Say): void {
    this.#ground.work?.begin();
    this.#ground.exchanges?.add(exchangeInBrowser(event.request, event.head, event.body, this.#ground.now()));
    const answer = new ReceivedAnswer(event, new Date(this.#ground.now()));
    const { host } = new URL(answer.url);
    const accept = this.#accept === 'any' ? acceptable(answer.status) : this.#accept;
    try {
      const judged = judge(answer, host, { request: accept === undefined ? {} : { accept }, want: 'any', ground: this.#ground });
      if ('error' in judged) {
        this.#failure ??= judged;
        this.#over.abort(new Error('an answer of the page is a refusal'));
        return;
      }
      say({ word: this.#take(judged) });
    } catch (error) {
      // The platform's own `until`.
      this.#break(error);
    }
  }

  #break(error: unknown): void {
    this.#broken ??= { error };
    this.#over.abort(new Error('the page cannot be watched any longer'));
  }
}

/** Every status but those that pass by themselves. */
function acceptable(status: number): readonly number[] {
  return status === 429 || status >= 500 ? [] : [status];
}
