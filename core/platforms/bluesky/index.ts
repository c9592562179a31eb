// Bluesky: the public AppView's XRPC calls, without login. Fragile: a thread comes ten levels deep at most, so that deeper
// ones are read by asking again for the posts where it was cut.
import type { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { postOf, profileOf } from '#core/platforms/bluesky/address.ts';
import { accountOf, feedPostOf, likeOf, pictureOf, quoteOf, readThread } from '#core/platforms/bluesky/items.ts';
import { CALLS, errorSchema } from '#core/platforms/bluesky/wire.ts';
import { type ChosenTarget, definePlatform, type Next, type Page } from '#core/platform-api/define.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

interface Call<S extends z.ZodType> {
  readonly nsid: string;
  readonly answer: S;
}
type Query = NonNullable<PlatformRequest['query']>;

/** `actor` is a DID in every cursor but the first. */
type ThreadCursor = { readonly list: 'thread'; readonly actor: string; readonly rkey: string; readonly branch: string | null };
type PostListCursor = {
  readonly list: 'likes' | 'reposts' | 'quotes';
  readonly actor: string;
  readonly rkey: string;
  readonly after: string | null;
};
type ActorListCursor = { readonly list: 'feed' | 'followers' | 'follows'; readonly actor: string; readonly after: string | null };
type ListCursor = PostListCursor | ActorListCursor;
const COUNTS = { likes: 'likeCount', reposts: 'repostCount', quotes: 'quoteCount' } as const;
type Cursor = ThreadCursor | ListCursor;

interface List {
  readonly items: readonly Item[];
  readonly after: string | null;
}

const DOOR = 'https://public.api.bsky.app/xrpc';
const PER_PAGE = 100;

const LIKES = { type: 'likes' } as const;
const SHARES = { type: 'shares' } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_POST = { likes: LIKES, shares: SHARES };
const OF_A_PROFILE = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

export default definePlatform<Cursor>({
  id: 'bluesky',
  name: 'Bluesky',
  homepage: 'https://bsky.app',
  description: 'Replies, likes, reposts and quotes of a post; posts, followers and follows of a profile.',
  category: 'social',
  recorded: '2025-07-04',
  comparedWith: [{ client: 'gallery-dl', date: '2026-02-19' }],
  targets: [
    {
      name: 'post',
      patterns: ['bsky.app/profile/<handle or did>/post/<id>'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/post/3kbi55xm6u62v'],
      match: (url) => postOf(url, null),
      exports: { own: { type: 'comments' }, ...OF_A_POST },
    },
    {
      name: 'liked-by',
      patterns: ['bsky.app/profile/<handle or did>/post/<id>/liked-by'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/post/3kbi55xm6u62v/liked-by'],
      match: (url) => postOf(url, 'liked-by'),
      exports: { own: LIKES, ...OF_A_POST },
    },
    {
      name: 'reposted-by',
      patterns: ['bsky.app/profile/<handle or did>/post/<id>/reposted-by'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/post/3kbi55xm6u62v/reposted-by'],
      match: (url) => postOf(url, 'reposted-by'),
      exports: { own: SHARES, ...OF_A_POST },
    },
    {
      name: 'quotes',
      patterns: ['bsky.app/profile/<handle or did>/post/<id>/quotes'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/post/3kbi55xm6u62v/quotes'],
      match: (url) => postOf(url, 'quotes'),
      exports: { own: POSTS, ...OF_A_POST },
    },
    {
      name: 'profile',
      patterns: ['bsky.app/profile/<handle or did>'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social', 'https://bsky.app/profile/did:plc:ntd53albt5ffa4rgervvgibd'],
      match: (url) => profileOf(url, null),
      exports: { own: POSTS, ...OF_A_PROFILE },
    },
    {
      name: 'followers',
      patterns: ['bsky.app/profile/<handle or did>/followers'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/followers'],
      match: (url) => profileOf(url, 'followers'),
      exports: { own: FOLLOWERS, ...OF_A_PROFILE },
    },
    {
      name: 'follows',
      patterns: ['bsky.app/profile/<handle or did>/follows'],
      examples: ['https://bsky.app/profile/jbgruber.bsky.social/follows'],
      match: (url) => profileOf(url, 'follows'),
      exports: { own: FOLLOWING, ...OF_A_PROFILE },
    },
  ],
  options: ['replies'],
  hosts: ['public.api.bsky.app'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 9, concurrency: 8 },
  walk: 'queue',

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const actor = await didOf(cursor.actor, session);
    if (cursor.list === 'thread') return threadPage({ ...cursor, actor }, session);
    return listPage({ ...cursor, actor }, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { actor = '', rkey = '' } = params;
  if (type === 'comments') return { list: 'thread', actor, rkey, branch: null };
  if (type === 'followers') return { list: 'followers', actor, after: null };
  if (type === 'following') return { list: 'follows', actor, after: null };
  if (rkey === '') return { list: 'feed', actor, after: null };
  return { list: type === 'likes' ? 'likes' : type === 'shares' ? 'reposts' : 'quotes', actor, rkey, after: null };
}

async function didOf(actor: string, session: Session): Promise<string> {
  if (actor.startsWith('did:')) return actor;
  return session.once(`did of ${actor}`, async () => (await call(CALLS.resolveHandle, { handle: actor }, session)).did);
}

async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<Cursor>> {
  const { thread } = await call(CALLS.getPostThread, { uri: cursor.branch ?? uriOf(cursor), depth: 10, parentHeight: 0 }, session);
  if (thread.$type === 'app.bsky.feed.defs#notFoundPost') throw new PlatformRefusal('NOT_FOUND');
  if (thread.$type === 'app.bsky.feed.defs#blockedPost') throw new PlatformRefusal('PRIVATE');
  const parentId = cursor.branch === null || thread.post.uri === uriOf(cursor) ? null : thread.post.uri;
  const { items, cut, gaps } = readThread(thread, { parentId, ownerDid: cursor.actor, replies: session.options.replies });
  const next = cut.map(({ uri, replyCount }): Next<Cursor> => ({
    cursor: { ...cursor, branch: uri },
    role: 'replies',
    under: uri,
    expect: replyCount,
  }));
  // A post has no title: what it says is what people know it by.
  const { record, replyCount } = thread.post;
  const about = { title: record.text, picture: pictureOf(thread.post) };
  const ofPost = cursor.branch === null ? { total: replyCount ?? null, about } : {};
  return { items, next, gaps, door: 'public API', ...ofPost };
}

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const total = cursor.after === null ? { total: await totalOf(cursor, session) } : {};
  const { items, after } = await readList(cursor, session);
  return {
    items,
    next: after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' }],
    mayRepeat: items.length === 0,
    door: 'public API',
    ...total,
  };
}

/**
 * Only a profile and a post state how long their lists are; a failure of that call is no failure of the export. A feed leaves out what
 * its profile counts.
 */
async function totalOf(cursor: ListCursor, session: Session): Promise<number | null> {
  if (cursor.list === 'feed') return null;
  if (!('rkey' in cursor)) {
    const profile = await optionalAnswer(session, CALLS.getProfile.answer, request(CALLS.getProfile, { actor: cursor.actor }));
    return (cursor.list === 'followers' ? profile?.followersCount : profile?.followsCount) ?? null;
  }
  const answer = await optionalAnswer(session, CALLS.getPosts.answer, request(CALLS.getPosts, { uris: uriOf(cursor) }));
  return answer?.posts[0]?.[COUNTS[cursor.list]] ?? null;
}

async function readList(cursor: ListCursor, session: Session): Promise<List> {
  const paging = { limit: PER_PAGE, cursor: cursor.after ?? undefined };
  switch (cursor.list) {
    case 'likes': {
      const answer = await call(CALLS.getLikes, { uri: uriOf(cursor), ...paging }, session);
      return { items: answer.likes.map(likeOf), after: answer.cursor || null };
    }
    case 'reposts': {
      const answer = await call(CALLS.getRepostedBy, { uri: uriOf(cursor), ...paging }, session);
      return { items: answer.repostedBy.map((profile) => accountOf(profile, 'share')), after: answer.cursor || null };
    }
    case 'quotes': {
      const answer = await call(CALLS.getQuotes, { uri: uriOf(cursor), ...paging }, session);
      return { items: answer.posts.map(quoteOf), after: answer.cursor || null };
    }
    case 'feed': {
      const filter = session.options.replies ? 'posts_with_replies' : 'posts_no_replies';
      const answer = await call(CALLS.getAuthorFeed, { actor: cursor.actor, filter, ...paging }, session);
      return { items: answer.feed.map(feedPostOf), after: answer.cursor || null };
    }
    case 'followers': {
      const answer = await call(CALLS.getFollowers, { actor: cursor.actor, ...paging }, session);
      return { items: answer.followers.map((profile) => accountOf(profile, 'follower')), after: answer.cursor || null };
    }
    case 'follows': {
      const answer = await call(CALLS.getFollows, { actor: cursor.actor, ...paging }, session);
      return { items: answer.follows.map((profile) => accountOf(profile, 'following')), after: answer.cursor || null };
    }
  }
}

function uriOf(cursor: { readonly actor: string; readonly rkey: string }): string {
  return `at://${cursor.actor}/app.bsky.feed.post/${cursor.rkey}`;
}

function request({ nsid }: Call<z.ZodType>, query: Query): PlatformRequest {
  return { url: `${DOOR}/${nsid}`, query };
}

async function call<S extends z.ZodType>(asked: Call<S>, query: Query, session: Session): Promise<z.output<S>> {
  const answer = await session.fetch({ ...request(asked, query), accept: [400] });
  if (answer.status === 400) throw refusalOf(asked.nsid, answer);
  return answer.json(asked.answer);
}

/** A 400 names what is wrong: the post or person is gone, the link is mistyped, or we ask wrongly. */
function refusalOf(nsid: string, answer: Answer): PlatformRefusal | PlatformChanged {
  const { error, message } = answer.isJson ? answer.json(errorSchema) : { error: null, message: null };
  const words = message ?? '';
  const isGone =
    error === 'NotFound' || error === 'AccountTakedown' || error === 'AccountDeactivated' || /(?:post|profile) not found/i.test(words);
  const isUnresolved = nsid === CALLS.resolveHandle.nsid && (error === 'InvalidRequest' || error === 'HandleNotFound');
  const isMistyped = error === 'InvalidRequest' && /\b(?:uri|actor)\b/i.test(words);
  if (isGone || isUnresolved || isMistyped)
    return new PlatformRefusal(
      'NOT_FOUND',
      `Bluesky knows nothing under this URL${words === '' ? '' : ` ("${words}")`}. Check that it opens in a browser.`,
    );
  return new PlatformChanged(`${nsid}: ${error ?? 'status 400'}`);
}
