import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { readAll } from '#test/platforms/read-all.ts';
import {
  api,
  commentSection,
  discovered,
  entity,
  fetchFirst,
  firstPage,
  header,
  oldComment,
  oldThread,
  spinner,
  thread,
  VIDEO,
  WATCH_URL,
  watchPage,
} from '#core/platforms/youtube/answers.setup.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

describe('youtube: the newer format', () => {
  it('reads every field of a comment', async () => {
    const one = entity('Aa', {
      text: 'Hello\r\nworld  ',
      published: '4 years ago (edited)',
      author: {
        displayName: '@maker',
        isCreator: true,
        isArtist: true,
        sponsorBadgeA11y: 'Member (1 year)',
        channelCommand: { innertubeCommand: { browseEndpoint: { canonicalBaseUrl: '/@maker' } } },
      },
      likes: '9.8k',
      replies: '327',
      pinned: true,
      hearted: true,
      thanks: '€5.00',
    });
    const run = await readAll(youtube, WATCH_URL, [
      discovered,
      api('next', { continuation: 'T1' }, firstPage(header(), [thread(one.view)], one.mutations)),
    ]);
    expect(run.total).toBe(1234);
    expect(run.doors).toEqual(['innertube']);
    expect(run.items).toEqual([
      wholeItem({
        id: 'Aa',
        kind: 'comment',
        author: {
          name: '@maker',
          username: 'maker',
          id: 'UC0000000000000000000001',
          url: 'https://www.youtube.com/@maker',
          avatarUrl: 'https://example.org/a.jpg',
          verified: true,
        },
        text: 'Hello\nworld',
        createdAt: '2022-01-01T00:00:00.000Z',
        createdAtPrecision: 'year',
        relativeTime: '4 years ago',
        likes: 9800,
        replyCount: 327,
        approximate: true,
        url: `${WATCH_URL}&lc=Aa`,
        isPinned: true,
        isEdited: true,
        isAuthorPost: true,
        extra: { heartedByCreator: true, superThanks: '€5.00', memberBadge: 'Member (1 year)' },
      }),
    ]);
    expect(() => itemSchema.parse(run.items[0])).not.toThrow();
  });

  it('takes blank counts as 0, an empty text as none, a name without @ as no handle', async () => {
    const one = entity('Aa', { text: ' \n', likes: ' ', author: { displayName: 'Old Name', channelCommand: { innertubeCommand: {} } } });
    const page = await fetchFirst(firstPage(header(), [thread(one.view)], one.mutations));
    expect(page.items[0]).toMatchObject({
      text: null,
      likes: 0,
      replyCount: 0,
      approximate: null,
      isPinned: false,
      isEdited: false,
      isAuthorPost: false,
      author: { name: 'Old Name', username: null, url: 'https://www.youtube.com/channel/UC0000000000000000000001', verified: false },
    });
  });

  it('names the place where data is missing or of another form', async () => {
    const one = entity('Aa', { likes: 'many' });
    await expect(fetchFirst(firstPage(header(), [thread(one.view)]))).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: expect.stringContaining('c:Aa'),
    });
    await expect(fetchFirst(firstPage(header(), [thread(one.view)], one.mutations))).rejects.toMatchObject({
      path: expect.stringContaining('likeCountNotliked'),
    });
    const nameless = [
      { entityKey: 'c:Aa', payload: { commentEntityPayload: { properties: { commentId: 'Aa' }, author: {}, toolbar: {} } } },
    ];
    await expect(fetchFirst(firstPage(header(), [thread(one.view)], nameless))).rejects.toMatchObject({
      path: 'entity(c:Aa).commentEntityPayload.properties.publishedTime',
    });
    await expect(fetchFirst(firstPage(header(), [{ commentOfTomorrow: {} }]))).rejects.toMatchObject({
      path: 'continuationItems.0.commentOfTomorrow',
    });
    await expect(fetchFirst(firstPage(header(), [{ commentThreadRenderer: { commentOfTomorrow: {} } }]))).rejects.toMatchObject({
      path: 'commentThreadRenderer.commentViewModel',
    });
  });

  it.each([
    [{ runs: [{ text: 'コメント ' }, { text: '21,051' }, { text: ' 件' }] }, 21051],
    [{ simpleText: '19.783 Kommentare' }, 19783],
    [{ runs: [{ text: '0' }, { text: ' Comments' }] }, 0],
    [{ simpleText: '1,2 Mio. Kommentare' }, 1200000],
  ])('reads the total of %j', async (count, total) => expect((await fetchFirst(firstPage(header({ count }), []))).total).toBe(total));

  it.each([
    ['58', { commentsHeaderRenderer: {} }, 58],
    ['19.783', { commentsHeaderRenderer: {} }, 19_783],
    ['2.1k', { commentsHeaderRenderer: {} }, null],
    ['2,1 xyz', { commentsHeaderRenderer: {} }, null],
    ['58', header(), 1234],
  ])('takes the count of the panel beside the video, %s, where the list has none of its own', async (count, shown, total) => {
    const panel = {
      engagementPanelSectionListRenderer: {
        panelIdentifier: 'engagement-panel-comments-section',
        header: { engagementPanelTitleHeaderRenderer: { contextualInfo: { runs: [{ text: count }] } } },
      },
    };
    const one = entity('Aa');
    const run = await readAll(youtube, WATCH_URL, [
      api('next', { videoId: VIDEO }, watchPage(commentSection(spinner('T1')), {}, [panel])),
      api('next', { continuation: 'T1' }, firstPage(shown, [thread(one.view)], one.mutations)),
    ]);
    expect(run.total).toBe(total);
  });

  it('gives 0 items for a header without rows, and keeps what YouTube says instead', async () => {
    const page = await fetchFirst(firstPage(header({ count: {} }), [{ messageRenderer: { text: { runs: [{ text: 'Nothing yet.' }] } } }]));
    expect(page).toMatchObject({ items: [], notes: ['YouTube says: Nothing yet.'] });
    expect(page.total).toBeUndefined();
  });
});

describe('youtube: the older format', () => {
  it('reads every field of a comment', async () => {
    const comment = oldComment('Aa', {
      contentText: {
        runs: [
          { text: 'Say ' },
          { text: '🔥', emoji: { emojiId: '🔥' } },
          { text: ':x:', emoji: { emojiId: 'UC/1', shortcuts: [':_wave:', ':wave:'], isCustomEmoji: true } },
          { text: ' bold', bold: true },
        ],
      },
      publishedTimeText: { runs: [{ text: '3 weeks ago (edited)' }] },
      voteCount: { simpleText: '1.2K' },
      replyCount: 4,
      authorIsChannelOwner: true,
      pinnedCommentBadge: { pinnedCommentBadgeRenderer: {} },
      authorCommentBadge: { authorCommentBadgeRenderer: { icon: { iconType: 'OFFICIAL_ARTIST_BADGE' } } },
      actionButtons: { commentActionButtonsRenderer: { creatorHeart: { creatorHeartRenderer: { isHearted: true } } } },
    });
    const page = await fetchFirst(firstPage(header(), [oldThread(comment)]));
    expect(page.items).toMatchObject([
      {
        id: 'Aa',
        parentId: null,
        kind: 'comment',
        text: 'Say 🔥:_wave: bold',
        relativeTime: '3 weeks ago',
        createdAt: '2025-12-11T00:00:00.000Z',
        createdAtPrecision: 'week',
        likes: 1200,
        replyCount: 4,
        approximate: true,
        isPinned: true,
        isEdited: true,
        isAuthorPost: true,
        url: `${WATCH_URL}&lc=Aa`,
        extra: { heartedByCreator: true },
        author: {
          name: 'Free Name',
          username: null,
          id: 'UC0000000000000000000002',
          url: 'https://www.youtube.com/channel/UC0000000000000000000002',
          avatarUrl: 'https://example.org/l.jpg',
          verified: true,
        },
      },
    ]);
  });

  it('takes what is absent as 0 or false', async () => {
    const page = await fetchFirst(firstPage(header(), [oldThread(oldComment('Aa', { contentText: { runs: [] } }))]));
    expect(page.items).toMatchObject([
      {
        text: null,
        likes: 0,
        replyCount: 0,
        isPinned: false,
        isEdited: false,
        isAuthorPost: false,
        author: { verified: false },
        extra: { heartedByCreator: false },
      },
    ]);
  });
});
