import { beforeEach, describe, expect, it } from 'vitest';
import { loadTrust } from '#core/network/certificates.ts';
import { checkRoutes, countryIn } from '#core/network/routes/check.ts';
import { memberOf } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { startRoute, type WorldRoute } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

const CHECKED_AT = '2026-03-01T09:30:00.000Z';
const CHECK_URL = 'https://where.example/json';

const world = await own(
  startWorld({
    simulators: [
      ({ url, route }) =>
        url.hostname === 'where.example' ? { body: { ip: '192.0.2.1', country: route === 'first' ? 'DE' : 'at' } } : null,
    ],
  }),
);
beforeEach(() => {
  world.clearFaults();
  world.reset();
});

function check(routes: readonly WorldRoute[], url: string | null) {
  const trust = loadTrust(world.caFile);
  const settings = { httpsProxy: null, httpProxy: null, noProxy: null };
  return checkRoutes(routes.map(memberOf), { settings, trust: () => trust, url, now: () => Date.parse(CHECKED_AT), timeoutMs: 3_000 });
}

describe('a check of routes', () => {
  it('tells latency and country of those that work, and why the others do not', async () => {
    await using first = await startRoute(world, { type: 'socks5', name: 'first', credentials: { username: 'ann', password: 'secret' } });
    await using second = await startRoute(world, { type: 'https', name: 'second' });
    await using third = await startRoute(world, { type: 'http', name: 'third' });
    await third.kill();
    const healths = await check([first, second, third], CHECK_URL);
    const works = { ok: true, latency_ms: expect.any(Number), error: null, checked_at: CHECKED_AT };
    expect(healths).toEqual([
      { ...works, exit_country: 'DE' },
      { ...works, exit_country: 'AT' },
      {
        ok: false,
        latency_ms: null,
        exit_country: null,
        error: expect.stringContaining('The route "third" cannot be reached'),
        checked_at: CHECKED_AT,
      },
    ]);
    expect(JSON.stringify(healths)).not.toMatch(/secret|127\.0\.0\.1/);
    expect(world.statistics()).toMatchObject({ direct_connections: 0, routes: { first: 1, second: 1 } });
  });

  it('connects to the proxy alone where no address is set', async () => {
    await using route = await startRoute(world, { type: 'https', name: 'first' });
    expect(await check([route], null)).toMatchObject([{ ok: true, exit_country: null, latency_ms: expect.any(Number) }]);
    expect(route.connections).toBe(1);
    expect(world.connections).toBe(0);
  });

  it('takes a refusal of the address for one', async () => {
    await using route = await startRoute(world, { type: 'http', name: 'first' });
    world.addFault({ fault: { kind: 'status', status: 403 } });
    expect(await check([route], CHECK_URL)).toMatchObject([{ ok: false, error: 'where.example answered 403 through the proxy.' }]);
  });

  it('looks at many, some at a time', async () => {
    await using route = await startRoute(world, { type: 'socks4', name: 'first' });
    const healths = await check(
      Array.from({ length: 40 }, () => route),
      CHECK_URL,
    );
    expect(healths.filter(({ ok }) => ok)).toHaveLength(40);
    expect(world.concurrentMax).toBeLessThanOrEqual(16);
  });

  it.each([
    ['{"country":"de"}', 'DE'],
    ['{"country":"Germany","country_code":"DE"}', 'DE'],
    ['ip=192.0.2.1\nloc=DE\n', 'DE'],
    ['DE\n', 'DE'],
    ['{"ip":"192.0.2.1"}', null],
    ['<html>', null],
  ])('reads %j as %s', (text, country) => expect(countryIn(text)).toBe(country));
});
