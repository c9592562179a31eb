const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Paths of what access tokens are for: the whole service, or the MCP endpoint. */
const RESOURCE_PATHS: readonly string[] = ['', '/mcp'];
export const DEFAULT_RESOURCE = '/mcp';

/** All origins of the service at `baseUrl`: this machine has several names. */
export function ownOrigins(baseUrl: string): readonly string[] {
  const { origin, port } = new URL(baseUrl);
  const names = LOOPBACK_NAMES.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`);
  return [...new Set([origin, ...names])];
}

/** What an access token for the service may name as its audience. */
export function ownAudiences(baseUrl: string): string[] {
  return ownOrigins(baseUrl).flatMap((origin) => RESOURCE_PATHS.map((path) => `${origin}${path}`));
}

/** The path of a `resource` parameter (RFC 8707); null where it is not ours. A slash at the end does not matter. */
export function resourcePath(resource: string, baseUrl: string): string | null {
  const url = URL.parse(resource);
  if (url === null || !ownOrigins(baseUrl).includes(url.origin) || /[?#\s]/.test(resource) || url.username !== '') return null;
  const path = url.pathname.replace(/\/$/, '');
  return RESOURCE_PATHS.includes(path) ? path : null;
}
