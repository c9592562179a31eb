import type { IncomingHttpHeaders } from 'node:http';

/** The credential a request carries: `X-AUTH-TOKEN`, or `Authorization: Bearer` as OAuth clients send theirs. */
export function presentedCredential(headers: IncomingHttpHeaders): string | null {
  const token = headers['x-auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
