import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { own } from '#test/own.ts';
import type { Fault } from '#test/world/fault.ts';
import { startWorld } from '#test/world/world.ts';
import { openPage, type TestPage } from '#test/network/page.ts';

const URL_OF_LIST = 'https://api.example.org/list';

const world = await own(
  startWorld({
    simulators: [
      ({ url }) =>
        url.hostname.endsWith('example.org')
          ? { body: { path: url.pathname, items: 'x'.repeat(100_000) }, headers: { 'set-cookie': 'seen=1; Path=/' } }
          : null,
    ],
  }),
);

beforeEach(() => {
  world.clearFaults();
  world.reset();
});

function inWorld(retriesLeft = 30): Promise<TestPage> {
  return openPage({ retriesLeft, config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile, retryScale: 0.001 } });
}

describe('in a simulated internet', () => {
  it('reads over TLS through the proxy, plain HTTP too', async () => {
    await using page = await inWorld();
    expect(await page.session.json(z.object({ path: z.string() }), { url: URL_OF_LIST })).toEqual({ path: '/list' });
    expect(page.session.cookie(URL_OF_LIST, 'seen')).toBe('1');
    expect((await page.session.fetch({ url: 'http://www.example.org/plain' })).isJson).toBe(true);
    expect(world.count()).toBe(2);
    await expect(page.session.fetch({ url: 'https://unknown.example/' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each<[string, Fault, number]>([
    ['a reset before the answer', { kind: 'resetBefore' }, 2],
    ['a reset midway', { kind: 'resetMidway' }, 2],
    ['a truncated body', { kind: 'truncated' }, 2],
    ['malformed JSON', { kind: 'malformedJson' }, 2],
    ['503', { kind: 'status', status: 503 }, 2],
    ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 2 }, 2],
  ])('gets over %s', async (_, fault, requests) => {
    world.addFault({ fault, times: 1 });
    await using page = await inWorld();
    expect(await page.session.json(z.object({ path: z.string() }), { url: URL_OF_LIST })).toEqual({ path: '/list' });
    expect(page.counters).toMatchObject({ requests, retries: requests - 1 });
  });

  it.each<[string, Fault, string, number]>([
    ['resets', { kind: 'resetBefore' }, 'NETWORK', 4],
    ['truncated bodies', { kind: 'truncated' }, 'NETWORK', 4],
    ['500', { kind: 'status', status: 500 }, 'NETWORK', 4],
    ['429', { kind: 'status', status: 429 }, 'RATE_LIMITED', 4],
    ['malformed JSON', { kind: 'malformedJson' }, 'PLATFORM_CHANGED', 3],
    ['a challenge', { kind: 'captcha' }, 'CAPTCHA', 1],
    ['a challenge that calls itself good', { kind: 'captcha', status: 200 }, 'CAPTCHA', 1],
    ['403', { kind: 'status', status: 403 }, 'BLOCKED', 1],
  ])('lasting %s end as they are called', async (_, fault, code, requests) => {
    world.addFault({ fault });
    await using page = await inWorld();
    await expect(page.session.json(z.any(), { url: URL_OF_LIST })).rejects.toMatchObject({ code });
    expect(world.count()).toBe(requests);
  });

  it('an abort ends a hang at once, and nothing is asked afterwards', async () => {
    world.addFault({ fault: { kind: 'hang' } });
    await using page = await inWorld();
    const work = page.session.fetch({ url: URL_OF_LIST });
    await expect.poll(() => world.count()).toBe(1);
    page.abort.abort('stopped');
    await expect(work).rejects.toMatchObject({ name: 'Stopped', cause: 'stopped' });
    world.clearFaults();
    await page.another().session.fetch({ url: URL_OF_LIST });
    expect(world.count()).toBe(2);
  });
});
