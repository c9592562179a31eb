import { describe, expect, it } from 'vitest';
import { PlatformChanged } from '#core/contract/error.ts';
import reddit from '#core/platforms/reddit/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { listing, t1, t3, thread } from '#core/platforms/reddit/simulator/wire-forms.ts';

const SITE = 'https://www.reddit.com';
/** Where a visitor without a login begins. */
const VISIT = 'https://old.reddit.com/';
const answers = (children: readonly object[], after: string | null = null): FakeExchange => ({
  match: SITE,
  body: listing(children, after),
});
const postOf = async (data: object) => (await readAll(reddit, `${SITE}/r/s/`, [answers([t3(data)])])).items[0];

describe('listings of posts', () => {
  it.each([
    [`${SITE}/r/s/`, '/r/s/hot.json?limit=100&raw_json=1'],
    [`${SITE}/r/a+b/top/?t=week`, '/r/a+b/top.json?limit=100&raw_json=1&t=week'],
    [`${SITE}/user/n/m/multi/`, '/user/n/m/multi/hot.json?limit=100&raw_json=1'],
    [`${SITE}/u/n/`, '/user/n/submitted.json?limit=100&sort=new&raw_json=1'],
    [`${SITE}/user/n/submitted/`, '/user/n/submitted.json?limit=100&sort=new&raw_json=1'],
    [`${SITE}/user/n/comments/`, '/user/n/comments.json?limit=100&sort=new&raw_json=1'],
  ])('%s asks for the right address, whatever sort is wanted', async (url, path) => {
    const run = await readAll(reddit, url, [answers([])], { sort: 'top' });
    expect(run.session.urls).toEqual([VISIT, `${SITE}${path}`]);
    expect(run).toMatchObject({ items: [], total: null });
  });

  it('go on until after is null', async () => {
    const run = await readAll(reddit, `${SITE}/r/s/top/?t=day`, [
      { match: 'after=t3_p2', body: listing([t3({ id: 'p3' })]) },
      { match: 'top.json', body: listing([t3(), t3({ id: 'p2' })], 't3_p2') },
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['p1', 'p2', 'p3']);
    expect(run.session.urls[2]).toBe(`${SITE}/r/s/top.json?limit=100&raw_json=1&t=day&after=t3_p2`);
  });

  it('read every field', async () => {
    expect(await postOf({ stickied: true, edited: 1714564900.0, selftext: 'typed &amp; sent' })).toMatchObject({
      id: 'p1',
      kind: 'post',
      parentId: null,
      title: 'A title',
      text: 'typed &amp; sent',
      createdAt: '2024-05-01T12:00:00.000Z',
      likes: 10,
      replyCount: 7,
      isPinned: true,
      isEdited: true,
      isAuthorPost: null,
      url: `${SITE}/r/s/comments/p1/title/`,
      author: { name: 'op', username: 'op', id: 't2_op', url: `${SITE}/user/op` },
      media: [],
    });
    const link = await postOf({ is_self: false, url: 'https://example.org/old', url_overridden_by_dest: 'https://example.org/' });
    expect(link).toMatchObject({ text: null, extra: { linkUrl: 'https://example.org/' } });
  });

  it('decode once where the answer ignored raw_json', async () => {
    const escaped = {
      selftext: 'a &amp;amp; b',
      selftext_html: '&lt;p&gt;',
      title: '&lt;3 &quot;',
      is_self: false,
      url: 'https://i.redd.it/a.jpg?a=1&amp;b=2',
    };
    expect(await postOf(escaped)).toMatchObject({
      text: 'a &amp; b',
      title: '<3 &quot;',
      media: [{ type: 'image', url: 'https://i.redd.it/a.jpg?a=1&b=2' }],
    });
  });

  it.each([
    [
      'a gallery in its own order',
      {
        gallery_data: { items: [{ media_id: 'b' }, { media_id: 'a' }, { media_id: 'gone' }, { media_id: 'bad' }] },
        media_metadata: {
          a: { status: 'valid', s: { gif: 'https://i.redd.it/a.gif', mp4: 'x' } },
          b: { status: 'valid', s: { u: 'https://i.redd.it/b.jpg' } },
          bad: { status: 'unprocessed' },
        },
        url: 'https://www.reddit.com/gallery/p1',
      },
      [
        { type: 'image', url: 'https://i.redd.it/b.jpg' },
        { type: 'image', url: 'https://i.redd.it/a.gif' },
      ],
    ],
    ['a picture', { url: 'https://i.redd.it/c.png' }, [{ type: 'image', url: 'https://i.redd.it/c.png' }]],
    [
      'a video',
      { url: 'https://v.redd.it/d', media: { reddit_video: { fallback_url: 'https://v.redd.it/d/720.mp4' } } },
      [{ type: 'video', url: 'https://v.redd.it/d/720.mp4' }],
    ],
    ['no picture of others', { url: 'https://i.redd.it.example.org/c.png', media: { oembed: {} } }, []],
    ['no preview without a gallery', { media_metadata: { a: { status: 'valid', s: { u: 'https://i.redd.it/a.jpg' } } } }, []],
  ])('show %s', async (_name, data, media) => expect((await postOf(data))?.media).toEqual(media));
});

describe('comments of a user', () => {
  const commentOf = async (data: object) => (await readAll(reddit, `${SITE}/user/n/comments/`, [answers([t1('a', data)])])).items[0];

  it('come whole, with their parents', async () => {
    const run = await readAll(reddit, `${SITE}/user/n/comments/`, [answers([t1('a', { parent_id: 't1_x' }), t1('b')])]);
    expect(run.items.map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['a', 'x', 'reply'],
      ['b', null, 'comment'],
    ]);
  });

  it.each([
    ['its permalink', {}, '/r/s/comments/p1/title/a/'],
    ['that of the post', { permalink: undefined, link_permalink: `${SITE}/r/s/comments/p1/t/` }, '/r/s/comments/p1/t/a/'],
    ['the address of the post', { permalink: undefined, link_url: `${SITE}/r/s/comments/p1/u/` }, '/r/s/comments/p1/u/a/'],
    ['the subreddit and the post', { permalink: undefined, link_url: 'https://example.org/', subreddit: 's' }, '/r/s/comments/p1/_/a/'],
  ])('have an address from %s', async (_name, data, path) => expect((await commentOf(data))?.url).toBe(`${SITE}${path}`));

  it('compare with the author of the post where the platform does not say', async () => {
    expect((await commentOf({ is_submitter: undefined, link_author: 'user_a' }))?.isAuthorPost).toBe(true);
    expect((await commentOf({ is_submitter: undefined, link_author: 'x' }))?.isAuthorPost).toBe(false);
    expect((await commentOf({ is_submitter: undefined, link_author: '[deleted]' }))?.isAuthorPost).toBeNull();
    expect((await commentOf({ is_submitter: undefined }))?.isAuthorPost).toBeNull();
  });
});

describe('share links', () => {
  const SHARE = `${SITE}/r/s/s/abcDEF1234`;
  const leads = (location: string, status = 301): FakeExchange => ({ match: '/s/abcDEF1234', status, headers: { Location: location } });

  it('lead to the thread', async () => {
    const run = await readAll(reddit, SHARE, [
      leads('https://www.reddit.com/r/s/comments/p1/title/?share_id=x&utm_name=y'),
      thread([t1('a')]),
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['a']);
    expect(run.session.urls).toEqual([VISIT, SHARE, `${SITE}/comments/p1.json?limit=500&sort=confidence&raw_json=1`]);
  });

  it('lead to one comment, by a relative address', async () => {
    const run = await readAll(reddit, `${SITE}/u/n/s/abcDEF1234`, [
      leads('/r/s/comments/p1/comment/a/?x=1', 302),
      { match: '/_/a.json', body: [listing([t3()]), listing([t1('a', {}, [t1('b', { parent_id: 't1_a' })])])] },
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['b']);
  });

  it.each([
    ['200', { match: '/s/', status: 200, body: '<html>' }],
    ['404', { match: '/s/', status: 404 }],
    ['an address that is none of ours', leads('https://www.reddit.com/login/?dest=x')],
    ['another site', leads('https://example.org/r/s/comments/p1/')],
  ])('that answer %s are NOT_FOUND', async (_name, exchange) => {
    await expect(readAll(reddit, SHARE, [exchange as FakeExchange])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('refusals', () => {
  const failing = (exchange: Partial<FakeExchange>) => readAll(reddit, `${SITE}/r/s/comments/p1/`, [{ match: SITE, ...exchange }]);

  it.each([
    ['404', { status: 404, body: { message: 'Not Found', error: 404, reason: 'banned' } }, 'NOT_FOUND'],
    ['403 with JSON', { status: 403, body: { message: 'Forbidden', error: 403 } }, 'PRIVATE'],
    ['403 with HTML', { status: 403, body: '<html><title>Blocked</title>' }, 'BLOCKED'],
    ['429', { status: 429, body: 'Too Many Requests' }, 'RATE_LIMITED'],
    ['a redirect to the login', { status: 302, headers: { location: 'https://www.reddit.com/login/?dest=x' } }, 'LOGIN_REQUIRED'],
    ['a redirect to the age check', { status: 302, headers: { location: '/over18?dest=x' } }, 'AGE_RESTRICTED'],
    ['a redirect elsewhere', { status: 302, headers: { location: 'https://www.reddit.com/subreddits/search?q=x' } }, 'NOT_FOUND'],
    ['other JSON', { body: [listing([t3()]), { data: {} }] }, 'PLATFORM_CHANGED'],
  ])('%s', async (_name, exchange, code) => {
    await expect(failing(exchange)).rejects.toMatchObject({ code });
  });

  it('name the place of what does not fit', async () => {
    const error: unknown = await failing({ body: [listing([t3()]), listing([t1('a', { parent_id: 7 })])] }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PlatformChanged);
    expect(error).toMatchObject({ path: '1.data.children.0.data.parent_id' });
  });
});
