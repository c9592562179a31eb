/** The value of one cookie of a `Cookie` header; null where it is not there or empty. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && value !== '') return value;
  }
  return null;
}

/** Cookies are shared by all ports of a machine: the port in the name keeps two services apart. */
export function cookieName(name: string, origin: string): string {
  const { port, protocol } = new URL(origin);
  return `${name}_${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** What of a cookie hangs on how the browser got here: on this machine the service speaks http, where some browsers take no `Secure` ones. */
export function securityOf(origin: string): string {
  return origin.startsWith('https://') ? '; Secure' : '';
}
