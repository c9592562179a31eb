import { exchangeInBrowser } from '#core/network/exchanges.ts';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { WholeAnswer } from '#core/network/answer.ts';
import { failedTry, judge, lasting, settled, takeTurn, type AttemptGround, type FailedTry } from '#core/network/attempt.ts';
import { errorOfBrowser } from '#core/network/browser/failure.ts';
import { wireMatch } from '#core/network/browser/match.ts';
import { fetchOf, fromBlank, pageOf, placeToOpen } from '#core/network/browser/order.ts';
import { fetchedAnswer, VisitedAnswer } from '#core/network/browser/page-answer.ts';
import { BrowserFailure, type FetchToMake, type PlaceToOpen, type WatchScrolling } from '#core/network/browser/protocol.ts';
import type { RunBrowser, ScrolledPage } from '#core/network/browser/run-browser.ts';
import { Taking } from '#core/network/browser/taking.ts';
import { Watching } from '#core/network/browser/watching.ts';
import { wallAt } from '#core/network/walls/recognise.ts';
import { wallRefusal } from '#core/network/walls/refusal.ts';
import type { Wall } from '#core/platform-api/wall-sign.ts';
import type {
  AnswerMatch,
  BrowserPlace,
  Capture,
  InPageRequest,
  Navigation,
  PageRequest,
  PlatformRequest,
  Scrolled,
  ScrolledMatch,
  Scrolling,
} from '#core/platform-api/session.ts';

/** How long nothing may come: a page's head, a piece of a body, an answer that a page waits for. */
const TIMEOUT_MS = 20_000;
const QUIET_MS = 3_000;

const BREAKDOWNS: ReadonlySet<BrowserFailure['kind']> = new Set<BrowserFailure['kind']>(['crashed', 'gone', 'noPage']);
/** How Chromium calls a navigation whose renderer died. */
const NAVIGATION_LOST = 'net::ERR_ABORTED';

type Context = Awaited<ReturnType<RunBrowser['context']>>;

interface DoorParts {
  readonly browser: RunBrowser;
  readonly ground: AttemptGround;
  /** Multiplies how long a page is waited for that may never come to what it is opened for. */
  readonly patience: number;
  readonly untilSettled: <A extends object>(
    tryOnce: () => Promise<A | FailedTry>,
    tries: PlatformRequest['tries'],
  ) => Promise<A | FailedTry>;
  readonly once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
  readonly forget: (key: string) => void;
}

/** The ways of a platform through the browser, under the rules of plain HTTP: pace, retries, counters, errors. */
export class BrowserDoor {
  readonly #parts: DoorParts;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  async inPage(request: InPageRequest, want: 'any' | 'json'): Promise<WholeAnswer> {
    const outcome = await this.#parts.untilSettled(
      () => this.#guard(request, (context) => this.#fetch(context, this.#fromPage(context, request, want))),
      request.tries,
    );
    return settled(outcome, request);
  }

  /** One request through the browser's own network stack, from an empty page. */
  fromBlank(request: PlatformRequest, want: 'any' | 'json', tries: PlatformRequest['tries']): Promise<WholeAnswer | FailedTry> {
    const { place, order } = fromBlank(request);
    return this.#parts.untilSettled(
      () =>
        this.#guard(request, (context) =>
          this.#fetch(context, { request, want, order, key: `blank at ${place.url}`, open: (key) => this.#openBlank(context, key, place) }),
        ),
      tries,
    );
  }

  async page(request: PageRequest): Promise<VisitedAnswer> {
    return orThrow(
      await this.#parts.untilSettled(
        () => this.#guard(request, (context) => this.#withReader((key) => this.#visit(context, key, request, request.globals ?? []))),
        request.tries,
      ),
    );
  }

  /** What stands behind an address, as a link to it is followed: by one step. @throws as `page` */
  async link({ url, leads, accept, tries }: Pick<PlatformRequest, 'url' | 'leads' | 'accept' | 'tries'>): Promise<VisitedAnswer> {
    const place = { url, asLink: true as const, ...(leads === undefined ? {} : { leads }), ...(accept === undefined ? {} : { accept }) };
    return orThrow(
      await this.#parts.untilSettled(
        () => this.#guard(place, (context) => this.#withReader((key) => this.#visit(context, key, place, []))),
        tries,
      ),
    );
  }

  async capture(navigate: Navigation, match: AnswerMatch): Promise<Capture> {
    const once = (): Promise<Capture | FailedTry> =>
      this.#guard(navigate, (context) => this.#withReader((key) => this.#capture(context, key, navigate, match)));
    return orThrow(await this.#parts.untilSettled(once, navigate.tries));
  }

  async scroll(navigate: Navigation, match: ScrolledMatch, how: Scrolling): Promise<Scrolled> {
    return orThrow(
      await this.#parts.untilSettled(() => this.#guard(navigate, (context) => this.#scroll(context, navigate, match, how)), navigate.tries),
    );
  }

  /** One try: failures of the browser become failures of the try. */
  async #guard<A extends object>(
    { url: href, leads }: Pick<BrowserPlace, 'url' | 'leads'>,
    work: (context: Context) => Promise<A | FailedTry>,
  ): Promise<A | FailedTry> {
    const { browser, ground } = this.#parts;
    const url = new URL(href);
    const sinceMs = performance.now();
    try {
      ground.law.admit(url, leads);
      return await work(await browser.context(ground.signal));
    } catch (caught) {
      if (ground.signal.aborted) throw caught;
      const error =
        caught instanceof BrowserFailure ? (browser.wayFailure(caught, sinceMs) ?? errorOfBrowser(caught, url.host, TIMEOUT_MS)) : caught;
      if (!(error instanceof CommentdockError)) throw error;
      const failed = failedTry(error);
      return failed.again === 'yes' && isBreakdown(caught) ? { ...failed, again: 'brokeDown' } : failed;
    }
  }

  async #withReader<T>(work: (key: string) => Promise<T>): Promise<T> {
    const { browser } = this.#parts;
    const key = browser.takeReader();
    try {
      return await work(key);
    } finally {
      browser.release(key);
    }
  }

  /** Opens a page and judges its document. */
  async #visit(
    context: Context,
    key: string,
    place: PageRequest & { readonly asLink?: true },
    globals: readonly string[],
  ): Promise<VisitedAnswer | FailedTry> {
    const { browser, ground } = this.#parts;
    const url = new URL(place.url);
    ground.law.admit(url, place.leads);
    const giveBack = onceOnly(await takeTurn(url.host, ground));
    ground.counters.requests += 1;
    try {
      const { page } = await browser.call(
        context,
        'visit',
        {
          key,
          place: { ...placeToOpen(place, this.#parts.patience), ...(place.asLink ? { asLink: true } : {}) },
          globals,
          timeoutMs: TIMEOUT_MS,
        },
        { signal: ground.signal, onEvent: (event) => void (event.kind === 'document' && giveBack(event.head)) },
      );
      ground.work?.begin();
      ground.exchanges?.add(exchangeInBrowser(place, page, Buffer.from(page.html), ground.now()));
      return this.#judged(new VisitedAnswer(page, new Date(ground.now())), url, place);
    } finally {
      giveBack(null);
    }
  }

  /** A document that may be anything is only told what it would have been: what is asked from inside of it will be judged. */
  #judged(
    page: VisitedAnswer,
    asked: URL,
    { accept, leads, asLink }: Pick<BrowserPlace, 'accept' | 'leads'> & { readonly asLink?: true },
  ): VisitedAnswer | FailedTry {
    const got = new URL(page.url);
    const elsewhere = refusalIn(() => got.protocol === 'about:' || this.#parts.ground.law.admit(got, leads));
    const wall = accept === 'any' && elsewhere === null ? null : this.#wallAt(got, asked);
    if (wall !== null) return lasting(wallRefusal(asked.host, wall));
    if (elsewhere !== null) return lasting(elsewhere);
    const request = { accept: accept ?? [], ...(asLink ? { redirect: 'manual' as const } : {}) };
    const outcome = judge(page, asked.host, { request, want: 'any', ground: this.#parts.ground });
    if (accept !== 'any') return outcome;
    if ('error' in outcome && outcome.answer !== null) page.refusal = outcome.error;
    return page;
  }

  #wallAt(got: URL, asked: URL): Wall | null {
    return wallAt(got, asked, this.#parts.ground.run.platform);
  }

  #fromPage(context: Context, request: InPageRequest, want: 'any' | 'json'): PageFetching {
    const place = pageOf(request);
    return { request, want, order: fetchOf(request), key: `from ${place.url}`, open: (key) => this.#openForFetches(context, key, place) };
  }

  async #fetch(context: Context, fetching: PageFetching): Promise<WholeAnswer | FailedTry> {
    const { browser, once, forget } = this.#parts;
    const { key, open } = fetching;
    const kept = `browser ${context.generation} ${key}`;
    const letGo = browser.holdFetchPage(key, () => forget(kept));
    try {
      const opened = await once(kept, () => open(key));
      if (opened === null) return await this.#fetchFrom(context, fetching);
      forget(kept);
      return opened;
    } catch (error) {
      if (error instanceof BrowserFailure && (error.kind === 'noPage' || error.kind === 'crashed')) forget(kept);
      throw error;
    } finally {
      letGo();
    }
  }

  async #fetchFrom(context: Context, { key, request, want, order }: PageFetching): Promise<WholeAnswer | FailedTry> {
    const { browser, ground } = this.#parts;
    const { host } = new URL(order.url);
    const giveBack = onceOnly(await takeTurn(host, ground));
    const pieces: Uint8Array[] = [];
    ground.counters.requests += 1;
    try {
      const { head } = await browser.call(
        context,
        'fetch',
        { key, request: order, timeoutMs: TIMEOUT_MS },
        { signal: ground.signal, onEvent: (event) => void (event.kind === 'piece' && pieces.push(event.bytes)) },
      );
      giveBack(head);
      const got = new URL(head.url);
      const wall = this.#wallAt(got, new URL(order.url));
      if (wall !== null) return lasting(wallRefusal(host, wall));
      ground.law.admit(got, request.leads);
      ground.work?.begin();
      ground.exchanges?.add(exchangeInBrowser(order, head, Buffer.concat(pieces), ground.now()));
      return judge(fetchedAnswer(head, pieces, new Date(ground.now())), host, { request, want, ground });
    } finally {
      giveBack(null);
    }
  }

  /** Null where the page stands. */
  async #openForFetches(context: Context, key: string, place: BrowserPlace): Promise<FailedTry | null> {
    const page = await this.#visit(context, key, place, []);
    if ('error' in page) return page;
    const [asked, got] = [new URL(place.url), new URL(page.url)];
    if (asked.origin === got.origin) return null;
    const wall = this.#wallAt(got, asked);
    if (wall !== null) return lasting(wallRefusal(asked.host, wall));
    return lasting(
      new PlatformRefusal(
        'BLOCKED',
        `${asked.host} leads the browser to ${got.host} instead of its page. Open it in your own browser to see why.`,
      ),
    );
  }

  async #openBlank(context: Context, key: string, place: PlaceToOpen): Promise<null> {
    const { browser, ground } = this.#parts;
    await browser.call(context, 'visit', { key, place, globals: [], timeoutMs: TIMEOUT_MS }, { signal: ground.signal });
    return null;
  }

  async #capture(context: Context, key: string, navigate: Navigation, match: AnswerMatch): Promise<Capture | FailedTry> {
    const { browser, ground, patience } = this.#parts;
    const taking = new Taking(match, 0);
    const answers = taking.taken;
    const outcome = await new Watching(ground, match, (answer) => taking.take(answer)).run(browser, context, {
      key,
      place: placeToOpen(navigate, patience),
      accept: navigate.accept ?? [],
      match: wireMatch(match),
      scroll: null,
      timeoutMs: TIMEOUT_MS,
      quietMs: (match.timeoutMs ?? TIMEOUT_MS) * patience,
    });
    if ('error' in outcome) return outcome;
    const url = new URL(navigate.url);
    const page = outcome.page === null ? null : this.#judged(outcome.page, url, navigate);
    if (page !== null && 'error' in page) return page;
    if (answers.length === 0)
      return lasting(
        new PlatformChanged('capture', `The page of ${url.host} did not ask for what we wait for. An update of Commentdock may be needed.`),
      );
    return { page, answers };
  }

  async #scroll(context: Context, navigate: Navigation, match: ScrolledMatch, how: Scrolling): Promise<Scrolled | FailedTry> {
    const { browser, patience } = this.#parts;
    const { skip = 0, container = null } = how;
    const quietMs = (how.quietMs ?? QUIET_MS) * patience;
    const list = JSON.stringify([navigate, wireMatch(match), container]);
    const standing = browser.takeScrolled(list, context.generation, skip);
    const key = standing?.key ?? browser.newKey('scroll');
    const taking = new Taking(match, standing === null ? skip : 0);
    const isContent = (standing?.surplus ?? []).map((answer) => taking.take(answer)).at(-1) === 'done';
    const ended = isContent
      ? 'told'
      : await this.#watchOn(context, key, { navigate, match, standing, taking, scroll: { container, quietMs } });
    if (typeof ended !== 'string') {
      browser.closePage(key);
      return ended;
    }
    const isOver = taking.isLast || ended !== 'told';
    if (isOver) browser.closePage(key);
    else browser.keepScrolled(list, { key, generation: context.generation, taken: skip + taking.taken.length, surplus: taking.surplus });
    return { answers: taking.taken, ended: isOver };
  }

  /** Scrolls until enough is taken or nothing more comes. The page is closed where that throws. */
  async #watchOn(
    context: Context,
    key: string,
    { navigate, match, standing, taking, scroll }: ScrollOn,
  ): Promise<FailedTry | 'told' | 'quiet' | 'timeout' | 'refused'> {
    const { browser, ground, patience } = this.#parts;
    const url = new URL(navigate.url);
    try {
      const outcome = await new Watching(ground, match, (answer) => taking.take(answer)).run(browser, context, {
        key,
        place: standing === null ? placeToOpen(navigate, patience) : null,
        accept: navigate.accept ?? [],
        match: wireMatch(match),
        scroll,
        timeoutMs: TIMEOUT_MS,
      });
      if ('error' in outcome) return outcome;
      const page = outcome.page === null ? null : this.#judged(outcome.page, url, navigate);
      return page !== null && 'error' in page ? page : outcome.ended;
    } catch (error) {
      browser.closePage(key);
      throw error;
    }
  }
}

/** A request to be made from inside a page. `open`: null where the page stands. */
interface PageFetching {
  readonly request: InPageRequest;
  readonly want: 'any' | 'json';
  readonly order: FetchToMake;
  readonly key: string;
  readonly open: (key: string) => Promise<FailedTry | null>;
}

interface ScrollOn {
  readonly navigate: Navigation;
  readonly match: ScrolledMatch;
  readonly standing: ScrolledPage | null;
  readonly taking: Taking;
  readonly scroll: WatchScrolling;
}

/** True for what happens on this machine alone. */
function isBreakdown(caught: unknown): boolean {
  return caught instanceof BrowserFailure && (BREAKDOWNS.has(caught.kind) || caught.text === NAVIGATION_LOST);
}

function orThrow<A extends object>(outcome: A | FailedTry): A {
  if ('error' in outcome && 'again' in outcome) throw (outcome as FailedTry).error;
  return outcome as A;
}

/** What the work throws of our own; null where it does not. */
function refusalIn(work: () => unknown): CommentdockError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof CommentdockError) return error;
    throw error;
  }
}

function onceOnly<T>(call: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) call(value);
    isDone = true;
  };
}
