import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import facebook from '#core/platforms/facebook/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { facebookSimulator, type FacebookParams, LOGIN } from '#core/platforms/facebook/simulator.ts';
import { GROUP_ID, PAGE_ID, reviewNode, storyNode } from '#core/platforms/facebook/simulator/answers.ts';

const SITE = 'https://www.facebook.com';
const PAGE = `${SITE}/example.page`;
const PROFILE = `${SITE}/profile.php?id=${PAGE_ID}`;
const GROUP = `${SITE}/groups/example.group`;
const REVIEWS = `${PAGE}/reviews`;
const play = (url: string, params: FacebookParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(facebook, url, [{ match: '', simulator: facebookSimulator(params) }], options, cookies);
const codeOf = (url: string, exchanges: readonly FakeExchange[]): Promise<unknown> =>
  readAll(facebook, url, exchanges, {}, LOGIN).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const numbers = (ids: readonly { id: string }[]) => ids.map(({ id }) => Number(id));
const variablesIn = ({ session }: Awaited<ReturnType<typeof play>>) =>
  session.sent
    .filter(({ url }) => url.endsWith('/api/graphql/'))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get('variables') ?? '{}') as Record<string, unknown>);
const timeline = (nodes: readonly unknown[], more: object = {}) => ({
  data: { node: { timeline_list_feed_units: { edges: nodes.map((node) => ({ node })), ...more } } },
});
const only = async (node: object) => {
  const { items } = await readAll(facebook, PROFILE, [{ match: 'graphql', body: timeline([node]) }]);
  const [item] = items;
  if (item === undefined) throw new Error('no item');
  return itemSchema.strict().parse(item);
};

describe('facebook: posts', () => {
  it('reads those of a page, whatever parts they come in', async () => {
    const run = await play(PAGE, { listed: 10 });
    expect(numbers(run.items)).toEqual(Array.from({ length: 10 }, (_, index) => 8000 + index));
    expect([run.total, run.session.urls.length]).toEqual([null, 5]);
    expect(variablesIn(run).map(({ cursor }) => cursor)).toEqual([null, 'g3', 'g6', 'g9']);
  });

  it('needs no page for a number in the address, and takes the dates along', async () => {
    const run = await play(PROFILE, { listed: 2 }, { minTimestamp: 5, maxTimestamp: 9 });
    expect([run.items.length, variablesIn(run)[0]]).toMatchObject([
      2,
      { id: PAGE_ID, afterTime: 5, beforeTime: 9, count: 3, feedLocation: 'TIMELINE' },
    ]);
  });

  it('has every field', async () => {
    const { items } = await play(PROFILE, { listed: 3 });
    expect(itemSchema.strict().parse(items[2])).toMatchObject({
      id: '8002',
      kind: 'post',
      author: { name: 'Member 8002', id: '10008002', url: `${SITE}/member.8002`, avatarUrl: 'https://scontent.example/8002.jpg' },
      text: 'Post 8002',
      createdAt: '2025-09-02T02:00:00.000Z',
      likes: 8002 % 50,
      replyCount: 8002 % 20,
      url: `${SITE}/example.page/posts/8002`,
      media: [{ type: 'image', url: 'https://scontent.example/p8002.jpg' }],
      extra: { shares: 8002 % 9, isRepost: false },
    });
  });

  it('reads those of a group, newest first or best first', async () => {
    const run = await play(GROUP, { listed: 7 }, {}, LOGIN);
    expect(numbers(run.items)).toEqual([8000, 8001, 8002, 8003, 8004, 8005, 8006]);
    expect(variablesIn(run)[0]).toMatchObject({ id: GROUP_ID, sortingSetting: 'CHRONOLOGICAL', feedType: 'DISCUSSION' });
    const best = await play(`${SITE}/groups/${GROUP_ID}`, { listed: 1 }, { sort: 'top' }, LOGIN);
    expect(variablesIn(best)[0]).toMatchObject({ sortingSetting: 'TOP_POSTS' });
  });

  it('begins with the posts of the page of a group where the query gives none', async () => {
    const run = await play(GROUP, { listed: 7, groupByQuery: false }, {}, LOGIN);
    expect(numbers(run.items)).toEqual([8000, 8001, 8002, 8003, 8004, 8005, 8006]);
    expect(run.doors).toEqual(['page', 'query']);
  });

  it('sends the switches that the page names, and those that are missed', async () => {
    const flag = '__relay_internal__pv__BrandNewrelayprovider';
    const run = await play(PROFILE, { listed: 1, flags: [flag] });
    expect([run.items.length, variablesIn(run)[1]]).toMatchObject([
      1,
      { [flag]: false, __relay_internal__pv__GroupsCometGYSJFeedItemHeightrelayprovider: 206 },
    ]);
    const named = await readAll(facebook, PROFILE, [
      { match: 'graphql', body: timeline([storyNode(1)]) },
      { match: 'profile.php', body: '{"variables":{"__relay_internal__pv__OfThePagerelayprovider":true}}' },
    ]);
    expect(variablesIn(named)[0]).toMatchObject({ __relay_internal__pv__OfThePagerelayprovider: true });
    expect(variablesIn(named)[0]).not.toHaveProperty('__relay_internal__pv__GroupsCometGYSJFeedItemHeightrelayprovider');
  });

  it('takes stories and the next place from parts that name no place in the list', async () => {
    const page = { has_next_page: true, end_cursor: 'next' };
    const inner = storyNode(2, { replies: { page_info: { has_next_page: false, end_cursor: 'inner' } } });
    const parts = [timeline([storyNode(1)]), { data: { page_info: page } }, { label: 'x', data: { node: inner } }];
    const run = await readAll(facebook, PROFILE, [
      { match: 'graphql', body: parts.map((part) => JSON.stringify(part)).join('\n'), times: 1 },
      { match: 'graphql', body: timeline([storyNode(3)], { page_info: { has_next_page: false, end_cursor: 'x' } }) },
    ]);
    expect([numbers(run.items), variablesIn(run)[1]?.['cursor']]).toEqual([[1, 2, 3], 'next']);
  });

  it('leaves out what is paid for, and ends where nothing comes', async () => {
    const paid = storyNode(2, { sponsored_data: { ad_id: '1' } });
    const goesOn = { page_info: { has_next_page: true, end_cursor: 'z' } };
    const { items, session } = await readAll(facebook, PROFILE, [
      { match: 'graphql', body: timeline([storyNode(1), paid], goesOn), times: 1 },
      {
        match: 'graphql',
        body: timeline([{ __typename: 'TimelineBanner' }, null], { page_info: { has_next_page: true, end_cursor: 'y' } }),
      },
    ]);
    expect([numbers(items), session.sent.filter(({ method }) => method === 'POST').length]).toEqual([[1], 2]);
  });
});

describe('facebook: forms of a post', () => {
  const media = (of: object) => ({ attachments: [{ styles: { attachment: of } }] });

  it.each([
    [{ media: { __typename: 'Video', url: 'https://v.example/1' } }, [{ type: 'video', url: 'https://v.example/1' }]],
    [{ media: { __typename: 'Generic', image: { uri: 'https://s.example/2.jpg' } } }, [{ type: 'image', url: 'https://s.example/2.jpg' }]],
    [
      {
        all_subattachments: {
          nodes: [{ media: { image: { uri: 'https://s.example/3.jpg' } } }, { media: { photo_image: { uri: 'https://s.example/4.jpg' } } }],
        },
      },
      [
        { type: 'image', url: 'https://s.example/3.jpg' },
        { type: 'image', url: 'https://s.example/4.jpg' },
      ],
    ],
    [{ media: null }, []],
  ])('takes the media of %j', async (of, expected) => {
    expect((await only(storyNode(1, media(of)))).media).toEqual(expected);
  });

  it('has its own moment, not that of what it passes on', async () => {
    const passedOn = { attached_story: { id: 'x', creation_time: 1_600_000_000 } };
    const node = storyNode(1);
    const { story } = node.comet_sections.content;
    const content = { story: { ...story, ...passedOn } };
    const own = (await only(node)).createdAt;
    expect(own).not.toBe(null);
    expect(await only({ ...node, comet_sections: { ...node.comet_sections, content } })).toMatchObject({
      createdAt: own,
      extra: { isRepost: true },
    });
  });

  it('takes one with next to nothing', async () => {
    const bare = {
      __typename: 'Story',
      post_id: '77',
      creation_time: 1_700_000_000,
      actors: [{ name: 'Owner', id: '5' }],
      attached_story: { id: 'x' },
    };
    expect(await only(bare)).toMatchObject({
      id: '77',
      author: { name: 'Owner', id: '5' },
      text: '',
      createdAt: '2023-11-14T22:13:20.000Z',
      likes: null,
      replyCount: null,
      url: `${SITE}/77`,
      extra: { isRepost: true },
    });
  });

  it.each<[string, unknown, string]>([
    ['a post without an id', timeline([{ __typename: 'Story' }]), 'PLATFORM_CHANGED'],
    ['no list', { data: { node: { id: '1' } } }, 'PLATFORM_CHANGED'],
    ['nobody', { data: { node: null } }, 'NOT_FOUND'],
  ])('says what %s means', async (_what, body, code) => {
    expect(await codeOf(PROFILE, [{ match: 'graphql', body }])).toBe(code);
  });

  it.each<[string, string, string]>([
    ['a page that is gone', "<title>This content isn't available</title>", 'NOT_FOUND'],
    ['a page of another form', '<title>Example</title>', 'PLATFORM_CHANGED'],
    ['an app link', '<meta content="fb://profile/61550000000001">', '3 items'],
    ['the number of the page', '{"pageID":"61550000000001"}', '3 items'],
  ])('reads %s', async (_what, html, outcome) => {
    expect(
      await codeOf(PAGE, [
        { match: 'graphql', simulator: facebookSimulator({ listed: 3 }) },
        { match: PAGE, body: html },
      ]),
    ).toBe(outcome);
  });

  it('reads the app link of a group', async () => {
    const html = `<meta property="al:ios:url" content="fb://group/${GROUP_ID}">`;
    expect(
      await codeOf(GROUP, [
        { match: 'graphql', simulator: facebookSimulator({ listed: 3 }) },
        { match: GROUP, body: html },
      ]),
    ).toBe('3 items');
  });

  it('says that no posts are shown', async () => {
    const { gaps } = await readAll(facebook, PROFILE, [{ match: 'graphql', body: timeline([]) }]);
    expect(gaps).toMatchObject([{ cause: 'hidden', count: 0 }]);
  });
});

describe('facebook: reviews', () => {
  it('begins with those of the page, in English', async () => {
    const run = await play(REVIEWS);
    expect([run.items.length, run.doors, run.total]).toEqual([25, ['page', 'query'], null]);
    expect(run.session.sent[0]?.headers).toMatchObject({ 'accept-language': 'en-US', cookie: 'locale=en_US' });
    expect(variablesIn(run)[0]).toMatchObject({ id: PAGE_ID, cursor: 'v3', count: 10, feedLocation: 'PAGE_SURFACE_RECOMMENDATIONS' });
  });

  it('has every field', async () => {
    const { items } = await play(REVIEWS, { listed: 3 });
    expect(items.map(({ rating, ratingScale }) => [rating, ratingScale])).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: '6001',
      kind: 'review',
      text: 'Post 6001',
      title: null,
      ownerReply: null,
    });
  });

  it.each([
    [{ recommendation_type: 'NEGATIVE' }, 0],
    [{ x: { recommendation_type: 'POSITIVE' } }, 1],
  ])('goes by the type where it is given: %j', async (more, rating) => {
    const body = `<script type="application/json">${JSON.stringify({ reviews_feed: { edges: [{ node: { ...reviewNode(6001), ...more } }] } })}</script>`;
    const { items } = await readAll(facebook, REVIEWS, [{ match: REVIEWS, body }]);
    expect(items).toMatchObject([{ rating, ratingScale: 1 }]);
  });

  it('leaves the rating open in another language', async () => {
    const story = storyNode(6001);
    const context = { title: { text: 'Jemand empfiehlt Example.' } };
    const node = { ...story, comet_sections: { ...story.comet_sections, context_layout: context } };
    const body = `<script type="application/json">${JSON.stringify({ reviews_feed: { edges: [{ node }] } })}</script>`;
    expect((await readAll(facebook, REVIEWS, [{ match: REVIEWS, body }])).items).toMatchObject([{ rating: null, ratingScale: null }]);
  });

  it('asks by the query where the page has none', async () => {
    const simulator = facebookSimulator({ listed: 4 });
    const html = `"props":{"userID":"${PAGE_ID}"}`;
    const run = await readAll(facebook, REVIEWS, [
      { match: 'graphql', simulator },
      { match: REVIEWS, body: html },
    ]);
    expect([run.items.length, run.doors]).toEqual([4, ['query']]);
    const byNumber = await readAll(facebook, `${PROFILE}&sk=reviews`, [{ match: 'graphql', simulator }]);
    expect(byNumber.items).toHaveLength(4);
  });
});
