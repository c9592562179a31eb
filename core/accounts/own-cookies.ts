import { CommentdockError } from '#core/contract/error.ts';
import { hasExpired, type SavedCookie } from '#core/contract/saved-cookie.ts';

/** The platform that cookies are for. */
export interface CookieAudience {
  readonly name: string;
  /** As cookie domains: `.youtube.com`. */
  readonly domains: readonly string[];
  /** Names of those that are the platform's on any other host too; left out: none. */
  readonly elsewhere?: readonly string[];
}

/**
 * Of these cookies those that are the platform's and still valid.
 * @param origin what people gave: a path, `the cookies`; the errors name it
 * @throws CommentdockError INVALID_REQUEST where there is none
 */
export function ownCookies(
  cookies: readonly SavedCookie[],
  { name, domains, elsewhere = [] }: CookieAudience,
  { origin, nowMs }: { readonly origin: string; readonly nowMs: number },
): readonly SavedCookie[] {
  if (cookies.length === 0)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `${origin} holds no cookies in a known form: Netscape cookies.txt, JSON from a cookie extension, or a cookie header.`,
    );
  const own = cookies.filter((cookie) => cookie.domain === null || isWithin(cookie.domain, domains) || elsewhere.includes(cookie.name));
  if (own.length === 0)
    throw new CommentdockError('INVALID_REQUEST', `${origin} holds no cookies of ${name}. Log in there and export them anew.`);
  const valid = own.filter((cookie) => !hasExpired(cookie, nowMs));
  if (valid.length > 0) return valid;
  throw new CommentdockError('INVALID_REQUEST', `All cookies of ${name} in ${origin} have expired. Log in there and export them anew.`);
}

/** True for the domains themselves and all below them. */
export function isWithin(host: string, domains: readonly string[]): boolean {
  const bare = (name: string): string => name.replace(/^\./, '').toLowerCase();
  return domains.some((known) => bare(host) === bare(known) || bare(host).endsWith(`.${bare(known)}`));
}
