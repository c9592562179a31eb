import { isRepaired } from '#core/auth/oauth/repaired-url.ts';

const MAX_LENGTH = 2_048;

/** Scheme, host, port and the rest, as written: `http://127.1/` is not `http://127.0.0.1/` here. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|localhost))(?::(\d{1,5}))?(\/[^#]*|\?[^#]*|)$/;

/** `https` anywhere, or `http` on this machine (RFC 8252, 7.3); no fragment, no user. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || text.includes('#') || isRepaired(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' ? text.startsWith('https://') : LOOPBACK.test(text);
}

/** True where the browser stays on this machine. */
export function isLoopbackRedirect(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/**
 * Character by character; on this machine any port, because a native app gets one from the system each time (RFC 8252,
 * 7.3; RFC 9700, 4.1.3).
 */
export function matchesRedirectUri(asked: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(asked)) return false;
  const portless = withoutPort(asked);
  return registered.some((uri) => uri === asked || (portless !== null && withoutPort(uri) === portless));
}

/** The URI with the parameters of the answer; those that it has stay as they are. */
export function redirectTo(uri: string, answer: Readonly<Record<string, string>>): string {
  const joint = uri.includes('?') ? (/^[^?]*\?(?:.*&)?$/s.test(uri) ? '' : '&') : '?';
  return `${uri}${joint}${new URLSearchParams(answer).toString()}`;
}

/** Null where it does not lead to this machine. */
function withoutPort(uri: string): string | null {
  const [, host, , rest] = LOOPBACK.exec(uri) ?? [];
  return host === undefined ? null : `${host}${rest ?? ''}`;
}
