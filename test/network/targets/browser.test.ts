import type { LookupAddress } from 'node:dns';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ResolveAll } from '#core/network/targets/target-guard.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { serveTls } from '#test/network/loopback.ts';
import { openPage, type PageSettings, type TestPage } from '#test/network/page.ts';

const REFUSED = { code: 'NETWORK', message: expect.stringContaining('an address where exports do not go') };

let place: BrowserWorld;
/** Its browser is that of all that have no settings of their own. */
let shared: TestPage;
/** Whoever connects to it went too far. */
let canary: Server;
let connections = 0;
let port = 0;

/** What a page tries, and how each try ended. */
const TRIES = `
const tries = (port) => Object.entries({
  fetch: () => fetch('http://127.0.0.1:' + port + '/', { mode: 'no-cors' }),
  secure: () => fetch('https://127.0.0.1:' + port + '/', { mode: 'no-cors' }),
  local: () => fetch('https://localhost:' + port + '/', { mode: 'no-cors' }),
  usual: () => fetch('https://127.0.0.1/', { mode: 'no-cors' }),
  port: () => fetch('https://www.site.example:' + port + '/', { mode: 'no-cors' }),
  redirect: () => fetch('/to?https://127.0.0.1:' + port + '/', { mode: 'no-cors' }),
  line: () => new Promise((done, fail) => {
    const line = new WebSocket('wss://127.0.0.1:' + port + '/');
    line.onopen = done;
    line.onerror = () => fail(new Error('no line'));
  }),
  beacon: async () => { navigator.sendBeacon('https://127.0.0.1:' + port + '/'); throw new Error('sent'); },
});
const told = {};
Promise.all(tries(new URLSearchParams(location.search).get('port')).map(async ([name, make]) => {
  told[name] = await make().then(() => 'reached', () => 'refused');
})).then(() => (window.told = told));`;

beforeAll(async () => {
  if (LACKING !== null) return;
  canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
  place = await startBrowserWorld([
    ({ url }) => {
      if (url.pathname === '/to') return { status: 302, headers: { location: url.search.slice(1) } };
      if (url.pathname === '/tries') return { body: `<script>${TRIES}</script>` };
      if (url.pathname === '/leave') return { body: `<script>location.href = ${JSON.stringify(url.search.slice(1))};</script>` };
      return url.hostname.endsWith('.example') ? { body: `<p>${url.href}</p>` } : null;
    },
  ]);
  shared = await closed({ config: {} });
}, BROWSER_TEST_MS);
beforeEach(() => {
  connections = 0;
  place?.world.reset();
});
afterAll(async () => {
  canary?.close();
  await shared?.[Symbol.asyncDispose]();
  await place?.[Symbol.asyncDispose]();
});

function closed(settings: PageSettings = {}): Promise<TestPage> {
  const platform = { hosts: ['.site.example'], ...settings.platform };
  if (settings.config === undefined) return openPage({ ...settings, platform, network: shared.network });
  return openPage({ ...settings, platform, config: { ...place.config, allowedInnerHosts: null, ...settings.config } });
}

const leadingTo =
  (...addresses: readonly string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: 4 })),
    );

describe.skipIf(LACKING !== null)('where a browser goes', { timeout: BROWSER_TEST_MS }, () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT/',
    'https://localhost/',
    'http://www.site.example/',
    'https://www.site.example:PORT/',
  ])('no redirect of a page leads to %s', async (address) => {
    const to = address.replace('PORT', String(port));
    await using page = await closed();
    const { session, counters } = page;
    await expect(session.page({ url: `https://www.site.example/to?${to}` })).rejects.toMatchObject(REFUSED);
    await expect(session.page({ url: to })).rejects.toMatchObject(REFUSED);
    await expect(session.page({ url: `https://www.site.example/to?${to}`, accept: 'any' })).rejects.toMatchObject(REFUSED);
    const capture = session.capture({ url: `https://www.site.example/to?${to}` }, { url: '*', timeoutMs: 5_000 });
    await expect(capture).rejects.toMatchObject(REFUSED);
    expect(counters.retries).toBe(0);
    expect(connections).toBe(0);
    expect(place.world.requests.every(({ url }) => url.startsWith('https://www.site.example/to'))).toBe(true);
  });

  it('no redirect of a fetch within a page leads inside', async () => {
    await using page = await closed();
    const asked = page.session.inPage({ url: `https://www.site.example/to?https://127.0.0.1:${port}/`, tries: 'once' });
    await expect(asked).rejects.toMatchObject(REFUSED);
    expect(connections).toBe(0);
  });

  it('a page that moves on to a stranger by itself is not read', async () => {
    await using page = await closed();
    for (const url of ['https://www.site.example/leave?https://other.example/', 'https://www.site.example/to?https://other.example/'])
      await expect(page.session.page({ url, ready: { selector: 'p' } })).rejects.toMatchObject({
        code: 'BLOCKED',
        message: expect.stringContaining('leads to other.example'),
      });
  });

  it('nothing that a page tries leads inside, or to another port', async () => {
    await using page = await closed();
    const answer = await page.session.page({
      url: `https://www.site.example/tries?port=${port}`,
      ready: { global: 'told', timeoutMs: 30_000 },
      globals: ['told'],
    });
    const told = answer.global('told', z.record(z.string(), z.string()));
    expect(Object.keys(told)).toHaveLength(8);
    expect(new Set(Object.values(told))).toEqual(new Set(['refused']));
    expect(connections).toBe(0);
    expect(Object.keys(place.world.statistics().hosts)).toEqual(['www.site.example']);
  });

  it('a name that leads inside is refused where no proxy resolves it, and the browser resolves none', async () => {
    await using page = await closed({ config: { httpsProxy: null, httpProxy: null }, resolveAll: leadingTo('127.0.0.1') });
    await expect(page.session.page({ url: 'https://www.site.example/' })).rejects.toMatchObject(REFUSED);
    expect(page.counters.retries).toBe(0);
  });

  it('without a proxy it reads a page where the judged name leads', async () => {
    await using secure = await serveTls(
      (host) => place.world.contextFor(host),
      (_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>at home</p>'),
    );
    const host = `www.site.example:${secure.port}`;
    const config = { httpsProxy: null, httpProxy: null, allowedInnerHosts: host };
    await using page = await closed({ config, resolveAll: leadingTo('127.0.0.1') });
    expect((await page.session.page({ url: `https://${host}/` })).text).toContain('at home');
  });

  it('says what keeps it from a host, as plain HTTP does', async () => {
    const failing: ResolveAll = (_hostname, _options, callback) => callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), []);
    await using page = await closed({ config: { httpsProxy: null, httpProxy: null }, resolveAll: failing });
    await expect(page.session.page({ url: 'https://www.site.example/', tries: 'once' })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('The name www.site.example could not be resolved (ENOTFOUND)'),
    });
  });
});
