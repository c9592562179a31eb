import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BROWSER_TEST_MS,
  browserBelow,
  descendants,
  LACKING,
  startBrowserWorld,
  type BrowserWorld,
} from '#test/network/browser/browser-world.ts';
import { openPage, type TestPage } from '#test/network/page.ts';
import { bookOf, THE_POOL } from '#test/network/routes/world-book.ts';
import { startRoute, type WorldRoute, type WorldRouteType } from '#test/world/routes.ts';
import { SIGNED_HOST, signedSiteSimulator } from '#test/world/simulators/signed-site.ts';

const ORIGIN = `https://${SIGNED_HOST}`;
const POST = { url: `${ORIGIN}/post/1`, ready: { global: 'site.signer.ready' } };
const CREDENTIALS = { username: 'ann', password: 'canary p@ss' };
const TYPES: readonly WorldRouteType[] = ['http', 'https', 'socks4', 'socks5'];
const KINDS = TYPES.flatMap((type) => [
  { type, words: `${type} without password` },
  { type, words: `${type} with ${type === 'socks4' ? 'user name' : 'password'}`, credentials: CREDENTIALS },
]);
const entriesSchema = z.object({ entries: z.array(z.object({ id: z.string() })) });

let place: BrowserWorld;

const browsersBelow = () =>
  descendants(process.pid).filter(({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='));

function over(...routes: readonly WorldRoute[]): Promise<TestPage> {
  return openPage({ routes: bookOf(...routes), route: THE_POOL, config: place.config, browserIdleMs: 500 });
}

describe.skipIf(LACKING !== null)('a browser over a route', { timeout: BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    const local = ({ url }: { readonly url: URL }) => (url.hostname === 'localhost' ? { body: '<h1>of the world</h1>' } : null);
    place = await startBrowserWorld([signedSiteSimulator({ comments: 30 }), local]);
  }, BROWSER_TEST_MS);

  beforeEach(() => {
    place.world.clearFaults();
    place.world.reset();
  });

  afterAll(() => place?.[Symbol.asyncDispose]());

  it.each(KINDS)('goes all of it: $words', async ({ type, words: _words, ...kind }) => {
    await using route = await startRoute(place.world, { type, ...kind });
    // Whoever takes the address bar's word for this machine would come here.
    let trapped = 0;
    const trap = createServer((socket) => {
      trapped += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => trap.once('listening', resolve));
    try {
      await using page = await over(route);
      const answer = await page.session.inPageJson(entriesSchema, {
        url: `${ORIGIN}/api/comments`,
        query: { post: '1', offset: 10 },
        page: POST,
      });
      expect(answer.entries[0]?.id).toBe('1-10');
      const { port } = trap.address() as AddressInfo;
      expect((await page.session.page({ url: `http://localhost:${port}/` })).text).toContain('of the world');
      expect(browserBelow(process.pid)?.command).toContain('MAP * ~NOTFOUND , EXCLUDE 127.0.0.1');
      expect(browserBelow(process.pid)?.command).not.toMatch(/canary|ann:/);
    } finally {
      trap.close();
    }
    const { routes, direct_connections: direct, unanswered } = place.world.statistics();
    expect({ direct, unanswered, trapped }).toEqual({ direct: 0, unanswered: 0, trapped: 0 });
    expect(Object.keys(routes)).toEqual([route.name]);
    // Names of sites alone: nothing that the browser asks by itself, no address that it had found out.
    expect(new Set(route.asked.map((asked) => asked.replace(/^GET http:\/\/([^/:]+).*|:\d+$/g, '$1')))).toEqual(
      new Set([SIGNED_HOST, 'localhost']),
    );
    expect(route.turnedAway).toBe(0);
  });

  it('says which route is down, asks nothing of anybody, and is there again with the route, each time', async () => {
    await using route = await startRoute(place.world, { type: 'socks5', name: 'Berlin' });
    await using page = await over(route);
    expect((await page.session.page(POST)).status).toBe(200);
    for (const turn of [1, 2, 3]) {
      await route.kill();
      place.world.reset();
      await expect(page.session.page(POST)).rejects.toMatchObject({
        code: 'NETWORK',
        message: expect.stringContaining('The route "Berlin" cannot be reached'),
      });
      expect(page.counters.retries).toBe(3 * turn);
      expect(place.world.connections).toBe(0);
      await route.revive();
      expect((await page.session.page(POST)).status).toBe(200);
    }
  });

  it('says that the route does not take our password', async () => {
    await using route = await startRoute(place.world, { type: 'http', name: 'Berlin', credentials: CREDENTIALS });
    const wrong = { name: 'Berlin', url: route.url.replace('canary', 'other') };
    await using page = await openPage({ routes: bookOf(wrong), route: THE_POOL, config: place.config });
    await expect(page.session.page(POST)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('does not take its user name and password'),
    });
    expect(page.counters.retries).toBe(0);
    expect(place.world.connections).toBe(0);
  });

  it('takes the next of a pool, with a browser and cookies of its own, and leaves none behind', async () => {
    await using first = await startRoute(place.world, { type: 'http', name: 'first' });
    await using second = await startRoute(place.world, { type: 'socks5', name: 'second', credentials: CREDENTIALS });
    const page = await over(first, second);
    place.world.addFault({ match: ({ route }) => route === 'first', after: 2, fault: { kind: 'captcha' } });
    const signal = new AbortController().signal;
    const visit = (): Promise<string> =>
      page.routes?.tryEach({ role: 'page', tries: 'general', signal }, async () => (await page.another().session.page(POST)).text) ??
      Promise.reject(new Error('no routes'));
    expect(await visit()).toContain('/post/1');
    expect(await visit()).toContain('/post/1');
    expect(page.routes?.account()).toEqual({
      member: 'second',
      used: [
        { label: 'the route "first"', end: 'CAPTCHA' },
        { label: 'the route "second"', end: null },
      ],
    });
    const visitors = place.world.requests
      .filter(({ path }) => path === '/post/1')
      .map(({ route, headers }) => [route, headers['cookie'] ?? null]);
    expect(visitors.filter(([route]) => route === 'second')).toEqual([['second', null]]);
    expect(place.world.statistics().direct_connections).toBe(0);
    await expect.poll(() => browsersBelow().length).toBe(1);
    await page[Symbol.asyncDispose]();
    expect(browsersBelow()).toEqual([]);
  });
});
