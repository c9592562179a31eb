import type { z } from 'zod';
import { Stopped, TransientFailure } from '#core/contract/error.ts';
import { backoffMs } from '#core/engine/backoff.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import type { FileWish } from '#core/engine/media-ports.ts';
import type { NetworkPort, RunSession, TrafficCounters } from '#core/engine/ports.ts';
import { WholeAnswer } from '#core/network/answer.ts';
import { openCookies, type RunCookies, withinDomains } from '#core/network/cookies.ts';
import { attempt, settled, type AttemptGround, type FailedTry } from '#core/network/attempt.ts';
import { BrowserDoor } from '#core/network/browser/door.ts';
import type { BrowserFleet } from '#core/network/browser/fleet.ts';
import type { ClientIdentity } from '#core/network/browser/installed-agent.ts';
import type { BrowserExit } from '#core/network/browser/exit.ts';
import { type PassStore, runPasses } from '#core/network/passes.ts';
import { RunBrowser, type RunWindow } from '#core/network/browser/run-browser.ts';
import { wholeFile } from '#core/network/file-fetch.ts';
import { KeptValues } from '#core/network/kept-values.ts';
import type { Line } from '#core/network/line.ts';
import { listenAt } from '#core/network/listening.ts';
import type { Pacer } from '#core/network/pacing.ts';
import { clientOf } from '#core/network/run-agent.ts';
import { askBothWays, type RefusingHosts } from '#core/network/second-stack.ts';
import { RouteDown } from '#core/network/routes/route-failure.ts';
import type { RunRoutes, WayOut } from '#core/network/routes/run-routes.ts';
import { MAX_RETRIES, MAX_RETRIES_OF_BAD_JSON } from '#core/network/retry.ts';
import type { TargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw, type TargetLaw } from '#core/network/targets/target-law.ts';
import type { Transport } from '#core/network/transport.ts';
import { pause } from '#core/network/waiting.ts';
import { askFromPage, asksFromPages, fromShown, isLink, opensAsPage } from '#core/network/window/from-page.ts';
import { OwnerWindow, windowOf } from '#core/network/window/owner-window.ts';
import type { WindowProfiles } from '#core/network/window/profiles.ts';
import type { ExportOptions } from '#core/platform-api/define.ts';
import type {
  Answer,
  AnswerMatch,
  Capture,
  Heard,
  InPageRequest,
  Learnt,
  LineRequest,
  Navigation,
  PageAnswer,
  PageRequest,
  PlatformRequest,
  Scrolled,
  ScrolledMatch,
  Scrolling,
  Session,
} from '#core/platform-api/session.ts';

/** What all sessions of the process share. */
interface SessionGround {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly retryScale: number;
  readonly now: () => number;
  readonly browsers: BrowserFleet;
  /** Judges where requests lead to. */
  readonly guard: TargetGuard;
  /** That of the browser of a run without a route of its own. */
  readonly exit: BrowserExit;
  /** How the browser of this machine names itself. */
  readonly installedAgent: () => Promise<ClientIdentity>;
  /** Left out: no window can be opened. */
  readonly profiles?: WindowProfiles;
  /** Left out: each run begins as somebody new. */
  readonly passes?: PassStore;
  /** What `once` has kept from the start, by name. */
  readonly known?: Readonly<Record<string, unknown>>;
  /** Multiplies how long a page is waited for that may never come to what it is opened for. Default 1. */
  readonly pagePatience?: number;
}

type Run = Parameters<NetworkPort['openSession']>[0];
type PageContext = Parameters<RunSession['forPage']>[0];

/** What the pages of one run share. */
interface RunIdentity {
  readonly run: Run;
  readonly cookies: RunCookies;
  readonly law: TargetLaw;
  readonly learnt: Pick<PlatformLearnt, 'about'>;
  readonly kept: KeptValues;
  readonly browser: RunBrowser;
  readonly refusing: RefusingHosts;
  /** Null: it stays away from windows. */
  readonly window: OwnerWindow | null;
  /** Those that are open, by their address. */
  readonly lines: Map<string, Line>;
  /** Null: straight to the net. */
  readonly way: WayOut | null;
  /** True where a failed way is left at once instead of being tried again. */
  readonly hasOtherWays: boolean;
}

/** Opens the routes of a run; it is told which ways are left. */
export type OpenRunRoutes = (onLeft: (way: WayOut) => Promise<void>) => RunRoutes;

/**
 * The identity of one run: its cookie jar and what `once` keeps, on the shared connections and pace. On another route it is another
 * visitor: only what the owner gave goes along.
 * @param openRoutes null: straight to the net
 * @throws CommentdockError INVALID_REQUEST for a cookie that cannot be sent
 */
export function openRunSession(run: Run, ground: SessionGround, openRoutes: OpenRunRoutes | null = null): RunSession {
  const ended = new AbortController();
  const { signal } = ended;
  const identities = new Map<WayOut | null, RunIdentity>();
  const freshCookies = (): RunCookies =>
    openCookies(run.cookies, { ...run.platform.cookies, ...(run.savedCookies === undefined ? {} : { saved: run.savedCookies }) });
  const ownCookies = freshCookies();
  const law = createTargetLaw(run.platform, run.pastedHosts ?? [], ground.guard);
  const { learnt = new PlatformLearnt([], ground.now) } = run;
  // A window has a profile of its own.
  const passes = runPasses(run.window === undefined ? ground.passes : undefined, run.platform, ground.now);
  const leave = async (way: WayOut | null): Promise<void> => {
    const identity = identities.get(way);
    identities.delete(way);
    identity?.kept.clear();
    if (identity !== undefined) passes.keep(identity);
    for (const line of identity?.lines.values() ?? []) line.close();
    await identity?.browser.close();
  };
  const routes = openRoutes?.(leave) ?? null;
  let isFirst = true;
  const identityOn = (way: WayOut | null): RunIdentity => {
    const known = identities.get(way);
    if (known !== undefined) return known;
    const cookies = isFirst || ownCookies.wereGiven ? ownCookies : freshCookies();
    isFirst = false;
    const window = runWindow(run, ground.profiles);
    const exit = way?.route ?? ground.exit;
    const browser = new RunBrowser({ fleet: ground.browsers, exit, cookies, window, way: way?.member.key ?? '', signal });
    const owner = window === null ? null : ownerWindowOf(run, browser, { law, ground: groundOn(way, ground) });
    const maps = { kept: new KeptValues(ground.known), refusing: new Map(), lines: new Map() };
    const identity = { run, cookies, law, learnt, browser, window: owner, way, hasOtherWays: (routes?.ways ?? 1) > 1, ...maps };
    passes.bring(identity);
    identities.set(way, identity);
    return identity;
  };
  const pageOf = (page: PageContext): PageSession => {
    const identity = identityOn(routes?.current ?? null);
    return new PageSession(identity, groundOn(identity.way, ground), { ...page, signal: AbortSignal.any([page.signal, signal]) });
  };
  return {
    ...(routes === null ? {} : { routes }),
    ...(run.window === undefined ? {} : { window: windowOf(() => identityOn(routes?.current ?? null).window) }),
    forPage: pageOf,
    fetchFile: ({ signal: asked, counters, ...file }) =>
      wholeFile(routes, asked, () => pageOf({ signal: asked, counters, tries: 'general' }).file(file)),
    async close() {
      ended.abort(new Stopped('The export ended.'));
      await Promise.all([...identities.keys()].map(leave));
      routes?.close();
    },
  };
}

function runWindow({ window, platform }: Run, profiles: WindowProfiles | undefined): RunWindow | null {
  if (window === undefined || profiles === undefined) return null;
  return { folder: (routeKey) => profiles.open(window.profile, platform.id, routeKey) };
}

function ownerWindowOf(
  { window, platform, ...run }: Run,
  browser: RunBrowser,
  { law, ground }: { readonly law: TargetLaw; readonly ground: ReturnType<typeof groundOn> },
): OwnerWindow | null {
  if (window === undefined) return null;
  return new OwnerWindow({
    browser,
    url: window.url,
    platformName: platform.name,
    news: window,
    notePassed: async () => ground.profiles?.notePassed(window.profile, platform.id),
    ground: { ...ground, law, run: { ...run, platform } },
  });
}

interface Failed {
  readonly failure: unknown;
}

function isFailed(done: unknown): done is Failed {
  return typeof done === 'object' && done !== null && 'failure' in done;
}

/** What a request was refused with, be it that the platform takes every answer. */
function failureOf(done: unknown): unknown {
  return isFailed(done) ? done.failure : done instanceof WholeAnswer ? done.refusal : null;
}

function groundOn(way: WayOut | null, ground: SessionGround): SessionGround & Pick<AttemptGround, 'routeLabel'> {
  return way === null ? ground : { ...ground, transport: way.route.transport, routeLabel: way.member.label };
}

/** In the browser a route fails as a page does: the relay knows better. */
function namedByRoute<A extends object>(outcome: A | FailedTry, way: WayOut | null, sinceMs: number): A | FailedTry {
  if (way === null || !('error' in outcome) || outcome.error.code !== 'NETWORK') return outcome;
  const error = way.route.failureSince(sinceMs);
  if (!(error instanceof TransientFailure)) return outcome;
  return { ...outcome, error, again: error.retry === 'request' ? 'yes' : 'never' };
}

/** The session of one page. */
class PageSession implements Session {
  readonly options: ExportOptions;
  readonly #identity: RunIdentity;
  readonly #ground: ReturnType<typeof groundOn>;
  readonly #signal: AbortSignal;
  readonly #counters: TrafficCounters;
  readonly #tries: 'general' | 'once';
  readonly #work: PageContext['work'];
  readonly #exchanges: PageContext['exchanges'];

  constructor(identity: RunIdentity, ground: ReturnType<typeof groundOn>, { signal, counters, tries, work, exchanges }: PageContext) {
    this.options = identity.run.options;
    this.#identity = identity;
    this.#ground = ground;
    this.#signal = signal;
    this.#counters = counters;
    this.#tries = tries;
    this.#work = work;
    this.#exchanges = exchanges;
  }

  get hasCookies(): boolean {
    const { cookies, window, run } = this.#identity;
    const { names = [] } = run.platform.cookies;
    const present = new Set(window === null ? [] : cookies.list().map(({ name }) => name));
    return cookies.wereGiven || (names.length > 0 && names.every((name) => present.has(name)));
  }

  cookie(url: string, name: string): string | null {
    return this.#identity.cookies.valueAt(url, name);
  }

  async userAgent(url: string): Promise<string> {
    const installed = await this.#outside(() => this.#ground.installedAgent());
    return clientOf(new URL(url), this.#identity, installed).userAgent;
  }

  fetch(request: PlatformRequest): Promise<Answer> {
    return this.#outside(() => this.#ask(request, 'any'));
  }

  async json<S extends z.ZodType>(schema: S, request: PlatformRequest): Promise<z.output<S>> {
    const answer = await this.#outside(() => this.#ask(request, 'json'));
    return answer.json(schema);
  }

  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#outside(async () => {
      const value = await this.#once(key, make);
      this.#exchanges?.use(key, value);
      return value;
    });
  }

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#identity.kept.once(key, make, this.#signal);
  }

  listen(request: LineRequest): Promise<Heard> {
    const { lines } = this.#identity;
    const untilSettled: Parameters<typeof listenAt>[1]['untilSettled'] = (tryOnce) => this.#untilSettled(tryOnce, request.tries);
    return this.#outside(() => listenAt(request, { lines, ground: this.#attemptGround(), untilSettled }));
  }

  forget(key: string): void {
    this.#identity.kept.forget(key);
  }

  learnt(name: string): Learnt {
    return this.#identity.learnt.about(name);
  }

  inPage(request: InPageRequest): Promise<Answer> {
    return this.#outside(() => this.#inView(request, 'answer', () => this.#door().inPage(this.#fromShown(request), 'any')));
  }

  async inPageJson<S extends z.ZodType>(schema: S, request: InPageRequest): Promise<z.output<S>> {
    return (await this.#outside(() => this.#inView(request, 'answer', () => this.#door().inPage(this.#fromShown(request), 'json')))).json(
      schema,
    );
  }

  page(request: PageRequest): Promise<PageAnswer> {
    return this.#outside(() => this.#inView(request, 'page', () => this.#door().page(request)));
  }

  capture(navigate: Navigation, match: AnswerMatch): Promise<Capture> {
    return this.#outside(() => this.#inView(navigate, 'page', () => this.#door().capture(navigate, match)));
  }

  scroll(navigate: Navigation, match: ScrolledMatch, how: Scrolling = {}): Promise<Scrolled> {
    return this.#outside(() => this.#inView(navigate, 'page', () => this.#door().scroll(navigate, match, how)));
  }

  /** What follows such a wait is the work on this page. @throws Stopped where nobody waits for the page any more, whatever failed by that */
  async #outside<T>(wait: () => Promise<T>): Promise<T> {
    try {
      return await wait();
    } catch (error) {
      throw this.#signal.aborted && !(error instanceof Stopped) ? new Stopped(error) : error;
    } finally {
      this.#work?.begin();
    }
  }

  #door(): BrowserDoor {
    return new BrowserDoor({
      browser: this.#identity.browser,
      ground: this.#attemptGround(),
      patience: this.#ground.pagePatience ?? 1,
      untilSettled: (tryOnce, tries) => this.#untilSettled(tryOnce, tries),
      once: (key, make) => this.#once(key, make),
      forget: (key) => this.forget(key),
    });
  }

  /** A file that a row names. Hosts that are none of the platform's get no cookie, and none that they set is kept. */
  async file({ url, into }: Pick<FileWish, 'url' | 'into'>): Promise<void> {
    const request: PlatformRequest = { url, leads: 'anywhere', headers: { 'accept-encoding': 'identity' } };
    const { cookies, ...ground } = this.#attemptGround();
    const own = withinDomains(cookies, this.#identity.run.platform.cookies.domains);
    settled(await this.#untilSettled(() => attempt(request, 'any', { ...ground, cookies: own, into }), 'general'), request);
  }

  #attemptGround(): AttemptGround {
    const { run, cookies, law } = this.#identity;
    const watchers = { ...(this.#work && { work: this.#work }), ...(this.#exchanges && { exchanges: this.#exchanges }) };
    return { ...this.#ground, run, cookies, law, signal: this.#signal, counters: this.#counters, ...watchers };
  }

  /** In a window, what a person has to pass is shown where it was met, and asked for again after that. */
  async #inView<T>(
    { url, tries }: Pick<Navigation, 'url' | 'tries'>,
    seen: 'page' | 'link' | 'answer',
    work: () => Promise<T>,
  ): Promise<T> {
    const { window } = this.#identity;
    if (window === null) return work();
    for (;;) {
      const done = await work().catch((error: unknown) => ({ failure: error }));
      const failure = failureOf(done);
      window.met(failure, { url, seen });
      const isWorthIt = this.#tries === 'general' && tries !== 'once' && window.standsBefore(failure);
      if (!isWorthIt) {
        if (isFailed(done)) throw done.failure;
        return done;
      }
      this.#work?.end();
      await window.untilStirred(failure, this.#signal);
    }
  }

  /** In a window, the page that is shown is the one that asks, where the platform names none of its own. */
  #fromShown(request: InPageRequest): InPageRequest {
    const { window } = this.#identity;
    return window === null || request.page !== undefined ? request : fromShown(request, window);
  }

  async #ask(request: PlatformRequest, want: 'any' | 'json'): Promise<WholeAnswer> {
    const { window } = this.#identity;
    if (window !== null && asksFromPages(request))
      return this.#inView(request, isLink(request, want) ? 'link' : opensAsPage(request, want) ? 'page' : 'answer', () =>
        askFromPage(request, want, { window, door: this.#door() }),
      );
    const ground = this.#attemptGround();
    const plain = (): Promise<WholeAnswer | FailedTry> => this.#untilSettled(() => attempt(request, want, ground), request.tries);
    const { run, refusing } = this.#identity;
    if (run.platform.whenRefused !== 'browser') return settled(await plain(), request);
    const browser = (tries: PlatformRequest['tries']): Promise<WholeAnswer | FailedTry> => this.#door().fromBlank(request, want, tries);
    return settled(await askBothWays(request, { plain, browser }, refusing), request);
  }

  /** Tries until there is an answer, a failure that stays, or no retry left. */
  async #untilSettled<A extends object>(tryOnce: () => Promise<A | FailedTry>, tries: PlatformRequest['tries']): Promise<A | FailedTry> {
    const { run, way, hasOtherWays } = this.#identity;
    for (let retries = 0, badJson = 0; ; retries += 1) {
      const sinceMs = performance.now();
      const outcome = namedByRoute(await tryOnce(), way, sinceMs);
      if (!('error' in outcome)) return outcome;
      if (outcome.error instanceof RouteDown && hasOtherWays) return outcome;
      if (outcome.again === 'badJson') badJson += 1;
      const isPatient = this.#tries === 'general' && (tries !== 'once' || outcome.again === 'brokeDown');
      const mayTryAgain =
        isPatient && outcome.again !== 'never' && retries < MAX_RETRIES && badJson <= MAX_RETRIES_OF_BAD_JSON && run.retryBudget.left > 0;
      if (!mayTryAgain) return outcome;
      run.retryBudget.left -= 1;
      this.#counters.retries += 1;
      await pause(outcome.waitMs ?? backoffMs(retries, this.#ground.retryScale), this.#signal, this.#counters);
    }
  }
}
