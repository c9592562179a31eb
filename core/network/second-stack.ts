import type { ErrorCode } from '#core/contract/error.ts';
import type { WholeAnswer } from '#core/network/answer.ts';
import type { FailedTry } from '#core/network/attempt.ts';
import { addressOf } from '#core/network/outgoing.ts';
import { isCutOff } from '#core/network/wire-failure.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

/** What one run knows of hosts that refuse what a program sends: whether they answer the installed browser. */
export type RefusingHosts = Map<string, 'answersBrowser' | 'refusesBoth'>;

/** The same request by two network stacks. */
interface BothStacks {
  plain(): Promise<WholeAnswer | FailedTry>;
  /** @param tries `once`: no further try */
  browser(tries: PlatformRequest['tries']): Promise<WholeAnswer | FailedTry>;
}

/** What sites answer to a handshake or a version of the protocol that is no browser's. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([403, 426]);
/** 426 has no code of its own. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'PLATFORM_CHANGED']);
/** The browser got no word out of the site. */
const WORDLESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NETWORK', 'BROWSER_MISSING']);

/**
 * Asks by plain HTTP, and once more through the browser's own network stack where that is refused without a challenge: some hosts tell
 * programs by their handshake alone. Nothing is solved or got around; what the browser is refused too stays refused. A host that
 * answers the browser is asked by it alone from then on.
 */
export async function askBothWays(request: PlatformRequest, stacks: BothStacks, hosts: RefusingHosts): Promise<WholeAnswer | FailedTry> {
  const { host } = addressOf(request);
  // A browser follows redirects by itself, reads no part of a body that does not end, and is no program.
  if (request.redirect === 'manual' || request.listenForMs !== undefined || request.withoutCookies === true) return stacks.plain();
  if (hosts.get(host) === 'answersBrowser') return stacks.browser(request.tries);
  const outcome = await stacks.plain();
  if (hosts.has(host) || !isRefused(outcome)) return outcome;
  const second = await stacks.browser('once');
  const code = 'error' in second ? second.error.code : null;
  const isShut = isRefused(second) || code === 'CAPTCHA' || code === 'BROWSER_MISSING';
  // A browser that broke down says nothing of the site: what another try of the page may mend is no refusal.
  if ('error' in second && second.again === 'brokeDown') return second;
  // A wire that broke may be whole the next time.
  if (isShut || code !== 'NETWORK') hosts.set(host, isShut ? 'refusesBoth' : 'answersBrowser');
  return isRefused(second) || (code !== null && WORDLESS.has(code)) ? outcome : second;
}

/** True for a refusal that is no challenge: by status, or by hanging up. What a platform takes and can read (JSON) is the site's own word. */
function isRefused(outcome: WholeAnswer | FailedTry): boolean {
  if (!('error' in outcome)) return REFUSING_STATUSES.has(outcome.status) && !outcome.isJson;
  const { error, answer } = outcome;
  if (answer === null) return isCutOff(error);
  return REFUSING_STATUSES.has(answer.status) && REFUSALS.has(error.code);
}
