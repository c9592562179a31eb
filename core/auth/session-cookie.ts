import { cookieName, cookieOf, securityOf } from '#core/auth/cookie.ts';
import { SESSION_LIFETIME_MS } from '#core/auth/sign-in.ts';

const NAME = 'commentdock_session';

/** The secret of the session that a `Cookie` header carries. */
export function sessionOf(header: string | undefined, origin: string): string | null {
  return cookieOf(header, cookieName(NAME, origin));
}

/** Sets the session; without one, ends it. No script reads it and no other site's form sends it. */
export function sessionCookie(session: string | null, origin: string): string {
  const maxAge = session === null ? 0 : SESSION_LIFETIME_MS / 1_000;
  return `${cookieName(NAME, origin)}=${session ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${securityOf(origin)}`;
}
