import dns from 'node:dns';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, type PageSettings, type TestPage } from '#test/network/page.ts';
import { bookOf, THE_POOL } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { startRoute, type WorldRoute, type WorldRouteType } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

const CREDENTIALS = { username: 'ann', password: 'p@ss:word' };
const TYPES: readonly WorldRouteType[] = ['http', 'https', 'socks4', 'socks5'];
const KINDS = TYPES.flatMap((type) => [
  { type, words: `${type} without password` },
  { type, words: `${type} with ${type === 'socks4' ? 'user name' : 'password'}`, credentials: CREDENTIALS },
]);

const lookup = vi.spyOn(dns, 'lookup');
/** Servers that listen "look up" their own address. */
const namesLookedUp = (): string[] => lookup.mock.calls.map(([name]) => name).filter((name) => name !== '127.0.0.1');

const world = await own(
  startWorld({
    simulators: [
      ({ url }) => {
        if (url.pathname === '/away') return { status: 302, headers: { location: 'https://other.example.net/there' } };
        return { body: { at: url.href, items: 'x'.repeat(200_000) } };
      },
    ],
  }),
);

beforeEach(() => {
  world.clearFaults();
  world.reset();
  lookup.mockClear();
});

/** Whatever misses the route would be seen: the bare connection leads into the world too. */
function over(route: WorldRoute, settings: PageSettings = {}): Promise<TestPage> {
  const { config, ...rest } = settings;
  return openPage({
    routes: bookOf(route),
    route: THE_POOL,
    config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile, retryScale: 0.001, ...config },
    ...rest,
  });
}

describe.each(KINDS)('over a route: $words', ({ type, ...kind }) => {
  it('goes every request, redirects to other hosts and plain HTTP too, and no name is looked up here', async () => {
    await using route = await startRoute(world, { type, ...kind });
    await using page = await over(route);
    const urls = [
      'https://www.example.org/list',
      'https://api.example.org/list',
      'http://plain.example.org/list?a=b',
      'https://www.example.org/away',
    ];
    const answers = await Promise.all(urls.map((url) => page.session.fetch({ url })));
    expect(answers.map(({ url, status }) => `${status} ${url}`)).toEqual(
      [...urls.slice(0, 3), 'https://other.example.net/there'].map((url) => `200 ${url}`),
    );
    expect(answers.every(({ text }) => text.length > 200_000)).toBe(true);
    expect(world.statistics()).toMatchObject({ direct_connections: 0, unanswered: 0, requests: 5 });
    expect(new Set(world.requests.map((request) => request.route))).toEqual(new Set([route.name]));
    // The route was given names, not addresses.
    const hosts = [...route.asked].map((asked) => asked.replace(/^GET http:\/\/([^/]+).*/, '$1:80'));
    expect(new Set(hosts)).toEqual(
      new Set(['www.example.org:443', 'api.example.org:443', 'plain.example.org:80', 'other.example.net:443']),
    );
    expect(namesLookedUp()).toEqual([]);
    expect(route.turnedAway).toBe(0);
  });
});

it('would be seen to look up a name', async () => {
  await using page = await openPage({ config: { retryScale: 0 } });
  await expect(page.session.fetch({ url: 'https://nowhere.invalid/', tries: 'once' })).rejects.toMatchObject({ code: 'NETWORK' });
  expect(namesLookedUp()).toEqual(['nowhere.invalid']);
});

describe('a route that wants credentials', () => {
  it.each(TYPES)('says that it does not take ours (%s), once, without showing them', async (type) => {
    await using route = await startRoute(world, { type, credentials: CREDENTIALS });
    const wrong = { name: 'Berlin', url: route.url.replace('ann', 'anne').replace('p%40ss', 'p%40ssss') };
    await using page = await openPage({ routes: bookOf(wrong), route: THE_POOL, config: { extraCaFile: world.caFile } });
    const error = await page.session.fetch({ url: 'https://www.example.org/' }).catch((failure: unknown) => failure as Error);
    expect(error).toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('The route "Berlin" does not take its user name and password'),
    });
    expect(JSON.stringify([(error as Error).message, (error as Error).stack, (error as Error).cause ?? null])).not.toMatch(
      /ssss|127\.0\.0\.1/,
    );
    if (type === 'http' || type === 'https') {
      const plain = await page.session.fetch({ url: 'http://www.example.org/' }).catch((failure: unknown) => failure as Error);
      expect(plain).toMatchObject({ code: 'NETWORK', message: expect.stringContaining('does not take its user name and password') });
    }
    expect(page.counters.retries).toBe(0);
    expect(world.count()).toBe(0);
  });
});

describe('a route that is down', () => {
  it.each(TYPES)('is tried again, and nothing goes by another way (%s)', async (type) => {
    await using route = await startRoute(world, { type });
    await using page = await over(route);
    expect((await page.session.fetch({ url: 'https://www.example.org/' })).status).toBe(200);
    await route.kill();
    world.reset();
    for (const url of ['https://www.example.org/', 'http://plain.example.org/', 'https://elsewhere.example/']) {
      const { session, counters } = page.another();
      await expect(session.fetch({ url })).rejects.toMatchObject({
        code: 'NETWORK',
        message: expect.stringContaining(`The route "${type}" cannot be reached`),
      });
      expect(counters.retries).toBe(3);
    }
    expect(world.statistics()).toMatchObject({ requests: 0, connections: 0 });
    expect(namesLookedUp()).toEqual([]);
    await route.revive();
    expect((await page.session.fetch({ url: 'https://www.example.org/' })).status).toBe(200);
    expect(world.statistics().direct_connections).toBe(0);
  });

  it('is no reason to go without, where the book has lost it', async () => {
    const routes = { members: () => [] };
    await expect(openPage({ routes, route: THE_POOL, config: { httpsProxy: world.url } })).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(openPage({ route: THE_POOL, config: { httpsProxy: world.url } })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(world.connections).toBe(0);
  });
});
