import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { readAll } from '#test/platforms/read-all.ts';
import {
  api,
  commentSection,
  entity,
  firstPage,
  header,
  laterPage,
  moreButton,
  spinner,
  thread,
} from '#core/platforms/youtube/answers.setup.ts';

const CHANNEL = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const POST = 'UgkxAbCdEfGhIjKlMnOpQrStUvWxYz012345';
// As youtubei.js 18 encodes it, too.
const POST_PARAMS =
  'wgNaEhhVQ3VBWEZrZ3N3MUw3eGFDZm5kNUpKT3caJFVna3hBYkNkRWZHaElqS2xNbk9wUXJTdFV2V3hZejAxMjM0NVoYVUN1QVhGa2dzdzFMN3hhQ2ZuZDVKSk93';

const tabs = (...renderers: readonly object[]): object => ({
  contents: { twoColumnBrowseResultsRenderer: { tabs: renderers.map((tabRenderer) => ({ tabRenderer })) } },
});
const tab = (url: string, params: string, more: object = {}): object => ({
  endpoint: { commandMetadata: { webCommandMetadata: { url } }, browseEndpoint: { params } },
  ...more,
});
const open = (...contents: readonly object[]): object => ({ selected: true, content: { sectionListRenderer: { contents } } });

const post = (id: string, more: object = {}): object => ({
  backstagePostThreadRenderer: {
    post: {
      backstagePostRenderer: {
        postId: id,
        authorText: { runs: [{ text: 'Channel' }] },
        authorEndpoint: { browseEndpoint: { browseId: CHANNEL, canonicalBaseUrl: '/@channel' } },
        authorThumbnail: { thumbnails: [{ url: '//example.org/a.jpg' }] },
        contentText: { runs: [{ text: 'News!' }] },
        publishedTimeText: { runs: [{ text: '2 months ago (edited)' }] },
        voteCount: { simpleText: '1.5K' },
        actionButtons: { commentActionButtonsRenderer: { replyButton: { buttonRenderer: { text: { simpleText: '12' } } } } },
        ...more,
      },
    },
  },
});
const image = (url: string): object => ({ backstageImageRenderer: { image: { thumbnails: [{ url: `${url}?s=1` }, { url }] } } });

describe('youtube: posts of a channel', () => {
  const home = api('browse', { browseId: CHANNEL, params: undefined }, tabs(tab('/@channel/videos', 'v'), tab('/@channel/posts', 'p')));
  const list = (...rows: readonly object[]): object =>
    tabs(tab('/@channel/videos', 'v'), tab('/@channel/posts', 'p', open({ itemSectionRenderer: { contents: rows } })));

  it('reads all pages of the Posts tab', async () => {
    const run = await readAll(youtube, 'https://www.youtube.com/@channel/posts', [
      api('navigation/resolve_url', { url: 'https://www.youtube.com/@channel' }, { endpoint: { browseEndpoint: { browseId: CHANNEL } } }),
      home,
      api('browse', { browseId: CHANNEL, params: 'p' }, list(post('P1'), spinner('N1'))),
      api(
        'browse',
        { continuation: 'N1' },
        { onResponseReceivedEndpoints: [{ appendContinuationItemsAction: { continuationItems: [post('P2')] } }] },
      ),
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['P1', 'P2']);
    expect(run.items[0]).toMatchObject({
      kind: 'post',
      parentId: null,
      text: 'News!',
      relativeTime: '2 months ago',
      createdAt: '2025-11-01T00:00:00.000Z',
      createdAtPrecision: 'month',
      isEdited: true,
      likes: 1500,
      replyCount: 12,
      approximate: true,
      isAuthorPost: null,
      isPinned: null,
      url: 'https://www.youtube.com/post/P1',
      author: {
        name: 'Channel',
        username: null,
        id: CHANNEL,
        url: 'https://www.youtube.com/@channel',
        avatarUrl: 'https://example.org/a.jpg',
        verified: null,
      },
    });
    for (const item of run.items) expect(() => itemSchema.parse(item)).not.toThrow();
  });

  it('reads pictures, videos, polls and posts passed on', async () => {
    const shared = {
      backstagePostThreadRenderer: {
        post: {
          sharedPostRenderer: {
            postId: 'P4',
            displayName: { runs: [{ text: 'Other' }] },
            content: { runs: [{ text: 'Look' }] },
            originalPost: { backstagePostRenderer: { postId: 'P0' } },
          },
        },
      },
    };
    const run = await readAll(youtube, `https://www.youtube.com/channel/${CHANNEL}/community`, [
      home,
      api(
        'browse',
        { browseId: CHANNEL, params: 'p' },
        list(
          post('P1', { backstageAttachment: image('https://example.org/1.jpg') }),
          post('P2', {
            backstageAttachment: {
              postMultiImageRenderer: { images: [image('https://example.org/2.jpg'), image('https://example.org/3.jpg')] },
            },
          }),
          post('P3', {
            backstageAttachment: {
              videoRenderer: { videoId: 'abcdefghijk' },
              pollRenderer: { choices: [{ text: { runs: [{ text: 'Yes' }] } }, { text: { runs: [{ text: 'No' }] } }] },
            },
          }),
          shared,
        ),
      ),
    ]);
    expect(run.items.map((item) => item.media.map((media) => media.url))).toEqual([
      ['https://example.org/1.jpg'],
      ['https://example.org/2.jpg', 'https://example.org/3.jpg'],
      [],
      [],
    ]);
    expect(run.items[2]?.extra).toEqual({ videoId: 'abcdefghijk', pollChoices: ['Yes', 'No'] });
    expect(run.items[3]).toMatchObject({ id: 'P4', text: 'Look', author: { name: 'Other' }, extra: { sharedPostId: 'P0' } });
  });

  it('has none without the tab, and tells a channel that is gone', async () => {
    const url = `https://www.youtube.com/channel/${CHANNEL}/posts`;
    expect(await readAll(youtube, url, [api('browse', {}, tabs(tab('/@channel/videos', 'v')))])).toMatchObject({
      items: [],
      notes: ['The channel has no posts.'],
    });
    const gone = { alerts: [{ alertRenderer: { text: { simpleText: 'This channel does not exist.' } } }] };
    await expect(readAll(youtube, url, [api('browse', {}, gone)])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('does not exist'),
    });
    await expect(readAll(youtube, url, [api('browse', {}, {})])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
    await expect(
      readAll(youtube, 'https://www.youtube.com/@nobody/posts', [api('navigation/resolve_url', {}, {}, { status: 404 })]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('youtube: comments of a post', () => {
  const url = `https://www.youtube.com/post/${POST}`;
  const page = tabs(open(post(POST), { itemSectionRenderer: commentSection(spinner('T1')) }));
  const [a, r] = [entity('Aa', { replies: '2' }), entity('Aa.1')];
  const comments = [
    api('browse', { continuation: 'T1' }, firstPage(header(), [thread(a.view, { contents: [moreButton('R1')] })], a.mutations)),
    api('browse', { continuation: 'R1' }, laterPage([{ commentViewModel: r.view }], r.mutations)),
  ];

  it('follows what YouTube resolves the address to', async () => {
    const resolved = api(
      'navigation/resolve_url',
      { url },
      { endpoint: { browseEndpoint: { browseId: 'FEpost_detail', params: 'given' } } },
    );
    const run = await readAll(youtube, url, [resolved, api('browse', { browseId: 'FEpost_detail', params: 'given' }, page), ...comments], {
      replies: true,
    });
    expect(run.items.map((item) => [item.id, item.url])).toEqual([
      ['Aa', `${url}?lc=Aa`],
      ['Aa.1', `${url}?lc=Aa.1`],
    ]);
    expect(run.total).toBe(1234);
  });

  it('builds the page of the post where the channel is known', async () => {
    const built = api('browse', { browseId: 'FEpost_detail', params: POST_PARAMS }, page);
    expect(
      (await readAll(youtube, `https://www.youtube.com/channel/${CHANNEL}/community?lb=${POST}`, [built, ...comments])).items,
    ).toHaveLength(1);
    const resolved = api('navigation/resolve_url', { url }, { endpoint: { browseEndpoint: { browseId: CHANNEL } } });
    expect((await readAll(youtube, url, [resolved, built, ...comments])).items).toHaveLength(1);
  });

  it('tells a post without comments, and one that is not there', async () => {
    const resolved = api('navigation/resolve_url', {}, { endpoint: { browseEndpoint: { browseId: 'FEpost_detail', params: 'given' } } });
    await expect(readAll(youtube, url, [resolved, api('browse', {}, tabs(open(post(POST))))])).rejects.toMatchObject({
      code: 'COMMENTS_DISABLED',
    });
    await expect(readAll(youtube, url, [api('navigation/resolve_url', {}, { endpoint: {} })])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const moved = api('navigation/resolve_url', { url }, { endpoint: { urlEndpoint: { url: 'https://www.youtube.com/post/moved' } } });
    const there = api(
      'navigation/resolve_url',
      { url: 'https://www.youtube.com/post/moved' },
      { endpoint: { browseEndpoint: { browseId: 'FEpost_detail', params: 'given' } } },
    );
    expect(
      (await readAll(youtube, url, [moved, there, api('browse', { browseId: 'FEpost_detail' }, page), ...comments])).items,
    ).toHaveLength(1);
  });
});
