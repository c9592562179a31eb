import dns, { type LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResolveAll } from '#core/network/targets/target-guard.ts';
import { serve, serveTls } from '#test/network/loopback.ts';
import { openPage, type PageSettings, type TestPage } from '#test/network/page.ts';
import { bookOf, THE_POOL } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { createAuthority } from '#test/world/authority.ts';
import { startRoute } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

const REFUSED = { code: 'NETWORK', message: expect.stringContaining('an address where exports do not go') };

const world = await own(startWorld({ simulators: [({ url }) => ({ body: url.href })] }));
const inside = await own(serve((_, answer) => answer.end('inside')));
afterEach(() => world.reset());

/** A name server with these answers, the last one again and again. */
function resolving(...answers: readonly (readonly string[])[]): ResolveAll & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveAll = (hostname, _options, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    callback(
      null,
      answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

function closedTo(settings: PageSettings): Promise<TestPage> {
  return openPage({ ...settings, config: { allowedInnerHosts: null, ...settings.config } });
}

describe('without a proxy', () => {
  it.each([['127.0.0.1'], ['::1'], ['10.0.0.1'], ['64:ff9b::7f00:1'], ['93.184.216.34', '127.0.0.1']])(
    'a name that leads to %s is refused before anything is connected, once',
    async (...addresses) => {
      const resolveAll = resolving(addresses);
      await using page = await closedTo({ resolveAll });
      await expect(page.session.fetch({ url: 'https://site.example/' })).rejects.toMatchObject(REFUSED);
      expect(resolveAll.asked).toEqual(['site.example']);
      expect(page.counters.retries).toBe(0);
    },
  );

  it('a name is resolved by the look-up that judges, and by no other', async () => {
    const system = vi.spyOn(dns, 'lookup');
    const { promise: asked, resolve } = Promise.withResolvers<string>();
    // It never answers: nothing may leave this machine.
    await using page = await closedTo({ resolveAll: (hostname) => resolve(hostname) });
    const failure = page.session.fetch({ url: 'https://site.example/', tries: 'once' }).catch((error: unknown) => error);
    expect(await asked).toBe('site.example');
    page.abort.abort('enough');
    expect(await failure).toMatchObject({ name: 'Stopped', cause: 'enough' });
    expect(system.mock.calls).toEqual([]);
    system.mockRestore();
  });

  it('what VPNs answer for every name is not believed of a host that was pasted', async () => {
    const resolveAll = resolving(['198.18.0.1']);
    await using page = await closedTo({ resolveAll, platform: { hosts: [] }, pastedHosts: ['site.example'] });
    await expect(page.session.fetch({ url: 'https://site.example/' })).rejects.toMatchObject(REFUSED);
  });

  it('a host that the owner names is connected to where the name leads', async () => {
    const authority = await createAuthority('own');
    await using secure = await serveTls(
      (host) => authority.contextFor(host),
      (_, answer) => answer.end('hello'),
    );
    const named = `site.example:${secure.port}`;
    await using page = await closedTo({ resolveAll: resolving(['127.0.0.1']), config: { allowedInnerHosts: named } });
    // Nobody trusts its authority: the handshake is what counts.
    await expect(page.session.fetch({ url: `https://${named}/`, tries: 'once' })).rejects.toMatchObject({
      message: expect.stringContaining('certificate'),
    });
    expect(secure.connections()).toBe(1);
  });

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::1]', '0'])(
    '%s is not connected to, for WebSockets neither',
    async (host) => {
      await using page = await closedTo({ platform: { hosts: [] }, pastedHosts: [host] });
      for (const url of [`http://${host}:${inside.port}/`, `https://${host}:${inside.port}/`, `https://${host}/`])
        await expect(page.session.fetch({ url, leads: 'anywhere' })).rejects.toMatchObject(REFUSED);
      for (const scheme of ['ws', 'wss'])
        await expect(page.session.listen({ url: `${scheme}://${host}:${inside.port}/`, listenForMs: 10 })).rejects.toMatchObject(REFUSED);
      expect(inside.connections()).toBe(0);
    },
  );
});

describe('behind a proxy, which resolves the names', () => {
  const HOSTS = ['127.0.0.1', '0x7f.1', '10.1', '[::1]', '[64:ff9b::a00:1]', 'localhost', 'printer.local', 'router'];

  it.each(HOSTS)('of the settings: it is not asked for %s', async (host) => {
    await using page = await closedTo({ config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile } });
    await expect(page.session.fetch({ url: `https://${host}/`, leads: 'anywhere' })).rejects.toMatchObject(REFUSED);
    expect(world.connections).toBe(0);
    expect((await page.session.fetch({ url: 'https://site.example/' })).status).toBe(200);
  });

  it.each(HOSTS)('of a route: it is not asked for %s', async (host) => {
    await using route = await startRoute(world, { type: 'socks5' });
    await using page = await closedTo({ routes: bookOf(route), route: THE_POOL, config: { extraCaFile: world.caFile } });
    await expect(page.session.fetch({ url: `https://${host}/`, leads: 'anywhere' })).rejects.toMatchObject(REFUSED);
    await expect(page.session.fetch({ url: 'http://site.example/' })).rejects.toMatchObject(REFUSED);
    expect(route.asked).toEqual([]);
    expect((await page.session.fetch({ url: 'https://site.example/' })).status).toBe(200);
  });
});
