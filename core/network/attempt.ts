import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { errorOfStatus } from '#core/contract/platform-status.ts';
import type { ExchangeLog } from '#core/engine/exchanges.ts';
import type { FileSink } from '#core/engine/media-ports.ts';
import type { PageWork } from '#core/engine/page-work.ts';
import type { NetworkPort, TrafficCounters } from '#core/engine/ports.ts';
import { WholeAnswer } from '#core/network/answer.ts';
import { openCookies, type RunCookies } from '#core/network/cookies.ts';
import { unpack } from '#core/network/decompression.ts';
import { exchangeOnWire } from '#core/network/exchanges.ts';
import { outgoingOf } from '#core/network/outgoing.ts';
import { halved, type Pacer, type TurnEnd } from '#core/network/pacing.ts';
import { isRedirect, redirectTarget, RedirectTrail, TOKEN_HEADERS } from '#core/network/redirects.ts';
import { LONGEST_WAIT_MS } from '#core/network/retry.ts';
import { ceilingAt } from '#core/network/static-pace.ts';
import { askedWaitSeconds, spentForSeconds } from '#core/network/stated-limits.ts';
import type { TargetLaw } from '#core/network/targets/target-law.ts';
import type { Arrived, Outgoing, Transport } from '#core/network/transport.ts';
import { wallAt, wallIn } from '#core/network/walls/recognise.ts';
import { asClient } from '#core/network/run-agent.ts';
import type { ClientIdentity } from '#core/network/browser/installed-agent.ts';
import { emptyAnswer, wallRefusal } from '#core/network/walls/refusal.ts';
import { answerKindOf } from '#core/platform-kit/ceilings.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

/** More than a quarter of the ceilings; no recorded answer is that large. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** One try that did not give what was asked for. */
export interface FailedTry {
  readonly error: CommentdockError;
  /** `badJson`: as `yes`, but fewer times. `brokeDown`: as `yes`, even where one try is wanted: the site has said nothing. */
  readonly again: 'yes' | 'badJson' | 'brokeDown' | 'never';
  /** The wait before the next try where the host named it (0: the pacer waits); null: the usual backoff. */
  readonly waitMs: number | null;
  /** What arrived, where something did. */
  readonly answer: WholeAnswer | null;
}

/** Everything one try needs. */
export interface AttemptGround {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly retryScale: number;
  readonly now: () => number;
  readonly run: Parameters<NetworkPort['openSession']>[0];
  readonly cookies: RunCookies;
  readonly law: TargetLaw;
  readonly signal: AbortSignal;
  readonly counters: TrafficCounters;
  /** How the browser of this machine names itself. */
  readonly installedAgent: () => Promise<ClientIdentity>;
  /** Told when an answer has come and is to be unpacked and judged. Left out: nobody watches. */
  readonly work?: PageWork;
  /** Takes the body of a 200, in the place of the answer. Left out: the answer holds it. */
  readonly into?: FileSink;
  /** Told of every hop. Left out: nobody wants to know. */
  readonly exchanges?: ExchangeLog;
  /** The route that the requests take: hosts know it as another visitor, with a pace of its own. Left out: straight to the net. */
  readonly routeLabel?: string;
  /** A program that says by a token who it is: another visitor too, with limits of its own. */
  readonly hasToken?: true;
}

/**
 * Sends a platform's request once, redirects included, and judges what came back.
 * @throws the signal's reason on abort; what is no failure of the request itself
 */
export async function attempt(request: PlatformRequest, want: 'any' | 'json', given: AttemptGround): Promise<WholeAnswer | FailedTry> {
  const ground = request.withoutCookies === true ? asProgram(request, given) : given;
  let outgoing: Outgoing = { ...outgoingOf(request), ...(ground.into === undefined ? {} : { into: ground.into }) };
  const trail = new RedirectTrail();
  try {
    for (;;) {
      const standing = ground.law.admit(outgoing.url, request.leads);
      const { arrived, cookie } = await exchange({ ...outgoing, standing }, ground);
      ground.work?.begin();
      ground.cookies.keep(arrived.headers['set-cookie'], outgoing.url);
      const target = request.redirect === 'manual' ? null : redirectTarget(outgoing.url, arrived);
      if (target === null) return judge(wholeAnswer(arrived, outgoing.url, ground), outgoing.url.host, { request, want, ground });
      const wall = wallAt(target, new URL(request.url), ground.run.platform);
      if (wall !== null) return lasting(wallRefusal(outgoing.url.host, wall));
      outgoing = trail.follow({ outgoing, cookie }, { status: arrived.status, target }, (next) => cookieOf(next, ground));
    }
  } catch (error) {
    if (ground.signal.aborted || !(error instanceof CommentdockError)) throw error;
    return failedTry(error);
  }
}

/** The owner's cookies stay behind. Hosts count a program with a token apart from the visitors of its address. */
function asProgram({ headers = {} }: PlatformRequest, given: AttemptGround): AttemptGround {
  const hasToken = Object.keys(headers).some((name) => TOKEN_HEADERS.has(name.toLowerCase()));
  return { ...given, cookies: openCookies({}, { domains: [] }), ...(hasToken ? { hasToken } : {}) };
}

/** One hop, within the host's pace; `cookie`: what was sent with it. */
async function exchange(
  outgoing: Outgoing,
  ground: AttemptGround,
): Promise<{ readonly arrived: Arrived; readonly cookie: string | undefined }> {
  const { transport, signal, counters } = ground;
  const installed = await ground.installedAgent();
  const giveBack = await takeTurn(outgoing.url.host, ground);
  let arrived: Arrived | null = null;
  try {
    const cookie = cookieOf(outgoing, ground);
    counters.requests += 1;
    const headers = asClient(outgoing.headers, outgoing.url, ground, installed);
    const sent = { ...outgoing, headers: cookie === undefined ? headers : { ...headers, cookie } };
    const startedAtMs = ground.now();
    arrived = await transport.exchange(sent, signal);
    ground.exchanges?.add(exchangeOnWire(sent, arrived, startedAtMs));
    return { arrived, cookie };
  } finally {
    giveBack(arrived);
  }
}

function cookieOf({ url, headers }: Outgoing, { cookies }: AttemptGround): string | undefined {
  return cookies.headerFor(url, headers['cookie']);
}

/**
 * Waits until the host may be asked. The result gives the turn back, once, and is told what came (null: nothing).
 * @throws as `Pacer.enter`
 */
export async function takeTurn(
  host: string,
  { pacer, run, signal, counters, retryScale, now, routeLabel, hasToken }: Omit<AttemptGround, 'transport' | 'cookies' | 'installedAgent'>,
): Promise<(arrived: Pick<Arrived, 'status' | 'headers'> | null) => void> {
  const pace = ceilingAt(host, run.platform);
  const visitor = hasToken === true ? `${host} with a token` : host;
  const asked = routeLabel === undefined ? visitor : `${visitor} over ${routeLabel}`;
  const turn = await pacer.enter(asked, { ceiling: run.isGentle === true ? halved(pace) : pace, signal, counters });
  return (arrived) => {
    let end: TurnEnd = { kind: 'bad' };
    if (arrived?.status === 429)
      end = { kind: 'throttled', pauseMs: (askedWaitSeconds(arrived.headers, 429, now()) ?? 0) * 1_000 * retryScale };
    else if (arrived !== null && arrived.status < 400)
      end = { kind: 'good', restMs: spentForSeconds(arrived.headers, now()) * 1_000 * retryScale };
    pacer.leave(asked, turn, end);
  };
}

function wholeAnswer({ status, headers: wire, body, isPart = false }: Arrived, url: URL, { now, work }: AttemptGround): WholeAnswer {
  const headers: Record<string, string> = {};
  for (const name in wire) {
    const value = wire[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  let bytes = Infinity;
  try {
    const unpacked = unpack(body, headers['content-encoding'], url.host, answerKindOf(headers['content-type'] ?? ''));
    bytes = unpacked.length;
    return new WholeAnswer({ status, headers, url, body: unpacked, fetchedAt: new Date(now()), isPart });
  } finally {
    if (bytes > LARGE_BYTES) work?.large();
  }
}

interface Wish {
  readonly request: Pick<PlatformRequest, 'accept' | 'redirect'>;
  readonly want: 'any' | 'json';
  readonly ground: Pick<AttemptGround, 'now' | 'retryScale' | 'run'>;
}

/** Hands the answer back where the platform takes it, else says what it means. */
export function judge<A extends WholeAnswer>(answer: A, host: string, { request, want, ground }: Wish): A | FailedTry {
  const { status } = answer;
  if (request.redirect === 'manual' && isRedirect(status)) return answer;
  const isGood = status >= 200 && status < 300;
  const isAccepted = request.accept !== 'any' && request.accept?.includes(status) === true;
  const wall = wallIn(answer, ground.run.platform);
  // A list of statuses means the platform's own bodies, which a challenge never is; one that takes every status has another door for a wall
  // that refuses.
  if (wall !== null && (isGood || !isAccepted || wall.kind === 'challenge'))
    return { ...lasting(wallRefusal(host, wall)), answer: isGood ? null : answer };
  if (isGood && want === 'json' && !answer.isJson) {
    const error = answer.isEmpty
      ? emptyAnswer(host)
      : new PlatformChanged('$', `${host} answered with something that is not JSON. An update of Commentdock may be needed.`);
    return { error, again: 'badJson', waitMs: null, answer: null };
  }
  return isGood || isAccepted ? answer : refused(answer, host, ground);
}

function refused(answer: WholeAnswer, host: string, { now, retryScale }: Wish['ground']): FailedTry {
  const { status } = answer;
  const askedS = askedWaitSeconds(answer.headers, status, now());
  const error = errorOfStatus(status, host, status === 429 || status === 503 ? askedS : null);
  if (error.retry !== 'request' && error.retry !== 'throttled') return { error, again: 'never', waitMs: null, answer };
  const askedMs = status === 429 || status === 503 ? (askedS ?? 0) * 1_000 * retryScale : 0;
  if (askedMs > LONGEST_WAIT_MS) return { error, again: 'never', waitMs: null, answer };
  // After a 429 the pacer holds the whole host for as long, this request included.
  return { error, again: 'yes', waitMs: askedMs === 0 ? null : status === 429 ? 0 : askedMs, answer };
}

/** A try that broke off before there was an answer. */
export function failedTry(error: CommentdockError): FailedTry {
  return { error, again: error.retry === 'request' ? 'yes' : 'never', waitMs: null, answer: null };
}

/** A failure that trying again does not help. */
export function lasting(error: CommentdockError): FailedTry {
  return { error, again: 'never', waitMs: null, answer: null };
}

/** With `accept: 'any'`, a failure that came with an answer counts as that answer. @throws CommentdockError any other failure */
export function settled(outcome: WholeAnswer | FailedTry, { accept }: Pick<PlatformRequest, 'accept'>): WholeAnswer {
  if (!('error' in outcome)) return outcome;
  const { error, answer } = outcome;
  if (!answer || accept !== 'any') throw error;
  answer.refusal = error;
  return answer;
}
