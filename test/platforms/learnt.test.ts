// What one export learns from the pages of a site spares the next one the pages.
import { describe, expect, it } from 'vitest';
import { OPERATION_IDS } from '#core/platforms/twitter/operations.ts';
import { airbnbSimulator, LISTING } from '#core/platforms/airbnb/simulator.ts';
import { facebookSimulator, POST_URL } from '#core/platforms/facebook/simulator.ts';
import { CODE as POST_CODE, instagramSimulator } from '#core/platforms/instagram/simulator.ts';
import { metacriticSimulator } from '#core/platforms/metacritic/simulator.ts';
import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';
import { targetSimulator, TCIN } from '#core/platforms/target/simulator.ts';
import { CODE, OWNER, threadsSimulator } from '#core/platforms/threads/simulator.ts';
import { twitterSimulator } from '#core/platforms/twitter/simulator.ts';
import { BUSINESS, yelpSimulator } from '#core/platforms/yelp/simulator.ts';
import type { Selector } from '#core/contract/options.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { engineRuns } from '#test/platforms/engine-run.ts';
import { isTested } from '#test/platforms/simulated-exports.ts';
import type { Simulator } from '#test/world/simulator.ts';

const engineRun = engineRuns();

interface Site {
  readonly platform: string;
  readonly what: string;
  readonly url: string;
  readonly selector?: Selector;
  readonly cookies?: Readonly<Record<string, string>>;
  /** The site of the day that it had this. */
  readonly world: (release: '1' | '2') => Simulator;
  /** Names of what is kept. */
  readonly names: readonly string[];
  /** Its simulator has no other release. */
  readonly staysAsItIs?: true;
}

const idsOf = (names: readonly string[], release: string): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, `${release}00${index}`]));
const everyCallOfX = (release: string) =>
  Object.fromEntries(Object.keys(OPERATION_IDS).map((name) => [name, `of-release-${release}-${name}`]));
const COMMENT_QUERIES = ['PolarisPostCommentsPaginationQuery'];
const FACEBOOK_QUERIES = ['CommentListComponentsRootQuery', 'CommentsListComponentsPaginationQuery'];

/** The same in both releases. */
const LASTING = /^(?:places|switches) of/;

const SITES: readonly Site[] = [
  {
    platform: 'airbnb',
    what: 'the key of its web site',
    url: `https://www.airbnb.com/rooms/${LISTING}`,
    world: (release) => airbnbSimulator({ key: `key${release}` }),
    names: ['key of Airbnb'],
  },
  {
    platform: 'facebook',
    what: 'ids of queries and switches',
    url: POST_URL,
    world: (release) => facebookSimulator({ queryIds: idsOf(FACEBOOK_QUERIES, release) }),
    names: FACEBOOK_QUERIES.map((name) => `id of the query ${name}`),
  },
  {
    platform: 'instagram',
    what: 'ids of queries',
    url: `https://www.instagram.com/p/${POST_CODE}/`,
    cookies: { sessionid: '42%3Aabc' },
    world: (release) => {
      const site = instagramSimulator({ ids: idsOf(COMMENT_QUERIES, release), namedBy: 'scripts' });
      return (request) => (/^\/api\/v1\/(?:media|feed)\//.test(request.url.pathname) ? { status: 404, body: '' } : site(request));
    },
    names: ['id of the query PolarisPostCommentsPaginationQuery'],
  },
  {
    platform: 'metacritic',
    what: 'the key of its web site',
    url: 'https://www.metacritic.com/movie/a-film/critic-reviews/',
    world: (release) => metacriticSimulator({ key: release.repeat(32) }),
    names: ['key of Metacritic'],
  },
  {
    platform: 'soundcloud',
    what: 'the client id of its web site',
    url: 'https://soundcloud.com/somebody/a-track',
    world: () => soundcloudSimulator({}),
    names: ['client id of SoundCloud'],
    staysAsItIs: true,
  },
  {
    platform: 'target',
    what: 'the key of its review call',
    url: `https://www.target.com/p/a-thing/-/A-${TCIN}`,
    world: (release) => targetSimulator({ key: release.repeat(40) }),
    names: ['key of the review call of Target'],
  },
  {
    platform: 'threads',
    what: 'ids of queries',
    url: `https://www.threads.com/@${OWNER.username}/post/${CODE}`,
    world: () => threadsSimulator({ calls: 'stale' }),
    names: ['id of the query BarcelonaPostPageDirectQuery'],
    staysAsItIs: true,
  },
  {
    platform: 'twitter',
    what: 'ids of calls, switches, and how to sign',
    url: 'https://x.com/owner',
    selector: 'followers',
    world: (release) => twitterSimulator({ frontEnd: { form: 'chunks', ids: everyCallOfX(release) }, switches: ['a_switch'], listed: 45 }),
    names: ['id of Followers of X', 'id of UserByScreenName of X', 'places of the signature of X', 'switches of X'],
  },
  {
    platform: 'yelp',
    what: 'the number of its query',
    url: `https://www.yelp.com/biz/${BUSINESS}`,
    world: (release) => yelpSimulator({ documentId: release.repeat(64) }),
    names: ['reviews of Yelp'],
  },
];

const OPTIONS = { replies: false, sort: null, limit: 1_000_000, minTimestamp: null, maxTimestamp: null, countries: [] };
const registry = await loadPlatforms();

describe.each(SITES.filter(({ platform }) => isTested(platform)))(
  '$platform: $what',
  ({ url, selector, cookies, world, names, staysAsItIs }) => {
    const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
    const read = (release: '1' | '2', learnt: Awaited<ReturnType<typeof engineRun>>['learnt'] = []) =>
      engineRun({ platform, target, options: OPTIONS, world: () => world(release), learnt, ...(cookies === undefined ? {} : { cookies }) });

    it('spares the next export the pages, and is read again once it is stale', async () => {
      const first = await read('1');
      expect(first.learnt.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
      const second = await read('1', first.learnt);
      expect(second.items).toStrictEqual(first.items);
      expect(second.requests.length).toBeLessThan(first.requests.length);
      expect(second.commits).toBeLessThanOrEqual(first.commits);
      expect(second.learnt.map(({ name, value }) => [name, value])).toEqual(first.learnt.map(({ name, value }) => [name, value]));
      if (staysAsItIs) return;
      const later = await read('2', second.learnt);
      expect(later.items).toStrictEqual(first.items);
      const former = new Set(first.learnt.filter(({ name }) => !LASTING.test(name)).map(({ value }) => value));
      expect(later.learnt.filter(({ value }) => former.has(value))).toEqual([]);
      expect(later.learnt.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
    });
  },
);
