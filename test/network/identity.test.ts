import { hostname, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '#core/config/version.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { ownFolder } from '#test/own.ts';
import { cookiesFor } from '#test/platforms/fake-session.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** What the environment of the process knows of its owner. */
const CANARIES = {
  USER: 'canary-user-5a1f',
  LOGNAME: 'canary-user-5a1f',
  USERNAME: 'canary-user-5a1f',
  HOSTNAME: 'canary-host-77d0',
  EMAIL: 'canary-mail-31c2@example.org',
  LANG: 'de_CH.UTF-8',
  TZ: 'Pacific/Chatham',
} as const;

/** What the browser of the owner's cookies calls itself. */
const OWNERS = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const OWNERS_HINTS = {
  'sec-ch-ua': '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"macOS"',
};
/** The browser of this machine keeps its own name. */
const IN_THE_BROWSER = /\bHeadlessChrome\//;

/** What a browser sends. */
const OF_BROWSERS =
  /^(?:host|connection|proxy-connection|user-agent|accept|accept-language|accept-encoding|content-type|content-length|cookie|origin|referer|pragma|cache-control|upgrade-insecure-requests|x-requested-with|authorization|sec-fetch-[\w-]+|sec-ch-ua[\w-]*)$/;
/** What platforms ask for by their own names. */
const OF_PLATFORMS =
  /^(?:x-csrf-?token|anti-csrftoken-a2z|csrf-token|x-youtube-[\w-]+|x-goog-[\w-]+|x-origin|x-nextjs-data|client-id|x-spot-id|x-post-id|x-access-token|x-ig-app-id|x-asbd-id|x-fb-[\w-]+|x-root-field-name|x-logged-out-threads-migrated-request|apollographql-client-name|graphql-operation|x-pinterest-[\w-]+|x-twitter-[\w-]+|x-client-transaction-id|x-restli-protocol-version|x-li-lang|x-api-key|x-user-agent|x-api-source|x-imdb-[\w-]+|x-apollo-operation-name|x-source|x-device|x-tkpd-[\w-]+|x-airbnb-api-key|x-booking-[\w-]+|x-github-api-version|private-token)$/;

/** Where the token comes from the site itself, the same for all visitors. */
const GIVES_ITS_OWN_TOKEN = new Set(['api.vimeo.com', 'x.com', 'twitter.com', 'api.x.com', 'amp-api.podcasts.apple.com']);
/** APIs for programs, which want to be told the name of one. */
const WANTS_OUR_NAME = new Set(['api.producthunt.com', 'api.github.com', 'en.wikipedia.org']);
/** Where it is the owner's, given for this export. */
const TAKES_TOKENS_OF_OWNERS = new Set(['discord.com', 'api.producthunt.com', 'api.github.com', 'gitlab.example', 'pixelfed.example']);

/** They show nothing to programs, and this browser does not trust the world: browser-doors and scrolled-doors read them. */
const IN_A_BROWSER_ALONE = ['xiaohongshu', 'zhihu'];

/** One of each platform; the one with a login where there is one, as without it a browser may be needed. */
const ONE_OF_EACH = [
  ...new Map(
    SIMULATED_EXPORTS.toReversed()
      .toSorted((a, b) => Number(a.cookies !== undefined) - Number(b.cookies !== undefined))
      .map((simulated) => [simulated.platform, simulated]),
  ).values(),
];

let world: World;
let service: RunningService;
const dataDir = ownFolder('identity');
const guids: string[] = [];
/** Values of all cookies that the exports were given. */
const given = new Set<string>();

beforeAll(async () => {
  world = await startWorld({ simulators: ONE_OF_EACH.map((simulated) => simulated.world()) });
  service = await startServiceProcess(dataDir, { ...world.env, ...CANARIES, COMMENTDOCK_PACE: 'off', COMMENTDOCK_LIMITS: 'off' });
  const platforms = await loadPlatforms();
  for (const { url, selector, cookies } of ONE_OF_EACH) {
    const login = cookies ?? cookiesFor(platforms.claim(url).platform);
    for (const value of Object.values(login)) given.add(value);
    const wanted = selector === undefined ? {} : { [selector]: true };
    guids.push(await service.createJob(url, { ...wanted, cookies: login, userAgent: OWNERS }));
  }
  for (const guid of guids) {
    for (let status = ''; status !== 'done' && status !== 'error';) {
      await delay(50);
      ({ status } = await service.job(guid));
    }
  }
});

afterAll(async () => {
  await service.kill();
  await world.close();
});

describe('requests of exports', () => {
  it('were made by every platform', async () => {
    const ends = await Promise.all(guids.map(async (guid, index) => [ONE_OF_EACH[index]?.platform, (await service.job(guid)).status]));
    expect(
      ends
        .filter(([, status]) => status !== 'done')
        .map(([platform]) => platform)
        .toSorted(),
    ).toEqual(IN_A_BROWSER_ALONE);
    for (const host of WANTS_OUR_NAME) expect(world.count(host)).toBeGreaterThan(0);
    expect(world.requests.length).toBeGreaterThan(ONE_OF_EACH.length);
  });

  it('name neither the user nor the machine, the program nor the export', () => {
    const { username, homedir } = userInfo();
    // A name such as "root" or "node" is also a word: it must not stand alone.
    const words = [...Object.values(CANARIES).slice(0, 5), hostname(), homedir, dataDir, VERSION, ...guids].filter(
      (word) => word.length > 4,
    );
    for (const { method, url, host, headers: all, body } of world.requests) {
      const headers = WANTS_OUR_NAME.has(host) ? { ...all, 'user-agent': '' } : all;
      const sent = `${method} ${url}\n${JSON.stringify(headers)}\n${body}`;
      for (const word of words) expect(sent).not.toContain(word);
      expect(sent).not.toMatch(/commentdock|undici|node-fetch|node\.js/i);
      expect(JSON.stringify(headers).split(/[^\w.-]+/)).not.toContain(username);
      expect(sent).not.toMatch(/chatham|de[-_]ch/i);
    }
  });

  it('come from the browser of the cookies that they carry, hints and all, and no other does', () => {
    const carries = (cookie = ''): boolean => cookie.split('; ').some((pair) => given.has(pair.slice(pair.indexOf('=') + 1)));
    const plain = world.requests.filter(({ headers }) => !IN_THE_BROWSER.test(headers['user-agent'] ?? ''));
    const owners = plain.filter(({ headers }) => carries(headers['cookie']));
    expect(new Set(owners.map(({ host }) => host)).size).toBeGreaterThan(5);
    for (const { url, headers } of owners) expect([url, headers]).toMatchObject([url, { 'user-agent': OWNERS, ...OWNERS_HINTS }]);
    for (const { url, headers } of plain) if (!carries(headers['cookie'])) expect([url, headers['user-agent']]).not.toEqual([url, OWNERS]);
  });

  it('carry no header but those of a browser and of the platform', () => {
    const names = new Set(world.requests.flatMap(({ headers }) => Object.keys(headers)));
    expect([...names].filter((name) => !OF_BROWSERS.test(name) && !OF_PLATFORMS.test(name))).toEqual([]);
    const nameless = world.requests.filter(({ host }) => !WANTS_OUR_NAME.has(host));
    const agents = new Set(nameless.map(({ headers }) => headers['user-agent'] ?? ''));
    // Of this machine only its browser's version and its kind of system; or what the owner said of the cookies.
    for (const agent of agents)
      expect(agent).toMatch(
        /^(?:Mozilla\/5\.0$|Mozilla\/5\.0 \((?:Windows NT 10\.0; Win64; x64|X11; Linux x86_64|Macintosh; Intel Mac OS X 10_15_7)\) |com\.google\.android\.youtube\/)/,
      );
    for (const { headers } of world.requests) expect(headers['accept-language'] ?? 'en').toMatch(/^en/);
    const hasToken = world.requests.filter(({ headers }) => (headers['authorization'] ?? headers['private-token']) !== undefined);
    const authorized = hasToken.map(({ host }) => host);
    expect(authorized.filter((host) => !GIVES_ITS_OWN_TOKEN.has(host) && !TAKES_TOKENS_OF_OWNERS.has(host))).toEqual([]);
  });
});
