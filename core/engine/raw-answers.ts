import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { handedOn } from '#core/contract/kept-exchange.ts';
import type { Exchange, ExchangeLog } from '#core/engine/exchanges.ts';

const MEGABYTE = 1_000_000;
/** So much is kept of an export, packed. */
const MOST_BYTES = 256 * MEGABYTE;
/** Of so many pages: a package has a file for each. */
const MOST_PAGES = 50_000;
/** Of a page, before it is packed. */
const MOST_PAGE_BYTES = 8 * MEGABYTE;

/** Packs beside the thread that asks. */
const pack = promisify(gzip);

/** What platforms answered to exports that keep it, page by page, sealed: what stores it cannot read it. It goes with the export. */
export interface RawAnswerStore {
  /** @param readKey of the page */
  add(jobId: number, readKey: string, sealed: Uint8Array): void;
  /** In reading order. */
  of(jobId: number): Iterable<Uint8Array>;
}

/** What a run does with answers that are to be kept. */
export interface RawKeeping {
  seal(packed: Uint8Array): Uint8Array;
  /** Whether they may show what the platform shows to one account alone. */
  readonly isLoggedIn: boolean;
  /** Left out: 256 MB. */
  readonly mostBytes?: number;
}

/** What is kept of an export, and what is not. */
export interface RawAccount {
  readonly answers: number;
  readonly pages: number;
  /** Packed. */
  readonly bytes: number;
  readonly leftOut: number;
  /** Set once a page had no room: from there on nothing is kept. */
  readonly isFull?: true;
  readonly loggedIn?: true;
}

/** Those of one page. */
interface PackedAnswers {
  readonly answers: number;
  readonly leftOut: number;
  /** A JSON list of them in gzip; null: there are none. */
  readonly packed: Uint8Array | null;
}

/** All that is answered on the way to one page, for whoever keeps it, and told to the log behind it. */
export class PageAnswers implements ExchangeLog {
  readonly #log: ExchangeLog;
  readonly #mostBytes: number;
  readonly #texts: Buffer[] = [];
  #bytes = 0;
  #leftOut = 0;

  constructor(log: ExchangeLog, account: RawAccount | undefined) {
    this.#log = log;
    this.#mostBytes = account?.isFull === true ? 0 : MOST_PAGE_BYTES;
  }

  add(exchange: Exchange): void {
    this.#log.add(exchange);
    const text = this.#mostBytes === 0 ? null : textOf(exchange);
    if (text === null || this.#bytes + text.length > this.#mostBytes) {
      this.#leftOut += 1;
      return;
    }
    this.#texts.push(text);
    this.#bytes += text.length;
  }

  use(name: string, value: unknown): void {
    this.#log.use(name, value);
  }

  async packed(): Promise<PackedAnswers> {
    const { length: answers } = this.#texts;
    const list = this.#texts.flatMap((text, at) => [Buffer.from(at === 0 ? '[\n' : ',\n'), text]);
    const packed = answers === 0 ? null : await pack(Buffer.concat([...list, Buffer.from('\n]\n')]));
    return { answers, leftOut: this.#leftOut, packed };
  }
}

/** The account with the answers of one more page. They are to be kept where it has more pages than before. */
export function withAnswers(before: RawAccount | undefined, page: PackedAnswers, keeping: RawKeeping): RawAccount {
  const { answers = 0, pages = 0, bytes = 0, leftOut = 0 } = before ?? {};
  const login = keeping.isLoggedIn ? { loggedIn: true as const } : {};
  const account = { ...before, answers, pages, bytes, leftOut: leftOut + page.leftOut, ...login };
  if (page.packed === null) return account;
  const size = bytes + page.packed.length;
  if (before?.isFull === true || pages >= MOST_PAGES || size > (keeping.mostBytes ?? MOST_BYTES))
    return { ...account, leftOut: account.leftOut + page.answers, isFull: true };
  return { ...account, answers: answers + page.answers, pages: pages + 1, bytes: size };
}

/** What the ledger says of it. */
export function rawNotes(account: RawAccount | undefined): readonly string[] {
  if (account === undefined) return [];
  const { answers, bytes, leftOut, loggedIn } = account;
  const login = loggedIn === true ? ' They may show what the platform shows to that login alone, and name its account.' : '';
  return [
    `Raw answers that are kept: ${answers} (${(bytes / MEGABYTE).toFixed(1)} MB packed). The owner gets them with the evidence package.${login}`,
    ...(leftOut === 0
      ? []
      : [
          `Raw answers that are not kept: ${leftOut}. Those of an export take ${MOST_BYTES / MEGABYTE} MB at most, those of a page ${MOST_PAGE_BYTES / MEGABYTE} MB before they are packed.`,
        ]),
  ];
}

function textOf({ startedAtMs, request, status, headers, body }: Exchange): Buffer {
  const { bytes, isCut } = body();
  const content = isUtf8(bytes)
    ? ({ body: bytes.toString('utf8'), encoding: 'utf8' } as const)
    : ({ body: bytes.toString('base64'), encoding: 'base64' } as const);
  return Buffer.from(JSON.stringify(handedOn({ startedAtMs, request, answer: { status, headers, ...content, isCut } })));
}
