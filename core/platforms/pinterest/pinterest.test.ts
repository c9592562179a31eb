import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/pinterest/address.ts';
import pinterest from '#core/platforms/pinterest/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { type PinterestParams, pinterestSimulator } from '#core/platforms/pinterest/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PIN = 'https://www.pinterest.com/pin/1234567890123456/';
const PERSON = 'https://www.pinterest.com/somebody/';
const play = (url: string, options: RunOptions = {}, params: PinterestParams = {}) =>
  readAll(pinterest, url, [{ match: '', simulator: pinterestSimulator(params) }], options);
const asked = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  return [pathname.split('/')[2], JSON.parse(searchParams.get('data') ?? '{}') as unknown];
};

describe('pinterest: addresses', () => {
  it.each([
    ['https://in.pinterest.com/pin/123/', { kind: 'pin', params: { pin: '123' } }],
    ['https://www.pinterest.com.au/pin/words-and--more--123/', { kind: 'pin', params: { pin: '123' } }],
    ['https://pinterest.fr/pin/123/sent/?x=1', { kind: 'pin', params: { pin: '123' } }],
    ['https://www.pinterest.com/amp/pin/123', { kind: 'pin', params: { pin: '123' } }],
    ['https://pin.it/AbC', { kind: 'short', params: { code: 'AbC' } }],
    ['https://www.pinterest.com/some_body/', { kind: 'user', params: { user: 'some_body' } }],
    ['https://www.pinterest.com/somebody/_saved/', { kind: 'user', params: { user: 'somebody' } }],
    ['https://www.pinterest.com/somebody/_created', { kind: 'created', params: { user: 'somebody' } }],
    ['https://www.pinterest.com/somebody/_followers', { kind: 'followers', params: { user: 'somebody' } }],
    [
      'https://www.pinterest.com/somebody/%D1%80%D0%B5%D1%86%D0%B5%D0%BF%D1%82%D1%8B/',
      { kind: 'board', params: { user: 'somebody', board: 'рецепты' } },
    ],
    [
      'https://www.pinterest.com/somebody/a-board/a-section/',
      { kind: 'section', params: { user: 'somebody', board: 'a-board', section: 'a-section' } },
    ],
    [
      'https://de.pinterest.com/somebody/a-board/id:12',
      { kind: 'section', params: { user: 'somebody', board: 'a-board', section: 'id:12' } },
    ],
    ['https://www.pinterest.com/somebody/a-board/a-section/more/', null],
    ['https://www.pinterest.com/somebody/a-board/_tools/', null],
    ['https://www.pinterest.com/somebody/_created/more/', null],
    ['https://www.pinterest.com/ideas/food/123/', null],
    ['https://www.pinterest.com/search/pins/?q=x', null],
    ['https://www.pinterest.zz/pin/123/', null],
    ['https://help.pinterest.com/article/x', null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('pinterest: comments of a pin', () => {
  it('hang on the id that its copies share', async () => {
    const { items, total, session, doors } = await play(PIN);
    expect([items.length, total, doors]).toEqual([90, 90 + 23 * 45, ['resource API']]);
    expect(session.urls.map(asked)).toMatchObject([
      ['PinResource', { options: { id: '1234567890123456', field_set_key: 'detailed' }, context: {} }],
      ['UnifiedCommentsResource', { options: { aggregated_pin_id: '5345354990309401472', page_size: 40 } }],
      ['UnifiedCommentsResource', { options: { bookmarks: ['at:40'] } }],
      ['UnifiedCommentsResource', { options: { bookmarks: ['at:80'] } }],
    ]);
    expect(session.sent[1]?.headers).toMatchObject({ 'x-pinterest-pws-handler': 'www/pin/[id].js' });
    expect(items[3]).toEqual(
      wholeItem({
        id: '10003',
        kind: 'comment',
        author: {
          name: 'User 0',
          username: 'somebody',
          id: '7',
          url: PERSON,
          avatarUrl: 'https://i.pinimg.example/75x75_RS/0.jpg',
          verified: false,
        },
        text: 'Comment 3 & <3',
        createdAt: '2024-03-01T00:03:00.000Z',
        createdAtPrecision: 'second',
        likes: 4,
        replyCount: 0,
        url: PIN,
        isPinned: false,
        isEdited: false,
        isAuthorPost: true,
      }),
    );
    expect(items[8]).toMatchObject({
      text: 'Made it 8',
      likes: 4,
      createdAt: '2024-03-01T00:08:00.000Z',
      media: [{ type: 'image', url: 'https://i.pinimg.example/originals/10008.jpg' }],
      extra: { isTry: true },
    });
    expect(items[5]).toMatchObject({ text: null, media: [{ type: 'image', url: 'https://i.pinimg.example/stickers/5.png' }] });
    expect(items[6]?.author).toMatchObject({ id: '507', username: null, url: null });
  });

  it('come with their replies', async () => {
    const { items, total } = await play(PIN, { replies: true });
    expect(items).toHaveLength(total ?? 0);
    expect(items.find(({ id }) => id === '10000044')).toMatchObject({ parentId: '10000', kind: 'reply', text: 'Reply 44' });
  });

  it('and their replies have two doors each, and the failure of the first is what is told', async () => {
    const gone = ['UnifiedCommentsResource', 'AggregatedCommentReplyFeedResource'];
    const { items, total, session } = await play(PIN, { replies: true }, { gone });
    expect(items).toHaveLength(total ?? 0);
    const addresses = session.urls.map(asked).flatMap(([name, data]) => (name === 'ApiResource' ? [data] : []));
    expect(addresses.slice(0, 2)).toEqual([
      { options: { url: '/v3/aggregated_pin_data/5345354990309401472/comments/', data: {} }, context: {} },
      { options: { url: '/v3/aggregated_comments/10000/replies/', data: {} }, context: {} },
    ]);
    expect(addresses).toContainEqual({ options: { url: '/v3/did_it/10008/comments/', data: {} }, context: {} });
    const refused: FakeExchange = { match: 'UnifiedCommentsResource', status: 403, body: '<h1>Access Denied</h1>' };
    const second: FakeExchange = { match: 'ApiResource', status: 404, body: '' };
    const both = [refused, second, { match: '', simulator: pinterestSimulator({}) }];
    await expect(readAll(pinterest, PIN, both)).rejects.toMatchObject({ code: 'BLOCKED' });
    const nothing: FakeExchange = { match: 'ApiResource', body: { resource_response: { data: [] } } };
    const empty = [refused, nothing, { match: '', simulator: pinterestSimulator({}) }];
    await expect(readAll(pinterest, PIN, empty)).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('have replies by the older name where the newer is gone, which is asked once', async () => {
    const answer = { status: 404, body: '' };
    const shut: FakeExchange = { match: 'aggregated_comments', times: 1, ...answer };
    const { items, session } = await readAll(pinterest, PIN, [shut, { match: '', simulator: pinterestSimulator({ comments: 5 }) }], {
      replies: true,
    });
    expect([items.length, session.urls.filter((url) => url.includes('aggregated_comments')).length]).toEqual([5 + 2 * 45, 1]);
  });

  it('come with the answers to replies', async () => {
    const { items, total } = await play(PIN, { replies: true }, { comments: 4, nested: 50 });
    expect(items).toHaveLength(total ?? 0);
    expect(items.find(({ id }) => id === '10000000')).toMatchObject({ parentId: '10000', replyCount: 50 });
    expect(items.filter(({ parentId, kind }) => parentId === '10000000' && kind === 'reply')).toHaveLength(50);
  });

  it.each(['-end-', 'cbNone'] as const)('end with the bookmark %s', async (end) => {
    expect((await play(PIN, {}, { end })).session.urls).toHaveLength(4);
  });

  it('are found by a short link, and by the page where the API leaves the id out', async () => {
    const { items } = await play('https://pin.it/1AbCdEfGh', {}, { sharesId: false });
    expect(items).toHaveLength(90);
    await expect(play('https://pin.it/Other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('pinterest: boards', () => {
  it('come with the pins of their sections', async () => {
    const { items, total, session } = await play(`${PERSON}a-board/`);
    expect([items.length, total]).toEqual([55 + 28 + 28, 120]);
    expect(session.urls.map(asked).map(([name]) => name)).toEqual([
      'BoardResource',
      ...Array.from({ length: 3 }, () => 'BoardFeedResource'),
      'BoardSectionsResource',
      ...Array.from({ length: 4 }, () => 'BoardSectionPinsResource'),
    ]);
    expect(asked(session.urls[5] ?? '')).toEqual([
      'BoardSectionPinsResource',
      { options: { section_id: '12', page_size: 25 }, context: {} },
    ]);
  });

  it.each(['a-section', 'id:12'])('have sections: %s', async (section) => {
    const { items, total, session } = await play(`${PERSON}a-board/${section}/`);
    expect([items.length, total, session.urls.length]).toEqual([28, 30, 3]);
    expect(items[0]).toMatchObject({ id: '2000000000012000', kind: 'post', author: { username: 'somebody' } });
  });

  it('refuse a section that does not exist', async () => {
    await expect(play(`${PERSON}a-board/nothing/`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('pinterest: lists', () => {
  it.each([
    [PERSON, 60],
    [`${PERSON}_created/`, null],
  ])('of pins: %s', async (url, expected) => {
    const { items, total } = await play(url);
    expect([items.length, total]).toEqual([55, expected]);
    expect(items[0]).toMatchObject({
      id: '2000000000000000',
      kind: 'post',
      title: 'Grid 0',
      text: null,
      media: [
        { type: 'image', url: 'https://i.pinimg.example/originals/0.jpg' },
        { type: 'video', url: 'https://v1.pinimg.example/0.m3u8' },
      ],
      extra: { saves: 0, board: 'A board' },
    });
    expect(items[1]).toMatchObject({ title: 'Pin 1 & more', text: 'About 1', extra: { link: 'https://shop.example/1' }, replyCount: 1 });
  });

  it.each([
    [PERSON, { followers: true }, 'follower'],
    [`${PERSON}_following/`, {}, 'following'],
  ] as const)('of people: %s', async (url, options, kind) => {
    const { items, total } = await play(url, options, { listed: 120 });
    expect([items.length, total]).toEqual([120, 120]);
    expect(items[1]).toMatchObject({
      id: '502',
      kind,
      text: 'I am 2',
      url: 'https://www.pinterest.com/user2/',
      author: { verified: true },
    });
  });
});

describe('pinterest: what it refuses', () => {
  it.each([
    ['https://www.pinterest.com/pin/99/', {}, 'NOT_FOUND'],
    ['https://www.pinterest.com/nobody/', {}, 'NOT_FOUND'],
    ['https://www.pinterest.com/nobody/', { followers: true }, 'NOT_FOUND'],
    ['https://www.pinterest.com/nobody/_created/', {}, 'NOT_FOUND'],
    ['https://www.pinterest.com/somebody/nothing/', {}, 'NOT_FOUND'],
    ['https://www.pinterest.com/somebody/secret/', {}, 'PRIVATE'],
    ['https://www.pinterest.com/pin/3/', {}, 'COMMENTS_DISABLED'],
    ['https://www.pinterest.com/pin/4/', {}, 'PLATFORM_CHANGED'],
  ])('%s (%o) is %s', async (url, options, code) => {
    await expect(play(url, options)).rejects.toMatchObject({ code });
  });

  it('nothing where nobody has commented', async () => {
    const { items, total } = await play('https://www.pinterest.com/pin/2/');
    expect([items, total]).toEqual([[], 0]);
  });

  it('a moment of another form', async () => {
    const comments = { resource_response: { data: [{ id: '1', created_at: 'lately' }] } };
    const list: FakeExchange = { match: 'CommentsResource', body: comments };
    const all = [list, { match: 'ApiResource', body: comments }, { match: '', simulator: pinterestSimulator({}) }];
    await expect(readAll(pinterest, PIN, all)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'created_at' });
  });

  it.each([
    [{ status: 403, body: '<h1>Access Denied</h1>' }, 'BLOCKED'],
    [{ status: 403, body: { resource_response: { code: 1, message: 'Forbidden' } } }, 'BLOCKED'],
    [{ status: 200, body: '<h1>Log in</h1>' }, 'BLOCKED'],
    [{ status: 404, body: '' }, 'NOT_FOUND'],
    [{ status: 429, body: { resource_response: { code: 8, message: 'Slow down' } } }, 'RATE_LIMITED'],
    [{ status: 200, body: { resource_response: { error: { code: 9, http_status: 401 } } } }, 'LOGIN_REQUIRED'],
    [{ status: 200, body: { resource_response: { data: { id: 5.5 } } } }, 'PLATFORM_CHANGED'],
    [{ status: 200, body: { other: 1 } }, 'PLATFORM_CHANGED'],
  ] as [Omit<FakeExchange, 'match'>, string][])('%j is %s', async (answer, code) => {
    await expect(readAll(pinterest, PIN, [{ match: '/resource/', ...answer }])).rejects.toMatchObject({ code });
  });
});
