// Doors that hang on what the network makes of an answer (its walls, cookies, redirects), read over real connections.
import { describe, expect, it } from 'vitest';
import type { Json, Next, PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { openPage } from '#test/network/page.ts';
import { own } from '#test/own.ts';
import { chooseFor, type RunOptions } from '#test/platforms/read-all.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { bilibiliSimulator } from '#core/platforms/bilibili/simulator.ts';
import { goodreadsSimulator } from '#core/platforms/goodreads/simulator.ts';
import { imdbSimulator } from '#core/platforms/imdb/simulator.ts';
import { metacriticSimulator } from '#core/platforms/metacritic/simulator.ts';
import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';
import { tiktokSimulator } from '#core/platforms/tiktok/simulator.ts';
import { weiboSimulator } from '#core/platforms/weibo/simulator.ts';
import { NM, wildberriesSimulator } from '#core/platforms/wildberries/simulator.ts';
import { startWorld } from '#test/world/world.ts';

interface Export {
  readonly what: string;
  readonly platform: string;
  readonly url: string;
  readonly options?: RunOptions;
  readonly site: Simulator;
  readonly items: number;
}

const EXPORTS: readonly Export[] = [
  {
    what: 'a visitor of weibo.com',
    platform: 'weibo',
    url: 'https://weibo.com/1669879400/J5cVGuUNq',
    site: weiboSimulator({ strangers: 'visitors' }),
    items: 50,
  },
  {
    what: 'a book behind a firewall, and a key of the script',
    platform: 'goodreads',
    url: 'https://www.goodreads.com/book/show/7-x',
    site: goodreadsSimulator({ isWalled: true, key: 'da2-another' }),
    items: 250,
  },
  {
    what: 'a card that refuses programs',
    platform: 'wildberries',
    url: `https://www.wildberries.ru/catalog/${NM}/detail.aspx`,
    site: wildberriesSimulator({ cardRefuses: 498 }),
    items: 80,
  },
  {
    what: 'a list of tracks that is walled',
    platform: 'soundcloud',
    url: 'https://soundcloud.com/somebody',
    site: soundcloudSimulator({ refusesTracks: true, listed: 30 }),
    items: 30,
  },
  {
    what: 'posts beside a video',
    platform: 'tiktok',
    url: 'https://www.tiktok.com/@owner',
    site: tiktokSimulator({ plain: false, besideVideos: 'open' }),
    items: 80,
  },
  {
    what: 'followers for browsers with a number',
    platform: 'bilibili',
    url: 'https://space.bilibili.com/9',
    options: { followers: true },
    site: bilibiliSimulator({ wantsDevice: true }),
    items: 120,
  },
  {
    what: 'a key of the front page',
    platform: 'metacritic',
    url: 'https://www.metacritic.com/movie/a-film/user-reviews/',
    site: metacriticSimulator({ key: 'b'.repeat(32) }),
    items: 45,
  },
  { what: 'headers of the site', platform: 'imdb', url: 'https://www.imdb.com/title/tt7/', site: imdbSimulator({}), items: 120 },
];

const world = await own(startWorld({ simulators: EXPORTS.map(({ site }) => site) }));

describe('over the net', () => {
  it.each(EXPORTS)('$platform: $what', async ({ platform: id, url, options = {}, items }) => {
    const platform = (await loadPlatform(id)) as PlatformDefinition;
    const config = { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile };
    await using page = await openPage({ config, platform });
    const found = new Set<string>();
    let waiting: readonly Next<Json>[] = platform.start(chooseFor(platform, url, options), page.session.options);
    while (waiting.length > 0) {
      const [first, ...others] = waiting as [Next<Json>, ...Next<Json>[]];
      const answer = await platform.fetchPage(first.cursor, page.another().session);
      for (const item of answer.items) found.add(item.id);
      waiting = [...(answer.next ?? []), ...others];
    }
    expect(found.size).toBe(items);
  });
});
