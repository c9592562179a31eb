import { describe, expect, it } from 'vitest';
import { type Item, itemSchema } from '#core/contract/item.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { api, commentSection, spinner, VIDEO, WATCH_URL, watchPage } from '#core/platforms/youtube/answers.setup.ts';

const LIVE = 'live_chat/get_live_chat';
const REPLAY = 'live_chat/get_live_chat_replay';
const LOUD = { live: true } as const;

const stream = (isReplay: boolean): FakeExchange =>
  api(
    'next',
    { videoId: VIDEO },
    watchPage(null, {
      conversationBar: {
        liveChatRenderer: { continuations: [{ reloadContinuationData: { continuation: 'C1' } }], ...(isReplay ? { isReplay } : {}) },
      },
    }),
  );

const chat = (actions: readonly object[], ways: readonly object[] = [], more: object = {}): object => ({
  continuationContents: { liveChatContinuation: { continuations: ways, actions, ...more } },
});
const allMessages = (token: string): object => {
  const item = (continuation: string): object => ({ continuation: { reloadContinuationData: { continuation } } });
  return {
    header: { liveChatHeaderRenderer: { viewSelector: { sortFilterSubMenuRenderer: { subMenuItems: [item('top'), item(token)] } } } },
  };
};
const timed = (continuation: string): object => ({ timedContinuationData: { continuation, timeoutMs: 5000 } });
const replayed = (continuation: string): object => ({ liveChatReplayContinuationData: { continuation } });
const seek = { playerSeekContinuationData: { continuation: 'S' } };

const common = (id: string): object => ({
  id,
  timestampUsec: '1685621770664159',
  authorName: { simpleText: '@someone' },
  authorPhoto: { thumbnails: [{ url: 'https://example.org/s.jpg' }, { url: 'https://example.org/l.jpg' }] },
  authorExternalChannelId: 'UC1',
});
const said = (...runs: readonly object[]): object => ({ message: { runs } });
const add = (renderer: string, fields: object): object => ({ addChatItemAction: { item: { [renderer]: fields } } });
const text = (id: string): object => add('liveChatTextMessageRenderer', { ...common(id), ...said({ text: `says ${id}` }) });

async function oneOf(action: object): Promise<Item | undefined> {
  const run = await readAll(youtube, WATCH_URL, [stream(false), api(LIVE, {}, chat([action]))], LOUD);
  expect(run.items.length).toBeLessThanOrEqual(1);
  for (const item of run.items) expect(() => itemSchema.parse(item)).not.toThrow();
  return run.items[0];
}

describe('youtube: messages of a chat', () => {
  it('reads every field of a message', async () => {
    const badges = [
      { liveChatAuthorBadgeRenderer: { icon: { iconType: 'OWNER' } } },
      { liveChatAuthorBadgeRenderer: { icon: { iconType: 'VERIFIED' } } },
      { liveChatAuthorBadgeRenderer: { customThumbnail: {}, tooltip: 'Member (2 years)' } },
    ];
    const words = said(
      { text: 'hi ' },
      { emoji: { emojiId: '🎉' } },
      { emoji: { emojiId: 'UC1/x', shortcuts: [':_wave:', ':wave:'], isCustomEmoji: true } },
    );
    expect(await oneOf(add('liveChatTextMessageRenderer', { ...common('A%3D'), ...words, authorBadges: badges }))).toMatchObject({
      id: 'A%3D',
      kind: 'chat',
      parentId: null,
      text: 'hi 🎉:_wave:',
      createdAt: '2023-06-01T12:16:10.664Z',
      createdAtPrecision: 'second',
      relativeTime: null,
      likes: null,
      url: null,
      isAuthorPost: true,
      author: {
        name: '@someone',
        username: null,
        id: 'UC1',
        url: 'https://www.youtube.com/channel/UC1',
        avatarUrl: 'https://example.org/l.jpg',
        verified: true,
      },
      extra: { type: 'text', badges: ['OWNER', 'VERIFIED', 'Member (2 years)'] },
    });
    expect(await oneOf(text('B'))).toMatchObject({ isAuthorPost: false, author: { verified: false } });
  });

  it.each([
    [
      'a Super Chat',
      'liveChatPaidMessageRenderer',
      { purchaseAmountText: { simpleText: 'CZK 20.00' }, ...said({ text: 'well done' }) },
      'well done',
      { type: 'superchat', amount: 'CZK 20.00' },
    ],
    [
      'a Super Chat without words',
      'liveChatPaidMessageRenderer',
      { purchaseAmountText: { simpleText: '￥320' } },
      null,
      { type: 'superchat', amount: '￥320' },
    ],
    [
      'a sticker',
      'liveChatPaidStickerRenderer',
      { purchaseAmountText: { simpleText: '$2.00' }, sticker: { accessibility: { accessibilityData: { label: 'A dancing pear' } } } },
      'A dancing pear',
      { type: 'sticker', amount: '$2.00' },
    ],
    [
      'a new member',
      'liveChatMembershipItemRenderer',
      { headerSubtext: { runs: [{ text: 'Welcome to ' }, { text: 'Gold' }] } },
      'Welcome to Gold',
      { type: 'membership' },
    ],
    [
      'a milestone',
      'liveChatMembershipItemRenderer',
      { headerPrimaryText: { runs: [{ text: 'Member for ' }, { text: '8' }, { text: ' months' }] }, headerSubtext: { simpleText: 'Gold' } },
      'Member for 8 months',
      { type: 'membership', level: 'Gold' },
    ],
    [
      'a milestone with words',
      'liveChatMembershipItemRenderer',
      { headerPrimaryText: { runs: [{ text: 'Member for 8 months' }] }, headerSubtext: { simpleText: 'Gold' }, ...said({ text: 'hello' }) },
      'hello',
      { type: 'membership', heading: 'Member for 8 months', level: 'Gold' },
    ],
    [
      'a gift received',
      'liveChatSponsorshipsGiftRedemptionAnnouncementRenderer',
      said({ text: 'was gifted a membership by ' }, { text: 'someone' }),
      'was gifted a membership by someone',
      { type: 'gift' },
    ],
  ])('reads %s', async (_what, renderer, fields, words, extra) => {
    const item = await oneOf(add(renderer, { ...common('A'), ...fields }));
    expect(item).toMatchObject({ text: words });
    expect(item?.extra).toEqual(extra);
  });

  it('reads gifts, whose giver stands in the heading', async () => {
    const header = {
      liveChatSponsorshipsHeaderRenderer: {
        authorName: { simpleText: 'Giver' },
        authorPhoto: { thumbnails: [{ url: 'https://example.org/g.jpg' }] },
        primaryText: { runs: [{ text: 'Gifted ' }, { text: '5' }, { text: ' memberships' }] },
      },
    };
    const gift = { id: 'G', timestampUsec: '1685621770664159', authorExternalChannelId: 'UC9', header };
    expect(await oneOf(add('liveChatSponsorshipsGiftPurchaseAnnouncementRenderer', gift))).toMatchObject({
      text: 'Gifted 5 memberships',
      author: { name: 'Giver', id: 'UC9', avatarUrl: 'https://example.org/g.jpg' },
    });
    expect(
      await oneOf(add('giftMessageViewModel', { id: 'J', authorName: { content: '@giver ' }, text: { content: 'sent Jewels' } })),
    ).toMatchObject({ id: 'J', text: 'sent Jewels', createdAt: null, author: { name: '@giver', id: null } });
  });

  it.each([
    ['a placeholder', add('liveChatPlaceholderItemRenderer', { id: 'P', timestampUsec: '1' })],
    ['an invitation', add('liveChatViewerEngagementMessageRenderer', { id: 'V' })],
    ['a mode', add('liveChatModeChangeMessageRenderer', { id: 'M' })],
    ['a ticker', { addLiveChatTickerItemAction: { item: { liveChatTickerPaidMessageItemRenderer: { id: 'T' } } } }],
    ['a banner', { addBannerToLiveChatCommand: { bannerRenderer: {} } }],
    ['a deletion', { markChatItemAsDeletedAction: { targetItemId: 'A' } }],
  ])('leaves out %s', async (_what, action) => expect(await oneOf(action)).toBeUndefined());

  it('takes what stands in for a placeholder', async () => {
    const replacement = {
      replaceChatItemAction: {
        targetItemId: 'P',
        replacementItem: { liveChatTextMessageRenderer: { ...common('P'), ...said({ text: 'late' }) } },
      },
    };
    expect(await oneOf(replacement)).toMatchObject({ id: 'P', text: 'late' });
  });

  it('names the place where a message is of another form', async () => {
    await expect(oneOf(add('liveChatTextMessageRenderer', { id: 'A' }))).rejects.toMatchObject({
      path: 'liveChatTextMessageRenderer.timestampUsec',
    });
  });
});

describe('youtube: from answer to answer', () => {
  it('reads a running chat by its own interval until it does not go on', async () => {
    const exchanges = [
      stream(false),
      api(LIVE, { continuation: 'C1' }, chat([text('A')], [timed('C2')])),
      api(LIVE, { continuation: 'C2' }, chat([], [timed('C3')])),
      api(LIVE, { continuation: 'C3' }, {}),
    ];
    expect((await readAll(youtube, WATCH_URL, exchanges, LOUD)).items.map((item) => item.id)).toEqual(['A']);
    const page = await youtube.fetchPage({ at: 'stream', stream: { video: VIDEO } }, new FakeSession(exchanges));
    expect(page.next).toEqual([{ role: 'page', cursor: { at: 'chat', token: 'C2', isReplay: false, offsetMs: null }, afterMs: 5000 }]);
    expect(page).toMatchObject({ mayRepeat: true, dateOrder: 'oldestFirst' });
  });

  it('reads a replay a little before where it was, until only the seek bar is left', async () => {
    const at = (ms: string, ...actions: readonly object[]): object => ({ replayChatItemAction: { actions, videoOffsetTimeMsec: ms } });
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        stream(true),
        api(REPLAY, { continuation: 'C1' }, chat([at('-2000', text('A')), at('9000', text('B'))], [replayed('C2'), seek])),
        api(REPLAY, { continuation: 'C2' }, chat([at('9000', text('B')), at('12000', text('C'))], [seek])),
      ],
      LOUD,
    );
    expect(run.items.map((item) => [item.id, item.extra['videoOffsetMs']])).toEqual([
      ['A', -2000],
      ['B', 9000],
      ['C', 12000],
    ]);
    expect(JSON.parse(run.session.sent[2]?.body ?? '')).toMatchObject({
      continuation: 'C2',
      currentPlayerState: { playerOffsetMs: '4000' },
    });
  });

  it('reads all messages where the chat offers them', async () => {
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        stream(false),
        api(LIVE, { continuation: 'C1' }, chat([text('Chosen')], [timed('C2')], allMessages('ALL'))),
        api(LIVE, { continuation: 'ALL' }, chat([text('A'), text('B')], [], allMessages('ALL'))),
      ],
      LOUD,
    );
    expect(run.items.map((item) => item.id)).toEqual(['A', 'B']);
  });

  it.each([
    ['refused', { status: 403, body: 'no' }],
    ['empty', { body: {} }],
    ['broken', { body: 'no JSON' }],
  ])('stays with the first answer where the rest is %s', async (_how, answer) => {
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        stream(false),
        api(LIVE, { continuation: 'C1' }, chat([text('Chosen')], [], allMessages('ALL'))),
        { ...api(LIVE, { continuation: 'ALL' }, {}), ...answer },
      ],
      LOUD,
    );
    expect(run.items.map((item) => item.id)).toEqual(['Chosen']);
  });

  it('reads answers of 2020, and ends where a token has died', async () => {
    const old = { response: chat([text('A')], [timed('C2')]) };
    const run = await readAll(
      youtube,
      WATCH_URL,
      [stream(false), api(LIVE, { continuation: 'C1' }, old), api(LIVE, { continuation: 'C2' }, 'gone', { status: 404 })],
      LOUD,
    );
    expect(run.items).toHaveLength(1);
    expect(run.gaps).toMatchObject([{ cause: 'notServed' }]);
  });

  it('starts a replay from its own token', async () => {
    const run = await readAll(youtube, 'https://www.youtube.com/live_chat_replay?continuation=op2', [
      api(REPLAY, { continuation: 'op2' }, chat([text('A')])),
    ]);
    expect(run.items).toHaveLength(1);
  });
});

describe('youtube: the current stream of a channel', () => {
  const url = 'https://www.youtube.com/@name/live';
  const live = api(LIVE, { continuation: 'C1' }, chat([text('A')]));

  it('is resolved by the API, else named by the page', async () => {
    const resolved = api('navigation/resolve_url', { url }, { endpoint: { watchEndpoint: { videoId: VIDEO } } });
    expect((await readAll(youtube, url, [resolved, stream(false), live])).items).toHaveLength(1);
    const page = { match: url, body: `<html><link rel="canonical" href="https://www.youtube.com/watch?v=${VIDEO}"></html>` };
    expect((await readAll(youtube, url, [page, stream(false), live])).items).toHaveLength(1);
  });

  it('is none where the page is that of the channel', async () => {
    const page = { match: url, body: '<html><link rel="canonical" href="https://www.youtube.com/channel/UC1"></html>' };
    await expect(readAll(youtube, url, [page])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('streams nothing'),
    });
  });
});

describe('youtube: videos without chat', () => {
  const player = (status: string): FakeExchange => ({
    match: 'reel_item_watch',
    body: { playerResponse: { playabilityStatus: { status, reason: 'members only' } } },
  });
  const bar = {
    conversationBar: {
      conversationBarRenderer: { availabilityMessage: { messageRenderer: { text: { runs: [{ text: 'Chat is disabled.' }] } } } },
    },
  };

  it.each([
    ['a chat that is turned off', watchPage(null, bar), 'OK', 'COMMENTS_DISABLED'],
    ['a video with comments', watchPage(commentSection(spinner('T1'))), 'OK', 'NOT_FOUND'],
    [
      'a video with comments turned off',
      watchPage(commentSection({ messageRenderer: { text: { simpleText: 'off' } } })),
      'OK',
      'NOT_FOUND',
    ],
    ['neither, playable', watchPage(null), 'OK', 'NOT_FOUND'],
    ['neither, upcoming', watchPage(null), 'LIVE_STREAM_OFFLINE', 'NOT_FOUND'],
    ['neither, for members', watchPage(null), 'UNPLAYABLE', 'LOGIN_REQUIRED'],
  ])('%s', async (_what, page, status, code) => {
    await expect(readAll(youtube, WATCH_URL, [api('next', { videoId: VIDEO }, page), player(status)], LOUD)).rejects.toMatchObject({
      code,
    });
  });
});
