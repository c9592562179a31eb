import { describe, expect, it } from 'vitest';
import discord from '#core/platforms/discord/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { discordSimulator } from '#core/platforms/discord/simulator.ts';

const CHANNEL = 'https://discord.com/channels/77/5';
const TOKEN = { auth_token: 'mfa.token' };

const world = (): FakeExchange[] => [{ match: /./, simulator: discordSimulator({}) }];
const claimOf = (url: string) => discord.targets[0]?.match(parsePastedUrl(url, [discord])) ?? null;
const bare = (fields: object) => ({ id: '10', type: 0, author: { id: '1', username: 'ann' }, ...fields });

async function oneItem(fields: object) {
  const { items } = await readAll(discord, CHANNEL, [{ match: '/messages', body: [bare(fields)] }]);
  return items[0];
}

describe('addresses', () => {
  it.each([
    [CHANNEL, { guild: '77', channel: '5' }],
    ['discord.com/channels/@me/5', { guild: '@me', channel: '5' }],
    ['https://canary.discord.com/channels/77/5/900?x=1', { guild: '77', channel: '5' }],
    ['https://discordapp.com/channels/77/5/threads/6', { guild: '77', channel: '6' }],
    ['https://discord.com/channels/77/5/threads/6/900', { guild: '77', channel: '6' }],
    ['discord://-/channels/77/5', { guild: '77', channel: '5' }],
    ['https://discord.com/channels/@me', null],
    ['https://discord.com/channels/77/5/pins', null],
    ['https://discord.com/channels/77/5/threads/x', null],
    ['https://discord.gg/abc', null],
    ['https://discord.com/invite/abc', null],
  ])('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('messages', () => {
  it('reads all pages, newest first, with the token as it was given', async () => {
    const { items, session, doors } = await readAll(discord, CHANNEL, world(), {}, TOKEN);
    expect(items).toHaveLength(250);
    expect(items.map((item) => item.id)).toEqual(
      items.map((item) => item.id).toSorted((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1)),
    );
    expect(session.urls).toEqual([
      'https://discord.com/api/v10/channels/5/messages?limit=100',
      'https://discord.com/api/v10/channels/5/messages?limit=100&before=1484000000000000151',
      'https://discord.com/api/v10/channels/5/messages?limit=100&before=1484000000000000051',
    ]);
    expect(session.sent.every(({ headers }) => headers['authorization'] === 'mfa.token')).toBe(true);
    expect(doors).toEqual(['API v10']);
  });

  it('reads every field', async () => {
    const { items } = await readAll(discord, CHANNEL, world(), {}, TOKEN);
    const at = (index: number) => items[249 - index];
    expect(at(33)).toMatchObject({
      id: '1484000000000000034',
      parentId: '1484000000000000033',
      kind: 'message',
      author: { name: 'user0', username: 'user0', id: '0', url: null, avatarUrl: 'https://cdn.discordapp.com/avatars/0/abc.png' },
      text: 'Message **33** for @Seven and @eight, <#5> <@&6> :party_blob: :ok:',
      createdAt: '2026-01-01T00:33:00.000Z',
      likes: 0,
      isPinned: false,
      isEdited: false,
      url: `${CHANNEL}/1484000000000000034`,
      media: [
        { type: 'image', url: 'https://cdn.discordapp.com/attachments/1/33/a.PNG?ex=1&is=2&hm=3' },
        { type: 'file', url: 'https://cdn.discordapp.com/attachments/1/33/notes.pdf' },
      ],
    });
    expect(at(24)).toMatchObject({
      likes: 5,
      isEdited: true,
      parentId: null,
      extra: {
        reactions: [
          { emoji: '👍', count: 3 },
          { emoji: 'blob', count: 2 },
        ],
      },
    });
    expect(at(1)?.author).toMatchObject({ name: 'User 1', avatarUrl: 'https://cdn.discordapp.com/avatars/1/a_abc.gif' });
    expect(at(2)).toMatchObject({ author: { avatarUrl: null }, extra: { bot: true } });
    expect(at(27)).toMatchObject({ text: null, extra: { notice: 'memberJoined' } });
    expect(at(50)?.isPinned).toBe(true);
  });

  it('reads what only some messages have', async () => {
    expect(
      await oneItem({
        type: 0,
        message_reference: { message_id: '4' },
        message_snapshots: [{ message: { content: 'from elsewhere' } }],
        sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }],
        embeds: [{ url: 'https://example.org/' }, { title: 'Card' }],
        thread: { id: '66' },
        poll: { question: { text: 'Why?' }, answers: [{ answer_id: 1, poll_media: { text: 'So' } }] },
      }),
    ).toMatchObject({
      parentId: null,
      text: null,
      createdAt: null,
      extra: {
        forwardedText: 'from elsewhere',
        stickers: ['Wave'],
        embeds: ['https://example.org/', 'Card'],
        threadId: '66',
        poll: { question: 'Why?', answers: ['So'] },
      },
    });
    expect(await oneItem({ type: 19, message_reference: null, content: '<@404> stays' })).toMatchObject({
      parentId: null,
      text: '<@404> stays',
    });
    expect((await oneItem({ type: 99 }))?.extra).toEqual({ notice: 'type 99' });
  });

  it.each([
    ['clip.webm', 'video'],
    ['voice-message.ogg', 'audio'],
    ['archive.tar.gz', 'file'],
    ['README', 'file'],
    [null, 'image'],
  ])('an attachment %s is of the type %s', async (filename, type) => {
    expect((await oneItem({ attachments: [{ filename, url: 'https://cdn.example/x.jpeg?ex=1' }] }))?.media[0]?.type).toBe(type);
  });

  it('says when texts or all messages may be held back', async () => {
    const empty = await readAll(discord, 'https://discord.com/channels/77/1', world(), {}, TOKEN);
    expect([empty.items.length, empty.notes.length]).toEqual([0, 1]);
    const blank = [{ match: '/messages', body: [bare({ content: '' })] }];
    expect((await readAll(discord, CHANNEL, blank, {}, { auth_token: 'Bot abc' })).notes).toHaveLength(1);
    expect((await readAll(discord, CHANNEL, blank, {}, TOKEN)).notes).toEqual([]);
  });

  it('ends where a page brings nothing older', async () => {
    const page = Array.from({ length: 100 }, (_, index) => bare({ id: String(500 - index) }));
    const { items, session } = await readAll(discord, CHANNEL, [{ match: '/messages', body: page }]);
    expect([items.length, session.sent.length]).toEqual([100, 2]);
  });
});

describe('what Discord refuses', () => {
  it('asks nothing without a token', async () => {
    const run = readAll(discord, CHANNEL, [], {}, {});
    await expect(run).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it.each([
    ['https://discord.com/channels/77/403', TOKEN, 'PRIVATE'],
    ['https://discord.com/channels/77/404', TOKEN, 'NOT_FOUND'],
    ['https://discord.com/channels/77/15', TOKEN, 'NOT_FOUND'],
    [CHANNEL, { auth_token: '"wrong"' }, 'LOGIN_REQUIRED'],
  ])('%s', async (url, cookies, code) => {
    await expect(readAll(discord, url, world(), {}, cookies)).rejects.toMatchObject({ code });
  });

  it.each([
    [429, { message: 'You are being rate limited.', retry_after: 1 }, 'RATE_LIMITED'],
    [403, '<html>error code: 1020</html>', 'BLOCKED'],
    [400, { message: 'Invalid Form Body', code: 50035 }, 'PLATFORM_CHANGED'],
    [200, { message: 'no list' }, 'PLATFORM_CHANGED'],
    [200, [bare({ type: 'zero' })], 'PLATFORM_CHANGED'],
  ])('%i %j is %s', async (status, body, code) => {
    await expect(readAll(discord, CHANNEL, [{ match: '/messages', status, body }], {}, TOKEN)).rejects.toMatchObject({ code });
  });
});
