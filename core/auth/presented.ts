import type { IncomingHttpHeaders } from 'node:http';

/** The credential a request carries: `X-AUTH-TOKEN`, or `Authorization: Bearer` as OAuth clients send theirs. */
export function presentedCredential(headers: IncomingHttpHeaders): string | null {
  const token = headers['x-auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/**
 * The origin of the service in the words of the client, who may call this machine 127.0.0.1 or localhost: what a client learns
 * of the service has to be under the name that it knows (RFC 9728, 3.3). The host was found to be one of ours before.
 */
export function askedOrigin({ host }: IncomingHttpHeaders, baseUrl: string): string {
  return `http://${host?.toLowerCase() ?? new URL(baseUrl).host}`;
}

/** Whether a peer's address is this machine. */
export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '') ?? '';
  return plain === '::1' || plain.startsWith('127.');
}

/** The value of one cookie of a `Cookie` header; null where it is not there or empty. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && value !== '') return value;
  }
  return null;
}
