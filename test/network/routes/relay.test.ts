import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadTrust } from '#core/network/certificates.ts';
import { createOpenRoutes } from '#core/network/routes/open-routes.ts';
import { exitOverRoute } from '#core/network/routes/exit.ts';
import { openRelay, type Relay } from '#core/network/routes/relay.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { memberOf } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { startRoute } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

/** Plain HTTP goes only where the owner says so. */
const guard = createTargetGuard({ allowedInnerHosts: 'plain.example.org:80' });
const settings = { httpsProxy: null, httpProxy: null, noProxy: null };

const world = await own(startWorld({ simulators: [({ url, method, body }) => ({ body: { at: url.href, method, body } })] }));
beforeEach(() => world.reset());

const ground = () => ({ settings, context: () => loadTrust(world.caFile).context, timeoutMs: 2_000 });
const credentialsOf = ({ proxy }: Relay): string => `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`;

/** Status of one request to the relay; what the body says. */
function ask(relay: Relay, options: { method?: string; path: string; authorization?: string; body?: string }) {
  const headers = options.authorization === undefined ? {} : { 'proxy-authorization': options.authorization };
  const asking = request({
    host: '127.0.0.1',
    port: relay.port,
    method: options.method ?? 'GET',
    path: options.path,
    headers,
    agent: false,
  });
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    asking.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      socket.destroy();
      resolve({ status: statusCode, text: '' });
    });
    asking.once('response', async (answer) => {
      let text = '';
      for await (const chunk of answer) text += String(chunk);
      resolve({ status: answer.statusCode ?? 0, text });
    });
    asking.once('error', reject).end(options.body);
  });
}

describe('the relay of a browser', () => {
  it('is for its own browser alone', async () => {
    await using route = await startRoute(world, { type: 'socks5' });
    const relay = await openRelay(exitOverRoute(memberOf(route), ground()), guard);
    try {
      const wrong = `Basic ${Buffer.from('commentdock:guess').toString('base64')}`;
      for (const authorization of [undefined, wrong, 'Bearer x']) {
        const given = authorization === undefined ? {} : { authorization };
        expect((await ask(relay, { method: 'CONNECT', path: 'www.example.org:443', ...given })).status).toBe(407);
        expect((await ask(relay, { path: 'http://www.example.org/', ...given })).status).toBe(407);
      }
      expect(route.connections).toBe(0);
      expect((await ask(relay, { method: 'CONNECT', path: 'www.example.org:443', authorization: credentialsOf(relay) })).status).toBe(200);
      expect((await ask(relay, { path: '/statistics', authorization: credentialsOf(relay) })).status).toBe(400);
    } finally {
      await relay.close();
    }
  });

  it('asks its route for nothing inside a network, at no other port, and for no plain HTTP', async () => {
    await using route = await startRoute(world, { type: 'socks5' });
    const relay = await openRelay(exitOverRoute(memberOf(route), ground()), guard);
    try {
      const authorization = credentialsOf(relay);
      const sinceMs = performance.now();
      for (const path of ['127.0.0.1:443', '[::1]:443', 'printer.local:443', 'www.example.org:22', 'x@127.0.0.1:443'])
        expect((await ask(relay, { method: 'CONNECT', path, authorization })).status).toBe(403);
      for (const path of ['http://127.0.0.1/', 'http://www.example.org/'])
        await expect(ask(relay, { path, authorization })).rejects.toThrow('socket hang up');
      expect(route.asked).toEqual([]);
      expect(relay.failureOf('127.0.0.1:443', sinceMs)).toMatchObject({ code: 'NETWORK' });
      // A refusal is none of the way's failures.
      expect(relay.failureSince(sinceMs)).toBeNull();
    } finally {
      await relay.close();
    }
  });

  it('has another password each time, and is not to be seen from outside', async () => {
    await using route = await startRoute(world, { type: 'socks5' });
    const relays = [
      await openRelay(exitOverRoute(memberOf(route), ground()), guard),
      await openRelay(exitOverRoute(memberOf(route), ground()), guard),
    ];
    try {
      expect(new Set(relays.map(({ proxy }) => proxy.password)).size).toBe(2);
      const outside = Object.values(networkInterfaces())
        .flatMap((each) => each ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4');
      if (outside === undefined) return;
      const socket = connect({ host: outside.address, port: relays[0]?.port ?? 0 });
      const outcome = await new Promise((resolve) =>
        socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused')),
      );
      socket.destroy();
      expect(outcome).toBe('refused');
    } finally {
      await Promise.all(relays.map((relay) => relay.close()));
    }
  });

  it.each(['http', 'https', 'socks4', 'socks5'] as const)(
    'carries plain HTTP, its body too, and keeps its password to itself (%s)',
    async (type) => {
      await using route = await startRoute(world, { type, credentials: { username: 'ann', password: 'secret' } });
      const relay = await openRelay(exitOverRoute(memberOf(route), ground()), guard);
      try {
        const authorization = credentialsOf(relay);
        const { status, text } = await ask(relay, {
          method: 'POST',
          path: 'http://plain.example.org/a?b=c',
          authorization,
          body: 'ein Wort',
        });
        expect({ status, told: JSON.parse(text) }).toEqual({
          status: 200,
          told: { at: 'http://plain.example.org/a?b=c', method: 'POST', body: 'ein Wort' },
        });
        expect(JSON.stringify(world.requests.map(({ headers }) => headers))).not.toMatch(/proxy-|secret/);
        expect(world.statistics().direct_connections).toBe(0);
      } finally {
        await relay.close();
      }
    },
  );

  it('says 502 where the route is down, and remembers why', async () => {
    const route = await startRoute(world, { type: 'socks5', name: 'Berlin' });
    await route.kill();
    const relay = await openRelay(exitOverRoute(memberOf(route), ground()), guard);
    try {
      const sinceMs = performance.now();
      expect((await ask(relay, { method: 'CONNECT', path: 'www.example.org:443', authorization: credentialsOf(relay) })).status).toBe(502);
      expect((await ask(relay, { path: 'http://plain.example.org/', authorization: credentialsOf(relay) })).status).toBe(502);
      expect(relay.failureSince(sinceMs)).toMatchObject({
        code: 'NETWORK',
        message: expect.stringContaining('The route "Berlin" cannot be reached'),
      });
      expect(relay.failureSince(performance.now())).toBeNull();
    } finally {
      await relay.close();
    }
  });

  it('is closed when nobody has used its route for a while', async () => {
    await using route = await startRoute(world, { type: 'http' });
    const routes = createOpenRoutes({ settings, guard, trust: () => loadTrust(world.caFile), idleMs: 50 });
    const first = routes.enter(memberOf(route));
    const again = routes.enter(memberOf(route));
    expect(again).toBe(first);
    const { proxy } = await first.browserRoute();
    const port = Number(new URL(proxy?.server ?? '').port);
    const listens = (): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false));
      });
    routes.leave(first);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await listens()).toBe(true);
    routes.leave(again);
    await expect.poll(listens).toBe(false);
    await routes.close();
  });
});
