import { CommentdockError, WindowClosed } from '#core/contract/error.ts';
import { passableWall } from '#core/contract/needs-you.ts';
import type { RoutePage } from '#core/engine/route-ports.ts';
import type { WindowNews, WindowTries } from '#core/engine/window-ports.ts';
import { type AttemptGround, takeTurn } from '#core/network/attempt.ts';
import { placeToOpen } from '#core/network/browser/order.ts';
import { VisitedAnswer } from '#core/network/browser/page-answer.ts';
import { BrowserFailure, type HostCalls } from '#core/network/browser/protocol.ts';
import type { RunBrowser } from '#core/network/browser/run-browser.ts';
import { TargetRefusal } from '#core/network/targets/target-guard.ts';
import { wallAt, wallIn } from '#core/network/walls/recognise.ts';

/** A page that has passed may still be setting cookies. */
const SETTLING_MS = 700;
/** Between two tries that a person's hand gave reason for; it doubles with each that was refused. */
const LONGEST_GAP_MS = 60_000;
const STIR_MS = 4_000;
const OPEN_MS = 20_000;
/** A window that dies so often before anything comes is not opened again. */
const MOST_DEATHS = 3;

type Context = Awaited<ReturnType<RunBrowser['context']>>;
type Stir = HostCalls['stir']['out'];

interface OwnerWindowParts {
  readonly browser: RunBrowser;
  /** The page of the export. */
  readonly url: string;
  readonly platformName: string;
  readonly news: WindowNews;
  /** Called once an export was read through this window. */
  readonly notePassed: () => Promise<void>;
  /** For the pages that are shown: pace, and where they may lead. */
  readonly ground: Pick<AttemptGround, 'run' | 'pacer' | 'retryScale' | 'now' | 'law' | 'routeLabel'>;
}

/** What was refused, and where a person sees why. */
interface Refused {
  readonly url: string;
  /** `page`: it is one that people open too. `link`: as well, and it may lead to another site. `answer`: a page asked for it. */
  readonly seen: 'page' | 'link' | 'answer';
}

/**
 * The window in front of which a person sits, as one run reads through it. Where the site puts a wall there, the run shows it and waits; it
 * does nothing about the wall itself, and asks again only after something has stirred in the window.
 */
export class OwnerWindow implements WindowTries {
  readonly #parts: OwnerWindowParts;
  #refused: Refused | null = null;
  #isShown = false;
  #hasPassed = false;
  #refusals = 0;
  #deaths = 0;
  #isNudged = false;
  /** Set once its owner has closed it: nothing is asked for in it any more, whatever a platform makes of that. */
  #closed: WindowClosed | null = null;

  constructor(parts: OwnerWindowParts) {
    this.#parts = parts;
  }

  /** The page from which requests to this origin are made: that of the export where it can be. */
  pageFor(url: URL): string {
    return new URL(this.#parts.url).origin === url.origin ? this.#parts.url : `${url.origin}/`;
  }

  /** Told of every request that a platform was refused. */
  met(error: unknown, refused: Refused): void {
    if (error instanceof WindowClosed) this.#closed ??= error;
    else if (error instanceof CommentdockError && passableWall(error.code) !== null) this.#refused = refused;
  }

  nudge(): void {
    this.#isNudged = true;
  }

  async tryPage<T>(page: RoutePage, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const done = await work();
        if (this.#closed !== null) throw this.#closed;
        await this.#pass();
        return done;
      } catch (error) {
        if (this.#closed !== null) throw this.#closed;
        if (page.signal.aborted || !isPassable(error, page)) throw error;
        await this.untilStirred(error, page.signal);
      }
    }
  }

  /** True for what stands before the request itself: a platform must not take it for a door that is shut, and try others. */
  standsBefore(error: unknown): error is CommentdockError {
    return error instanceof CommentdockError && error.code === 'CAPTCHA';
  }

  async #pass(): Promise<void> {
    this.#refused = null;
    this.#isShown = false;
    this.#refusals = 0;
    this.#deaths = 0;
    if (this.#hasPassed) return;
    this.#hasPassed = true;
    await this.#parts.notePassed();
    this.#parts.news.onPassed();
  }

  /** Returns once there is a reason to ask again. @throws WindowClosed; the signal's reason */
  async untilStirred(wall: CommentdockError, signal: AbortSignal): Promise<void> {
    const { browser, news } = this.#parts;
    this.#hasPassed = false;
    news.onWall(wall);
    try {
      const context = await browser.context(signal);
      let standing = await this.#show(context, signal);
      this.#refusals += 1;
      const gapMs = Math.min(LONGEST_GAP_MS, SETTLING_MS * 2 ** (this.#refusals - 1));
      const sinceMs = performance.now();
      for (let isDue = this.#isReason(standing.stir) || (standing.opened && this.#looksOpen(standing.stir)); ;) {
        if (this.#takeNudge()) return await this.#reopen(context, signal);
        if (isDue && performance.now() - sinceMs >= gapMs && this.#isHome(standing.stir.page.url)) return;
        const stir = await this.#stir(context, isDue ? SETTLING_MS : STIR_MS, signal);
        isDue ||= this.#isReason(stir);
        standing = { stir, opened: false };
      }
    } catch (error) {
      if (!(error instanceof BrowserFailure)) throw error;
      this.#isShown = false;
      if (error.kind === 'closed') throw (this.#closed = closedAt(wall, this.#parts.platformName));
      this.#deaths += 1;
      // What broke down is opened again by the next request; what somebody closed stays closed.
      if (this.#deaths < MOST_DEATHS) return;
      throw (this.#closed = brokenAt(wall, this.#parts.platformName));
    }
  }

  /** Shows what was refused, once: whoever is at it already is not taken away from it. */
  async #show(context: Context, signal: AbortSignal): Promise<{ readonly stir: Stir; readonly opened: boolean }> {
    const key = this.#key;
    const standing = await this.#stir(context, 0, signal).catch((error: unknown) => {
      if (error instanceof BrowserFailure && error.kind === 'noPage' && !this.#isShown) return null;
      throw error;
    });
    if (this.#isShown && standing !== null) return { stir: standing, opened: false };
    if (standing?.stirred === 'cookies') return { stir: standing, opened: false };
    this.#isShown = true;
    if (standing !== null && !this.#looksOpen(standing)) return { stir: standing, opened: false };
    await this.#open(context, key, this.#refused === null || this.#refused.seen === 'answer' ? this.#parts.url : this.#refused.url, signal);
    return { stir: await this.#stir(context, 0, signal), opened: true };
  }

  /** Somebody says that it is done: from the page of the export it is asked again. */
  async #reopen(context: Context, signal: AbortSignal): Promise<void> {
    this.#refusals = 0;
    await this.#open(context, this.#key, this.#parts.url, signal);
  }

  async #open(context: Context, key: string, href: string, signal: AbortSignal): Promise<void> {
    const { browser, ground } = this.#parts;
    const url = new URL(href);
    ground.law.admit(url, undefined);
    const counters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    const giveBack = await takeTurn(url.host, { ...ground, signal, counters });
    let head: HostCalls['visit']['out']['page'] | null = null;
    try {
      const place = placeToOpen({ url: href });
      ({ page: head } = await browser.call(context, 'visit', { key, place, globals: [], timeoutMs: OPEN_MS }, { signal }));
    } catch (error) {
      // What does not load at once may do so in front of whoever sits there.
      if (!(error instanceof BrowserFailure) || (error.kind !== 'net' && error.kind !== 'timeout')) throw error;
    } finally {
      giveBack(head);
    }
  }

  #stir(context: Context, timeoutMs: number, signal: AbortSignal): Promise<Stir> {
    return this.#parts.browser.call(context, 'stir', { key: this.#key, timeoutMs }, { signal });
  }

  /** That of the page from which requests of the export's own origin are made. */
  get #key(): string {
    return `from ${this.#parts.url}`;
  }

  #isReason(stir: Stir): boolean {
    return stir.stirred === 'cookies' || (stir.stirred === 'document' && this.#looksOpen(stir));
  }

  #looksOpen({ page }: Stir): boolean {
    const [asked, got] = [new URL(this.#parts.url), URL.parse(page.url)];
    if (got === null || got.protocol !== 'https:') return false;
    const { now, run } = this.#parts.ground;
    return wallAt(got, asked, run.platform) === null && wallIn(new VisitedAnswer(page, new Date(now())), run.platform) === null;
  }

  /** Requests can be made from there without taking the page away from whoever uses it. A link is opened beside it. */
  #isHome(href: string): boolean {
    return this.#refused?.seen === 'link' || URL.parse(href)?.origin === new URL(this.#parts.url).origin;
  }

  #takeNudge(): boolean {
    const isNudged = this.#isNudged;
    this.#isNudged = false;
    return isNudged;
  }
}

/** What may fail is not worth a person's time, and of replies only what stands before everything. */
function isPassable(error: unknown, { role, tries }: RoutePage): error is CommentdockError {
  if (!(error instanceof CommentdockError) || error instanceof TargetRefusal || passableWall(error.code) === null) return false;
  return tries !== 'once' && (role !== 'replies' || error.code === 'CAPTCHA');
}

function closedAt({ code, message }: CommentdockError, platformName: string): WindowClosed {
  return new WindowClosed(code, `${message} The window of ${platformName} was closed before that was done.`);
}

/** As one that was closed: an export whose window does not stand waits for another. */
function brokenAt({ code, message }: CommentdockError, platformName: string): WindowClosed {
  return new WindowClosed(code, `${message} The window of ${platformName} broke down ${MOST_DEATHS} times in front of it.`);
}

/** What the engine asks of a window: that of the way on which the run is at the moment. */
export function windowOf(current: () => OwnerWindow | null): WindowTries {
  return {
    tryPage: (page, work) => current()?.tryPage(page, work) ?? work(),
    nudge: () => current()?.nudge(),
  };
}
