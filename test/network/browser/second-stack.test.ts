import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatforms, type PlatformRegistry } from '#core/platforms/registry.ts';
import type { Session } from '#core/platform-api/session.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { openPage, type TestPage } from '#test/network/page.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import { refusesPrograms } from '#test/world/refuses-programs.ts';

const IDS = ['soundcloud', 'vimeo', 'wildberries', 'rumble', 'aliexpress', 'lazada', 'target'];
const EXPORTS = IDS.map((id) => SIMULATED_EXPORTS.find(({ platform }) => platform === id) as SimulatedExport);
const SHUT_HOST = 'shut.example';

let registry: PlatformRegistry;
let place: BrowserWorld;
/** One network for all tests here, so that the browser is started once. */
let shared: TestPage;

/** Ids of an export from its first request to its last. */
async function idsOf(platform: PlatformDefinition, url: string, session: Session): Promise<Set<string>> {
  const ids = new Set<string>();
  const waiting = [...platform.start(chooseFor(platform, url), session.options)];
  const asked = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    asked.add(JSON.stringify(next.cursor));
    const page = await platform.fetchPage(JSON.parse(JSON.stringify(next.cursor)) as Json, session);
    for (const { id } of page.items) ids.add(id);
    waiting.push(...(page.next ?? []).filter(({ cursor }) => !asked.has(JSON.stringify(cursor))));
  }
  return ids;
}

describe.skipIf(LACKING !== null)('a site that refuses programs and serves browsers', { timeout: BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    registry = await loadPlatforms();
    const shut = refusesPrograms(({ url }) => (url.hostname === SHUT_HOST ? { body: 'rows' } : null), { browsersToo: true });
    place = await startBrowserWorld([...EXPORTS.map(({ world }) => refusesPrograms(world())), shut]);
    shared = await openPage({ config: place.config });
  }, BROWSER_TEST_MS);

  afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  it.each(IDS)("gives %s's rows through the browser's own network stack", async (id) => {
    const { url, world } = EXPORTS[IDS.indexOf(id)] as SimulatedExport;
    const platform = registry.find(id) as PlatformDefinition;
    const { items } = await readAll(platform, url, [{ match: '', simulator: world() }]);
    place.world.reset();
    await using page = await openPage({ platform, network: shared.network });
    expect(await idsOf(platform, url, page.session)).toEqual(new Set(items.map((item) => item.id)));
    const bySite = Map.groupBy(place.world.requests, ({ host }) => host);
    // A program asks each host once in the whole run; nothing but the requests of the export is asked for: no page, no script.
    for (const requests of bySite.values()) {
      expect(requests.filter(({ headers }) => headers['sec-fetch-site'] === undefined).length).toBeLessThan(3);
      expect(requests.filter(({ headers }) => headers['sec-fetch-mode'] === 'navigate')).toEqual([]);
    }
  });

  it('stays shut where browsers are refused too, and is asked by the browser once', async () => {
    place.world.reset();
    await using page = await openPage({ platform: { hosts: [SHUT_HOST], whenRefused: 'browser' }, network: shared.network });
    for (const path of ['one', 'two']) {
      await expect(page.session.fetch({ url: `https://${SHUT_HOST}/${path}` })).rejects.toMatchObject({
        code: 'BLOCKED',
        message: expect.stringContaining('answered 403') as string,
      });
    }
    expect(place.world.requests.map(({ path, headers }) => `${path} ${headers['sec-fetch-site'] ?? 'program'}`)).toEqual([
      '/one program',
      '/one same-origin',
      '/two program',
    ]);
  });
});
