import { type CommentdockError, IncompleteAnswer, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { type KeptExchange, MOST_KEPT_EXCHANGES } from '#core/contract/kept-exchange.ts';

/** An exchange as the network saw it. */
export interface Exchange extends Pick<KeptExchange, 'startedAtMs' | 'request'> {
  readonly status: number;
  readonly headers: KeptExchange['answer']['headers'];
  /** The body unpacked and cut, which costs something: asked for only where the exchange is kept. */
  body(): { readonly bytes: Buffer; readonly isCut: boolean };
}

/** Called with every exchange made for one page. */
export interface ExchangeLog {
  add(exchange: Exchange): void;
}

/** The exchanges that tell how a job failed, sealed: what stores them cannot read them. They go with the job. */
export interface KeptExchangeStore {
  /** In the place of those that the job had; none: it has none any more. */
  replace(jobId: number, sealed: readonly Uint8Array[]): void;
  of(jobId: number): readonly Uint8Array[];
}

/** The last exchanges of one page. */
export class PageExchanges implements ExchangeLog {
  readonly #last: Exchange[] = [];

  add(exchange: Exchange): void {
    this.#last.push(exchange);
    if (this.#last.length > MOST_KEPT_EXCHANGES) this.#last.shift();
  }

  /** As they are kept once the page has failed. */
  failedWith(error: CommentdockError): readonly KeptExchange[] {
    const failure = { code: error.code, message: error.message, path: error instanceof PlatformChanged ? error.path : null };
    return this.#last.map(({ startedAtMs, request, status, headers, body }) => {
      const { bytes, isCut } = body();
      return { startedAtMs, request, answer: { status, headers, body: bytes.toString('base64'), isCut }, failure };
    });
  }
}

/** The last exchanges of the pages of one run that failed. */
export class FailedExchanges {
  #last: readonly { readonly exchanges: PageExchanges; readonly error: CommentdockError }[] = [];

  /**
   * Notes a page that is given up, unless its failure says nothing of the platform: a broken wire, a full disk.
   * @param what of a gap, things that are gone are nothing odd
   */
  note(exchanges: PageExchanges, error: CommentdockError, what: 'jobFails' | 'gap'): void {
    if (!isTelling(error) || (what === 'gap' && error.code === 'NOT_FOUND')) return;
    this.#last = [...this.#last, { exchanges, error }].slice(-MOST_KEPT_EXCHANGES);
  }

  list(): readonly KeptExchange[] {
    return this.#last.flatMap(({ exchanges, error }) => exchanges.failedWith(error)).slice(-MOST_KEPT_EXCHANGES);
  }
}

function isTelling(error: CommentdockError): boolean {
  return [PlatformChanged, IncompleteAnswer, PlatformRefusal, ThrottledFailure].some((kind) => error instanceof kind);
}
