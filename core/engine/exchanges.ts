import { isDeepStrictEqual } from 'node:util';
import { type CommentdockError, IncompleteAnswer, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { type KeptExchange, MOST_KEPT_CHARACTERS, MOST_KEPT_EXCHANGES } from '#core/contract/kept-exchange.ts';
import type { Gap, Json } from '#core/platform-api/define.ts';
import { unreadablePath } from '#core/platform-api/odd-rows.ts';

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
  /** Told of what the page takes from the run (`Session.once`). */
  use(name: string, value: unknown): void;
}

/** The exchanges that tell how a job failed, sealed: what stores them cannot read them. They go with the job. */
export interface KeptExchangeStore {
  /** In the place of those that the job had; none: it has none any more. */
  replace(jobId: number, sealed: readonly Uint8Array[]): void;
  of(jobId: number): readonly Uint8Array[];
}

/** The last exchanges of one page, which its cursor asked for. */
export class PageExchanges implements ExchangeLog {
  readonly #cursor: Json;
  readonly #last: Exchange[] = [];
  readonly #used = new Map<string, unknown>();

  constructor(cursor: Json) {
    this.#cursor = cursor;
  }

  add(exchange: Exchange): void {
    this.#last.push(exchange);
    if (this.#last.length > MOST_KEPT_EXCHANGES) this.#last.shift();
  }

  use(name: string, value: unknown): void {
    this.#used.set(name, value);
  }

  /** As they are kept once the page has failed. */
  failedWith(error: CommentdockError): readonly KeptExchange[] {
    const failure = { code: error.code, message: error.message, path: error instanceof PlatformChanged ? error.path : null };
    const cursor = this.#cursor as KeptExchange['cursor'];
    const known = plainOf(this.#used);
    return this.#last.map(({ startedAtMs, request, status, headers, body }) => {
      const { bytes, isCut } = body();
      return { startedAtMs, request, answer: { status, headers, body: bytes.toString('base64'), isCut }, failure, cursor, known };
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

  /** Notes a page of which rows could not be read. */
  noteRows(exchanges: PageExchanges, gaps: readonly Gap[]): void {
    const error = unreadRow(gaps);
    if (error !== null) this.note(exchanges, error, 'gap');
  }

  list(): readonly KeptExchange[] {
    return this.#last.flatMap(({ exchanges, error }) => exchanges.failedWith(error)).slice(-MOST_KEPT_EXCHANGES);
  }
}

/** What is plain JSON and small. */
function plainOf(used: ReadonlyMap<string, unknown>): KeptExchange['known'] {
  const plain = [...used].flatMap(([name, value]) => {
    const text = jsonOf(value);
    return text === null || text.length > MOST_KEPT_CHARACTERS ? [] : [[name, JSON.parse(text)] as const];
  });
  return Object.fromEntries(plain);
}

/** Null where it would not come back as it is. */
function jsonOf(value: unknown): string | null {
  try {
    const text: string | undefined = JSON.stringify(value);
    return text !== undefined && isDeepStrictEqual(JSON.parse(text), value) ? text : null;
  } catch {
    return null;
  }
}

/** What the first row of a page that could not be read is told as; null where all could. */
export function unreadRow(gaps: readonly Gap[]): PlatformChanged | null {
  const path = gaps.map(unreadablePath).find((found) => found !== null);
  return path === undefined || path === null ? null : new PlatformChanged(path);
}

function isTelling(error: CommentdockError): boolean {
  return [PlatformChanged, IncompleteAnswer, PlatformRefusal, ThrottledFailure].some((kind) => error instanceof kind);
}
