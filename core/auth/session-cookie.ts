import { cookieOf, setCookie } from '#core/auth/cookie.ts';
import { SESSION_LIFETIME_MS } from '#core/auth/sign-in.ts';

const NAME = 'commentdock_session';

/** The secret of the session that a `Cookie` header carries. */
export function sessionOf(header: string | undefined, origin: string): string | null {
  return cookieOf(header, NAME, origin);
}

/** Sets the session; without one, ends it. No script reads it and no other site's form sends it. */
export function sessionCookie(session: string | null, origin: string): string {
  return setCookie(NAME, session, { origin, sameSite: 'Lax', lifetimeMs: SESSION_LIFETIME_MS });
}
