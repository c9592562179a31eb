// A list that goes on says so in more ways than one. What is not understood is told, and never taken for the end.
import { describe, expect, it } from 'vitest';
import youtube from '#core/platforms/youtube/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { readAll, type WholeRun } from '#test/platforms/read-all.ts';
import {
  api,
  commentSection,
  entity,
  FIRST,
  fetchFirst,
  firstPage,
  header,
  spinner,
  thread,
  VIDEO,
  watchPage,
} from '#core/platforms/youtube/answers.setup.ts';
import { totalComments, youtubeSimulator, type YouTubeParams } from '#core/platforms/youtube/simulator.ts';

const URL_OF_VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const UNSEEN = { listExtenderViewModel: { onShown: { continuationCommand: { token: 'T2' } } } };
const TOLD = { cause: 'notServed', note: expect.stringContaining('in a form that is not known (listExtenderViewModel)') as string };

const read = (params: YouTubeParams): Promise<WholeRun> =>
  readAll(youtube, URL_OF_VIDEO, [{ match: '', simulator: youtubeSimulator(params) }], { replies: true });

describe('youtube: where lists go on', () => {
  it.each(['entity', 'old'] as const)('follows the view of June 2026 through lists and replies (%s)', async (format) => {
    const params = { comments: 45, repliesEvery: 3, repliesPerThread: 14, continuations: 'viewModel', format } as const;
    const run = await read(params);
    expect(run.items).toHaveLength(totalComments(params));
    expect(run.gaps).toEqual([]);
  });

  it('keeps the rows before a continuation that nobody knows, and says that more is missing', async () => {
    const top = entity('Top', { replies: '7' });
    const page = await fetchFirst(firstPage(header(), [thread(top.view, { subThreads: [UNSEEN] }), UNSEEN], top.mutations), {
      replies: true,
    });
    expect(page.items.map((item) => item.id)).toEqual(['Top']);
    expect(page.next).toEqual([]);
    expect(page.gaps).toMatchObject([
      { ...TOLD, count: 7 },
      { ...TOLD, count: 0 },
    ]);
  });

  it('ends no list of a whole export without a word', async () => {
    const { items, gaps, total } = await read({ comments: 45, repliesEvery: 20, continuations: 'unseen' });
    expect([items.length, total]).toEqual([20, 75]);
    expect(gaps).toMatchObject([
      { ...TOLD, count: 10 },
      { ...TOLD, count: 0 },
    ]);
  });

  it.each([
    ['a known name without its token', { continuationItemRenderer: { trigger: 'ON_SHOWN' } }],
    ['a known name of another form', { continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token: 7 } } } }],
    ['a view without its command', { continuationItemViewModel: { loading: true } }],
    ['a name of 2027', UNSEEN],
  ])('tells %s', async (_what, row) => {
    const top = entity('Top');
    const page = await fetchFirst(firstPage(header(), [thread(top.view), row], top.mutations));
    expect(page.items).toHaveLength(1);
    expect(page.gaps).toMatchObject([{ cause: 'notServed' }]);
    const further = new FakeSession([api('next', {}, firstPage(header(), [thread(top.view), row], top.mutations))]);
    for (const cursor of [
      { ...FIRST, stage: 'later' },
      { at: 'replies', of: { video: VIDEO }, token: 'R', parent: 'Aa' },
    ] as const)
      expect((await youtube.fetchPage(cursor, further)).gaps).toMatchObject([{ cause: 'notServed' }]);
  });

  it('tells it of replies in the form of 2020', async () => {
    const top = entity('Top', { replies: '2' });
    const rows = [thread(top.view, { continuations: [{ timedContinuationData: { continuation: 'R' } }] })];
    expect((await fetchFirst(firstPage(header(), rows, top.mutations), { replies: true })).gaps).toMatchObject([
      { cause: 'notServed', count: 2 },
    ]);
  });

  it('says nothing of rows that lead nowhere', async () => {
    const top = entity('Top');
    const rows = [
      thread(top.view),
      { commentFilterContextViewModel: { onTap: { continuationCommand: { token: 'X' } } } },
      { adSlotRenderer: {} },
    ];
    expect((await fetchFirst(firstPage(header(), rows, top.mutations))).gaps).toEqual([]);
  });

  it('never takes a comment section that it cannot open for comments that are turned off', async () => {
    const video = (page: object) => youtube.fetchPage({ at: 'video', video: VIDEO, link: null }, new FakeSession([api('next', {}, page)]));
    await expect(video(watchPage(commentSection(UNSEEN)))).rejects.toMatchObject({ name: 'PlatformChanged' });
    const view = { continuationItemViewModel: { continuationCommand: { innertubeCommand: { continuationCommand: { token: 'T1' } } } } };
    expect((await video(watchPage(commentSection(view)))).next).toMatchObject([{ cursor: { token: 'T1' } }]);
    const panel = {
      engagementPanelSectionListRenderer: {
        panelIdentifier: 'engagement-panel-comments-section',
        content: { sectionListRenderer: { contents: [{ itemSectionRenderer: commentSection(spinner('P1')) }] } },
      },
    };
    expect((await video(watchPage(commentSection(UNSEEN), {}, [panel]))).next).toMatchObject([{ cursor: { token: 'P1' } }]);
  });

  it('tells it of posts, and of a post', async () => {
    const session = new FakeSession([
      api(
        'browse',
        { continuation: 'P1' },
        { onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems: [UNSEEN] } }] },
      ),
      api(
        'browse',
        { browseId: 'FEpost_detail' },
        {
          contents: {
            twoColumnBrowseResultsRenderer: {
              tabs: [
                { tabRenderer: { content: { sectionListRenderer: { contents: [{ itemSectionRenderer: commentSection(UNSEEN) }] } } } },
              ],
            },
          },
        },
      ),
    ]);
    expect((await youtube.fetchPage({ at: 'posts', token: 'P1' }, session)).gaps).toMatchObject([TOLD]);
    await expect(youtube.fetchPage({ at: 'post', post: 'Ugkx1', channel: 'UC0000000000000000000001' }, session)).rejects.toMatchObject({
      name: 'PlatformChanged',
    });
  });

  it('tells it of a chat, whose replay may end', async () => {
    const chat = (continuations: readonly object[]) =>
      youtube.fetchPage(
        { at: 'chat', token: 'C', isReplay: true, offsetMs: null },
        new FakeSession([api('live_chat/get_live_chat_replay', {}, { continuationContents: { liveChatContinuation: { continuations } } })]),
      );
    expect((await chat([{ laterContinuationData: { continuation: 'D' } }])).gaps).toMatchObject([{ cause: 'notServed' }]);
    expect((await chat([{ playerSeekContinuationData: { continuation: 'D' } }])).gaps).toEqual([]);
  });

  it('never takes a chat that it cannot open for none', async () => {
    const page = watchPage(null, {
      conversationBar: { liveChatRenderer: { continuations: [{ laterContinuationData: { continuation: 'D' } }] } },
    });
    const session = new FakeSession([api('next', {}, page)]);
    await expect(youtube.fetchPage({ at: 'stream', stream: { video: VIDEO } }, session)).rejects.toMatchObject({ name: 'PlatformChanged' });
  });
});
