// The doors through a browser that stand on what a page does by itself: it scrolls, is rendered by a script, or embeds. As browser-doors.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { BROWSER_TEST_MS, LACKING, renderersBelow, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { ownFolder } from '#test/own.ts';
import { openDoorService, type DoorService } from '#test/platforms/door-service.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import { behindDoorman, type Doorman, FORBIDDEN } from '#test/world/doorman.ts';
import { changeOrgSimulator } from '#core/platforms/change_org/simulator.ts';
import { disqusSimulator } from '#core/platforms/disqus/simulator.ts';
import { linkedInSimulator } from '#core/platforms/linkedin/simulator.ts';
import { microsoftStoreSimulator } from '#core/platforms/microsoft_store/simulator.ts';
import { POST, truthSocialSimulator } from '#core/platforms/truth_social/simulator.ts';
import type { SimulatedAnswer, SimulatedRequest } from '#test/world/simulator.ts';

interface ScrolledDoor extends Partial<Omit<SimulatedExport, 'platform'>> {
  /** Rows behind it, replies left out. */
  readonly rows: number;
  /** What programs get instead of an answer; null leaves a request to the site. Default: 403 for everything. */
  readonly toPrograms?: (request: SimulatedRequest) => SimulatedAnswer | null;
  /** This door has no next page, so that the wall stands before the first. */
  readonly isOnePage?: true;
}

/** A post whose script embeds the thread: what it sends only speaks of it. */
const SPEAKS_OF_IT: SimulatedAnswer = { body: '<html><body><p>Comments by Disqus</p></body></html>' };

const DOORS: Readonly<Record<string, ScrolledDoor>> = {
  // Every fifth answers another.
  change_org: { rows: 24, world: () => changeOrgSimulator({ comments: 30 }) },
  disqus: {
    // Of four two answer another.
    rows: 30,
    isOnePage: true,
    world: () => disqusSimulator({ comments: 60 }),
    toPrograms: ({ url }) => (url.hostname === 'blog.example.org' ? SPEAKS_OF_IT : null),
  },
  linkedin: {
    rows: 24,
    cookies: { li_at: 'simulated', JSESSIONID: '"ajax:42"' },
    world: () => linkedInSimulator({ calls: 'gone', comments: 24 }),
    toPrograms: () => null,
  },
  microsoft_store: { rows: 45, world: () => microsoftStoreSimulator({ reviews: { us: 45 } }) },
  // It is not asked for a visitor.
  taobao_tmall: { rows: 25, cookies: { unb: 'simulated', cookie2: 'simulated' } },
  truth_social: {
    rows: 45,
    // Its page asks for all of it at once.
    isOnePage: true,
    url: `https://truthsocial.com/@owner/${POST}`,
    world: () => truthSocialSimulator({}),
    toPrograms: () => null,
  },
  // Its page is all that is asked.
  xiaohongshu: { rows: 25, toPrograms: () => null },
};

function planOf(id: string): SimulatedExport & ScrolledDoor {
  return { ...(SIMULATED_EXPORTS.find(({ platform }) => platform === id) as SimulatedExport), ...(DOORS[id] as ScrolledDoor) };
}

function crashPages(): void {
  for (const { pid } of renderersBelow(process.pid)) process.kill(pid, 'SIGKILL');
}

describe.skipIf(LACKING !== null)('a door through what a page does by itself', { timeout: 3 * BROWSER_TEST_MS }, () => {
  let place: BrowserWorld;
  let service: DoorService;
  const dataDir = ownFolder('scrolled-doors');
  let doorman: Doorman;
  /** Whether the wall is to stand after the first page with rows. */
  let wallsAfterFirst = false;

  beforeAll(async () => {
    const registry = await loadPlatforms();
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
    doorman = behindDoorman(plan.world(), plan.toPrograms ?? (() => FORBIDDEN));
    place.world.replace({ simulators: [doorman.site] });
    wallsAfterFirst = plan.isOnePage !== true;
    if (!wallsAfterFirst) doorman.raiseWall();

    const walled = await service.run(plan);
    expect(walled).toMatchObject({ status: 'error', errorCode: 'CAPTCHA' });
    if (plan.isOnePage === true) expect(walled.exported).toBe(0);
    else expect(walled.exported).toBeGreaterThan(0);
    expect(walled.exported).toBeLessThan(plan.rows);

    wallsAfterFirst = false;
    doorman.lowerWall();
    const crashed = doorman.beforeNextAnswer(crashPages);
    const done = await service.goOn(walled.guid);
    expect(done).toMatchObject({ status: 'done', errorCode: null });
    expect(crashed()).toBe(true);
    const ids = await service.ids(walled.guid);
    expect([ids.length, new Set(ids).size]).toEqual([plan.rows, plan.rows]);
  });
});
