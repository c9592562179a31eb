import type { Gap } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';

/**
 * The end of a list that goes on for people who are logged in: what is missing, and what helps. With cookies given it is the site that
 * shows no more.
 * @param missing how many reviews; below 1 where nobody knows
 */
export function reviewsBehindLogin(
  { hasCookies }: Pick<Session, 'hasCookies'>,
  { site, page, missing }: { readonly site: string; readonly page: number; readonly missing: number },
): Gap {
  return {
    cause: hasCookies ? 'notServed' : 'login',
    count: Math.max(0, missing),
    note: hasCookies
      ? `${site} shows no reviews from page ${page} on, also with the cookies given.`
      : `${site} shows further reviews, from page ${page} on, only after a login. Give your session's cookies (options.cookies) to get them.`,
  };
}
