import { describe, expect, it } from 'vitest';
import { PlatformChanged, TransientFailure } from '#core/contract/error.ts';
import hackernews from '#core/platforms/hackernews/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';

const ITEM = 'https://news.ycombinator.com/item?id=1';
const ALGOLIA = 'hn.algolia.com/api/v1/items/1';
const MIRROR = 'api.hackerwebapp.com/item/1';
const FIREBASE = 'firebaseio.com/v0/item/';

const node = (id: number, children: object[] = [], rest: object = {}) => ({
  id,
  type: 'comment',
  author: `user${id}`,
  text: `text ${id}`,
  points: null,
  created_at: '2024-05-01T12:00:00.000Z',
  created_at_i: 1714564800,
  children,
  ...rest,
});
const story = (children: object[], rest: object = {}) => ({
  id: 1,
  type: 'story',
  author: 'op',
  title: 'A story',
  text: null,
  points: 3,
  children,
  ...rest,
});
const algolia = (body: object): FakeExchange => ({ match: ALGOLIA, body });
const mirror = (comments: object[], rest: object = {}): FakeExchange => ({
  match: MIRROR,
  body: { id: 1, type: 'link', user: 'op', comments_count: 9, comments, ...rest },
});
const kid = (id: number, rest: object = {}): FakeExchange => ({
  match: `${FIREBASE}${id}.json`,
  body: { id, type: 'comment', by: `user${id}`, text: `text ${id}`, time: 1714564800, parent: 1, ...rest },
});

describe('the URLs of Hacker News', () => {
  it.each([
    ['https://news.ycombinator.com/item?id=26312516#26315957', 'item', { item: '26312516' }],
    ['https://news.ycombinator.com/item?id=26312516&p=2', 'item', { item: '26312516' }],
    ['news.ycombinator.com/reply?id=7&goto=item%3Fid%3D1', 'item', { item: '7' }],
    ['https://hackerweb.app/#/item/26312516', 'item', { item: '26312516' }],
    ['https://news.ycombinator.com/threads?id=pg', 'threads', { user: 'pg' }],
    ['https://news.ycombinator.com/submitted?id=a_b-c', 'user', { user: 'a_b-c' }],
    ['https://news.ycombinator.com/user?id=pg', 'user', { user: 'pg' }],
  ])('%s is claimed', (url, target, params) => expect(chooseFor(hackernews, url)).toMatchObject({ target, params }));

  it.each([
    'https://news.ycombinator.com/',
    'https://news.ycombinator.com/newest',
    'https://news.ycombinator.com/favorites?id=pg',
    'https://news.ycombinator.com/item',
    'https://news.ycombinator.com/item?id=abc',
    'https://news.ycombinator.com/user?id=a%20b',
    'https://news.ycombinator.com/x/item?id=1',
    'https://news.ycombinator.com.evil.org/item?id=1',
    'https://notnews.ycombinator.com/item?id=1',
    'https://hackerweb.app/#/user/pg',
    'https://hn.algolia.com/?q=x',
  ])('%s is not', (url) => expect(hackernews.targets.filter((target) => target.match(parsePastedUrl(url)))).toEqual([]));

  it('reads a list of posts where tweets are asked for', () => {
    expect(chooseFor(hackernews, 'https://news.ycombinator.com/threads?id=pg', { tweets: true }).type).toBe('posts');
    expect(chooseFor(hackernews, 'https://news.ycombinator.com/user?id=pg', { tweets: true }).type).toBe('posts');
  });
});

describe('the doors of a thread', () => {
  const failures: [string, Partial<FakeExchange>][] = [
    ['404', { status: 404, body: { error: 'Not Found' } }],
    ['null', { body: 'null' }],
    ['403', { status: 403, body: 'no' }],
    ['429', { status: 429, body: '' }],
    ['500', { status: 500, body: '' }],
    ['no JSON', { body: '<html>busy</html>' }],
    ['other JSON', { body: { error: true } }],
    ['nothing at all', { failure: new TransientFailure() }],
  ];

  it.each(failures)('takes the mirror at once where Algolia answers %s', async (_name, failure) => {
    const run = await readAll(hackernews, ITEM, [{ match: ALGOLIA, ...failure }, mirror([])]);
    expect(run.session.urls).toEqual(['https://hn.algolia.com/api/v1/items/1', 'https://api.hackerwebapp.com/item/1']);
    expect(run).toMatchObject({ total: 9, doors: ['mirror'] });
  });

  it.each(failures)('takes Firebase at once where the mirror answers %s', async (_name, failure) => {
    const run = await readAll(hackernews, ITEM, [{ match: MIRROR, ...failure }, kid(1, { type: 'story', by: 'op', descendants: 4 })]);
    expect(run.session.urls).toHaveLength(3);
    expect(run).toMatchObject({ total: 4, doors: ['firebase'], items: [] });
  });

  it('is NOT_FOUND where the last door says null or 404', async () => {
    await expect(readAll(hackernews, ITEM, [{ match: `${FIREBASE}1.json`, body: 'null' }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(hackernews, ITEM, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has the code of the last door otherwise', async () => {
    await expect(readAll(hackernews, ITEM, [{ match: FIREBASE, status: 429 }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(readAll(hackernews, ITEM, [{ match: FIREBASE, status: 503 }])).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(readAll(hackernews, ITEM, [{ match: FIREBASE, body: { id: 'one' } }])).rejects.toBeInstanceOf(PlatformChanged);
  });

  it.each(['algolia', 'mirror', 'firebase'] as const)('gives the same thread through %s', async (door) => {
    const through = (doors: readonly ('algolia' | 'mirror' | 'firebase')[]) =>
      readAll(
        hackernews,
        'https://news.ycombinator.com/item?id=1000000',
        [{ match: '', simulator: hackerNewsSimulator({ comments: 57, doors }) }],
        { replies: true },
      );
    const [run, other] = await Promise.all([through([door]), through(['algolia'])]);
    expect(run.items).toEqual(other.items);
    expect(run.items).toHaveLength(57);
    expect(run.items[0]).toMatchObject({
      text: 'Comment 0 & more.\n\nSee https://example.org/0',
      isAuthorPost: true,
      replyCount: 2,
      kind: 'comment',
    });
  });
});

describe('comments through Algolia', () => {
  it('walks the tree depth first, or stays at the top', async () => {
    const body = story([node(2, [node(3, [node(4)]), node(5)]), node(6)]);
    const whole = await readAll(hackernews, ITEM, [algolia(body)], { replies: true });
    expect(whole.items.map((item) => [item.id, item.parentId, item.kind, item.replyCount])).toEqual([
      ['2', null, 'comment', 2],
      ['3', '2', 'reply', 1],
      ['4', '3', 'reply', 0],
      ['5', '2', 'reply', 0],
      ['6', null, 'comment', 0],
    ]);
    expect(whole).toMatchObject({ total: null, doors: ['algolia'] });
    const top = await readAll(hackernews, ITEM, [algolia(body)]);
    expect(top.items.map((item) => item.id)).toEqual(['2', '6']);
    expect(top.session.urls).toHaveLength(2);
    expect(top.total).toBeNull();
  });

  it('has its total from the official API, and does without where that says none', async () => {
    const thread = (type: string) =>
      algolia({ id: 1, type, author: 'pg', children: [{ id: 2, type: 'comment', author: 'ann', text: 'a', children: [] }] });
    const official = (answer: object) => ({ match: 'hacker-news.firebaseio.com/v0/item/', ...answer });
    const told = await readAll(hackernews, ITEM, [thread('story'), official({ body: '480' })]);
    expect([told.total, told.items.length, told.notes, told.gaps]).toEqual([480, 1, [], []]);
    for (const refusal of [{ status: 503 }, { body: 'null' }, { body: '<html>' }, { body: '"many"' }]) {
      const untold = await readAll(hackernews, ITEM, [thread('story'), official(refusal)]);
      expect([untold.total, untold.items.length, untold.session.urls.length, untold.gaps]).toEqual([null, 1, 2, []]);
    }
    const comment = await readAll(hackernews, ITEM, [thread('comment'), official({ body: { id: 1, type: 'comment' } })]);
    expect([comment.total, comment.session.urls.length]).toEqual([null, 1]);
  });

  it('reads every field', async () => {
    const { items } = await readAll(hackernews, ITEM, [algolia(story([node(2, [], { author: 'op', points: 4, text: '<p>a' })]))]);
    expect(items[0]).toMatchObject({
      id: '2',
      text: 'a',
      createdAt: '2024-05-01T12:00:00.000Z',
      createdAtPrecision: 'second',
      likes: 4,
      isAuthorPost: true,
      url: 'https://news.ycombinator.com/item?id=2',
      author: { name: 'op', username: 'op', id: null, url: 'https://news.ycombinator.com/user?id=op', avatarUrl: null },
    });
  });

  it('keeps deleted nodes, and leaves the options of a poll out', async () => {
    const deleted = node(2, [node(3)], { author: null, text: null });
    const { items } = await readAll(hackernews, ITEM, [algolia(story([deleted, node(4, [], { type: 'pollopt' })], { type: 'poll' }))], {
      replies: true,
    });
    expect(items.map((item) => item.id)).toEqual(['2', '3']);
    expect(items[0]).toMatchObject({
      text: null,
      author: { name: null, url: null },
      isAuthorPost: null,
      replyCount: 1,
      extra: { deleted: true },
    });
    expect(items[1]?.extra).not.toHaveProperty('deleted');
  });

  it('does not know who submitted the story of a pasted comment', async () => {
    const { items } = await readAll(hackernews, ITEM, [algolia(story([node(2, [], { author: 'op' })], { type: 'comment' }))]);
    expect(items[0]).toMatchObject({ parentId: null, isAuthorPost: null, kind: 'comment' });
  });

  it('keeps [flagged] and [dead] as text', async () => {
    const { items } = await readAll(hackernews, ITEM, [
      algolia(story([node(2, [], { text: '[flagged]' }), node(3, [], { text: '[dead]' })])),
    ]);
    expect(items.map((item) => item.text)).toEqual(['[flagged]', '[dead]']);
  });

  it.each([
    [
      'cut links become whole',
      'see <a href="https:&#x2F;&#x2F;example.org&#x2F;a?b=1&amp;c=2" rel="nofollow">https:&#x2F;&#x2F;exam...</a>.',
      'see https://example.org/a?b=1&c=2.',
    ],
    ['paragraphs are parted, newlines in them stay', '<p>a:\n- b\n- c  d<p><i>e</i> f', 'a:\n- b\n- c d\n\ne f'],
    [
      'code keeps its form',
      'x<p><pre><code>  if (a) {\n      b();\n\n\n  }\n</code></pre>\ny',
      'x\n\n  if (a) {\n      b();\n\n\n  }\n\ny',
    ],
  ])('%s', async (_name, html, text) => {
    const { items } = await readAll(hackernews, ITEM, [algolia(story([node(2, [], { text: html })]))]);
    expect(items[0]?.text).toBe(text);
  });
});

describe('comments through the mirror', () => {
  const comment = (id: number, rest: object = {}) => ({
    id,
    level: 0,
    user: 'op',
    time: 1714564800,
    time_ago: 'x',
    content: `<p>text ${id}`,
    comments: [],
    ...rest,
  });

  it('marks what is deleted or dead', async () => {
    const { items } = await readAll(hackernews, ITEM, [
      mirror([
        comment(2, { deleted: true, user: null, content: '[deleted]' }),
        comment(3, { content: '[deleted]', user: undefined }),
        comment(4, { dead: true, content: '[flagged]' }),
        comment(5),
      ]),
    ]);
    expect(items.map((item) => [item.text, item.author.name, item.extra['deleted'], item.extra['dead'], item.isAuthorPost])).toEqual([
      [null, null, true, undefined, null],
      [null, null, true, undefined, null],
      ['[flagged]', 'op', undefined, true, true],
      ['text 5', 'op', undefined, undefined, true],
    ]);
    expect(items[3]).toMatchObject({ likes: null, createdAt: '2024-05-01T12:00:00.000Z' });
  });
});

describe('comments through Firebase', () => {
  const root = kid(1, { type: 'story', by: 'op', kids: [4, 2], descendants: 3 });

  it('asks for one comment after the other, a comment before its kids', async () => {
    const run = await readAll(hackernews, ITEM, [root, kid(4, { kids: [3] }), kid(3), kid(2, { by: 'op' })], { replies: true });
    expect(run.items.map((item) => [item.id, item.parentId, item.isAuthorPost])).toEqual([
      ['4', null, false],
      ['3', '4', false],
      ['2', null, true],
    ]);
    expect(run.session.urls.slice(2).map((url) => /(\d+)\.json/.exec(url)?.[1])).toEqual(['1', '4', '3', '2']);
  });

  it('asks for no reply where none are wanted', async () => {
    const run = await readAll(hackernews, ITEM, [root, kid(4, { kids: [3] }), kid(2)]);
    expect(run.items.map((item) => item.id)).toEqual(['4', '2']);
    expect(run.session.urls).toHaveLength(5);
    expect(run.items[0]?.replyCount).toBe(1);
  });

  it('passes a kid over that is null, and takes a failing one for a gap', async () => {
    const run = await readAll(hackernews, ITEM, [
      root,
      { match: `${FIREBASE}4.json`, body: 'null' },
      { match: `${FIREBASE}2.json`, status: 500 },
    ]);
    expect(run.items).toEqual([]);
    expect(run.gaps).toHaveLength(1);
  });

  it('keeps deleted and dead ones', async () => {
    const run = await readAll(hackernews, ITEM, [
      root,
      kid(4, { deleted: true, by: undefined, text: undefined }),
      kid(2, { dead: true, text: '[flagged]' }),
    ]);
    expect(run.items).toMatchObject([
      { text: null, extra: { deleted: true }, isAuthorPost: null },
      { text: '[flagged]', extra: { dead: true } },
    ]);
  });
});

describe('lists of a user', () => {
  const hit = (objectID: string, rest: object = {}) => ({
    objectID,
    author: 'pg',
    created_at: '2014-03-29T20:43:24.000Z',
    points: null,
    ...rest,
  });
  const list = (page: number, hits: object[], nbPages = 1): FakeExchange => ({
    match: new RegExp(`[?&]page=${page}$`),
    body: { hits, nbHits: 3, nbPages, page, hitsPerPage: 1000 },
  });

  it('gives comments whole, with their parents and the story', async () => {
    const run = await readAll(hackernews, 'https://news.ycombinator.com/threads?id=pg', [
      list(
        0,
        [
          hit('9', { comment_text: 'a<p>b', parent_id: 5, story_id: 5, story_title: 'T' }),
          hit('8', { comment_text: 'c', parent_id: 7, story_id: 5 }),
        ],
        2,
      ),
      list(1, [hit('7', { comment_text: 'd', parent_id: 5, story_id: 5, points: 2 })], 2),
    ]);
    expect(run.items.map((item) => [item.id, item.parentId, item.kind, item.likes, item.replyCount, item.isAuthorPost])).toEqual([
      ['9', null, 'comment', null, null, null],
      ['8', '7', 'reply', null, null, null],
      ['7', null, 'comment', 2, null, null],
    ]);
    expect(run.items[0]).toMatchObject({ text: 'a\n\nb', extra: { storyTitle: 'T' }, title: null });
    expect(run.total).toBe(3);
    expect(decodeURIComponent(run.session.urls[0] ?? '')).toBe(
      'https://hn.algolia.com/api/v1/search_by_date?tags=comment,author_pg&hitsPerPage=1000&page=0',
    );
    expect(run.session.urls).toHaveLength(2);
  });

  it('gives submissions with their links', async () => {
    const run = await readAll(hackernews, 'https://news.ycombinator.com/user?id=pg', [
      list(0, [
        hit('9', { title: 'A &amp; B', story_text: '', url: 'https://example.org/', points: 5, num_comments: 7 }),
        hit('8', { title: 'Ask', story_text: 'x<p>y' }),
      ]),
    ]);
    expect(run.items).toMatchObject([
      {
        kind: 'post',
        title: 'A &amp; B',
        text: null,
        likes: 5,
        replyCount: 7,
        extra: { linkUrl: 'https://example.org/' },
        url: 'https://news.ycombinator.com/item?id=9',
        parentId: null,
      },
      { title: 'Ask', text: 'x\n\ny', likes: null, replyCount: null },
    ]);
    expect(decodeURIComponent(run.session.urls[0] ?? '')).toContain('tags=story,author_pg');
  });

  it('of an unknown user are empty', async () => {
    const run = await readAll(hackernews, 'https://news.ycombinator.com/user?id=nobody', [
      { match: 'search_by_date', body: { hits: [], nbHits: 0, nbPages: 0, page: 0 } },
    ]);
    expect(run).toMatchObject({ items: [], total: 0 });
  });

  it('name the place of what does not fit', async () => {
    const session = new FakeSession([{ match: 'search_by_date', body: { hits: [{ objectID: 5 }], nbHits: 1, nbPages: 1, page: 0 } }]);
    await expect(hackernews.fetchPage({ at: 'stories', user: 'pg', page: 0 }, session)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'hits.0.objectID',
    });
  });
});
