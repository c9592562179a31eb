import { beforeEach, describe, expect, it } from 'vitest';
import { proxyBefore } from '#core/network/routes/first-hop.ts';
import { serveProxy } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';
import { bookOf, THE_POOL } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { startRoute, type WorldRouteType } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

const TYPES: readonly WorldRouteType[] = ['http', 'socks4', 'socks5'];
const LIST = 'https://www.example.org/list';

const world = await own(startWorld({ simulators: [({ url }) => ({ body: { at: url.href } })] }));
beforeEach(() => world.reset());

describe('a route in the network of a company, whose proxy is the only way out', () => {
  it.each(TYPES)('is reached through that proxy, which sees the route alone (%s)', async (type) => {
    await using route = await startRoute(world, { type, credentials: { username: 'ann', password: 'secret' } });
    await using company = await serveProxy(() => Number(new URL(`http://${route.address}`).port));
    const outside = { name: route.name, url: route.url.replace(route.address, 'proxy.provider.example:8000') };
    const httpsProxy = company.origin.replace('//', '//staff:pass@');
    await using page = await openPage({ routes: bookOf(outside), route: THE_POOL, config: { httpsProxy, extraCaFile: world.caFile } });
    expect((await page.session.fetch({ url: LIST })).status).toBe(200);
    expect((await page.session.fetch({ url: 'http://plain.example.org/' })).status).toBe(200);
    expect(new Set(company.asked)).toEqual(new Set(['CONNECT proxy.provider.example:8000']));
    expect(new Set(company.credentials)).toEqual(new Set([`Basic ${Buffer.from('staff:pass').toString('base64')}`]));
    expect(world.statistics()).toMatchObject({ requests: 2, direct_connections: 0 });
  });

  it('is not gone around where that proxy refuses it', async () => {
    await using company = await serveProxy(() => 9, { refuse: 403 });
    const outside = { name: 'Berlin', url: 'socks5://ann:secret@proxy.provider.example:1080' };
    const config = { httpsProxy: company.origin, extraCaFile: world.caFile };
    await using page = await openPage({ routes: bookOf(outside), route: THE_POOL, config });
    await expect(page.session.fetch({ url: LIST })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('The route "Berlin" cannot be reached (the proxy of HTTPS_PROXY answered 403'),
    });
    expect(new Set(company.asked)).toEqual(new Set(['CONNECT proxy.provider.example:1080']));
  });

  it('is reached directly on this machine: a VPN client has its port there', async () => {
    await using route = await startRoute(world, { type: 'socks5' });
    await using company = await serveProxy(() => 9);
    await using page = await openPage({
      routes: bookOf(route),
      route: THE_POOL,
      config: { httpsProxy: company.origin, extraCaFile: world.caFile },
    });
    expect((await page.session.fetch({ url: LIST })).status).toBe(200);
    expect(company.asked).toEqual([]);
  });
});

describe('the proxy before a route', () => {
  const settings = { httpsProxy: 'https://staff:p%40ss@proxy.company', httpProxy: 'http://other:1', noProxy: null };
  const before = (host: string, more: Partial<typeof settings> | { readonly noProxy: string } = {}, port = 1080) =>
    proxyBefore({ host, port }, { ...settings, ...more })?.host ?? null;

  it('is that of HTTPS_PROXY, else that of HTTP_PROXY', () => {
    expect(proxyBefore({ host: 'vpn.example', port: 1080 }, settings)).toEqual({
      host: 'proxy.company',
      port: 443,
      isTls: true,
      credentials: `Basic ${Buffer.from('staff:p@ss').toString('base64')}`,
    });
    expect(proxyBefore({ host: 'vpn.example', port: 1080 }, { ...settings, httpsProxy: null })).toEqual({
      host: 'other',
      port: 1,
      isTls: false,
      credentials: null,
    });
    expect(proxyBefore({ host: 'vpn.example', port: 1080 }, { httpsProxy: null, httpProxy: null, noProxy: null })).toBeNull();
  });

  it.each(['127.0.0.1', '127.9.9.9', 'localhost', 'vpn.localhost', '::1'])('is none on this machine: %s', (host) => {
    expect(before(host)).toBeNull();
  });

  it.each([
    ['*', 'vpn.example'],
    ['example', 'vpn.example'],
    ['.example', 'vpn.example'],
    ['*.example', 'vpn.example'],
    ['other, VPN.example:1080', 'vpn.example'],
    ['10.0.0.5', '10.0.0.5'],
    ['[fd00::1]:1080', 'fd00::1'],
  ])('is none where NO_PROXY names the route: %j, %s', (noProxy, host) => {
    expect(before(host, { noProxy })).toBeNull();
  });

  it.each([
    ['vpn.example:1081', 'vpn.example'],
    ['ample', 'vpn.example'],
    ['0.0.5', '10.0.0.5'],
    ['', '192.168.0.1'],
  ])('is there for all others: %j, %s', (noProxy, host) => {
    expect(before(host, { noProxy })).toBe('proxy.company');
  });
});
