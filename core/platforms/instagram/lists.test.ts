import { describe, expect, it } from 'vitest';
import instagram from '#core/platforms/instagram/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { CODE, instagramSimulator, type InstagramParams, MEDIA, OWNER } from '#core/platforms/instagram/simulator.ts';

const POST = `https://www.instagram.com/p/${CODE}/`;
const PROFILE = 'https://www.instagram.com/owner/';
const LOGGED_IN = { sessionid: '42%3Aabc', ds_user_id: '43', csrftoken: 'given' };
const read = (url: string, params: InstagramParams = {}, options: RunOptions = {}, before: readonly FakeExchange[] = []) =>
  readAll(instagram, url, [...before, { match: /./, simulator: instagramSimulator(params) }], options, LOGGED_IN);
const API = 'https://www.instagram.com/api/v1';

describe('instagram: likers', () => {
  it('are those of one answer, and the ledger says that it is a part', async () => {
    const { items, total, gaps, session } = await read(POST, {}, { likes: true });
    expect([items.length, total, gaps[0]?.cause]).toEqual([40, null, 'notServed']);
    expect(items[0]).toMatchObject({
      id: '8500',
      kind: 'like',
      parentId: null,
      text: null,
      createdAt: null,
      url: 'https://www.instagram.com/user.500/',
      author: { name: 'User 500', username: 'user.500', id: '8500', verified: true },
      extra: { isPrivate: false },
    });
    expect(items[1]?.author.name).toBeNull();
    const form = new URLSearchParams(session.sent.at(-1)?.body);
    expect(form.get('doc_id')).toBe('27928626103504365');
    expect(form.get('variables')).toBe(`{"media_id":"${MEDIA}"}`);
    expect(form.get('av')).toBe('43');
    expect(session.sent.at(-1)?.headers['x-csrftoken']).toBe('given');
  });

  it('come from the API where the call of the page is shut', async () => {
    const { items, total, session } = await read(`${POST}liked_by/`, { calls: 'shell' });
    expect([items.length, total]).toEqual([40, 4000]);
    expect(session.urls.at(-1)).toBe(`${API}/media/${MEDIA}/likers/`);
  });

  it('may be hidden', async () => {
    const { items, gaps } = await read(POST, { likers: 0 }, { likes: true });
    expect([items.length, gaps[0]?.cause]).toEqual([0, 'hidden']);
  });
});

describe('instagram: followers and following', () => {
  it('are read past a short page, without the people of other lists', async () => {
    const { items, total, session } = await read(PROFILE, {}, { followers: true });
    expect([items.length, total]).toEqual([30, 33]);
    expect(items.map(({ author }) => author.username)).not.toContain('user.99');
    expect(session.urls).toEqual([
      `${API}/users/web_profile_info/?username=owner`,
      `${API}/friendships/${OWNER.pk}/followers/?count=12&search_surface=follow_list_page`,
      `${API}/friendships/${OWNER.pk}/followers/?count=12&search_surface=follow_list_page&max_id=12`,
      `${API}/friendships/${OWNER.pk}/followers/?count=12&search_surface=follow_list_page&max_id=19`,
    ]);
    expect(items[0]).toMatchObject({ kind: 'follower', id: '8700', createdAt: null, text: null });
    expect(session.sent[1]?.headers).toMatchObject({
      'x-ig-max-touch-points': '0',
      'x-requested-with': 'XMLHttpRequest',
      'x-web-session-id': expect.stringMatching(/^[a-z0-9]{6}:[a-z0-9]{6}:[a-z0-9]{6}$/),
      'x-ig-www-claim': '0',
    });
  });

  it('have a list each', async () => {
    const { items, total, session } = await read(`${PROFILE}following/`);
    expect([items.length, total, items[0]?.kind]).toEqual([30, 30, 'following']);
    expect(session.urls[1]).toBe(`${API}/friendships/${OWNER.pk}/following/?count=12`);
  });

  it('send what the last answer asked to be told', async () => {
    const claimed = { match: 'web_profile_info', headers: { 'x-ig-set-www-claim': 'hmac.1' }, body: { data: { user: { id: OWNER.pk } } } };
    const { session, total } = await read(PROFILE, {}, { followers: true }, [claimed]);
    expect(session.sent[1]?.headers['x-ig-www-claim']).toBe('hmac.1');
    expect(total).toBeNull();
  });

  it.each([
    ['the page of the profile', {}, 2],
    ['one of its posts', { page: 'missing' as const }, 3],
  ])('find the account by %s where the call for it is shut', async (_, params, requests) => {
    const { items, session } = await read(PROFILE, { lookUp: false, ...params }, { followers: true });
    expect(items).toHaveLength(30);
    const before = session.urls.findIndex((url) => url.includes('/friendships/'));
    expect(new Set(session.urls.slice(0, before)).size).toBe(requests);
  });

  it('end where a page names nobody, or where its cursor was asked with', async () => {
    const list = (users: object[], id: string) => ({ users, has_more: true, next_max_id: id, status: 'ok' });
    const before = [
      { match: 'max_id=b', body: list([], 'c') },
      { match: '/followers/', body: list([{ pk: '1', username: 'a' }], 'b') },
    ];
    const { items, session } = await read(PROFILE, {}, { followers: true }, before);
    expect(items).toHaveLength(1);
    expect(session.urls.filter((url) => url.includes('/followers/'))).toHaveLength(2);
  });

  it('say what Instagram holds back', async () => {
    const body = {
      users: [{ pk: 1, username: 'a' }],
      has_more: false,
      should_limit_list_of_followers: true,
      hidden_following_account_count: 4,
    };
    const { gaps } = await read(PROFILE, {}, { following: true }, [{ match: '/following/', body }]);
    expect(gaps.map(({ cause, count }) => [cause, count])).toEqual([
      ['hidden', 0],
      ['hidden', 4],
    ]);
  });
});

describe('instagram: posts', () => {
  it('are read to the end', async () => {
    const { items, session, total } = await read(PROFILE, { needsToken: true });
    expect([items.length, total]).toEqual([30, null]);
    const forms = session.sent.slice(1).map(({ body }) => new URLSearchParams(body));
    expect(session.sent.slice(1).map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => 'https://www.instagram.com/graphql/query'));
    expect(forms.map((form) => [form.get('fb_api_req_friendly_name'), form.get('doc_id')])).toEqual([
      ['PolarisProfilePostsQuery', '28379418928391013'],
      ['PolarisProfilePostsTabContentQuery_connection', '38620137654299531'],
      ['PolarisProfilePostsTabContentQuery_connection', '38620137654299531'],
    ]);
    expect(JSON.parse(forms[1]?.get('variables') ?? '')).toMatchObject({ after: 'cursor-12', first: 12, username: 'owner' });
    expect(session.sent[1]?.headers).toMatchObject({
      'x-root-field-name': 'xdt_api__v1__feed__user_timeline_graphql_connection',
      'x-bloks-version-id': '0a1b2c3d',
    });
  });

  it('have every field', async () => {
    const { items } = await read(PROFILE);
    expect(items[1]).toMatchObject({
      id: '2589531623544609759',
      kind: 'post',
      author: { username: 'owner', id: OWNER.pk, url: PROFILE },
      text: 'Post 1',
      createdAt: '2021-06-04T18:11:50.000Z',
      likes: 10,
      replyCount: 1,
      url: 'https://www.instagram.com/p/CODE1/',
      media: [{ type: 'image', url: 'https://cdn.example/p1.jpg' }],
      isPinned: null,
      extra: { productType: 'feed', likesHidden: false },
    });
  });

  const postWith = async (post: object) => {
    const body = {
      data: { xdt_api__v1__feed__user_timeline_graphql_connection: { edges: [{ node: { pk: '2589531623544609760', ...post } }] } },
    };
    return (await read(PROFILE, {}, {}, [{ match: '/graphql/query', body }])).items[0];
  };
  const picture = (name: string) => ({ image_versions2: { candidates: [{ url: `https://cdn.example/${name}` }] } });

  it.each([
    ['hidden likes', { like_count: 0, like_and_view_counts_disabled: true }, { likes: null, extra: { likesHidden: true } }],
    ['a number that is not shown', { like_count: -1 }, { likes: null }],
    [
      'no code and no date',
      { code: null },
      { url: `https://www.instagram.com/p/${CODE}/`, createdAt: '2021-06-05T18:04:06.833Z', createdAtPrecision: 'hour' },
    ],
    ['no words', { caption: null }, { text: '' }],
    ['no author', {}, { author: { username: 'owner', url: PROFILE } }],
    ['a long id', { pk: '2589531623544609760_3171067' }, { id: '2589531623544609760' }],
    [
      'a video',
      { code: 'C', product_type: 'clips', video_versions: [{ url: 'https://cdn.example/v.mp4' }], ...picture('p.jpg') },
      { url: 'https://www.instagram.com/reel/C/', media: [{ type: 'video', url: 'https://cdn.example/v.mp4' }] },
    ],
    [
      'several pictures',
      {
        ...picture('cover.jpg'),
        carousel_media: [{ ...picture('1.jpg') }, { video_versions: [{ url: 'https://cdn.example/2.mp4' }], ...picture('2.jpg') }],
      },
      {
        media: [
          { type: 'image', url: 'https://cdn.example/1.jpg' },
          { type: 'video', url: 'https://cdn.example/2.mp4' },
        ],
      },
    ],
    ['counts of views', { play_count: 5, view_count: 4, ig_play_count: 3 }, { extra: { plays: 5, views: 4 } }],
    ['counts of views by other names', { play_count: null, ig_play_count: 3, video_view_count: 2 }, { extra: { plays: 3, views: 2 } }],
    ['what was shared', { reshare_count: 6, media_repost_count: 0 }, { extra: { shares: 6, reposts: 0 } }],
  ])('may have %s', async (_, post, expected) => {
    expect(await postWith(post)).toMatchObject(expected);
  });

  it('say nothing of counts that are not shown', async () => {
    expect((await postWith({ play_count: -1, view_count: -1, reshare_count: -1, media_repost_count: null }))?.extra).toEqual({});
  });

  it('come from the API where the call of the page is shut', async () => {
    const { items, doors, session } = await read(PROFILE, { calls: 'shell' });
    expect([items.length, doors]).toEqual([30, ['web API']]);
    expect(session.urls.at(-1)).toBe(`${API}/feed/user/owner/username/?count=12&max_id=24`);
  });

  it('are reels through the call of the page where the API sends to the home page', async () => {
    const { items, gaps, session, doors } = await read(`${PROFILE}reels/`, { reels: 'homeward' });
    expect([items.length, doors]).toEqual([30, ['web page calls']]);
    expect(items[1]).toMatchObject({
      id: '2589531623544609759',
      kind: 'post',
      text: null,
      extra: { plays: 1000 },
      createdAtPrecision: 'hour',
    });
    expect(gaps).toContainEqual(expect.objectContaining({ note: 'Instagram lists these reels without their words.' }));
    expect(session.urls.filter((url) => url === `${API}/clips/user/`)).toHaveLength(1);
  });

  it.each([{ account: 'private' }, { account: 'unknown' }] as const)(
    'are no reels of an account that is %j, through either door',
    async (state) => {
      const code = state.account === 'private' ? 'PRIVATE' : 'NOT_FOUND';
      await expect(read(`${PROFILE}reels/`, { ...state, reels: 'homeward' })).rejects.toMatchObject({ code });
    },
  );

  it('are reels in their own list', async () => {
    const { items, session } = await read(`${PROFILE}reels/`);
    expect(items).toHaveLength(30);
    expect(items[0]).toMatchObject({ kind: 'post', url: 'https://www.instagram.com/reel/CODE0/', media: [{ type: 'video' }] });
    expect(session.sent.filter(({ url }) => url.endsWith('/clips/user/')).map(({ body }) => body)).toEqual([
      'target_user_id=3171067&page_size=12&include_feed_video=true',
      'target_user_id=3171067&page_size=12&include_feed_video=true&max_id=12',
      'target_user_id=3171067&page_size=12&include_feed_video=true&max_id=24',
    ]);
  });

  it('are none of an account without any', async () => {
    expect((await read(PROFILE, { listed: 0 })).items).toEqual([]);
  });

  it('are missed where the account has some and none is shown', async () => {
    const nothing = { data: { xdt_api__v1__feed__user_timeline_graphql_connection: { edges: [], page_info: { has_next_page: false } } } };
    const { gaps } = await read(PROFILE, {}, {}, [{ match: '/graphql/query', body: nothing }]);
    expect(gaps[0]?.cause).toBe('hidden');
  });
});
