import { describe, expect, it } from 'vitest';
import { readIrc } from '#core/platforms/twitch/irc.ts';
import twitch from '#core/platforms/twitch/index.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { twitchSimulator, type TwitchParams } from '#core/platforms/twitch/simulator.ts';

const read = (channel: NonNullable<TwitchParams['channel']>) =>
  readAll(twitch, 'https://www.twitch.tv/Somebody', [{ match: /./, simulator: twitchSimulator({ channel }) }], { live: true });

describe('the live chat of a channel', () => {
  it('is what is said until the stream ends', async () => {
    const { items, doors, notes, session } = await read('live');
    expect(items.map(({ id, text }) => [id, text])).toEqual([
      ['line-1', 'Hello: all of you'],
      ['line-2', 'Cheer100 well done'],
      ['line-3', 'waves 👋'],
      ['line-4', 'Still here'],
      ['line-6', 'Next door'],
    ]);
    expect([doors, notes]).toEqual([['IRC'], [expect.stringContaining('from the moment on')]]);
    expect(session.urls.filter((url) => url.startsWith('wss:'))).toEqual(['wss://irc-ws.chat.twitch.tv:443']);
  });

  it('has every field', async () => {
    const { items } = await read('live');
    expect(items[0]).toMatchObject({
      kind: 'chat',
      parentId: null,
      author: { name: 'Viewer1', username: 'viewer1', id: '701', url: 'https://www.twitch.tv/viewer1', avatarUrl: null, verified: null },
      createdAt: '2024-12-28T03:00:01.000Z',
      createdAtPrecision: 'second',
      likes: null,
      extra: { color: '#1E90FF', badges: ['subscriber/12', 'premium/1'], isFirstMessage: true },
    });
    expect(items[1]?.extra).toEqual({ bits: 100 });
    expect(items[2]?.extra).toEqual({ replyToId: 'line-1' });
    expect(items[3]).toMatchObject({
      author: { name: 'viewer4', username: 'viewer4' },
      extra: { event: 'resub', announcement: 'viewer4 subscribed; 7 months' },
    });
    expect(items[4]?.extra).toMatchObject({ event: 'announcement' });
  });

  it('is over at once where nobody streams', async () => {
    const { items, notes } = await read('offline');
    expect([items, notes]).toEqual([[], ['The channel is not live, so it has no live chat now.']]);
  });

  it('goes on after an interruption, and says that something is missing', async () => {
    const { items, gaps } = await read('interrupted');
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(['line-1', 'line-2', 'line-3', 'line-4', 'line-6']));
    expect(gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('interrupted') }]);
  });

  it.each(['unknown', 'suspended'] as const)('is refused where the channel is %s', async (channel) => {
    await expect(read(channel)).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no channel "somebody"') });
  });

  it('needs the option that names it', () => {
    const target = twitch.targets.find(({ name }) => name === 'channel');
    expect(Object.keys(target?.exports ?? {})).toEqual(['live']);
  });
});

describe('a line of IRC', () => {
  it.each([
    [':tmi.twitch.tv 376 me :>', { login: null, command: '376', words: '>' }],
    ['PING :tmi.twitch.tv', { login: null, command: 'PING', words: 'tmi.twitch.tv' }],
    [':a!a@a.tmi.twitch.tv PRIVMSG #room :a :b', { login: 'a', command: 'PRIVMSG', words: 'a :b' }],
    [':a!a@a.tmi.twitch.tv JOIN #room', { login: 'a', command: 'JOIN', words: '' }],
  ])('%s', (text, expected) => expect(readIrc(`${text}\r\n`)).toEqual([{ tags: new Map(), ...expected }]));

  it('has its tags unescaped, and what is none is left out', () => {
    const [line, ...others] = readIrc('@a=1\\:2\\s3\\\\4;b;c=d=e PRIVMSG #r :x\r\n\r\nnonsense without a command\r\n');
    expect([...(line?.tags ?? [])]).toEqual([
      ['a', '1;2 3\\4'],
      ['b', ''],
      ['c', 'd=e'],
    ]);
    expect(others).toEqual([]);
  });
});
