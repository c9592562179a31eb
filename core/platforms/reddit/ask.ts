import { PlatformRefusal } from '#core/contract/error.ts';
import { SITE } from '#core/platforms/reddit/items.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

/**
 * A request to a `.json` address, with Reddit's own ways to refuse told apart.
 * @throws PlatformRefusal PRIVATE, BLOCKED, LOGIN_REQUIRED, AGE_RESTRICTED, NOT_FOUND; further errors are those of `fetch`
 */
export async function ask(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await askAsIs(session, request);
  if (!isRedirect(answer)) return answer;
  const { pathname } = new URL(answer.headers['location'] ?? '/', SITE);
  if (pathname.startsWith('/login')) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (pathname.startsWith('/over18')) throw new PlatformRefusal('AGE_RESTRICTED');
  throw new PlatformRefusal('NOT_FOUND');
}

/** Like `ask`, but a redirect is handed back. A 403 says by its form whether the content or the machine is refused. */
export async function askAsIs(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await session.fetch({ ...request, redirect: 'manual', accept: [403] });
  if (answer.status !== 403) return answer;
  if (answer.isJson)
    throw new PlatformRefusal(
      'PRIVATE',
      'This part of Reddit is private, quarantined or gated. An account that may see it can export it with its cookies (options.cookies).',
    );
  const withoutSession =
    'Reddit refuses this machine. Log in at www.reddit.com and give the cookies of that session (options.cookies), or choose another route (options.vpn).';
  throw session.hasCookies ? new PlatformRefusal('BLOCKED') : new PlatformRefusal('BLOCKED', withoutSession);
}

export function isRedirect(answer: Answer): boolean {
  return answer.status >= 300 && answer.status < 400;
}
