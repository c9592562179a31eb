import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Exchange } from '#core/engine/exchanges.ts';
import { openPage, type PageSettings, type TestPage } from '#test/network/page.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { ownFolder } from '#test/own.ts';
import { SIGNED_HOST, signedSiteSimulator } from '#test/world/simulators/signed-site.ts';

const ORIGIN = `https://${SIGNED_HOST}`;
const SIGNER = { global: 'site.signer.ready' };
const POST = { url: `${ORIGIN}/post/1`, ready: SIGNER };
const FEED = { url: `${ORIGIN}/feed/f`, ready: SIGNER };
const FEED_ANSWERS = { url: `${SIGNED_HOST}/api/feed?*`, timeoutMs: 5_000 };
const feedSchema = z.object({ entries: z.array(z.object({ id: z.string() })), more: z.boolean(), total: z.number() });

let place: BrowserWorld;
/** One network for all tests here, so that the browser is started once. */
let shared: TestPage;

function platformPage(settings: PageSettings = {}): Promise<TestPage> {
  const { config, platform, ...rest } = settings;
  return openPage({
    ...rest,
    platform: { cookies: { need: 'optional', domains: ['.signed.example'] }, ...platform },
    config: { ...place.config, ...config },
  });
}

describe.skipIf(LACKING !== null)('a session in the browser', { timeout: BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    place = await startBrowserWorld([signedSiteSimulator({ comments: 35 })]);
    shared = await platformPage();
  }, BROWSER_TEST_MS);

  afterEach(() => {
    place.world.clearFaults();
    place.world.reset();
  });

  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  const paths = (): string[] => place.world.requests.map(({ method, path }) => `${method} ${path}`);

  it('fetches from inside a page, whose script signs', async () => {
    const { session, counters } = shared.another();
    const answer = await session.inPage({ url: `${ORIGIN}/api/comments`, query: { post: '1', offset: 10 }, page: POST });
    expect(answer.json(feedSchema).entries[0]?.id).toBe('1-10');
    expect(answer).toMatchObject({ status: 200, url: `${ORIGIN}/api/comments?post=1&offset=10`, isJson: true });
    const again = await session.inPageJson(feedSchema, { url: `${ORIGIN}/api/comments?post=1&offset=20`, page: POST });
    expect(again.entries).toHaveLength(10);
    expect(counters).toMatchObject({ requests: 3, retries: 0 });
    // Neither pictures, nor fonts, nor films; the page once.
    expect(paths()).toEqual(['GET /post/1', 'GET /sign.js', 'GET /api/comments', 'GET /api/comments']);
  });

  it('goes without the signature where the script does not come, and takes the root of the site for a page', async () => {
    place.world.addFault({ match: /\/sign\.js$/, fault: { kind: 'status', status: 404 } });
    const { session } = shared.another();
    const answer = await session.inPage({ url: `${ORIGIN}/api/comments?post=1`, page: { url: `${ORIGIN}/post/2` } });
    expect(answer.text).toBe('');
    expect((await session.inPage({ url: `${ORIGIN}/api/nothing`, accept: [200, 404] })).url).toBe(`${ORIGIN}/api/nothing`);
    expect(paths()).toContain('GET /');
  });

  it('keeps a few pages that it fetches from, and opens the others again', async () => {
    const { session } = shared.another();
    const from = async (post: number): Promise<void> => {
      await session.inPage({ url: `${ORIGIN}/api/comments?post=${post}`, page: { url: `${ORIGIN}/post/${post}`, ready: SIGNER } });
    };
    for (const post of [11, 12, 13, 14, 15, 15, 14, 11]) await from(post);
    await Promise.all([21, 22, 23, 24, 25, 26].map(from));
    const opened = paths().filter((path) => path.startsWith('GET /post/'));
    expect(opened).toEqual([11, 12, 13, 14, 15, 11].map((post) => `GET /post/${post}`).concat(opened.slice(6)));
    expect(opened).toHaveLength(12);
  });

  it('sends bodies and the headers that a page may set', async () => {
    const { session } = shared.another();
    const answer = await session.inPage({
      url: `${ORIGIN}/api/comments?post=1`,
      form: { a: '1', b: 'ü' },
      headers: { 'X-Own': 'yes', 'User-Agent': 'not mine', Referer: `${ORIGIN}/post/1?from=here`, cookie: 'no=1' },
      page: POST,
    });
    expect(answer.json(z.object({ asked: z.string() })).asked).toBe('a=1&b=%C3%BC');
    const sent = place.world.requests.find(({ path }) => path === '/api/comments');
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'x-own': 'yes',
      referer: `${ORIGIN}/post/1?from=here`,
      'accept-language': expect.stringContaining('en-US'),
    });
    expect(sent?.headers['user-agent']).toContain('Chrome/');
    expect(sent?.headers['cookie']).not.toContain('no=1');
  });

  it('streams large answers', async () => {
    const { session } = shared.another();
    const { text } = await session.inPageJson(z.object({ text: z.string() }), { url: `${ORIGIN}/api/large`, page: POST });
    expect(text).toBe('ü'.repeat(3_000_000));
  });

  it('reads a page after its load: HTML, embedded JSON, globals', async () => {
    const { session } = shared.another();
    const page = await session.page({ ...POST, globals: ['site.signer', 'nothing'] });
    expect(page.text).toContain('<script type="application/json" id="data">{"path":"/post/1","total":35}</script>');
    expect(page.global('site.signer', z.object({ ready: z.literal(true) }))).toEqual({ ready: true });
    expect(() => page.global('nothing', z.any())).toThrow(/no "nothing"/);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('captures what the page asks for, after a click too', async () => {
    const { session, counters } = shared.another();
    const { answers } = await session.capture(FEED, FEED_ANSWERS);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.json(feedSchema).entries[9]?.id).toBe('f-9');
    expect(answers[0]?.request).toMatchObject({ method: 'GET', url: `${ORIGIN}/api/feed?name=f&offset=0`, body: null });
    expect(answers[0]?.request.headers['x-signature']).toMatch(/^[0-9a-f]+$/);
    expect(answers[0]?.request.headers).not.toHaveProperty('cookie');
    expect(counters.requests).toBe(2);
    const tab = {
      url: `${ORIGIN}/tab/t`,
      ready: SIGNER,
      actions: [{ click: '#open' }, { click: '#no', optional: true, timeoutMs: 50 }],
    } as const;
    expect((await session.capture(tab, FEED_ANSWERS)).answers[0]?.json(feedSchema).entries[0]?.id).toBe('t-0');
  });

  it('tells what is exchanged through each of its doors', async () => {
    const exchanged: Exchange[] = [];
    const log = { add: (exchange: Exchange) => void exchanged.push(exchange), use: () => undefined };
    await using page = await platformPage({ exchanges: log });
    await page.session.inPage({ url: `${ORIGIN}/api/comments?post=1`, form: { a: '1' }, page: POST });
    await page.session.page(POST);
    await page.session.capture(FEED, FEED_ANSWERS);
    const told = exchanged.map(({ request, status }) => `${request.method} ${request.url} ${status}`);
    // A page that is whole before enough of its answers have come is told too.
    if (told.length > 4) expect(told.splice(4)).toEqual([`GET ${ORIGIN}/feed/f 200`]);
    expect(told).toEqual([
      `GET ${ORIGIN}/post/1 200`,
      `POST ${ORIGIN}/api/comments?post=1 200`,
      `GET ${ORIGIN}/post/1 200`,
      `GET ${ORIGIN}/api/feed?name=f&offset=0 200`,
    ]);
    expect(exchanged[1]?.request.body).toBe('a=1');
    expect(exchanged[1]?.body().bytes.toString('utf8')).toContain('"asked":"a=1"');
    expect(exchanged[2]?.body().bytes.toString('utf8')).toContain('"total":35');
    expect(exchanged[3]?.request.headers['x-signature']).toMatch(/^[0-9a-f]+$/);
  });

  it('says what did not come: the answer, the element, the page', async () => {
    const { session } = shared.another();
    await expect(session.capture({ ...POST, tries: 'once' }, { ...FEED_ANSWERS, timeoutMs: 3_000 })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      message: expect.stringContaining('did not ask for'),
    });
    await expect(session.page({ ...POST, actions: [{ click: '#nowhere', timeoutMs: 50 }] })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: '#nowhere',
    });
    const more = { click: '#more', optional: 'untilEnd', timeoutMs: 50 } as const;
    const further = { click: '#nowhere', timeoutMs: 50 };
    await expect(session.page({ ...POST, actions: [more, more, further] })).resolves.toMatchObject({ status: 200 });
    const shown = { ...more, click: 'h1', timeoutMs: 5_000 };
    await expect(session.page({ ...POST, actions: [more, shown, more, further] })).rejects.toMatchObject({ path: '#nowhere' });
    await expect(session.page({ url: `${ORIGIN}/gone` })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(session.page({ url: `${ORIGIN}/gone`, accept: [404] })).resolves.toMatchObject({ status: 404 });
    await expect(session.capture({ url: `${ORIGIN}/gone` }, FEED_ANSWERS)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('waits no longer for a page that nothing in it can change', async () => {
    const { session } = shared.another();
    const gone = { url: `${ORIGIN}/gone`, ready: { selector: '#never', timeoutMs: 10 * BROWSER_TEST_MS } };
    await expect(session.page({ ...gone, accept: [404] })).resolves.toMatchObject({ status: 404 });
    await expect(session.inPage({ url: `${ORIGIN}/api/comments`, page: { ...gone, accept: 'any' } })).resolves.toMatchObject({ text: '' });
  });

  it('scrolls a list to its end, a call after the other, on one page', async () => {
    const { session } = shared.another();
    const ids: string[] = [];
    let ended = false;
    for (let skip = 0; !ended;) {
      const part = await session.scroll(FEED, FEED_ANSWERS, { skip, quietMs: 200 });
      ids.push(...part.answers.flatMap((answer) => answer.json(feedSchema).entries.map(({ id }) => id)));
      skip += part.answers.length;
      ended = part.ended;
    }
    expect(ids).toEqual(Array.from({ length: 35 }, (_, index) => `f-${index}`));
    expect(paths().filter((path) => path === 'GET /feed/f')).toHaveLength(1);
    expect(paths().filter((path) => path === 'GET /api/feed')).toHaveLength(4);
  });

  it('goes on scrolling on a page opened anew, and ends where `until` says so', async () => {
    const { session } = shared.another();
    const match = {
      ...FEED_ANSWERS,
      count: 5,
      until: (answer: { json(schema: typeof feedSchema): { more: boolean } }) => !answer.json(feedSchema).more,
    };
    const { answers, ended } = await session.scroll({ ...FEED, url: `${ORIGIN}/feed/g` }, match, { skip: 2, quietMs: 200 });
    expect(answers.map((answer) => answer.json(feedSchema).entries[0]?.id)).toEqual(['g-20', 'g-30']);
    expect(ended).toBe(true);
  });

  it('reads recordings, pages and what is fetched in them', async () => {
    const folder = ownFolder('har');
    const entry = (url: string, mimeType: string, text: string): object => ({
      request: { method: 'GET', url, headers: [], queryString: [] },
      response: { status: 200, statusText: 'OK', headers: [{ name: 'content-type', value: mimeType }], content: { mimeType, text } },
    });
    const entries = [
      entry('https://www.recorded.example/post/1', 'text/html', '<title>recorded</title>'),
      entry('https://www.recorded.example/api?page=1', 'application/json', '{"page":1}'),
      entry('https://www.recorded.example/api?page=2', 'application/json', '{"page":2}'),
    ];
    writeFileSync(
      join(folder, 'exchanges.har'),
      JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }),
    );
    place.world.replace({ cases: [folder] });
    try {
      const { session } = shared.another();
      const page = { url: 'https://www.recorded.example/post/1' };
      for (const number of [2, 1]) {
        const found = await session.inPageJson(z.object({ page: z.number() }), {
          url: `https://www.recorded.example/api?page=${number}`,
          page,
        });
        expect(found.page).toBe(number);
      }
      expect((await session.page(page)).text).toContain('<title>recorded</title>');
    } finally {
      place.world.replace({ simulators: [signedSiteSimulator({ comments: 35 })] });
    }
  });

  it('scrolls a box inside the page', async () => {
    const { session } = shared.another();
    const tab = { url: `${ORIGIN}/tab/b`, ready: SIGNER, actions: [{ click: '#open' }] } as const;
    const { answers } = await session.scroll(tab, { ...FEED_ANSWERS, count: 3 }, { container: '#inner', quietMs: 200 });
    expect(answers.map((answer) => answer.json(feedSchema).entries[0]?.id)).toEqual(['b-0', 'b-10', 'b-20']);
  });
});
