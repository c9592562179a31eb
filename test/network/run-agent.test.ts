// The browser that requests come from: with the owner's cookies, the one that those were made in.
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, type PageSettings, type TestPage } from '#test/network/page.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const INSTALLED = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  hints: { 'sec-ch-ua': '"Chromium";v="150"', 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Linux"' },
};
const OWNERS = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const FOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SITE = 'https://www.example.org/';
const FILES = 'https://files.example.net/';

const world = await own(
  startWorld({
    simulators: [
      ({ url, headers }) => {
        if (url.pathname === '/away') return { status: 302, headers: { location: FILES } };
        if (url.pathname === '/home') return { status: 302, headers: { location: SITE } };
        if (url.pathname === '/renew') return { headers: { 'set-cookie': 'sid=new; Domain=example.org; Path=/; Secure' }, body: 'renewed' };
        if (url.pathname === '/line' && headers['upgrade'] !== undefined) return { line: (line) => line.hangUp() };
        return { headers: { 'set-cookie': 'seen=1; Path=/; Secure' }, body: 'here' };
      },
    ],
  }),
);
beforeEach(() => world.reset());

const inWorld = (settings: PageSettings = {}): Promise<TestPage> =>
  openPage({
    config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile },
    installedAgent: async () => INSTALLED,
    ...settings,
  });

/** Host, user agent, and what the hints say of version and system. */
const seen = (): readonly (string | undefined)[][] =>
  world.requests.map(({ host, headers }) => [host, headers['user-agent'], headers['sec-ch-ua-platform'], headers['sec-ch-ua']]);
const CHROME_131 = '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"';
const AS_OWNER = ['www.example.org', OWNERS, '"macOS"', CHROME_131];
const AS_INSTALLED = (host: string): string[] => [host, INSTALLED.userAgent, '"Linux"', '"Chromium";v="150"'];

describe('the client of a request', () => {
  it('is the browser of the cookies where they go, through redirects and renewals, and nowhere else', async () => {
    await using page = await inWorld({ cookies: { sid: '1' }, userAgent: OWNERS });
    for (const url of [SITE, FILES, `${SITE}away`, `${FILES}home`, `${SITE}renew`, SITE]) await page.session.fetch({ url });
    expect(seen()).toEqual([
      AS_OWNER,
      AS_INSTALLED('files.example.net'),
      AS_OWNER,
      AS_INSTALLED('files.example.net'),
      AS_INSTALLED('files.example.net'),
      AS_OWNER,
      AS_OWNER,
      AS_OWNER,
    ]);
    expect(world.requests.filter(({ headers }) => (headers['cookie'] ?? '').includes('sid=')).map(({ host }) => host)).toEqual(
      Array.from({ length: 5 }, () => 'www.example.org'),
    );
    expect(await page.session.userAgent(SITE)).toBe(OWNERS);
    expect(await page.session.userAgent(FILES)).toBe(INSTALLED.userAgent);
  });

  it('wins over what a platform calls itself where cookies go, hints included', async () => {
    await using page = await inWorld({ cookies: { sid: '1' }, userAgent: FOX });
    const headers = { 'User-Agent': 'the platform/1', 'sec-ch-ua': '"Other";v="1"' };
    await page.session.fetch({ url: SITE, headers });
    await page.session.fetch({ url: FILES, headers });
    expect(seen()).toEqual([
      ['www.example.org', FOX, undefined, undefined],
      ['files.example.net', 'the platform/1', undefined, '"Other";v="1"'],
    ]);
  });

  it('is the browser of this machine where nobody said, and without cookies, whatever the site has set', async () => {
    await using known = await inWorld({ cookies: { sid: '1' } });
    await known.session.fetch({ url: SITE, headers: { 'user-agent': 'the platform/1' } });
    await using visitor = await inWorld({ userAgent: OWNERS });
    await visitor.session.fetch({ url: SITE });
    await visitor.session.fetch({ url: SITE });
    expect(seen()).toEqual([AS_INSTALLED('www.example.org'), AS_INSTALLED('www.example.org'), AS_INSTALLED('www.example.org')]);
    expect(world.requests[2]?.headers['cookie']).toBe('seen=1');
  });

  it('is the program where a platform leaves the cookies behind', async () => {
    await using page = await inWorld({ cookies: { sid: '1' }, userAgent: OWNERS });
    await page.session.fetch({ url: SITE, withoutCookies: true, headers: { 'user-agent': 'the program' } });
    await page.session.fetch({ url: SITE });
    expect(seen()).toEqual([['www.example.org', 'the program', undefined, undefined], AS_OWNER]);
    expect(world.requests.map(({ headers }) => headers['cookie'])).toEqual([undefined, 'sid=1']);
  });

  it('is the same where a line is listened to', async () => {
    await using page = await inWorld({ cookies: { sid: '1' }, userAgent: OWNERS });
    await page.session.listen({ url: 'wss://www.example.org/line', listenForMs: 5_000 });
    expect(seen()).toEqual([AS_OWNER]);
  });
});
