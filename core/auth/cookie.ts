interface CookieTerms {
  readonly origin: string;
  readonly sameSite: 'Lax' | 'Strict';
  readonly lifetimeMs: number;
}

/** The value that a `Cookie` header brings back of a cookie of ours; null where it is not there or empty. */
export function cookieOf(header: string | undefined, name: string, origin: string): string | null {
  const wanted = cookieName(name, origin);
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === wanted && value !== '') return value;
  }
  return null;
}

/** Sets a cookie that no script reads; without a value, ends it. */
export function setCookie(name: string, value: string | null, { origin, sameSite, lifetimeMs }: CookieTerms): string {
  const maxAge = value === null ? 0 : lifetimeMs / 1_000;
  return `${cookieName(name, origin)}=${value ?? ''}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}${securityOf(origin)}`;
}

/**
 * Cookies are shared by all ports of a machine: the port in the name keeps two services apart. Under the prefix a browser takes one from
 * this very host alone, over TLS: no other name of the domain can put its own in the place.
 */
function cookieName(name: string, origin: string): string {
  const { port, protocol } = new URL(origin);
  return protocol === 'https:' ? `__Host-${name}_${port || '443'}` : `${name}_${port || '80'}`;
}

/** What of a cookie hangs on how the browser got here: on this machine the service speaks http, where some browsers take no `Secure` ones. */
function securityOf(origin: string): string {
  return origin.startsWith('https://') ? '; Secure' : '';
}
