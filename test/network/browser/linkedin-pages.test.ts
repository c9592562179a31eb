import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import linkedin from '#core/platforms/linkedin/index.ts';
import type { Json, PlatformDefinition } from '#core/platform-api/define.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld, type BrowserWorld } from '#test/network/browser/browser-world.ts';
import { openPage, type TestPage } from '#test/network/page.ts';
import { chooseFor, type RunOptions } from '#test/platforms/read-all.ts';
import { linkedInSimulator, POST_URL } from '#core/platforms/linkedin/simulator.ts';

const LOGIN = { li_at: 'a', JSESSIONID: '"ajax:42"' };
/** Its calls never come, and what its pages bring they bring by scripts. */
const PAGE_PATIENCE = 0.4;
const [COMMENTS, REACTIONS, POSTS] = [24, 33, 17];

describe.skipIf(LACKING !== null)('LinkedIn without its calls, in a browser', { timeout: 2 * BROWSER_TEST_MS }, () => {
  let place: BrowserWorld;
  let page: TestPage;

  beforeAll(async () => {
    place = await startBrowserWorld([linkedInSimulator({ calls: 'gone', comments: COMMENTS, reactions: REACTIONS, posts: POSTS })]);
    // Without its pace, which is that of a reader.
    const platform = { ...linkedin, pace: { perSecond: 1_000, concurrency: 1 } } as PlatformDefinition;
    page = await openPage({ platform, config: place.config, cookies: LOGIN, pagePatience: PAGE_PATIENCE });
  }, BROWSER_TEST_MS);

  afterAll(async () => {
    await page?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  /** As the engine follows a list: to its end, or to the first page without anything new. */
  async function read(
    url: string,
    options: RunOptions = {},
  ): Promise<{ readonly ids: Set<string>; readonly doors: Set<string | undefined> }> {
    const platform = linkedin as unknown as PlatformDefinition;
    const { session } = page.another();
    const ids = new Set<string>();
    const doors = new Set<string | undefined>();
    let [next] = platform.start(chooseFor(platform, url, options), session.options);
    while (next !== undefined) {
      const shown = await platform.fetchPage(JSON.parse(JSON.stringify(next.cursor)) as Json, session);
      const before = ids.size;
      for (const { id } of shown.items) ids.add(id);
      doors.add(shown.door);
      [next] = ids.size === before ? [] : (shown.next ?? []);
    }
    return { ids, doors };
  }

  it.concurrent('comments: the button that brings more is pressed until there is none', async () => {
    const { ids, doors } = await read(POST_URL);
    expect([ids.size, [...doors]]).toEqual([COMMENTS, ['rendered page']]);
  });

  it.concurrent('reactions: their dialog is opened and scrolled to its end', async () => {
    expect((await read(POST_URL, { likes: true })).ids.size).toBe(REACTIONS);
  });

  it.concurrent('posts: the page is scrolled to its end', async () => {
    expect((await read('https://www.linkedin.com/in/somebody/recent-activity/all/')).ids.size).toBe(POSTS);
  });
});
