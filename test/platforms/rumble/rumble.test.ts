import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platforms/pasted-url.ts';
import rumble from '#core/platforms/rumble/index.ts';
import { readZonedTime } from '#core/platforms/rumble/zoned-time.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { PAGE, rumbleSimulator } from '#test/world/simulators/rumble.ts';
import type { RumbleParams } from '#test/world/simulators/rumble.ts';

const world = (params: RumbleParams = {}): FakeExchange[] => [{ match: /./, simulator: rumbleSimulator(params) }];

function claimOf(url: string): [string, Readonly<Record<string, string>>] | null {
  const pasted = parsePastedUrl(url);
  for (const target of rumble.targets) {
    const params = target.match(pasted);
    if (params) return [target.name, params];
  }
  return null;
}

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
    expect(session.urls).toEqual([PAGE, 'https://rumble.com/service.php?name=comment.list&video=3xyz12']);
    expect(session.sent[1]?.headers).toMatchObject({ referer: PAGE });
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: 12 }, (_, index) => String(100 + index)));
  });

  it('of an embedded player need no page', async () => {
    const { items, session } = await readAll(rumble, 'https://rumble.com/embed/u4.v3xyz12/', world());
    expect(session.urls).toHaveLength(1);
    expect(items).toHaveLength(12);
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
      likes: null,
      replyCount: 2,
      url: `${PAGE}#comment-100`,
      extra: { score: 5 },
    });
    expect(items[1]).toMatchObject({
      author: { avatarUrl: 'https://cdn.example/101.jpg' },
      createdAt: '2026-01-04T05:05:00.000Z',
      replyCount: 0,
      extra: { score: 5, isVerified: true },
    });
    expect(items[2]).toMatchObject({ author: { avatarUrl: null }, extra: { score: -3 } });
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
    expect(items[4]?.author).toMatchObject({ name: 'person0', avatarUrl: null });
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
