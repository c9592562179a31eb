import { describe, expect, it } from 'vitest';
import instagram from '#core/platforms/instagram/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { CODE, instagramSimulator, type InstagramParams, MEDIA, OWNER, TOKEN } from '#core/platforms/instagram/simulator.ts';

const POST = `https://www.instagram.com/p/${CODE}/`;
const LOGGED_IN = { sessionid: '42%3Aabc' };
const world = (params: InstagramParams = {}): FakeExchange[] => [{ match: /./, simulator: instagramSimulator(params) }];
const read = (params: InstagramParams = {}, options: RunOptions = {}, url = POST) =>
  readAll(instagram, url, world(params), options, LOGGED_IN);
const formOf = ({ body }: { readonly body: string }) => Object.fromEntries(new URLSearchParams(body));
const calls = (sent: readonly { readonly url: string; readonly body: string }[]) =>
  sent.filter(({ url }) => url.includes('graphql')).map(formOf);
/** One answer of the page's call for comments. */
const answered = (data: object, status = 200): FakeExchange[] => [
  { match: '/api/graphql', status, body: { data } },
  { match: '/p/', status: 404 },
];
const ROOT = 'xdt_api__v1__media__media_id__comments__connection';
const one = (node: object) => ({
  [ROOT]: { edges: [{ node: { pk: '1', ...node } }], page_info: { has_next_page: false, end_cursor: null } },
});

describe('instagram: comments by the calls of the page', () => {
  it('are read to the end, with what the page says', async () => {
    const { items, total, doors, session, gaps } = await read({ needsToken: true });
    expect(items).toHaveLength(32);
    expect(total).toBe(32 + 11 * 14);
    expect(doors).toEqual(['web page calls']);
    expect(gaps).toEqual([]);
    const [page, ...sent] = session.sent;
    expect(page?.url).toBe(POST);
    expect(sent.map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => 'https://www.instagram.com/api/graphql'));
    expect(calls(sent).map(({ variables }) => variables)).toEqual([
      `{"after":null,"before":null,"first":10,"last":null,"media_id":"${MEDIA}","sort_order":"chronological","__relay_internal__pv__PolarisIsLoggedInrelayprovider":true}`,
      expect.stringContaining('"after":"cursor-14"'),
      expect.stringContaining('"after":"cursor-28"'),
    ]);
    expect(formOf(sent[0] ?? { body: '' })).toMatchObject({
      av: '42',
      fb_dtsg: TOKEN,
      lsd: 'lsd-1',
      jazoest: expect.stringMatching(/^2\d+$/),
      fb_api_req_friendly_name: 'PolarisPostCommentsPaginationQuery',
      doc_id: '28169471862682868',
      server_timestamps: 'true',
    });
    expect(sent[0]?.headers).toMatchObject({
      'x-ig-app-id': '936619743392459',
      'x-csrftoken': expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      'x-fb-lsd': 'lsd-1',
      'sec-fetch-site': 'same-origin',
      referer: POST,
    });
    expect(sent[0]?.headers['cookie']).toBe(`csrftoken=${sent[0]?.headers['x-csrftoken']}; ds_user_id=42`);
  });

  it('have every field', async () => {
    const { items } = await read();
    expect(items[1]).toMatchObject({
      id: '1001',
      parentId: null,
      kind: 'comment',
      author: {
        name: null,
        username: 'user.101',
        id: '8101',
        url: 'https://www.instagram.com/user.101/',
        avatarUrl: 'https://cdn.example/101.jpg',
        verified: false,
      },
      text: 'Comment 1 🎉\nsecond line',
      createdAt: '2025-09-04T15:33:21.000Z',
      createdAtPrecision: 'second',
      likes: 1,
      replyCount: 0,
      url: `https://www.instagram.com/p/${CODE}/c/1001/`,
      isPinned: null,
      isEdited: false,
      isAuthorPost: false,
      media: [],
    });
    expect(items[4]).toMatchObject({ isAuthorPost: true, author: { id: OWNER.pk, verified: true } });
  });

  it('stand before their replies, which go on with another call', async () => {
    const { items, session } = await read({ comments: 4 }, { replies: true });
    expect(items.filter(({ kind }) => kind === 'reply')).toHaveLength(28);
    expect(items.find(({ id }) => id === '100003')).toMatchObject({
      kind: 'reply',
      parentId: '1000',
      replyCount: null,
      url: `https://www.instagram.com/p/${CODE}/c/1000/r/100003/`,
    });
    const [, first] = calls(session.sent);
    const next = calls(session.sent).find((form) => form['variables']?.includes('cursor-11'));
    expect(first).toMatchObject({
      fb_api_req_friendly_name: 'PolarisPostChildCommentsQuery',
      doc_id: '28027289793632076',
      variables: `{"after":null,"before":null,"media_id":"${MEDIA}","parent_comment_id":"1000","is_chronological":true,"first":3,"last":null,"__relay_internal__pv__PolarisIsLoggedInrelayprovider":true}`,
    });
    expect(next).toMatchObject({ fb_api_req_friendly_name: 'PolarisPostCommentsChildrenPaginationtQuery', doc_id: '27229753410037873' });
    expect(JSON.parse(next?.['variables'] ?? '')).toMatchObject({ after: 'cursor-11', first: 10 });
  });

  it('come in the order that is asked for', async () => {
    const orders = async (options: RunOptions) =>
      calls((await read({ comments: 1 }, options)).session.sent).map(({ variables }) => JSON.parse(variables ?? '').sort_order);
    expect(await orders({ sort: 'top' })).toEqual(['popular']);
    expect(await orders({ sort: 'new' })).toEqual(['chronological']);
  });

  it.each([
    ['the cursor that was asked with', 'sameCursor', []],
    ['no cursor', 'nowhere', ['notServed']],
  ] as const)('end where a page says that there is more and gives %s', async (_, end, causes) => {
    const { items, gaps } = await read({ end });
    expect(items).toHaveLength(32);
    expect(gaps.map(({ cause }) => cause)).toEqual(causes);
  });

  it('send the ids that the page names', async () => {
    const ids = { PolarisPostCommentsPaginationQuery: '111', PolarisPostChildCommentsQuery: '222' };
    const { items, session } = await read({ comments: 2, replies: 3, ids }, { replies: true });
    expect(items).toHaveLength(5);
    expect(calls(session.sent).map(({ doc_id: id }) => id)).toEqual(['111', '222']);
  });

  it('do without the page', async () => {
    const { items, total, session } = await read({ page: 'missing' });
    expect([items.length, total]).toEqual([32, null]);
    expect(items[4]?.isAuthorPost).toBeNull();
    expect(Object.keys(calls(session.sent)[0] ?? {})).not.toEqual(expect.arrayContaining(['fb_dtsg']));
    expect(calls(session.sent)[0]).not.toHaveProperty('jazoest');
  });

  it.each([
    [
      'only a moving picture',
      { text: '', giphy_media_info: { images: { fixed_height: { url: 'https://g.example/1.gif' } } } },
      { text: '', media: [{ type: 'image', url: 'https://g.example/1.gif' }] },
    ],
    ['no text at all', { text: null }, { text: '' }],
    ['no date', { created_at: 0 }, { createdAt: null, createdAtPrecision: null }],
    ['a pin', { is_pinned: true }, { isPinned: true }],
    [
      'no comment above it, as a number',
      { parent_comment_id: 0, child_comment_count: 0 },
      { parentId: null, kind: 'comment', replyCount: 0 },
    ],
    ['a number for an id', { pk: 17890000000001 }, { id: '17890000000001' }],
    ['no account', { user: null }, { author: { name: null, username: null, id: null, url: null, avatarUrl: null, verified: null } }],
    ['an account that is gone', { user: null, fallback_user_info: { username: 'gone' } }, { author: { username: 'gone' } }],
    ['a name', { user: { pk: '7', username: 'a', full_name: 'Ann & Bob' } }, { author: { name: 'Ann & Bob', id: '7', verified: null } }],
  ])('may have %s', async (_, node, expected) => {
    const { items } = await readAll(instagram, POST, answered(one(node)), {}, LOGGED_IN);
    expect(items[0]).toMatchObject(expected);
  });

  it('are counted where one is left empty', async () => {
    const list = { edges: [{ node: null }, { node: { pk: '1' } }], page_info: { has_next_page: false } };
    const { items, gaps } = await readAll(instagram, POST, answered({ [ROOT]: list }), {}, LOGGED_IN);
    expect([items.length, gaps[0]?.cause, gaps[0]?.count]).toEqual([1, 'hidden', 1]);
  });

  it('use data that come with errors', async () => {
    const body = { data: one({ text: 'x' }), errors: [{ code: 1675030, severity: 'CRITICAL' }] };
    const { items } = await readAll(instagram, POST, [{ match: '/api/graphql', body }], {}, LOGGED_IN);
    expect(items).toHaveLength(1);
  });

  it('of another form are a change of the platform, with the place', async () => {
    const wrong = { [ROOT]: { edges: [{ node: { pk: '1', comment_like_count: 'many' } }] } };
    await expect(readAll(instagram, POST, answered(wrong), {}, LOGGED_IN)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      message: expect.stringContaining(`${ROOT}.edges.0.node.comment_like_count`),
    });
  });

  it('are none where the list is empty', async () => {
    const { items } = await readAll(
      instagram,
      POST,
      answered({ [ROOT]: { edges: [], page_info: { has_next_page: false } } }),
      {},
      LOGGED_IN,
    );
    expect(items).toEqual([]);
  });
});

describe('instagram: comments by the API', () => {
  it.each(['missing', 'shell', 'null'] as const)('are read where the calls of the page are %s', async (calls) => {
    const { items, total, doors, session } = await read({ calls }, { replies: true });
    expect(items).toHaveLength(32 + 11 * 14);
    expect(total).toBe(32 + 11 * 14);
    expect(doors).toEqual(['web API']);
    expect(items.find(({ id }) => id === '1001')?.isAuthorPost).toBe(false);
    expect(items.filter(({ isAuthorPost }) => isAuthorPost).length).toBeGreaterThan(5);
    const asked = session.urls.filter((url) => url.includes('/api/v1/'));
    expect(asked[0]).toBe(`https://www.instagram.com/api/v1/media/${MEDIA}/comments/?can_support_threading=true&permalink_enabled=false`);
    expect(asked).toContain(`${asked[0]}&min_id=15`);
    expect(asked).toContain(`https://www.instagram.com/api/v1/media/${MEDIA}/comments/1000/child_comments/?max_id=`);
    expect(asked).toContain(`https://www.instagram.com/api/v1/media/${MEDIA}/comments/1000/child_comments/?max_id=10`);
  });

  it('take replies that came with their comment, where those are all', async () => {
    const { items, session } = await read({ calls: 'missing', comments: 2, replies: 3 }, { replies: true });
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['1000', null],
      ['100000', '1000'],
      ['100001', '1000'],
      ['100002', '1000'],
      ['1001', null],
    ]);
    expect(session.urls.filter((url) => url.includes('child_comments'))).toEqual([]);
  });

  it('of old posts go on by another place, with ids that are long numbers', async () => {
    const path = `/media/${MEDIA}/comments/`;
    const body = (pk: string, more: string) =>
      `{"comments":[{"pk":${pk},"user":{"pk":5,"username":"a"},"text":"x","created_at":1600000000}],${more}"status":"ok"}`;
    const { items, session } = await readAll(
      instagram,
      POST,
      [
        { match: 'max_id=M2', body: body('17890000000000003', '') },
        { match: path, body: body('17890000000000001', '"next_max_id":"M2","has_more_comments":true,') },
      ],
      {},
      LOGGED_IN,
    );
    expect(items.map(({ id }) => id)).toEqual(['17890000000000001', '17890000000000003']);
    expect(session.urls.at(-1)).toContain('&max_id=M2');
  });
});

describe('instagram: comments without a login', () => {
  it('are the first ones that the page carries, and the ledger says so', async () => {
    const { items, total, gaps, doors, session } = await readAll(instagram, POST, world(), { replies: true }, {});
    expect([items.length, total, doors]).toEqual([14, 186, ['page of the post']]);
    expect(gaps.map(({ cause, count }) => [cause, count])).toEqual([
      ['login', 0],
      ['login', 70],
    ]);
    expect(session.urls).toEqual([POST]);
  });

  it.each<[string, FakeExchange[], string]>([
    ['a page without them', [{ match: '/p/', body: '<html><script type="application/json">{}</script></html>' }], 'LOGIN_REQUIRED'],
    ['no page', [], 'LOGIN_REQUIRED'],
    ['a page of an error', [{ match: '/p/', body: '<html>{"rootView":"httpErrorPage"}</html>' }], 'NOT_FOUND'],
    ['a post that is gated', [{ match: '/p/', body: '<html>{"if_not_gated_logged_out":null}</html>' }], 'AGE_RESTRICTED'],
    ['an empty list that is said to go on', [{ match: '/p/', body: empty(true, null) }], 'LOGIN_REQUIRED'],
    ['an empty list of a post with comments', [{ match: '/p/', body: empty(false, 5) }], 'LOGIN_REQUIRED'],
  ])('%s is a refusal', async (_, exchanges, code) => {
    await expect(readAll(instagram, POST, exchanges, {}, {})).rejects.toMatchObject({ code });
  });

  it('are none where the page says so', async () => {
    expect((await readAll(instagram, POST, [{ match: '/p/', body: empty(false, 0) }], {}, {})).items).toEqual([]);
  });
});

function empty(hasMore: boolean, count: number | null): string {
  const data = { comments_connection: { edges: [], page_info: { has_next_page: hasMore } }, items: [{ pk: MEDIA, comment_count: count }] };
  return `<html><script type="application/json" data-sjs>${JSON.stringify(data)}</script></html>`;
}
