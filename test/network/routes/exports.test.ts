import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JobRecord } from '#core/contract/job-record.ts';
import { createNetwork } from '#core/network/network.ts';
import { definePlatform, type PlatformDefinition } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { openEngineRoom, type EngineRoom } from '#test/engine/engine-room.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { signedPlatform } from '#test/network/browser/signed-platform.ts';
import { PaceMemory, QUIET_CONFIG } from '#test/network/page.ts';
import { bookOf } from '#test/network/routes/world-book.ts';
import { ownFolder } from '#test/own.ts';
import { startRoute, type WorldRoute } from '#test/world/routes.ts';
import { signedSiteSimulator } from '#test/world/simulators/signed-site.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const ITEMS = 60;
const PER_PAGE = 10;
const POOL = '5f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10';
const SOON = { interval: 20 };
/** Neither a fast machine nor a slow one is at its end before somebody has looked. */
const STANDS_STILL = { match: /[?&]offset=40\b/, fault: { kind: 'hang' } } as const;
const pageSchema = z.object({ entries: z.array(z.object({ id: z.string(), text: z.string() })), more: z.boolean() });

/** A list over plain HTTP, page by page; every other page comes by a redirect to another host. */
const listPlatform = definePlatform<{ readonly offset: number }>({
  ...(signedPlatform as unknown as PlatformDefinition<{ readonly offset: number }>),
  id: 'list',
  hosts: ['list.example', 'mirror.example'],
  start: () => [{ role: 'page', cursor: { offset: 0 } }],
  async fetchPage({ offset }, session) {
    const { entries, more } = await session.json(pageSchema, { url: 'https://list.example/entries', query: { offset } });
    const next = { role: 'page', cursor: { offset: offset + entries.length } } as const;
    return { items: entries.map(({ id, text }) => makeItem({ id, kind: 'comment', text })), next: more ? [next] : [] };
  },
});

const listSite: Simulator = ({ url }) => {
  const offset = Number(url.searchParams.get('offset'));
  if (url.hostname === 'list.example' && offset % (2 * PER_PAGE) !== 0) {
    return { status: 307, headers: { location: `https://mirror.example/entries?offset=${offset}` } };
  }
  if (!['list.example', 'mirror.example'].includes(url.hostname)) return null;
  const entries = Array.from({ length: PER_PAGE }, (_, index) => ({ id: `e-${offset + index}`, text: 'x'.repeat(5_000) }));
  return { body: { entries, more: offset + PER_PAGE < ITEMS } };
};

interface Place {
  readonly world: World;
  readonly config: BrowserWorld['config'];
}

let dataDir: string;
let place: Place;

function open(platform: PlatformDefinition, routes: readonly Pick<WorldRoute, 'name' | 'url'>[]): EngineRoom {
  const config = { ...QUIET_CONFIG, ...place.config, retryScale: 0.01 };
  const network = createNetwork({ config, hosts: new PaceMemory(), routes: bookOf(...routes), browserIdleMs: 200 });
  return openEngineRoom({ platforms: [platform], network, dataDir, retryScale: 0.01 });
}

/** The job once it ends, however. */
async function ended(room: EngineRoom, { guid }: JobRecord): Promise<JobRecord> {
  return Promise.race([room.until(guid, 'finished'), room.until(guid, 'failed')]);
}

async function idsOf(room: EngineRoom, { guid }: JobRecord): Promise<readonly string[]> {
  return (await room.rows(guid)).map(({ id }) => id);
}

/** What must hold whatever carries the requests. */
function holdFor(platform: PlatformDefinition, ids: readonly string[]): void {
  const wish = { platform: platform.id, id: 'e', options: { pool: POOL } };

  beforeEach(() => {
    dataDir = ownFolder('routed');
    place.world.clearFaults();
    place.world.reset();
  });

  it('every byte goes over the route, and the ledger names it', async () => {
    await using route = await startRoute(place.world, {
      type: 'socks5',
      name: 'Berlin',
      credentials: { username: 'ann', password: 'secret' },
    });
    await using room = open(platform, [route]);
    const job = await room.createOne(wish);
    const done = await ended(room, job);
    expect(done).toMatchObject({ status: 'done', exported: ids.length });
    expect(done.completeness).toMatchObject({ complete: true, routes: ['the route "Berlin"'], notes: [] });
    expect(JSON.stringify(done)).not.toMatch(/secret|127\.0\.0\.1/);
    expect(await idsOf(room, job)).toEqual(ids);
    expect(place.world.statistics()).toMatchObject({ direct_connections: 0, unanswered: 0 });
    expect(new Set(place.world.requests.map((request) => request.route))).toEqual(new Set(['Berlin']));
  });

  it('a route that dies midway is waited for, then the export fails with NETWORK; a retry finishes it', async () => {
    await using route = await startRoute(place.world, { type: 'http', name: 'Berlin' });
    await using room = open(platform, [route]);
    place.world.addFault(STANDS_STILL);
    const job = await room.createOne(wish);
    await expect.poll(() => room.job(job.guid).exported, SOON).toBeGreaterThanOrEqual(PER_PAGE);
    await route.kill();
    const before = place.world.count();
    const failed = await room.until(job.guid, 'failed');
    expect(failed).toMatchObject({
      status: 'error',
      errorCode: 'NETWORK',
      error: expect.stringContaining('The route "Berlin" cannot be reached'),
      resumable: true,
    });
    expect(failed.exported).toBeLessThan(ids.length);
    // Tried, waited for, put back into the queue once, and nothing sent by another way meanwhile.
    expect(failed.completeness.retries).toBeGreaterThanOrEqual(3);
    expect(room.told(job.guid)).toContain('requeued queueing');
    expect(place.world.count()).toBe(before);
    place.world.clearFaults();
    await route.revive();
    await room.engine.retry(job.guid);
    expect(await room.until(job.guid, 'finished')).toMatchObject({ status: 'done', exported: ids.length });
    expect(await idsOf(room, job)).toEqual(ids);
    expect(place.world.statistics().direct_connections).toBe(0);
  });

  it('a pool with a dead and a blocked proxy finishes on the third', async () => {
    const dead = await startRoute(place.world, { type: 'socks4', name: 'dead' });
    await dead.kill();
    await using blocked = await startRoute(place.world, { type: 'https', name: 'blocked' });
    await using third = await startRoute(place.world, { type: 'socks5', name: 'third' });
    place.world.addFault({ match: ({ route }) => route === 'blocked', fault: { kind: 'status', status: 403 } });
    await using room = open(platform, [dead, blocked, third]);
    const job = await room.createOne(wish);
    const done = await ended(room, job);
    expect(done).toMatchObject({ status: 'done', exported: ids.length });
    expect(done.completeness.routes).toEqual(['the route "dead": cannot be reached', 'the route "blocked": BLOCKED', 'the route "third"']);
    expect(done.completeness.complete).toBe(true);
    expect(await idsOf(room, job)).toEqual(ids);
    expect(place.world.statistics().direct_connections).toBe(0);
  });

  it('each proxy of a pool is tried once before the error ends the export', async () => {
    await using first = await startRoute(place.world, { type: 'http', name: 'first' });
    await using second = await startRoute(place.world, { type: 'socks5', name: 'second' });
    place.world.addFault({ fault: { kind: 'status', status: 403 } });
    await using room = open(platform, [first, second]);
    const job = await room.createOne(wish);
    expect(await ended(room, job)).toMatchObject({ status: 'error', errorCode: 'BLOCKED', resumable: true });
    expect(place.world.requests.map(({ route }) => route)).toEqual(['first', 'second']);
  });

  it('a restart goes on over the same proxy of the pool', async () => {
    await using first = await startRoute(place.world, { type: 'http', name: 'first' });
    await using second = await startRoute(place.world, { type: 'socks5', name: 'second' });
    place.world.addFault({ match: ({ route }) => route === 'first', fault: { kind: 'captcha' } });
    place.world.addFault(STANDS_STILL);
    const room = open(platform, [first, second]);
    const job = await room.createOne(wish);
    await expect.poll(() => room.job(job.guid).exported, SOON).toBeGreaterThanOrEqual(PER_PAGE);
    await room.close();
    place.world.clearFaults();
    place.world.reset();
    await using again = open(platform, [first, second]);
    again.engine.start();
    expect(await again.until(job.guid, 'finished')).toMatchObject({ status: 'done', exported: ids.length });
    expect(new Set(place.world.requests.map(({ route }) => route))).toEqual(new Set(['second']));
    expect(again.job(job.guid).completeness.routes).toEqual(['the route "first": CAPTCHA', 'the route "second"']);
  });
}

describe('an export over routes, by plain HTTP', () => {
  beforeAll(async () => {
    const world = await startWorld({ simulators: [listSite] });
    place = { world, config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile } };
    return () => world.close();
  });

  holdFor(
    listPlatform as unknown as PlatformDefinition,
    Array.from({ length: ITEMS }, (_, index) => `e-${index}`),
  );

  it('begins with the proxies of a pool by turns', async () => {
    await using first = await startRoute(place.world, { type: 'http', name: 'first' });
    await using second = await startRoute(place.world, { type: 'http', name: 'second' });
    await using room = open(listPlatform as unknown as PlatformDefinition, [first, second]);
    for (const name of ['first', 'second', 'first']) {
      const done = await ended(room, await room.createOne({ platform: 'list', options: { pool: POOL } }));
      expect(done.completeness.routes).toEqual([`the route "${name}"`]);
    }
  });

  it('leaves a proxy that the platform has slowed down for long', async () => {
    await using first = await startRoute(place.world, { type: 'http', name: 'first' });
    await using second = await startRoute(place.world, { type: 'http', name: 'second' });
    place.world.addFault({ match: ({ route }) => route === 'first', fault: { kind: 'status', status: 429, retryAfter: 100_000 } });
    await using room = open(listPlatform as unknown as PlatformDefinition, [first, second]);
    const done = await ended(room, await room.createOne({ platform: 'list', options: { pool: POOL } }));
    expect(done).toMatchObject({ status: 'done', exported: ITEMS });
    expect(done.completeness.routes).toEqual(['the route "first": RATE_LIMITED', 'the route "second"']);
  });
});

describe.skipIf(LACKING !== null)('an export over routes, in the browser', { timeout: 2 * BROWSER_TEST_MS }, () => {
  let browsers: BrowserWorld;

  beforeAll(async () => {
    browsers = await startBrowserWorld([signedSiteSimulator({ comments: ITEMS, perPage: PER_PAGE })]);
    place = browsers;
  }, BROWSER_TEST_MS);

  afterAll(() => browsers?.[Symbol.asyncDispose]());

  holdFor(
    signedPlatform as unknown as PlatformDefinition,
    Array.from({ length: ITEMS }, (_, index) => `e-${index}`),
  );
});
