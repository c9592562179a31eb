// Every platform with a door through a browser, read through it by the engine: with a real Chromium, in the simulated world.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#core/contract/error.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatforms, type PlatformRegistry } from '#core/platforms/registry.ts';
import { BROWSER_TEST_MS, LACKING, renderersBelow, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { ownFolder } from '#test/own.ts';
import { openDoorService, type DoorService } from '#test/platforms/door-service.ts';
import { cookiesFor } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import { behindDoorman, CHALLENGE, type Doorman, FORBIDDEN, HTML_SHELL } from '#test/world/doorman.ts';
import { goodreadsSimulator } from '#core/platforms/goodreads/simulator.ts';
import { googleSearchSimulator } from '#core/platforms/google_search/simulator.ts';
import { imdbSimulator } from '#core/platforms/imdb/simulator.ts';
import { instagramSimulator } from '#core/platforms/instagram/simulator.ts';
import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';
import { targetSimulator } from '#core/platforms/target/simulator.ts';
import { threadsSimulator } from '#core/platforms/threads/simulator.ts';
import { tiktokSimulator } from '#core/platforms/tiktok/simulator.ts';
import { trustpilotSimulator } from '#core/platforms/trustpilot/simulator.ts';
import { vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';
import type { SimulatedAnswer, SimulatedRequest } from '#test/world/simulator.ts';

/** What a row changes in the first simulated export of its platform. */
interface Door extends Partial<Omit<SimulatedExport, 'platform'>> {
  /** What programs get instead of an answer; null leaves a request to the site. Default: 403 for everything. */
  readonly toPrograms?: (request: SimulatedRequest) => SimulatedAnswer | null;
  /** With what it ends at a wall. Default CAPTCHA: every wall here is a challenge. */
  readonly ends?: ErrorCode;
  /** True: this door has no next page, so that the wall stands before the first. */
  readonly isOnePage?: true;
}

/** What the page of one host gets from another without leave is no answer: told is the wall before the plain door. */
const UNREAD: Door = { ends: 'BLOCKED' };

const isCall = ({ url }: SimulatedRequest): boolean => url.pathname.startsWith('/api/') || url.pathname.startsWith('/graphql');
const SHELL_FOR_CALLS: Door = { toPrograms: (request) => (isCall(request) ? HTML_SHELL : null) };

const DOORS: Readonly<Record<string, Door>> = {
  airbnb: {},
  aliexpress: {},
  ao3: {},
  bestbuy: {},
  booking: {},
  coupang: {},
  douyin: {},
  ebay: {},
  etsy: {},
  flipkart: {},
  g2: {},
  glassdoor: {},
  // Its page tells the number of a game alone; the reviews are asked for plainly.
  gog: { isOnePage: true, ends: 'BLOCKED', toPrograms: ({ url }) => (url.host === 'reviews.gog.com' ? null : FORBIDDEN) },
  goodreads: { isOnePage: true, ends: 'BLOCKED', world: () => goodreadsSimulator({ key: 'none' }) },
  google_search: {
    // Given by those who have chosen at the page about cookies.
    cookies: { SOCS: 'simulated' },
    toPrograms: (request) => googleSearchSimulator({ instead: 'scripts' })(request) as SimulatedAnswer,
    world: () => googleSearchSimulator({ results: 24 }),
  },
  imdb: { isOnePage: true, world: () => imdbSimulator({ api: 'gone' }) },
  instagram: { ...SHELL_FOR_CALLS, world: () => instagramSimulator({ needsToken: true }) },
  itch_io: {},
  kick: {},
  lazada: {},
  letterboxd: { toPrograms: () => CHALLENGE },
  medium: { selector: 'likes' },
  mercadolibre: {},
  metacritic: { ...UNREAD, url: 'https://www.metacritic.com/movie/a-film/user-reviews/' },
  myanimelist: {},
  opentable: {},
  naver: { isOnePage: true },
  producthunt: {},
  quora: { url: 'https://www.quora.com/profile/Some-Body-1' },
  rumble: { isOnePage: true },
  // It has words of its own for every 403.
  shopee: { cookies: { SPC_EC: 'simulated' }, ends: 'BLOCKED' },
  soundcloud: { world: () => soundcloudSimulator({}) },
  target: { ...UNREAD, world: () => targetSimulator({}) },
  tieba: {},
  threads: { ...SHELL_FOR_CALLS, world: () => threadsSimulator({}) },
  tiktok: { world: () => tiktokSimulator({ plain: false }) },
  tokopedia: UNREAD,
  trendyol: {},
  tripadvisor: {},
  trustpilot: { world: () => trustpilotSimulator({ reviews: 50 }) },
  udemy: {},
  vimeo: { world: () => vimeoSimulator({}) },
  walmart: {},
  wildberries: { ...UNREAD, isOnePage: true },
  yelp: {},
  zhihu: {},
};

/** Doors that are read by what their pages do by themselves, in scrolled-doors.test.ts. */
const ELSEWHERE: readonly string[] = ['change_org', 'disqus', 'linkedin', 'microsoft_store', 'taobao_tmall', 'truth_social', 'xiaohongshu'];

const FOLDER = 'core/platforms';
const BY_BROWSER = /session\.(?:inPage|inPageJson|page|capture|scroll)\(/;

let place: BrowserWorld;
let registry: PlatformRegistry;
let service: DoorService;
const dataDir = ownFolder('doors');
let doorman: Doorman;
/** Whether the wall is to stand after the first page with rows. */
let wallsAfterFirst = false;

function planOf(id: string): SimulatedExport & Door {
  const first = SIMULATED_EXPORTS.find(({ platform }) => platform === id) as SimulatedExport;
  return { ...first, ...DOORS[id] };
}

async function expectedIds({ platform: id, url, selector, cookies, world }: SimulatedExport): Promise<string[]> {
  const platform = registry.find(id) as PlatformDefinition;
  const options = selector === undefined ? {} : { [selector]: true };
  const given = { ...(cookies ?? cookiesFor(platform)) };
  const { items } = await readAll(platform, url, [{ match: '', simulator: world() }], options, given);
  return items.map((item) => item.id).sort();
}

function crashPages(): void {
  for (const { pid } of renderersBelow(process.pid)) process.kill(pid, 'SIGKILL');
}

/** Ids of platforms whose own files ask a browser for something. */
function platformsWithDoors(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const asking = files.filter((name) => BY_BROWSER.test(readFileSync(join(FOLDER, name), 'utf8')) && !name.startsWith('families/'));
  const again = registry.all.filter(({ whenRefused }) => whenRefused === 'browser').map(({ id }) => id);
  return [...asking.map((name) => name.split('/')[0] as string), ...again];
}

describe('the doors through a browser', () => {
  it('are all read, here or by what their pages do', async () => {
    registry = await loadPlatforms();
    const named = new Set([...Object.keys(DOORS), ...ELSEWHERE]);
    expect(platformsWithDoors().filter((id) => !named.has(id))).toEqual([]);
  });
});

describe.skipIf(LACKING !== null)('a door through a browser', { timeout: 3 * BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    registry = await loadPlatforms();
    place = await startBrowserWorld([]);
    const onPage = (page: { readonly items: readonly unknown[] }): void => {
      if (wallsAfterFirst && page.items.length > 0) doorman.raiseWall();
    };
    service = openDoorService({ dataDir, config: place.config, registry, onPage });
  }, BROWSER_TEST_MS);

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  it.each(Object.keys(DOORS))('of %s: pages, a wall, a crash', async (id) => {
    const plan = planOf(id);
    const expected = await expectedIds(plan);
    doorman = behindDoorman(plan.world(), plan.toPrograms ?? (() => FORBIDDEN));
    place.world.replace({ simulators: [doorman.site] });
    wallsAfterFirst = plan.isOnePage !== true;
    if (!wallsAfterFirst) doorman.raiseWall();

    const walled = await service.run(plan);
    expect(walled).toMatchObject({ status: 'error', errorCode: plan.ends ?? 'CAPTCHA' });
    // Kept is what the first page had, and no more.
    if (plan.isOnePage === true) expect(walled.exported).toBe(0);
    else expect(walled.exported).toBeGreaterThan(0);
    expect(walled.exported).toBeLessThan(expected.length);

    wallsAfterFirst = false;
    doorman.lowerWall();
    const crashed = doorman.beforeNextAnswer(crashPages);
    const done = await service.goOn(walled.guid);
    expect(done).toMatchObject({ status: 'done', errorCode: null });
    expect(crashed()).toBe(true);
    expect((await service.ids(walled.guid)).sort()).toEqual(expected);
  });
});
