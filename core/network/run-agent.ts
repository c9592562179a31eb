import { clientHintsOf } from '#core/accounts/user-agent.ts';
import type { ClientIdentity } from '#core/network/browser/installed-agent.ts';
import type { RunCookies } from '#core/network/cookies.ts';

type Headers = Readonly<Record<string, string>>;

/** Who a run is to the sites that it asks. */
interface RunAgent {
  readonly cookies: Pick<RunCookies, 'carriesGiven'>;
  readonly run: {
    /** Of the browser that the owner's cookies were made in; null or left out: as the one of this machine. */
    readonly userAgent?: string | null;
  };
}

/**
 * Headers with the client that they come from. A request that carries the owner's cookies comes from the browser that those were made in,
 * whatever the platform calls itself: sites bind sessions to it. Any other is the platform's own client, or the browser of this machine.
 */
export function asClient(headers: Headers, url: URL, agent: RunAgent, installed: ClientIdentity): Headers {
  if (headers['user-agent'] !== undefined && !agent.cookies.carriesGiven(url)) return headers;
  const { userAgent, hints } = clientOf(url, agent, installed);
  const others = Object.entries(headers).filter(([name]) => name !== 'user-agent' && !name.startsWith('sec-ch-ua'));
  return { 'user-agent': userAgent, ...hints, ...Object.fromEntries(others) };
}

/** The browser that a request to `url` comes from. */
export function clientOf(url: URL, { cookies, run: { userAgent = null } }: RunAgent, installed: ClientIdentity): ClientIdentity {
  if (userAgent === null || userAgent === installed.userAgent || !cookies.carriesGiven(url)) return installed;
  return { userAgent, hints: clientHintsOf(userAgent) };
}
