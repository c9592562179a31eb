import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FOLDER_PREFIX } from '#core/network/browser/host-client.ts';
import type { Fault } from '#test/world/fault.ts';
import { openPage, PaceMemory, type PageSettings, type TestPage } from '#test/network/page.ts';
import { BROWSER_TEST_MS, LACKING, processes, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { SIGNED_HOST, signedSiteSimulator } from '#test/world/simulators/signed-site.ts';

const ORIGIN = `https://${SIGNED_HOST}`;
const SIGNER = { global: 'site.signer.ready' };
const POST = { url: `${ORIGIN}/post/1`, ready: SIGNER };
const COMMENTS = { url: `${ORIGIN}/api/comments?post=1`, page: POST };
const NOTES = { url: `${ORIGIN}/api/notes`, page: POST };
const FEED = { url: `${ORIGIN}/feed/f`, ready: SIGNER };
const FEED_ANSWERS = { url: `${SIGNED_HOST}/api/feed?*`, timeoutMs: 5_000 };
const anything = z.looseObject({});
const signed = { cookies: { need: 'optional', domains: ['.signed.example'] } } as const;

let place: BrowserWorld;
let shared: TestPage;

/** A run of its own on the browser of all. */
function runIn(settings: PageSettings = {}): Promise<TestPage> {
  return pageIn({ ...settings, network: shared.network });
}

function pageIn(settings: PageSettings = {}): Promise<TestPage> {
  return openPage({ ...settings, platform: { ...signed, ...settings.platform }, config: { ...place.config, ...settings.config } });
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Empty for a file that the browser removed meanwhile. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

describe.skipIf(LACKING !== null)('the rules of plain HTTP hold in the browser', { timeout: BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    place = await startBrowserWorld([
      signedSiteSimulator({ comments: 35 }),
      ({ url }) => (url.hostname === 'login.other.example' ? { body: '<h1>Log in</h1>' } : null),
    ]);
    shared = await pageIn();
    // Opens the page that most of the tests fetch from.
    await shared.session.inPage(COMMENTS);
  }, BROWSER_TEST_MS);

  afterEach(() => {
    place.world.clearFaults();
    place.world.reset();
  });

  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  describe('faults of a fetch in the page', () => {
    const faulty = (fault: Fault, times?: number): void =>
      place.world.addFault({ match: /\/api\//, fault, ...(times === undefined ? {} : { times }) });

    it.each<[string, Fault, number]>([
      ['a reset before the answer', { kind: 'resetBefore' }, 2],
      ['a reset midway', { kind: 'resetMidway' }, 2],
      ['a truncated body', { kind: 'truncated' }, 2],
      ['malformed JSON', { kind: 'malformedJson' }, 2],
      ['503', { kind: 'status', status: 503 }, 2],
      ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 2 }, 2],
    ])('gets over %s', async (_, fault, requests) => {
      faulty(fault, 1);
      const { session, counters } = shared.another();
      await session.inPageJson(anything, COMMENTS);
      // The browser may try a reset connection again by itself.
      expect(counters.requests).toBeLessThanOrEqual(requests);
      expect(place.world.count(SIGNED_HOST)).toBeGreaterThanOrEqual(2);
    });

    it.each<[string, Fault, string]>([
      ['resets', { kind: 'resetMidway' }, 'NETWORK'],
      ['500', { kind: 'status', status: 500 }, 'NETWORK'],
      ['429', { kind: 'status', status: 429 }, 'RATE_LIMITED'],
      ['malformed JSON', { kind: 'malformedJson' }, 'PLATFORM_CHANGED'],
      ['a challenge', { kind: 'captcha' }, 'CAPTCHA'],
      ['a challenge that calls itself good', { kind: 'captcha', status: 200 }, 'CAPTCHA'],
      ['403', { kind: 'status', status: 403 }, 'BLOCKED'],
      ['451', { kind: 'status', status: 451 }, 'GEO_BLOCKED'],
    ])('lasting %s end as they are called', async (_, fault, code) => {
      faulty(fault);
      await expect(shared.another().session.inPageJson(anything, COMMENTS)).rejects.toMatchObject({ code });
    });

    it('hands a refusal back where the platform takes it', async () => {
      faulty({ kind: 'status', status: 403, body: '{"error":90309999}' });
      const answer = await shared.another().session.inPage({ ...COMMENTS, accept: 'any' });
      expect(answer).toMatchObject({ status: 403, text: '{"error":90309999}', refusal: expect.objectContaining({ code: 'BLOCKED' }) });
    });

    it('an abort ends a hang at once, and nothing is asked afterwards', async () => {
      faulty({ kind: 'hang' });
      const page = shared.another();
      const work = page.session.inPage(COMMENTS);
      await expect.poll(() => place.world.count(SIGNED_HOST)).toBe(1);
      page.abort.abort('stopped');
      await expect(work).rejects.toMatchObject({ name: 'Stopped', cause: 'stopped' });
      place.world.clearFaults();
      await shared.another().session.inPage(COMMENTS);
      expect(place.world.count(SIGNED_HOST)).toBe(2);
    });
  });

  it('a page that is refused, challenged or led away is said as such', async () => {
    const { session } = shared.another();
    place.world.addFault({ match: /\/post\/2/, fault: { kind: 'captcha' } });
    await expect(session.page({ url: `${ORIGIN}/post/2` })).rejects.toMatchObject({ code: 'CAPTCHA' });
    place.world.addFault({ match: /\/feed\/f/, fault: { kind: 'captcha', status: 200 } });
    await expect(session.scroll(FEED, FEED_ANSWERS, { quietMs: 50 })).rejects.toMatchObject({ code: 'CAPTCHA' });
    await expect(session.inPage({ ...COMMENTS, page: { url: `${ORIGIN}/away` } })).rejects.toMatchObject({
      code: 'LOGIN_REQUIRED',
    });
    await expect(session.page({ url: `${ORIGIN}/away` })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    await expect(session.page({ url: 'https://nobody.example/' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await session.page({ url: `${ORIGIN}/away`, accept: 'any' })).url).toBe('https://login.other.example/');
  });

  it('a page may take longer to open, and an answer to come, than it may be quiet', async () => {
    const { session } = shared.another();
    const opened = { ...FEED, actions: [{ waitFor: '#feed p' }] };
    expect((await session.capture(opened, { ...FEED_ANSWERS, timeoutMs: 1 })).answers).toHaveLength(1);
  });

  it('a 429 to what the page itself asks holds the host, and the capture is made again', async () => {
    place.world.addFault({ match: /\/api\/feed/, fault: { kind: 'status', status: 429, retryAfter: 100 }, times: 1 });
    const { session, counters } = shared.another();
    expect((await session.capture({ ...FEED, url: `${ORIGIN}/feed/slow` }, FEED_ANSWERS)).answers).toHaveLength(1);
    expect(counters).toMatchObject({ requests: 4, retries: 1 });
    expect(counters.waitedMs).toBeGreaterThan(0);
  });

  it('keeps to the pace, for pages, fetches and what pages ask by themselves', async () => {
    place.world.reset();
    await using paced = await pageIn({ config: { pace: 'on' }, platform: { pace: { perSecond: 4, concurrency: 1 } } });
    const { session, counters } = paced;
    await session.inPage(COMMENTS);
    await Promise.all([session.inPage(COMMENTS), session.inPage(COMMENTS)]);
    await session.scroll(FEED, { ...FEED_ANSWERS, count: 3 }, { quietMs: 100 });
    const asked = place.world.requests.filter(({ path }) => /^\/(post|feed|api)\//.test(path));
    expect(asked.map(({ path }) => path)).toEqual([
      '/post/1',
      ...Array.from({ length: 3 }, () => '/api/comments'),
      '/feed/f',
      ...Array.from({ length: 3 }, () => '/api/feed'),
    ]);
    expect(counters.requests).toBe(8);
    // Seven steps of 250 ms; when a request arrives is not as exact as when it was let go.
    expect((asked.at(-1)?.atMs ?? 0) - (asked[0]?.atMs ?? 0)).toBeGreaterThan(1_500);
  });

  it('a host that is paused for long is not asked from a page either', async () => {
    const hosts = new PaceMemory();
    hosts.save(SIGNED_HOST, { perSecond: 1, pausedUntilMs: Date.now() + 3_600_000, pacedUntilMs: 0, updatedAtMs: Date.now() });
    await using paused = await pageIn({ hosts });
    await expect(paused.session.page(POST)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(place.world.count(SIGNED_HOST)).toBe(0);
  });

  describe('cookies', () => {
    it('go into the page and come back from it', async () => {
      await using owner = await runIn({ cookies: { session: 'me' } });
      const notes = await owner.session.inPageJson(z.object({ owner: z.string(), agent: z.string() }), NOTES);
      expect(notes.owner).toBe('me');
      // Set by the page, HttpOnly; then sent by plain HTTP.
      const visitor = owner.session.cookie(`${ORIGIN}/`, 'visitor');
      expect(visitor).toMatch(/^v\d+$/);
      await owner.session.inPage(COMMENTS);
      expect(owner.session.cookie(`${ORIGIN}/`, 'token')).toBe('t0');
      place.world.reset();
      await owner.session.fetch({ url: `${ORIGIN}/plain` });
      expect(place.world.requests[0]?.headers['cookie']).toContain(`visitor=${visitor}`);
      expect(place.world.requests[0]?.headers['cookie']).toContain('token=t0');
    });

    it('set by plain HTTP are in the page', async () => {
      await using page = await runIn();
      await page.session.fetch({ url: `${ORIGIN}/plain` });
      const visitor = page.session.cookie(`${ORIGIN}/`, 'visitor');
      await page.session.inPage(COMMENTS);
      const sent = place.world.requests.find(({ path }) => path === '/api/comments')?.headers['cookie'];
      expect(sent).toContain(`visitor=${visitor}`);
    });

    it('of exports that run side by side stay apart', async () => {
      const names = ['a', 'b', 'c'];
      const owners = await Promise.all(
        names.map(async (name) => {
          await using page = await runIn({ cookies: { session: name } });
          const seen = new Set<string>();
          for (let round = 0; round < 3; round += 1) {
            seen.add((await page.session.inPageJson(z.object({ owner: z.string() }), NOTES)).owner);
          }
          return [...seen];
        }),
      );
      expect(owners).toEqual([['a'], ['b'], ['c']]);
    });

    it('stand in no file of the browser, nor in a command line', async () => {
      const canary = 'canary-3f1c9e';
      await using owner = await runIn({ cookies: { session: canary } });
      expect((await owner.session.inPageJson(z.object({ owner: z.string() }), NOTES)).owner).toBe(canary);
      const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`${FOLDER_PREFIX}${process.pid}-`));
      expect(folders).not.toEqual([]);
      const files = [place.home, ...folders.map((name) => join(tmpdir(), name))].flatMap(filesBelow);
      expect(files.length).toBeGreaterThan(10);
      expect(files.filter((file) => contentOf(file).includes(canary))).toEqual([]);
      expect(processes().filter(({ command }) => command.includes(canary))).toEqual([]);
    });

    it('of one run are not those of the next, though the browser is the same', async () => {
      await expect(shared.another().session.inPage(NOTES)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    });
  });

  it('says what to do where there is no browser, or it does not start', async () => {
    await using none = await pageIn({ config: { browser: '/no/such/browser' } });
    await expect(none.session.page(POST)).rejects.toMatchObject({
      code: 'BROWSER_MISSING',
      message: expect.stringContaining('COMMENTDOCK_BROWSER'),
    });
    await using broken = await pageIn({ config: { browser: '/bin/false' } });
    await expect(broken.session.page(POST)).rejects.toMatchObject({
      code: 'BROWSER_MISSING',
      message: expect.stringContaining('/bin/false does not start'),
    });
  });
});
