import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { errorOfStatus } from '#core/contract/platform-status.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import { checked } from '#core/platform-kit/checked.ts';
import type { ExportOptions, Json, PlatformDefinition } from '#core/platform-api/define.ts';
import type {
  Answer,
  AnswerMatch,
  BrowserSession,
  Capture,
  Heard,
  InPageRequest,
  Learnt,
  LineMessage,
  LineRequest,
  Navigation,
  PageAnswer,
  PageRequest,
  PlatformRequest,
  Scrolled,
  Scrolling,
  Session,
} from '#core/platform-api/session.ts';
import type { TargetLaw } from '#core/network/targets/target-law.ts';
import { FakeLines } from '#test/platforms/fake-lines.ts';
import { fakeBrowser, type PageAsks } from '#test/platforms/fake-browser.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';
import { CookieJar } from 'tough-cookie';
import type { z } from 'zod';

/** A request as it went out: the query is part of the URL, the body is text. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One answer of the fake internet. The first exchange that matches, and is not used up, answers. */
export interface FakeExchange {
  /** Part of the URL as sent, or a test of the request. */
  readonly match: string | RegExp | ((request: SentRequest) => boolean);
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. Default: empty. */
  readonly body?: unknown;
  /** How often it answers; default: always. */
  readonly times?: number;
  /** Answers instead of `status`, `headers` and `body`; null is the 404 that nobody answers. */
  readonly simulator?: Simulator;
  /** The body goes on: what was listened to is a part of it. */
  readonly isPart?: boolean;
  /** What a WebSocket brings before the other side hangs up. */
  readonly heard?: readonly LineMessage[];
  /** Thrown instead of answering: the wire breaks. */
  readonly failure?: Error;
  /** Opened as a page in the browser: what it asks for by itself, and the globals that its script sets. */
  readonly asks?: PageAsks;
  readonly globals?: Readonly<Record<string, unknown>>;
}

const MOST_TRIES = 4;
const MOST_REDIRECTS = 10;
const NO_OPTIONS: ExportOptions = { replies: false, sort: null, limit: Infinity, minTimestamp: null, maxTimestamp: null, countries: [] };

/** What every one of them calls its browser. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36';

/** Cookies of a made-up session where the platform shows nothing without one; none elsewhere. */
export function cookiesFor<C extends Json>({ cookies }: Pick<PlatformDefinition<C>, 'cookies'>): Record<string, string> {
  if (cookies.need !== 'required') return {};
  return Object.fromEntries((cookies.names ?? ['session']).map((name) => [name, `simulated-${name}`]));
}

/**
 * A session that answers from a list and records what was asked for, retries included. A request that nothing
 * matches is a 404. It never waits.
 */
export class FakeSession implements Session {
  readonly options: ExportOptions;
  readonly hasCookies: boolean;
  readonly sent: SentRequest[] = [];
  private readonly exchanges: { readonly exchange: FakeExchange; used: number }[];
  private readonly cookies: Readonly<Record<string, string>>;
  /** What simulators set, sent back to them. */
  private readonly jar = new CookieJar();
  private readonly kept = new Map<string, Promise<unknown>>();
  private readonly fetchedAt: Date;
  private readonly lines: FakeLines;
  private readonly book: PlatformLearnt;
  /** Where requests may go; null: anywhere. */
  private readonly law: TargetLaw | null;

  constructor(
    exchanges: readonly FakeExchange[],
    setup: {
      options?: Partial<ExportOptions>;
      cookies?: Record<string, string>;
      fetchedAt?: Date;
      law?: TargetLaw;
      /** What earlier exports learnt. Default: nothing. */
      learnt?: PlatformLearnt;
    } = {},
  ) {
    this.exchanges = exchanges.map((exchange) => ({ exchange, used: 0 }));
    this.options = { ...NO_OPTIONS, ...setup.options };
    this.cookies = setup.cookies ?? {};
    this.hasCookies = Object.keys(this.cookies).length > 0;
    this.fetchedAt = setup.fetchedAt ?? new Date('2026-01-01T00:00:00Z');
    this.lines = new FakeLines(this.fetchedAt);
    this.law = setup.law ?? null;
    this.book = setup.learnt ?? new PlatformLearnt([], Date.now);
  }

  /** The URLs asked for, in order. */
  get urls(): string[] {
    return this.sent.map((request) => request.url);
  }

  async fetch(request: PlatformRequest): Promise<Answer> {
    const tries = request.tries === 'once' ? 1 : MOST_TRIES;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.answer(request);
        if (!isTriedAgain(errorOf(answer)) || attempt >= tries) return accepted(answer, request.accept);
      } catch (error) {
        if (!isTriedAgain(error) || attempt >= tries) throw error;
      }
    }
  }

  async json<S extends z.ZodType>(schema: S, request: PlatformRequest): Promise<z.output<S>> {
    let answer = await this.fetch(request);
    for (let attempt = 1; attempt < MOST_TRIES && !answer.isJson && request.tries !== 'once'; attempt += 1) {
      answer = await this.fetch(request);
    }
    return answer.json(schema);
  }

  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const made = (this.kept.get(key) as Promise<T> | undefined) ?? make();
    this.kept.set(key, made);
    made.catch(() => this.kept.delete(key));
    return made;
  }

  listen(request: LineRequest): Promise<Heard> {
    this.law?.admit(new URL(request.url), undefined);
    return this.lines.listen(request, async () => {
      const sent = { method: 'GET', url: request.url, headers: { upgrade: 'websocket', ...request.headers }, body: '' };
      const found = this.foundFor(sent);
      if (found?.failure) throw found.failure;
      const { heard } = found ?? {};
      if (heard) return { line: (line) => (heard.forEach((message) => line.say(message)), line.hangUp()) };
      return found?.simulator?.({ ...sent, url: new URL(request.url.replace(/^ws/, 'http')) }) ?? null;
    });
  }

  learnt(name: string): Learnt {
    return this.book.about(name);
  }

  forget(key: string): void {
    this.kept.delete(key);
  }

  cookie(url: string, name: string): string | null {
    return this.jar.getCookiesSync(url).find(({ key }) => key === name)?.value ?? this.cookies[name] ?? null;
  }

  async userAgent(): Promise<string> {
    return USER_AGENT;
  }

  inPage(request: InPageRequest): Promise<Answer> {
    return this.browser().inPage(request);
  }

  inPageJson<S extends z.ZodType>(schema: S, request: InPageRequest): Promise<z.output<S>> {
    return this.browser().inPageJson(schema, request);
  }

  page(request: PageRequest): Promise<PageAnswer> {
    return this.browser().page(request);
  }

  capture(navigate: Navigation, match: AnswerMatch): Promise<Capture> {
    return this.browser().capture(navigate, match);
  }

  scroll(navigate: Navigation, match: AnswerMatch, how?: Scrolling): Promise<Scrolled> {
    return this.browser().scroll(navigate, match, how);
  }

  private browser(): BrowserSession {
    const exchangeOf = (url: string) =>
      this.exchanges.find(({ exchange }) => matches(exchange.match, { method: 'GET', url, headers: {}, body: '' }))?.exchange;
    return fakeBrowser({
      fetch: (request) => this.fetch(request),
      json: (schema, request) => this.json(schema, request),
      asksOf: async (url) => {
        const found = exchangeOf(url);
        return found?.asks ?? (await found?.simulator?.({ method: 'GET', url: new URL(url), headers: {}, body: '' }))?.asks ?? [];
      },
      globalsOf: (url) => exchangeOf(url)?.globals ?? {},
    });
  }

  private async answer(request: PlatformRequest): Promise<Answer> {
    let sent = asSent(request);
    for (let hop = 0; ; hop += 1) {
      this.law?.admit(new URL(sent.url), request.leads);
      const answer = await this.exchange(sent);
      const location = answer.headers['location'];
      const follows = answer.status >= 300 && answer.status < 400 && location !== undefined && request.redirect !== 'manual';
      if (!follows || hop === MOST_REDIRECTS) return answer;
      sent = { ...sent, url: new URL(location, sent.url).href };
    }
  }

  private async exchange(sent: SentRequest): Promise<Answer> {
    const found = this.foundFor(sent);
    if (found?.failure) throw found.failure;
    const given = found?.simulator ? await this.simulated(found.simulator, sent) : found;
    const body = given ? given.body : 'nobody answers here';
    return new FakeAnswer({
      status: given ? (given.status ?? 200) : 404,
      headers: given?.headers ?? {},
      url: sent.url,
      text: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
      fetchedAt: this.fetchedAt,
      isPart: found?.isPart ?? false,
    });
  }

  private async simulated(simulator: Simulator, sent: SentRequest): Promise<Pick<FakeExchange, 'status' | 'headers' | 'body'> | null> {
    const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const cookie = [headers['cookie'] ?? '', this.jar.getCookieStringSync(sent.url)].filter((part) => part !== '').join('; ');
    if (cookie !== '') headers['cookie'] = cookie;
    const answer: SimulatedAnswer | null = await simulator({ method: sent.method, url: new URL(sent.url), headers, body: sent.body });
    if (answer === null) return null;
    for (const [name, value] of Object.entries(answer.headers ?? {})) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      for (const line of [value].flat()) this.jar.setCookieSync(line, sent.url, { ignoreError: true });
    }
    const flat = Object.entries(answer.headers ?? {}).map(
      ([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')] as const,
    );
    return {
      status: answer.status ?? 200,
      headers: Object.fromEntries(flat),
      body: Buffer.isBuffer(answer.body) ? answer.body.toString() : answer.body,
    };
  }

  /** Notes the request. */
  private foundFor(sent: SentRequest): FakeExchange | undefined {
    this.sent.push(sent);
    const found = this.exchanges.find(({ exchange, used }) => used < (exchange.times ?? Infinity) && matches(exchange.match, sent));
    if (found) found.used += 1;
    return found?.exchange;
  }
}

class FakeAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly text: string;
  readonly fetchedAt: Date;
  readonly isPart: boolean;

  constructor(parts: Pick<Answer, 'status' | 'headers' | 'url' | 'text' | 'fetchedAt'> & { readonly isPart: boolean }) {
    this.isPart = parts.isPart;
    this.status = parts.status;
    this.headers = Object.fromEntries(Object.entries(parts.headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.url = parts.url;
    this.text = parts.text;
    this.fetchedAt = parts.fetchedAt;
  }

  get isJson(): boolean {
    return parsed(this.text) !== undefined;
  }

  json<S extends z.ZodType>(schema: S): z.output<S> {
    const value = parsed(this.text);
    if (value === undefined) throw new PlatformChanged('$', 'The body is not JSON.');
    const read = checked(schema, value);
    if (read.success) return read.data;
    throw new PlatformChanged(read.problem?.path.join('.') ?? '$', undefined, { cause: read.problem });
  }
}

function isTriedAgain(error: unknown): boolean {
  return error instanceof CommentdockError && ['request', 'throttled'].includes(error.retry);
}

function asSent(request: PlatformRequest): SentRequest {
  const url = new URL(request.url);
  const query = Object.entries(request.query ?? {}).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  const added = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  if (added !== '') url.search = url.search === '' ? added : `${url.search}&${added}`;
  const form = request.form ? new URLSearchParams(request.form).toString() : undefined;
  const body = form ?? (request.json === undefined ? request.body : JSON.stringify(request.json)) ?? '';
  return { method: request.method ?? 'GET', url: url.href, headers: request.headers ?? {}, body };
}

function matches(match: FakeExchange['match'], sent: SentRequest): boolean {
  if (typeof match === 'string') return sent.url.includes(match);
  return match instanceof RegExp ? match.test(sent.url) : match(sent);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function accepted(answer: Answer, accept: PlatformRequest['accept']): Answer {
  const { status } = answer;
  const fine = (status >= 200 && status < 300) || accept === 'any' || accept?.includes(status);
  if (fine || (status >= 300 && status < 400)) return answer;
  throw errorOf(answer);
}

function errorOf({ status, url }: Answer): CommentdockError {
  return errorOfStatus(status, new URL(url).host, null);
}
