import { cookieOf } from '#core/auth/presented.ts';
import { SESSION_LIFETIME_MS } from '#core/auth/sign-in.ts';

const NAME = 'commentdock_session';

/** Cookies are shared by all ports of a machine: the port in the name keeps two services apart. */
function nameFor(baseUrl: string): string {
  return `${NAME}_${new URL(baseUrl).port || '80'}`;
}

/** The secret of the session that a `Cookie` header carries. */
export function sessionOf(header: string | undefined, baseUrl: string): string | null {
  return cookieOf(header, nameFor(baseUrl));
}

/**
 * Sets the session; without one, ends it. No script reads it and no other site's form sends it. Without `Secure`: the
 * service speaks http on this machine.
 */
export function sessionCookie(session: string | null, baseUrl: string): string {
  const maxAge = session === null ? 0 : SESSION_LIFETIME_MS / 1_000;
  return `${nameFor(baseUrl)}=${session ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;
}
