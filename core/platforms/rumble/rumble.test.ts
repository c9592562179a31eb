import { describe, expect, it } from 'vitest';
import rumble from '#core/platforms/rumble/index.ts';
import { readZonedTime } from '#core/platforms/rumble/zoned-time.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { PAGE, type RumbleParams, rumbleSimulator, SHORT } from '#core/platforms/rumble/simulator.ts';

const world = (params: RumbleParams = {}): FakeExchange[] => [{ match: /./, simulator: rumbleSimulator(params) }];

const claimOf = (url: string) => claimIn(rumble, url);

describe('addresses', () => {
  it.each([
    [`${PAGE}?e9s=src#comment-1`, ['video', { page: PAGE }]],
    ['https://rumble.com/v4abcde', ['video', { page: 'https://rumble.com/v4abcde' }]],
    ['https://rumble.com/shorts/v4abcde', ['video', { page: 'https://rumble.com/shorts/v4abcde' }]],
    ['https://rumble.com/embed/v3xyz12/?pub=4', ['embed', { embed: '3xyz12', page: 'https://rumble.com/embed/v3xyz12/' }]],
    ['https://rumble.com/embed/u4.v3xyz12', ['embed', { embed: '3xyz12', page: 'https://rumble.com/embed/u4.v3xyz12/' }]],
    ['https://rumble.com/chat/popup/243902472', ['chat', { chat: '243902472' }]],
    ['https://rumble.com/c/Somebody', null],
    ['https://rumble.com/user/somebody/livestreams', null],
    ['https://rumble.com/videos', null],
    ['https://rumble.com/', null],
    ['https://notrumble.com/v4abcde', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('comments', () => {
  it('are asked for by the id of the player, which the page holds', async () => {
    const { items, session } = await readAll(rumble, PAGE, world());
    expect(session.urls).toEqual([PAGE, 'https://rumble.com/service.php?name=comment.list&video=417oco']);
    expect(session.sent[1]?.headers).toMatchObject({ referer: PAGE });
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: 12 }, (_, index) => String(100 + index)));
  });

  it('of an embedded player need no page', async () => {
    const { items, session } = await readAll(rumble, 'https://rumble.com/embed/u4.v417oco/', world());
    expect(session.urls).toHaveLength(1);
    expect(items).toHaveLength(12);
  });

  it('of a short are those of its number, which its page lists', async () => {
    const { items, session } = await readAll(rumble, SHORT, world());
    expect(session.urls).toEqual([SHORT, 'https://rumble.com/service.php?name=comment.list&video=417oco']);
    expect(items[0]).toMatchObject({ url: `${SHORT}#comment-100` });
  });

  it('have every field', async () => {
    const { items } = await readAll(rumble, PAGE, world());
    expect(items[0]).toMatchObject({
      parentId: null,
      kind: 'comment',
      author: {
        name: 'Person 100',
        username: 'person100',
        url: 'https://rumble.com/user/person100',
        avatarUrl: 'https://cdn.example/100.jpg',
      },
      text: 'Comment 100 & more\non two lines',
      createdAt: '2026-10-05T17:00:00.000Z',
      relativeTime: '2 hours ago',
      likes: 6,
      dislikes: 1,
      replyCount: 2,
      url: `${PAGE}#comment-100`,
      isPinned: true,
      isAuthorPost: false,
      extra: {},
    });
    expect(items[1]).toMatchObject({
      author: { avatarUrl: 'https://cdn.example/101.jpg', verified: true },
      createdAt: '2026-01-04T05:05:00.000Z',
      replyCount: 0,
      isPinned: false,
      isAuthorPost: true,
    });
    expect(items[2]).toMatchObject({ author: { avatarUrl: null, verified: null } });
  });

  it('have a score where votes are not told apart', async () => {
    const { items } = await readAll(rumble, PAGE, world({ votes: 'score' }));
    expect(items.slice(0, 3)).toMatchObject([5, 5, -3].map((score) => ({ likes: null, dislikes: null, extra: { score } })));
  });

  const row = (content: string): FakeExchange[] => [
    {
      match: 'service.php',
      body: { html: `<ul class="comments-1"><li class="comment-item" data-comment-id="1">${content}</li></ul>`, css_libs: '' },
    },
    { match: PAGE, simulator: rumbleSimulator({}) },
  ];

  it('may have a picture of their own, votes of one name and no style sheet', async () => {
    const { items } = await readAll(
      rumble,
      PAGE,
      row(
        '<img class="comments-author-image" src="//cdn.example/1.jpg"><b class="rumbles-up-votes">1.2K</b><b class="rumbles-up-votes">3</b>',
      ),
    );
    expect(items).toMatchObject([{ author: { avatarUrl: 'https://cdn.example/1.jpg' }, likes: 1200, dislikes: 3, createdAt: null }]);
  });

  it.each([
    ['title="the other day"', '2 days ago', '2025-12-30T00:00:00.000Z', 'day'],
    ['title="01:00 PM -04"', '2 days ago', '2025-12-30T00:00:00.000Z', 'day'],
    ['', '3 hours ago', '2025-12-31T21:00:00.000Z', 'hour'],
    ['', 'some time', null, null],
  ])('are dated by what shows where the title names no moment: %s %s', async (title, words, createdAt, createdAtPrecision) => {
    const { items } = await readAll(rumble, PAGE, row(`<a class="comments-meta-post-time" ${title}>${words}</a>`));
    expect(items).toMatchObject([{ createdAt, createdAtPrecision, relativeTime: words }]);
  });

  it('with a moment of another form are a change of the platform', async () => {
    const strange = row('<a class="comments-meta-post-time" title="the other day">some time</a>');
    await expect(readAll(rumble, PAGE, strange)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: '.comments-meta-post-time' });
  });

  it('come with replies of every level', async () => {
    const { items } = await readAll(rumble, PAGE, world({ comments: 2 }), { replies: true });
    expect(items.map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['100', null, 'comment'],
      ['1000', '100', 'reply'],
      ['10000', '1000', 'reply'],
      ['1001', '100', 'reply'],
      ['101', null, 'comment'],
    ]);
    expect(items[2]).toMatchObject({ author: { name: 'Person 10000', url: 'https://rumble.com/c/person10000' }, replyCount: 0 });
  });

  it.each([
    [0, true, 0],
    [2, true, 1],
    [2, false, 0],
  ])('say that replies are held back: %i, asked for: %s', async (heldBack, replies, gaps) => {
    const run = await readAll(rumble, PAGE, world({ comments: 2, heldBack }), { replies });
    expect(run.gaps).toEqual(Array.from({ length: gaps }, () => ({ cause: 'notServed', count: 0, note: expect.any(String) as string })));
  });

  it('may be none', async () => {
    expect((await readAll(rumble, PAGE, world({ comments: 0 }))).items).toEqual([]);
  });
});

describe('the time of a comment', () => {
  it.each([
    ['Monday, October 5, 2026 01:00 PM -04', '2026-10-05T17:00:00.000Z'],
    ['Monday, October 5, 2026 12:30 AM -04', '2026-10-05T04:30:00.000Z'],
    ['Thursday, December 31, 2026 11:30 PM -05', '2027-01-01T04:30:00.000Z'],
    ['October 5, 2026 13:00 +05:30', '2026-10-05T07:30:00.000Z'],
    ['2 hours ago', null],
    ['', null],
  ])('%s', (words, expected) => expect(readZonedTime(words)).toBe(expected));
});

describe('live chat', () => {
  it.each([
    ['https://rumble.com/chat/popup/243902472', {}, 1],
    [PAGE, { live: true }, 2],
  ] as const)('%s with %j', async (url, options, requests) => {
    const { items, session } = await readAll(rumble, url, world(), options);
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: 9 }, (_, index) => String(1000 + index)));
    expect(session.sent).toHaveLength(requests);
    expect(session.sent.at(-1)).toMatchObject({
      url: 'https://web7.rumble.com/chat/api/chat/243902472/stream',
      headers: { accept: 'text/event-stream' },
    });
  });

  it('is listened to in turns for as long as its stream goes on', async () => {
    const said = (...ids: readonly string[]): string =>
      `data: ${JSON.stringify({ type: 'init', data: { messages: ids.map((id) => ({ id, text: `Said ${id}` })), users: [] } })}\n\n`;
    const exchanges = [
      { match: 'stream', body: `${said('1', '2')}data: {"type":"messa`, isPart: true, times: 1 },
      { match: 'stream', body: 'data: {"type":"in', isPart: true, times: 1 },
      { match: 'stream', body: said('2', '3') },
    ];
    const { items, session } = await readAll(rumble, 'https://rumble.com/chat/popup/243902472', exchanges);
    expect(items.map((item) => item.id)).toEqual(['1', '2', '3']);
    expect(session.sent).toHaveLength(3);
  });

  it('has every field', async () => {
    const { items } = await readAll(rumble, 'https://rumble.com/chat/popup/243902472', world());
    expect(items[2]).toMatchObject({
      kind: 'chat',
      author: {
        name: 'person2',
        username: 'person2',
        id: '2',
        url: 'https://rumble.com/user/person2',
        avatarUrl: 'https://cdn.example/2.jpg',
        verified: null,
      },
      text: 'Message 2',
      createdAt: '2026-01-01T00:00:02.000Z',
      extra: { rantCents: 500, isFollower: false, badges: ['premium'] },
    });
    expect(items[1]?.text).toBe('Message 1');
    expect(items[3]?.extra).toMatchObject({ channelId: '77', channelName: 'A channel', channelUrl: 'https://rumble.com/c/achannel' });
    expect(items[4]).toMatchObject({ author: { name: 'person0', avatarUrl: null }, extra: { giftedSubscriptions: 5 } });
  });

  const CHAT = 'https://rumble.com/chat/popup/243902472';
  const event = (messages: string): FakeExchange => ({
    match: 'stream',
    body: `data: {"type":"messages","data":{"messages":[${messages}]}}\n\n`,
  });

  it('keeps ids that are too long for a number', async () => {
    const { items } = await readAll(rumble, CHAT, [event('{"id":1338270737490918023,"user_id":9007199254740993,"text":"Hi"}')]);
    expect(items).toMatchObject([{ id: '1338270737490918023', author: { id: '9007199254740993' } }]);
  });

  it('counts a message of an unknown form as missing and keeps the others', async () => {
    const { items, gaps } = await readAll(rumble, CHAT, [event('{"id":{}},{"id":"2","text":"Hi","time":"once"},{"id":"3","text":"Ho"}')]);
    expect(items.map(({ id }) => id)).toEqual(['3']);
    expect(gaps.map(({ cause, count }) => [cause, count])).toEqual([
      ['unreadable', 1],
      ['unreadable', 1],
    ]);
  });

  it('has the number of the player where the page does not name it', async () => {
    const exchanges = [{ match: PAGE, body: '<script>Rumble("play", {"video":"v417oco"})</script>' }, ...world()];
    expect((await readAll(rumble, PAGE, exchanges, { live: true })).items).toHaveLength(9);
  });

  it('leaves out what is no event', async () => {
    const exchange = {
      match: 'stream',
      body: ': -1\n\ndata: ping\n\ndata: {"type":"messages","data":{"messages":[{"id":"3","text":"Ho"}]}}\n\n',
    };
    expect((await readAll(rumble, CHAT, [exchange])).items).toHaveLength(1);
  });

  it('is empty where nobody streams, and says so', async () => {
    const { items, notes } = await readAll(rumble, CHAT, world({ messages: null }));
    expect([items, notes]).toEqual([[], [expect.stringContaining('not live')]]);
  });
});

describe('refusals', () => {
  it.each([
    [{ instead: 'login' }, 'LOGIN_REQUIRED'],
    [{ instead: 'off' }, 'COMMENTS_DISABLED'],
    [{ instead: 'nothing' }, 'PLATFORM_CHANGED'],
    [{ status: 404 }, 'NOT_FOUND'],
    [{ status: 410 }, 'NOT_FOUND'],
    [{ status: 403 }, 'BLOCKED'],
  ] as const)('%j is %s', async (params, code) => {
    await expect(readAll(rumble, PAGE, world(params))).rejects.toMatchObject({ code });
  });

  it('a page without the id of the player is a change of the platform', async () => {
    await expect(readAll(rumble, PAGE, [{ match: /./, body: '<html></html>' }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
