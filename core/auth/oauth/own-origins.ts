import { isLoopbackHost, LOOPBACK_NAMES } from '#core/auth/place.ts';

/** Paths of what access tokens are for: the whole service, or the MCP endpoint. */
const RESOURCE_PATHS: readonly string[] = ['', '/mcp'];
export const DEFAULT_RESOURCE = '/mcp';

/** All origins of the service that was asked at `askedAt`: this machine has several names, a public address has one. */
export function ownOrigins(askedAt: string): readonly string[] {
  const { origin, hostname, port, protocol } = new URL(askedAt);
  if (protocol === 'https:' || !isLoopbackHost(hostname)) return [origin];
  const names = LOOPBACK_NAMES.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`);
  return [...new Set([origin, ...names])];
}

/** What an access token for the service may name as its audience. */
export function ownAudiences(askedAt: string): string[] {
  return ownOrigins(askedAt).flatMap((origin) => RESOURCE_PATHS.map((path) => `${origin}${path}`));
}

/** The path of a `resource` parameter (RFC 8707); null where it is not ours. A slash at the end does not matter. */
export function resourcePath(resource: string, askedAt: string): string | null {
  const url = URL.parse(resource);
  if (url === null || !ownOrigins(askedAt).includes(url.origin) || /[?#\s]/.test(resource) || url.username !== '') return null;
  const path = url.pathname.replace(/\/$/, '');
  return RESOURCE_PATHS.includes(path) ? path : null;
}
