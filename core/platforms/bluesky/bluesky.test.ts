import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import bluesky from '#core/platforms/bluesky/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';

const POST_URL = 'https://bsky.app/profile/did:plc:owner/post/root';
const PROFILE_URL = 'https://bsky.app/profile/did:plc:owner';
const API = 'https://public.api.bsky.app/xrpc';
const ROOT = 'at://did:plc:owner/app.bsky.feed.post/root';

const uriOf = (rkey: string): string => `at://did:plc:owner/app.bsky.feed.post/${rkey}`;
const asked = (rkey: string) => `getPostThread?uri=${encodeURIComponent(uriOf(rkey))}&depth=10&parentHeight=0`;

function profile(name: string, more: object = {}): object {
  return { did: `did:plc:${name}`, handle: `${name}.example`, ...more };
}
function post(rkey: string, more: { readonly [key: string]: unknown } = {}): object {
  const { record, ...others } = more;
  return {
    uri: uriOf(rkey),
    author: profile('owner'),
    likeCount: 1,
    replyCount: 0,
    record: { text: `text of ${rkey}`, createdAt: '2024-05-01T10:00:00.123456-05:00', ...(record as object) },
    ...others,
  };
}
const node = (rkey: string, replies: unknown, more = {}): object => ({
  $type: 'app.bsky.feed.defs#threadViewPost',
  post: post(rkey, more),
  replies,
});
const cutNode = (rkey: string, replyCount: number): object => ({
  $type: 'app.bsky.feed.defs#threadViewPost',
  post: post(rkey, { replyCount }),
});
const threadOf = (root: object): object => ({ thread: root });
const ids = (items: readonly { readonly id: string }[]): string[] => items.map((item) => item.id.slice(item.id.lastIndexOf('/') + 1));

describe('bluesky: URLs', () => {
  const chosen = (url: string, options = {}): unknown => {
    const { type, params } = chooseFor(bluesky, url, options);
    return [type, params];
  };
  const post = { actor: 'a.example', rkey: '3k' };
  const base = 'https://bsky.app/profile/a.example';

  it('chooses the list by suffix, and by option before that', () => {
    expect(chosen(`${base}/post/3k`)).toEqual(['comments', post]);
    expect(chosen(`${base}/post/3k?ref=x#y`, { likes: true, shares: true })).toEqual(['likes', post]);
    expect(chosen(`${base}/post/3k/liked-by`)).toEqual(['likes', post]);
    expect(chosen(`${base}/post/3k/liked-by`, { shares: true })).toEqual(['shares', post]);
    expect(chosen(`${base}/post/3k/reposted-by`)).toEqual(['shares', post]);
    expect(chosen(`${base}/post/3k/quotes`)).toEqual(['posts', post]);
    expect(chosen(base)).toEqual(['posts', { actor: 'a.example' }]);
    expect(chosen(`${base}/followers`)).toEqual(['followers', { actor: 'a.example' }]);
    expect(chosen(`${base}/follows`)).toEqual(['following', { actor: 'a.example' }]);
    expect(chosen(`${base}/followers`, { tweets: true })).toEqual(['posts', { actor: 'a.example' }]);
  });

  it('takes the other fronts of the same path, and nothing else', () => {
    const claims = (url: string): number => bluesky.targets.filter((target) => target.match(parsePastedUrl(url))).length;
    for (const host of [
      'main.bsky.dev',
      'staging.bsky.app',
      'deer.social',
      'blacksky.community',
      'fxbsky.app',
      'bskyx.app',
      'bskye.app',
      'www.bsky.app',
    ]) {
      expect(claims(`https://${host}/profile/a.example/post/3k`), host).toBe(1);
    }
    for (const url of [
      'https://notbsky.app/profile/a/post/b',
      'https://bsky.app.evil.org/profile/a',
      'https://evil.org/bsky.app/profile/a',
      'https://bsky.app@evil.org/profile/a',
      'https://bsky.app/profile/a/feed/b',
      'https://bsky.app/profile/a/post/b/other',
      'https://bsky.app/search?q=x',
      'https://bsky.app/',
      'https://bsky.app/profile',
    ])
      expect(claims(url), url).toBe(0);
  });
});

describe('bluesky: threads', () => {
  const whole = threadOf({
    ...node(
      'root',
      [
        node('a', [node('a1', []), node('a2', [], { replyCount: 4 })], { replyCount: 2 }),
        { $type: 'app.bsky.feed.defs#notFoundPost', uri: 'x', notFound: true },
        { $type: 'app.bsky.feed.defs#blockedPost', uri: 'y', blocked: true, author: { did: 'z' } },
        cutNode('b', 2),
      ],
      { replyCount: 9 },
    ),
    parent: node('ancestor', []),
  });
  const exchanges = [
    { match: asked('root'), body: whole },
    { match: asked('b'), body: threadOf(node('b', [node('b1', []), cutNode('b2', 1)])) },
    { match: asked('b2'), body: threadOf(node('b2', [node('b2x', [])])) },
  ];

  it('gives direct answers only, in one request, without `replies`', async () => {
    const run = await readAll(bluesky, POST_URL, exchanges);
    expect(ids(run.items)).toEqual(['a', 'b']);
    expect(run.items.every((item) => item.kind === 'comment' && item.parentId === null)).toBe(true);
    expect(run.session.urls).toHaveLength(1);
    expect(run.total).toBe(9);
    expect(run.gaps).toEqual([
      { cause: 'deleted', count: 1 },
      { cause: 'hidden', count: 1 },
    ]);
  });

  it('asks again, once each, for the posts where the thread is cut', async () => {
    const run = await readAll(bluesky, POST_URL, exchanges, { replies: true });
    expect(ids(run.items)).toEqual(['a', 'a1', 'a2', 'b', 'b1', 'b2', 'b2x']);
    expect(run.items.map((item) => item.parentId && ids([{ id: item.parentId }])[0])).toEqual([null, 'a', 'a', null, 'b', 'b', 'b2']);
    expect(run.items.map((item) => item.kind)).toEqual(['comment', 'reply', 'reply', 'comment', 'reply', 'reply', 'reply']);
    expect(run.session.urls.map((url) => url.replace(`${API}/app.bsky.feed.`, ''))).toEqual(['root', 'b', 'b2'].map(asked));
    expect(run.total).toBe(9);
    expect(run.gaps).toEqual([
      { cause: 'deleted', count: 1 },
      { cause: 'hidden', count: 1 },
      { cause: 'notServed', count: 4, note: expect.any(String) },
    ]);
  });

  it('takes an empty list ten levels down for a cut, and none above', async () => {
    let chain = node('d10', [], { replyCount: 1 });
    for (let level = 9; level >= 1; level -= 1)
      chain = node(`d${level}`, level === 4 ? [chain, node('hidden', [], { replyCount: 3 })] : [chain], { replyCount: 1 });
    const run = await readAll(
      bluesky,
      POST_URL,
      [
        { match: asked('root'), body: threadOf(node('root', [chain])) },
        { match: asked('d10'), body: threadOf(node('d10', [node('d11', [])])) },
      ],
      { replies: true },
    );
    expect(run.session.urls).toHaveLength(2);
    expect(run.items.at(-1)).toMatchObject({ id: uriOf('d11'), parentId: uriOf('d10') });
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 3, note: expect.any(String) }]);
  });

  it('counts what a branch does not name either', async () => {
    const run = await readAll(
      bluesky,
      POST_URL,
      [
        { match: asked('root'), body: threadOf(node('root', [cutNode('b', 3)])) },
        { match: asked('b'), body: threadOf(node('b', [node('b1', [])], { replyCount: 3 })) },
      ],
      { replies: true },
    );
    expect([ids(run.items), run.gaps]).toEqual([['b', 'b1'], [{ cause: 'notServed', count: 2, note: expect.any(String) }]]);
  });

  it('keeps the rest where one branch fails', async () => {
    const run = await readAll(
      bluesky,
      POST_URL,
      [exchanges[0]!, { match: asked('b'), status: 400, body: { error: 'NotFound', message: 'Post not found: at://x' } }],
      { replies: true },
    );
    expect(ids(run.items)).toEqual(['a', 'a1', 'a2', 'b']);
    expect(run.gaps.at(-1)).toMatchObject({ cause: 'blocked' });
  });
});

describe('bluesky: values of a post', () => {
  const single = async (more: object) => {
    const run = await readAll(bluesky, POST_URL, [{ match: 'getPostThread', body: threadOf(node('root', [node('a', [], { ...more })])) }]);
    return run.items[0]!;
  };

  it('fills every field', async () => {
    const author = profile('ann', { displayName: 'Ann ', avatar: 'https://cdn.example/a.jpg', verification: { verifiedStatus: 'valid' } });
    const item = await single({ author, repostCount: 3, record: { langs: ['pt', 'en'] } });
    expect(item).toMatchObject({
      id: uriOf('a'),
      kind: 'comment',
      text: 'text of a',
      createdAt: '2024-05-01T15:00:00.123Z',
      likes: 1,
      replyCount: 0,
      language: 'pt',
      url: 'https://bsky.app/profile/ann.example/post/a',
      isAuthorPost: false,
      isEdited: null,
      media: [],
      author: {
        name: 'Ann ',
        username: 'ann.example',
        id: 'did:plc:ann',
        url: 'https://bsky.app/profile/ann.example',
        avatarUrl: 'https://cdn.example/a.jpg',
        verified: true,
      },
    });
    expect(itemSchema.parse(item)).toEqual(item);
  });

  it('says null for what is not there', async () => {
    const item = await single({ author: profile('owner', { displayName: '' }), record: { text: '', createdAt: 'soon', langs: [] } });
    expect(item).toMatchObject({
      text: null,
      createdAt: null,
      language: null,
      isAuthorPost: true,
      author: { name: null, avatarUrl: null, verified: null },
    });
    expect((await single({ author: profile('x', { verification: { verifiedStatus: 'none' } }) })).author.verified).toBe(false);
  });

  it('puts the whole address where a link is shown shortened, by bytes', async () => {
    const text = '🚀 é see example.org/lon... and example.com/… or plain.org';
    const bytes = (part: string): { byteStart: number; byteEnd: number } => {
      const byteStart = Buffer.from(text.slice(0, text.indexOf(part))).length;
      return { byteStart, byteEnd: byteStart + Buffer.from(part).length };
    };
    const link = (part: string, uri: string): object => ({
      index: bytes(part),
      features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
    });
    const facets = [
      link('example.com/…', 'https://example.com/second'),
      link('example.org/lon...', 'https://example.org/long/address'),
      link('plain.org', 'https://plain.org/'),
      { index: bytes('see'), features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'see' }] },
      { index: { byteStart: 5, byteEnd: 9999 }, features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://wrong.example' }] },
    ];
    expect((await single({ record: { text, facets } })).text).toBe(
      '🚀 é see https://example.org/long/address and https://example.com/second or plain.org',
    );
  });

  it('takes pictures and video of the post itself', async () => {
    const images = {
      $type: 'app.bsky.embed.images#view',
      images: [{ fullsize: 'https://i.example/1' }, { fullsize: 'https://i.example/2' }],
    };
    const pictures = [
      { type: 'image', url: 'https://i.example/1' },
      { type: 'image', url: 'https://i.example/2' },
    ];
    expect((await single({ embed: images })).media).toEqual(pictures);
    expect((await single({ embed: { $type: 'app.bsky.embed.recordWithMedia#view', record: {}, media: images } })).media).toEqual(pictures);
    expect((await single({ embed: { $type: 'app.bsky.embed.video#view', playlist: 'https://v.example/p.m3u8' } })).media).toEqual([
      { type: 'video', url: 'https://v.example/p.m3u8' },
    ]);
    expect((await single({ embed: { $type: 'app.bsky.embed.external#view', external: { uri: 'https://x.example' } } })).media).toEqual([]);
    expect((await single({ embed: { $type: 'app.bsky.embed.record#view', record: { embeds: [images] } } })).media).toEqual([]);
    const avatar = profile('owner', { avatar: 'https://cdn.example/a.jpg' });
    expect(await pictureOfPage({ embed: images, author: avatar })).toBe('https://i.example/1');
    expect(await pictureOfPage({ author: avatar })).toBe('https://cdn.example/a.jpg');
    expect(await pictureOfPage({})).toBeNull();
  });

  async function pictureOfPage(more: { readonly [key: string]: unknown }): Promise<string | null | undefined> {
    const session = new FakeSession([{ match: asked('root'), body: threadOf(node('root', [], more)) }]);
    const [first] = bluesky.start(chooseFor(bluesky, POST_URL), session.options);
    return first && (await bluesky.fetchPage(first.cursor, session)).about?.picture;
  }
});

describe('bluesky: lists', () => {
  it('goes on behind short and empty pages until no cursor comes', async () => {
    const run = await readAll(bluesky, `${PROFILE_URL}/followers`, [
      { match: 'getProfile', body: { followersCount: 3, followsCount: 8 } },
      { match: 'getFollowers?actor=did%3Aplc%3Aowner&limit=100&cursor=two', body: { followers: [], cursor: 'three' } },
      { match: 'cursor=three', body: { followers: [profile('b', { description: '', createdAt: '2023-01-02T03:04:05Z' })] } },
      {
        match: /getFollowers\?actor=did%3Aplc%3Aowner&limit=100$/,
        body: { followers: [profile('a', { description: ' Bio\n' })], cursor: 'two' },
      },
    ]);
    expect(run.total).toBe(3);
    expect(run.items).toHaveLength(2);
    expect(run.items[0]).toMatchObject({
      id: 'did:plc:a',
      kind: 'follower',
      text: 'Bio',
      createdAt: null,
      url: 'https://bsky.app/profile/a.example',
      author: { id: 'did:plc:a' },
    });
    expect(run.items[1]).toMatchObject({ text: null, createdAt: null, extra: { accountCreatedAt: '2023-01-02T03:04:05.000Z' } });
  });

  it('lives without the profile and asks for it once', async () => {
    const run = await readAll(bluesky, `${PROFILE_URL}/follows`, [
      { match: 'getProfile', status: 503 },
      { match: 'getFollows?', body: { follows: [profile('a')] } },
    ]);
    expect(run.total).toBeNull();
    expect(run.items[0]?.kind).toBe('following');
    expect(run.session.urls.filter((url) => url.includes('getProfile'))).toHaveLength(1);
  });

  it('knows when a like was given, and not when a repost was', async () => {
    const likes = await readAll(
      bluesky,
      POST_URL,
      [
        {
          match: `getLikes?uri=${encodeURIComponent(ROOT)}&limit=100`,
          body: { likes: [{ actor: profile('a'), createdAt: '2024-01-01T00:00:00Z' }] },
        },
      ],
      { likes: true },
    );
    expect(likes.items[0]).toMatchObject({ kind: 'like', createdAt: '2024-01-01T00:00:00.000Z' });
    const shares = await readAll(
      bluesky,
      POST_URL,
      [{ match: 'getRepostedBy', body: { repostedBy: [profile('a', { createdAt: '2024-01-01T00:00:00Z' })] } }],
      { shares: true },
    );
    expect(shares.items[0]).toMatchObject({ kind: 'share', createdAt: null });
  });

  it('reads a feed with reposts, and leaves the filtering to the platform', async () => {
    const feed = [
      { post: post('one', { record: { reply: { parent: { uri: uriOf('other') } } } }) },
      {
        post: post('two', { author: profile('ann') }),
        reason: { $type: 'app.bsky.feed.defs#reasonRepost', by: profile('owner'), indexedAt: 'x' },
      },
    ];
    const run = await readAll(bluesky, PROFILE_URL, [{ match: 'getAuthorFeed', body: { feed } }], { replies: true });
    expect(run.session.urls).toEqual([`${API}/app.bsky.feed.getAuthorFeed?actor=did%3Aplc%3Aowner&filter=posts_with_replies&limit=100`]);
    expect(run.items[0]).toMatchObject({ kind: 'post', parentId: uriOf('other'), isAuthorPost: null, extra: {} });
    expect(run.items[1]).toMatchObject({ parentId: null, author: { username: 'ann.example' }, extra: { repostedBy: 'owner.example' } });
    const plain = await readAll(bluesky, PROFILE_URL, [{ match: 'getAuthorFeed', body: { feed } }]);
    expect(plain.session.urls[0]).toContain('filter=posts_no_replies');
    const quotes = await readAll(bluesky, `${POST_URL}/quotes`, [{ match: 'getQuotes', body: { posts: [post('one')] } }]);
    expect(quotes.items[0]).toMatchObject({ kind: 'post', parentId: null, isAuthorPost: null });
  });

  it('resolves a handle once, and goes on with the DID', async () => {
    const session = new FakeSession([
      { match: 'resolveHandle?handle=a.example', body: { did: 'did:plc:owner' } },
      { match: 'getAuthorFeed?actor=did%3Aplc%3Aowner', body: { feed: [], cursor: 'two' } },
    ]);
    const page = await bluesky.fetchPage({ list: 'feed', actor: 'a.example', after: null }, session);
    expect(page.next).toEqual([{ cursor: { list: 'feed', actor: 'did:plc:owner', after: 'two' }, role: 'page' }]);
    expect(page.mayRepeat).toBe(true);
    await bluesky.fetchPage({ list: 'feed', actor: 'a.example', after: null }, session);
    expect(session.urls.filter((url) => url.includes('resolveHandle'))).toHaveLength(1);
  });
});

describe('bluesky: failures', () => {
  const failing = (exchange: { status?: number; body: unknown }, url = POST_URL): Promise<unknown> =>
    readAll(bluesky, url, [{ match: 'xrpc', ...exchange }]).catch((error: unknown) => error);

  it.each([
    [{ error: 'NotFound', message: 'Post not found: at://x' }, 'NOT_FOUND'],
    [{ error: 'InvalidRequest', message: 'Error: uri must be a valid at-uri' }, 'NOT_FOUND'],
    [{ error: 'InvalidRequest', message: 'Error: actor must be a valid did or a handle' }, 'NOT_FOUND'],
    [{ error: 'InvalidRequest', message: 'Profile not found' }, 'NOT_FOUND'],
    [{ error: 'AccountTakedown', message: 'Account has been suspended' }, 'NOT_FOUND'],
    [{ error: 'AccountDeactivated' }, 'NOT_FOUND'],
    [{ error: 'InvalidRequest', message: 'Error: limit must be an integer' }, 'PLATFORM_CHANGED'],
    [{ error: 'BlockedActor', message: 'Requester has blocked actor' }, 'PLATFORM_CHANGED'],
    ['Bad Request', 'PLATFORM_CHANGED'],
  ])('reads 400 %j as %s', async (body, code) => {
    expect(await failing({ status: 400, body })).toMatchObject({ code });
  });

  it('reads an unresolvable handle as NOT_FOUND', async () => {
    expect(
      await failing(
        { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve handle' } },
        'https://bsky.app/profile/nobody.example',
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads a pasted post that is gone or blocked, a limit, and a change', async () => {
    expect(await failing({ body: threadOf({ $type: 'app.bsky.feed.defs#notFoundPost', uri: 'x' }) })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failing({ body: threadOf({ $type: 'app.bsky.feed.defs#blockedPost', uri: 'x' }) })).toMatchObject({ code: 'PRIVATE' });
    expect(await failing({ status: 429, body: {} })).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await failing({ body: threadOf(node('root', [node('a', [], { likeCount: 'many' })])) })).toMatchObject({
      name: 'PlatformChanged',
      path: 'thread.replies.0.post.likeCount',
    });
  });
});
