import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import bilibili from '#core/platforms/bilibili/index.ts';
import { readAll } from '#test/platforms/read-all.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { bilibiliSimulator, type BilibiliParams } from '#core/platforms/bilibili/simulator.ts';

const ROOM_URL = 'https://live.bilibili.com/123';
const read = (params: BilibiliParams = {}, before: readonly FakeExchange[] = [], cookies: Record<string, string> = {}) =>
  readAll(bilibili, ROOM_URL, [...before, { match: '', simulator: bilibiliSimulator(params) }], { live: true }, cookies);
const CHAT = ['d1', '7777:402:2026-08-01T12:01:01.000Z:no id', '9001', 'd2'];
const HISTORY = 10;

describe('a live room', () => {
  it('gives the lines that it keeps, then what is said until the stream ends', async () => {
    const { items, doors, notes, gaps, session } = await read();
    expect(items.slice(HISTORY).map(({ id }) => id)).toEqual(CHAT);
    expect([doors, gaps]).toEqual([['web API, history', 'chat socket'], []]);
    expect(notes).toEqual([expect.stringContaining('last lines alone'), expect.stringContaining('SESSDATA')]);
    expect(session.urls.map((url) => url.replace(/^\w+:\/\/([^/?]+)[^?]*?([^/?]*)(\?.*)?$/, '$1 $2'))).toEqual([
      'api.live.bilibili.com get_info',
      'api.live.bilibili.com gethistory',
      'api.bilibili.com nav',
      'api.live.bilibili.com getDanmuInfo',
      'one.chat.bilibili.com:2245 sub',
    ]);
    expect(session.sent.at(-1)?.headers).toEqual({ upgrade: 'websocket', origin: 'https://live.bilibili.com' });
    expect(session.urls[3]).toMatch(/\?id=7777&type=0&wts=\d+&w_rid=[0-9a-f]{32}$/);
  });

  it('has every field of a line from before', async () => {
    const { items } = await read();
    expect(itemSchema.strict().parse(items[0])).toMatchObject({
      id: 'l0',
      kind: 'chat',
      parentId: null,
      author: { name: 'Viewer 0', id: '300', url: 'https://space.bilibili.com/300' },
      text: 'line 0',
      createdAt: '2026-08-01T12:00:00.000Z',
      url: 'https://live.bilibili.com/7777',
    });
    expect(items[1]?.id).toBe('7777:301:2026-08-01T12:00:01.000Z:line 1');
  });

  it('has every field of what is said', async () => {
    const [first, second, paid, hidden] = (await read()).items.slice(HISTORY).map((item) => itemSchema.strict().parse(item));
    const author = { url: 'https://space.bilibili.com/401', avatarUrl: 'https://i0.hdslb.com/bfs/face/401.jpg', verified: null };
    expect(first).toMatchObject({
      kind: 'chat',
      parentId: null,
      author: { name: 'Ann', username: null, id: '401', ...author },
      text: '你好',
      createdAt: '2026-08-01T12:01:00.000Z',
      url: 'https://live.bilibili.com/7777',
      media: [],
      extra: { badge: '言叶/17' },
    });
    expect(second).toMatchObject({ author: { name: 'Ben', id: '402' }, text: 'no id', extra: {} });
    expect(paid).toMatchObject({
      author: { name: 'Patron', id: '403', avatarUrl: 'https://i0.hdslb.com/bfs/face/403.jpg' },
      text: 'Well done!',
      createdAt: '2026-08-01T12:01:03.000Z',
      extra: { supportAmount: 30, currency: 'CNY' },
    });
    expect(hidden).toMatchObject({
      author: { name: 'C***', id: null, url: null },
      media: [{ type: 'image', url: 'http://i0.hdslb.com/bfs/emote/1.png' }],
    });
  });

  it('is asked for without a signature where there is no key, and with a fresh one where it is refused', async () => {
    const without = await read({ key: 'none' });
    expect(without.session.urls).toContain('https://api.live.bilibili.com/xlive/web-room/v1/index/getDanmuInfo?id=7777&type=0');
    const stale = await read({ key: 'stale' });
    expect(stale.session.urls.filter((url) => url.includes('getDanmuInfo'))).toHaveLength(2);
    for (const { items } of [without, stale]) expect(items).toHaveLength(HISTORY + CHAT.length);
  });

  /** A room that hangs up once it has heard who joins. */
  const hearing = (said: string[]): FakeExchange => ({
    match: 'wss:',
    simulator: () => ({
      line: (line) => line.onHeard((message) => (said.push(Buffer.from(message).subarray(16).toString()), line.hangUp())),
    }),
    times: 1,
  });

  it('joins as a browser with a number where tickets are for those alone', async () => {
    const said: string[] = [];
    const { items, session } = await read({ wantsDevice: true }, [hearing(said)]);
    expect(items.slice(HISTORY).map(({ id }) => id)).toEqual(CHAT);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ uid: 0, buvid: expect.stringMatching(/infoc$/) });
    expect(session.urls.filter((url) => url.includes('finger/spi'))).toHaveLength(1);
  });

  it('joins as who the cookies say', async () => {
    const said: string[] = [];
    await read({}, [hearing(said)], { DedeUserID: '5', SESSDATA: 'x', buvid3: 'b' });
    expect(JSON.parse(said[0] ?? '')).toEqual({
      uid: 5,
      roomid: 7777,
      protover: 2,
      platform: 'web',
      type: 2,
      key: 'ticket==',
      buvid: 'b',
    });
  });

  it('is listened to at its next host where the first takes no call', async () => {
    const { items, session } = await read({ room: 'firstHostDown' });
    expect(items).toHaveLength(HISTORY + CHAT.length);
    expect(session.urls.filter((url) => url.startsWith('wss:'))).toEqual([
      'wss://one.chat.bilibili.com:2245/sub',
      'wss://two.chat.bilibili.com:2245/sub',
    ]);
  });

  it('goes on after an interruption with a new ticket, and says so', async () => {
    const { items, gaps, session } = await read({ room: 'interrupted' });
    expect(items.slice(HISTORY).map(({ id }) => id)).toEqual([...CHAT.slice(0, 3), 'd3']);
    expect(gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('interrupted: of what was said meanwhile') }]);
    const asked = (name: string): number => session.urls.filter((url) => url.includes(name)).length;
    expect({ tickets: asked('getDanmuInfo'), histories: asked('gethistory'), checks: asked('get_info') - 1 }).toEqual({
      tickets: 2,
      histories: 2,
      checks: 2,
    });
  });

  it('tells viewers of a crowd apart who say the same at one time', async () => {
    const ids = async () => (await read({ room: 'crowd' })).items.map(({ id }) => id);
    const first = await ids();
    expect(first).toHaveLength(HISTORY + CHAT.length + 3);
    expect(await ids()).toEqual(first);
  });

  it('says what came in a form that was not asked for', async () => {
    const { items, notes } = await read({ room: 'brotli' });
    expect(items).toHaveLength(HISTORY + CHAT.length);
    expect(notes).toContainEqual(expect.stringContaining('packed with Brotli were left out'));
  });

  it('has no chat where it does not stream', async () => {
    const { items, notes, session } = await read({ room: 'offline' });
    expect([items.length, notes]).toEqual([HISTORY, [expect.stringContaining('does not stream now')]]);
    expect(session.urls).toHaveLength(2);
  });

  it.each([
    ['noTicket', 'code -352'],
    ['noHost', 'did not open its live connection'],
    ['refused', 'code -101'],
  ] as const)('gives the lines that it keeps alone where its chat is shut: %s', async (room, reason) => {
    const { items, notes, doors } = await read({ room });
    expect([items.length, doors]).toEqual([HISTORY, ['web API, history']]);
    expect(notes).toEqual([expect.stringMatching(/could not be listened to\. /)]);
    expect(notes[0]).toContain(reason);
  });

  it('ends in error where a chat that was open cannot be opened again', async () => {
    const first = bilibiliSimulator({ room: 'interrupted' });
    const opened: FakeExchange = { match: 'wss:', simulator: first, times: 1 };
    await expect(read({ room: 'noHost' }, [opened])).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

describe('a live room: answers of an unknown form', () => {
  const extra = (text: string) => [0, 1, 2, 3, 1, 5, 6, 7, 8, 9, 10, 11, 12, '{}', '{}', { extra: text }];
  it.each([
    ['a line without an author', { cmd: 'DANMU_MSG', info: [[], 'words'] }, 'socket.info.2'],
    ['a time of words', { cmd: 'DANMU_MSG', info: [[0, 0, 0, 0, 'now'], 'words', [1, 'A']] }, 'socket.info.0.sentMs'],
    ['an extra that is no JSON', { cmd: 'DANMU_MSG', info: [extra('{'), 'words', [1, 'A']] }, 'socket.extra'],
    ['a paid line without an id', { cmd: 'SUPER_CHAT_MESSAGE', data: { message: 'words' } }, 'socket.data.id'],
  ])('%s', async (_, event, path) => {
    const body = Buffer.from(JSON.stringify(event));
    const head = Buffer.from(`${(16 + body.length).toString(16).padStart(8, '0')}001000000000000500000001`, 'hex');
    const said = (times: number): FakeExchange => ({ match: 'wss:', heard: Array(times).fill(Buffer.concat([head, body])), times: 1 });
    const { items, gaps } = await read({}, [said(1)]);
    expect(items).toHaveLength(HISTORY + CHAT.length);
    expect(gaps).toContainEqual({ cause: 'unreadable', count: 1, note: expect.stringContaining(`unknown form (at ${path})`) });
    await expect(read({}, [said(10)])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path });
  });

  it('a frame longer than its message is missing; what else was said is kept', async () => {
    const { items, gaps } = await read({ room: 'broken' });
    expect(items).toHaveLength(HISTORY + CHAT.length);
    expect(gaps).toEqual([{ cause: 'unreadable', count: 1, note: expect.stringContaining('unknown form (at socket.frame)') }]);
  });

  it('says so where there is no such room', async () => {
    const none: FakeExchange = { match: 'get_info', body: { code: 1, message: '未找到该房间', data: [] } };
    await expect(read({}, [none])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
