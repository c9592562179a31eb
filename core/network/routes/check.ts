import type { RouteHealth } from '#core/contract/route.ts';
import type { Trust } from '#core/network/certificates.ts';
import type { ProxySettings, RouteGround } from '#core/network/routes/first-hop.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import { createRouteTransport } from '#core/network/routes/route-transport.ts';
import { openProxy } from '#core/network/routes/tunnel.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';

/** Proxies that are looked at at once. */
const AT_ONCE = 16;
const TIMEOUT_MS = 10_000;
/** Where services that tell one's address have the country, as a code. */
const COUNTRY_KEYS = ['country_code', 'countryCode', 'country_iso', 'countryIso', 'country', 'loc', 'cc'] as const;

export interface CheckSetup {
  readonly settings: ProxySettings;
  readonly trust: () => Trust;
  /** Asked through the proxy; null: only the proxy itself is connected to. */
  readonly url: string | null;
  readonly now: () => number;
  readonly timeoutMs?: number;
}

/** Looks at proxies, some at a time. Never throws for one that does not work. */
export async function checkRoutes(routes: readonly RouteMember[], setup: CheckSetup): Promise<readonly RouteHealth[]> {
  const healths: RouteHealth[] = [];
  const waiting = [...routes.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) healths[next[0]] = await checkRoute(next[1], setup);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, routes.length) }, work));
  return healths;
}

async function checkRoute(route: RouteMember, { settings, trust, url, now, timeoutMs = TIMEOUT_MS }: CheckSetup): Promise<RouteHealth> {
  const ground: RouteGround = { settings, context: () => trust().context, timeoutMs };
  const since = performance.now();
  const health = (found: Pick<RouteHealth, 'exit_country' | 'error'>): RouteHealth => ({
    ok: found.error === null,
    latency_ms: found.error === null ? Math.round(performance.now() - since) : null,
    ...found,
    checked_at: new Date(now()).toISOString(),
  });
  try {
    if (url === null) {
      (await openProxy(route, ground)).destroy();
      return health({ exit_country: null, error: null });
    }
    return health(await askThrough(route, new URL(url), ground, trust));
  } catch (error) {
    return health({ exit_country: null, error: error instanceof Error ? error.message : String(error) });
  }
}

async function askThrough(
  route: RouteMember,
  url: URL,
  ground: RouteGround,
  trust: () => Trust,
): Promise<Pick<RouteHealth, 'exit_country' | 'error'>> {
  const transport = createRouteTransport(route, ground, trust);
  try {
    const headers = { accept: 'application/json, text/plain', 'accept-encoding': 'identity', 'user-agent': 'Commentdock' };
    const { status, body } = await transport.exchange({ method: 'GET', url, headers, body: null }, AbortSignal.timeout(ground.timeoutMs));
    if (status >= 200 && status < 300) return { exit_country: countryIn(body.toString('utf8')), error: null };
    return { exit_country: null, error: `${url.host} answered ${status} through the proxy.` };
  } finally {
    await transport.close();
  }
}

/** The country of an answer: of a JSON object, of lines such as `loc=DE`, or of the two letters that are all of it. */
export function countryIn(text: string): string | null {
  const found = COUNTRY_KEYS.map((key) => valueOf(text, key)).find((value) => value !== null && /^[A-Z]{2}$/i.test(value));
  const code = found ?? /^(?:loc|country)=([A-Z]{2})$/im.exec(text)?.[1] ?? /^\s*([A-Z]{2})\s*$/.exec(text)?.[1];
  return code?.toUpperCase() ?? null;
}

function valueOf(text: string, key: string): string | null {
  try {
    const parsed = parseBounded(text);
    const value: unknown = typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>)[key] : null;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
