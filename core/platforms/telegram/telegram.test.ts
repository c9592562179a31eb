import { describe, expect, it } from 'vitest';
import telegram from '#core/platforms/telegram/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type TelegramParams, telegramSimulator } from '#core/platforms/telegram/simulator.ts';

const CHANNEL = 'https://t.me/owner_channel';
const POST = `${CHANNEL}/40`;

const world = (params: TelegramParams = {}): FakeExchange[] => [{ match: /./, simulator: telegramSimulator(params) }];

const claimOf = (url: string) => claimIn(telegram, url);

/** One message box within a preview page. */
function previewOf(box: string): FakeExchange[] {
  return [
    {
      match: '/s/',
      body: `<div class="tgme_channel_info"></div><div class="tgme_widget_message js-widget_message" data-post="Chan/7">${box}</div>`,
    },
  ];
}

async function onePost(box: string) {
  const { items } = await readAll(telegram, 'https://t.me/chan', previewOf(box));
  return items[0];
}

describe('addresses', () => {
  it.each([
    ['@durov', ['channel', { name: 'durov' }]],
    ['t.me/durov', ['channel', { name: 'durov' }]],
    ['https://t.me/s/durov?before=12&q=x', ['channel', { name: 'durov' }]],
    ['https://web.telegram.org/a/#?tgaddr=tg%3A%2F%2Fresolve%3Fdomain%3Ddurov', ['channel', { name: 'durov' }]],
    ['https://t.me/durov/5?comment=77', ['post', { name: 'durov', post: '5' }]],
    ['https://t.me/group_x/3/99', ['post', { name: 'group_x', post: '99' }]],
    ['https://durov.t.me/5', ['post', { name: 'durov', post: '5' }]],
    ['tg://join?invite=abc', ['private', {}]],
    ['https://web.telegram.org/k/#-1234567', ['private', {}]],
    ['https://t.me/c/123/4/5', ['private', {}]],
    ['https://t.me/share/url?url=x', null],
    ['https://t.me/addstickers/abc', null],
    ['https://t.me/', null],
    ['https://t.me/durov/photo', null],
    ['https://web.telegram.org/k/', null],
    ['tg://settings', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('posts of a channel', () => {
  it('reads all pages, newest first, without notices and with albums as one', async () => {
    const { items, session, doors } = await readAll(telegram, CHANNEL, world());
    const ids = Array.from({ length: 70 }, (_, index) => 70 - index).filter((id) => ![2, 5, 6].includes(id % 10));
    expect(items.map((item) => item.id)).toEqual(ids.map(String));
    expect(session.urls.map((url) => url.slice('https://t.me/s/owner_channel'.length))).toEqual([
      '',
      '?before=51',
      '?before=31',
      '?before=11',
    ]);
    expect(doors).toEqual(['web preview']);
  });

  it('reads every field', async () => {
    const { items } = await readAll(telegram, CHANNEL, world());
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('68')).toMatchObject({
      parentId: '67',
      kind: 'post',
      author: { name: 'The "owner"', username: 'owner_channel', url: CHANNEL },
      text: 'Post 68 & more\nsecond line',
      createdAt: '2025-01-01T01:08:00.000Z',
      likes: null,
      isEdited: false,
      url: `${CHANNEL}/68`,
      extra: { views: 68500, viewsText: '68.5K' },
    });
    expect(byId.get('67')).toMatchObject({ isEdited: true, parentId: null });
    expect(byId.get('63')).toMatchObject({ likes: 1207, approximate: true });
    expect(byId.get('64')?.media).toEqual([
      { type: 'image', url: 'https://cdn.example/64.jpg' },
      { type: 'image', url: 'https://cdn.example/65.jpg' },
      { type: 'video', url: 'https://cdn.example/64.mp4' },
    ]);
  });

  it('reads the channel of a post with "tweets"', async () => {
    const { items } = await readAll(telegram, POST, world({ numbers: 15 }), { tweets: true });
    expect(items.map((item) => item.id)).toEqual(['14', '13', '11', '10', '9', '8', '7', '4', '3', '1']);
  });

  it('reads the outermost text once, links in full where they are cut', async () => {
    const item = await onePost(
      `<div class="tgme_widget_message_text js-message_text"><div class="tgme_widget_message_text js-message_text">See
        <a href="https://www.example.org/a/long/path">example.org/a/lo…</a>, <a href="https://other.example/">more…</a> <br/>
        <tg-emoji emoji-id="5"><i class="emoji"><b>🦊</b></i></tg-emoji> <tg-spoiler>hidden</tg-spoiler><blockquote>quoted</blockquote><pre>a
  b</pre>end</div></div>`,
    );
    expect(item?.text).toBe('See https://www.example.org/a/long/path, more…\n🦊 hidden\nquoted\na\n  b\nend');
    expect(item).toMatchObject({ id: '7', author: { username: 'Chan', name: null }, createdAt: null });
  });

  it('reads signatures, forwards, polls, stickers, voices and reactions of all kinds', async () => {
    const item = await onePost(
      `<span class="tgme_widget_message_from_author">Ann</span><span class="tgme_widget_message_forwarded_from_name">Far</span>
       <div class="tgme_widget_message_poll_question">Why?</div><div class="tgme_widget_message_poll_option_percent">60%</div>
       <div class="tgme_widget_message_poll_option_text">So</div>
       <i class="tgme_widget_message_sticker" data-webp="//cdn.example/s.webp"></i><audio class="tgme_widget_message_voice" src="https://cdn.example/v.ogg"></audio>
       <span class="tgme_reaction tgme_reaction_paid"><i class="icon"></i>12</span><span class="tgme_reaction"><tg-emoji emoji-id="99"></tg-emoji>3</span>
       <a class="tgme_widget_message_link_preview" href="https://example.org/"></a>`,
    );
    expect(item).toMatchObject({
      author: { name: 'Ann' },
      text: null,
      likes: 15,
      approximate: null,
      media: [
        { type: 'image', url: 'https://cdn.example/s.webp' },
        { type: 'audio', url: 'https://cdn.example/v.ogg' },
      ],
      extra: {
        signature: 'Ann',
        forwardedFrom: 'Far',
        poll: { question: 'Why?', options: [{ text: 'So', percent: '60%' }], votes: null },
        reactions: [
          { emoji: 'stars', count: 12 },
          { emoji: '99', count: 3 },
        ],
        linkPreview: 'https://example.org/',
      },
    });
  });

  it('says what it cannot read', async () => {
    await expect(onePost('<span class="tgme_reaction">many</span>')).rejects.toMatchObject({ path: '.tgme_reaction' });
    await expect(onePost('<a class="tgme_widget_message_date"><time datetime="yesterday"></time></a>')).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });
});

describe('what Telegram refuses', () => {
  it.each([
    ['https://t.me/nobody_here', 'NOT_FOUND'],
    ['https://t.me/a_group', 'PRIVATE'],
    ['https://t.me/+AbCdEf', 'PRIVATE'],
    [`${CHANNEL}/2000`, 'NOT_FOUND'],
    [`${CHANNEL}/41`, 'COMMENTS_DISABLED'],
  ])('%s is %s', async (url, code) => {
    await expect(readAll(telegram, url, world())).rejects.toMatchObject({ code });
  });

  it('asks nothing for a private address', async () => {
    await expect(readAll(telegram, 'https://t.me/c/12/3', [])).rejects.toMatchObject({ code: 'PRIVATE' });
  });

  it('takes a channel that is said to be empty for throttling', async () => {
    const empty = [{ match: '/s/', body: '<div class="tgme_channel_info"></div><div class="tme_no_messages_found">No posts found</div>' }];
    await expect(readAll(telegram, CHANNEL, empty)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('ends a list where nothing older is shown, and says so', async () => {
    const exchanges = [
      { match: 'before=', body: '<div class="tgme_channel_info"></div><div class="tme_no_messages_found">No posts found</div>' },
      ...world(),
    ];
    const { items, gaps } = await readAll(telegram, CHANNEL, exchanges);
    expect(items).toHaveLength(14);
    expect(gaps).toMatchObject([{ cause: 'notServed', count: 0 }]);
  });

  it('passes on 429, and names a page that it does not know', async () => {
    await expect(readAll(telegram, CHANNEL, [{ match: '/s/', status: 429 }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(readAll(telegram, CHANNEL, [{ match: '/s/', body: '<html></html>' }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('comments of a post', () => {
  it('reads all pages with replies, and their total', async () => {
    const { items, total, session } = await readAll(telegram, POST, world(), { replies: true });
    expect(items).toHaveLength(130);
    expect(total).toBe(130);
    expect(items.slice(0, 2).map((item) => item.id)).toEqual(['81', '82']);
    expect(session.sent.map((request) => [request.method, new URLSearchParams(request.body).get('before_id')])).toEqual([
      ['GET', null],
      ['POST', '81'],
      ['POST', '31'],
    ]);
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('82')).toMatchObject({
      parentId: '81',
      kind: 'reply',
      author: { name: 'Person 82', username: 'person82', url: 'https://t.me/person82', avatarUrl: 'https://cdn.example/82.jpg' },
      text: 'Comment 82 😀',
      isAuthorPost: false,
      url: `${POST}?comment=82`,
    });
    expect(byId.get('84')).toMatchObject({
      parentId: null,
      kind: 'comment',
      author: { username: null, url: null, name: 'Deleted Account' },
    });
    expect(byId.get('88')).toMatchObject({ isAuthorPost: true });
  });

  it('keeps those that answer the post without "replies"', async () => {
    const { items } = await readAll(telegram, POST, world());
    expect(items).toHaveLength(78);
    expect(items.every((item) => item.kind === 'comment')).toBe(true);
  });

  it('asks for a fresh form where the first is no longer taken', async () => {
    const { items, session } = await readAll(telegram, POST, world({ isFormOld: true }), { replies: true });
    expect(items).toHaveLength(130);
    expect(session.sent.map((request) => request.method)).toEqual(['GET', 'POST', 'GET', 'POST', 'POST']);
  });

  it('is done with nothing where nobody has commented', async () => {
    const { items, total } = await readAll(telegram, `${CHANNEL}/42`, world());
    expect([items.length, total]).toEqual([0, 0]);
  });

  it('is nobody’s where only the quoted one has an author', async () => {
    const quoted =
      '<div class="tgme_widget_message_reply" data-reply-to="1"><span class="tgme_widget_message_author_name">Alice</span></div>';
    const body = `<div class="tgme_post_discussion"><div class="tgme_widget_message" data-post-id="2">${quoted}</div></div>`;
    const { items } = await readAll(telegram, POST, [{ match: 'discussion=1', body }], { replies: true });
    expect(items).toMatchObject([{ parentId: '1', author: { name: null, username: null } }]);
  });

  it('does not take counted comments that are not shown for none', async () => {
    const body =
      '<div class="tgme_post_discussion"><div class="tgme_post_discussion_header"><h3 class="js-header">740 comments</h3></div></div>';
    await expect(readAll(telegram, POST, [{ match: 'discussion=1', body }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('gives up where older comments are refused for good', async () => {
    const exchanges = [{ match: 'api/method', body: { error: 'FLOOD' } }, ...world()];
    await expect(readAll(telegram, POST, exchanges)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
