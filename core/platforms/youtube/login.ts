import { hex } from '#core/platforms/kit/hash.ts';
import type { Session } from '#core/platforms/session.ts';

const ORIGIN = 'https://www.youtube.com';
const SECRETS = ['SAPISID', '__Secure-3PAPISID'] as const;

/**
 * The headers by which YouTube's own page proves that its session's cookies are its own: a hash over the time, one of the
 * cookies and the origin. Empty without these cookies.
 */
export async function loginHeaders(session: Session): Promise<Readonly<Record<string, string>>> {
  if (!session.hasCookies) return {};
  const secret = SECRETS.map((name) => session.cookie(ORIGIN, name)).find((value) => value !== null);
  if (secret === undefined || secret === null) return {};
  const seconds = Math.floor(Date.now() / 1000);
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(`${seconds} ${secret} ${ORIGIN}`));
  return { authorization: `SAPISIDHASH ${seconds}_${hex(new Uint8Array(digest))}`, 'x-goog-authuser': '0', 'x-origin': ORIGIN };
}
