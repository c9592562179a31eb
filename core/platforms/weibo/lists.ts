// Who liked or reposted; posts of an account, who follows it, whom it follows; and the plain pages of all that.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { askJson, askPage, MOBILE, PLAIN, saidIn, saysNothingThere, WEB } from '#core/platforms/weibo/ask.ts';
import { DOORS, lookedUp } from '#core/platforms/weibo/comments.ts';
import type { AccountCursor, FrontEnd, PlainCursor, ReactionsCursor, WeiboCursor } from '#core/platforms/weibo/cursor.ts';
import { accountItem, countOf, EMOTICONS, idOf, postItem, reactionItem } from '#core/platforms/weibo/items.ts';
import { commentsOf, hasBlocks, noticesOf, postsOf, reactionsOf } from '#core/platforms/weibo/plain.ts';
import { momentOf } from '#core/platforms/weibo/written-time.ts';
import {
  blogSchema,
  cardsSchema,
  friendsSchema,
  longTextSchema,
  profileSchema,
  reactionsSchema,
  type WirePost,
} from '#core/platforms/weibo/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type Query = NonNullable<PlatformRequest['query']>;

const PER_PAGE = 20;
const REACTION_URLS: Readonly<Record<FrontEnd, Readonly<Record<'likes' | 'shares', string>>>> = {
  web: { likes: `${WEB}/ajax/statuses/likeShow`, shares: `${WEB}/ajax/statuses/repostTimeline` },
  mobile: { likes: `${MOBILE}/api/attitudes/show`, shares: `${MOBILE}/api/statuses/repostTimeline` },
};
const PLAIN_PATHS: Readonly<Record<PlainCursor['what'], (of: string) => string>> = {
  comments: (post) => `/comment/${post}`,
  likes: (post) => `/attitude/${post}`,
  shares: (post) => `/repost/${post}`,
  posts: (uid) => `/${uid}/profile`,
};
const CONTAINERS = { posts: '107603', followers: '231051_-_fans_-_', following: '231051_-_followers_-_' } as const;
const NO_SUCH_NAME = 'Weibo knows no account of this name. Check that the address opens in a browser.';

export async function reactionsPage(asked: ReactionsCursor, session: Session): Promise<Page<WeiboCursor>> {
  const cursor = await lookedUp(asked, session);
  const { list, front, mid, page } = cursor;
  const { answer, isEmpty } = await askJson(session, { url: REACTION_URLS[front][list], query: reactionQuery(front, list, mid, page) });
  const data = isEmpty ? null : answer.json(reactionsSchema);
  const inner = data?.data === null || data?.data === undefined || Array.isArray(data.data) ? null : data.data;
  const rows = inner?.data ?? (Array.isArray(data?.data) ? data.data : []);
  const kind = list === 'likes' ? 'like' : 'share';
  return {
    items: readRows(rows, 'data', (row) => reactionItem(row, kind, momentOf(answer))).flat(),
    next: rows.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total: countOf(inner?.total_number ?? data?.total_number)?.value ?? null } : {}),
    door: DOORS[front],
  };
}

export async function postsPage(asked: AccountCursor, session: Session): Promise<Page<WeiboCursor>> {
  const cursor = await withUid(asked, session);
  const { front, uid, page, since } = cursor;
  const request =
    front === 'web'
      ? { url: `${WEB}/ajax/statuses/mymblog`, query: { uid, page, feature: 0, since_id: since ?? undefined } }
      : containerOf('posts', uid, { type: 'uid', value: uid }, { since_id: since ?? undefined });
  const { answer, isEmpty } = await askJson(session, request);
  const read = isEmpty ? NOTHING : front === 'web' ? blogIn(answer.json(blogSchema)) : cardsIn(answer.json(cardsSchema));
  const texts = new Map<WirePost, string | null>();
  for (const post of read.posts) texts.set(post, await longTextOf(post, front, session));
  const items = readRows(read.posts, 'posts', (post) => postItem(post, texts.get(post) ?? null, momentOf(answer)));
  const mayGoOn = front === 'web' ? read.posts.length > 0 : read.since !== null && read.since !== since && read.posts.length > 0;
  return {
    items,
    next: mayGoOn ? [{ cursor: { ...cursor, page: page + 1, since: read.since }, role: 'page' }] : [],
    ...(page === 1 ? { total: read.total } : {}),
    door: DOORS[front],
  };
}

export async function accountsPage(
  asked: AccountCursor & { list: 'followers' | 'following' },
  session: Session,
): Promise<Page<WeiboCursor>> {
  const cursor = await withUid(asked, session);
  const { front, list, uid, page } = cursor;
  const kind = list === 'followers' ? 'follower' : 'following';
  const { answer, isEmpty } = await askJson(session, friendsRequest(front, list, uid, page));
  const read = isEmpty ? NOBODY : front === 'web' ? answer.json(friendsSchema) : groupIn(answer.json(cardsSchema));
  const users = read.users ?? [];
  return {
    items: readRows(users, 'users', (user) => accountItem(user, kind)),
    next: users.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total: countOf(read.total_number)?.value ?? null } : {}),
    door: DOORS[front],
  };
}

/** A page of weibo.cn; one that is not there any more ends the list. */
export async function plainPage(cursor: PlainCursor, session: Session): Promise<Page<WeiboCursor>> {
  const { what, of, page } = cursor;
  const answer = await askPage(session, `${PLAIN}${PLAIN_PATHS[what](of)}?page=${page}`, page === 1 ? [] : [404]);
  const items = answer.status === 404 ? [] : itemsOf(cursor, answer.text, momentOf(answer));
  if (page === 1 && items.length === 0) {
    const notices = noticesOf(answer.text);
    const refusal = saidIn(notices);
    if (refusal !== null) throw refusal;
    if (!saysNothingThere(notices) && !hasBlocks(answer.text)) throw new PlatformChanged('div.c');
  }
  return {
    items,
    next: items.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    door: 'weibo.cn',
  };
}

function itemsOf({ what, of }: PlainCursor, html: string, now: Date): Item[] {
  if (what === 'comments') return commentsOf(html, now);
  if (what === 'posts') return postsOf(html, of, now);
  return reactionsOf(html, what === 'likes' ? 'like' : 'share', now);
}

interface Posts {
  readonly posts: readonly WirePost[];
  readonly since: string | null;
  readonly total: number | null;
}
const NOTHING: Posts = { posts: [], since: null, total: null };
const NOBODY = { users: [], total_number: null };

function blogIn({ data }: ReturnType<typeof blogSchema.parse>): Posts {
  return { posts: data?.list ?? [], since: data?.since_id || null, total: countOf(data?.total)?.value ?? null };
}

function cardsIn({ data }: ReturnType<typeof cardsSchema.parse>): Posts {
  const posts = (data?.cards ?? []).flatMap(({ mblog }) => mblog ?? []);
  return { posts, since: data?.cardlistInfo?.since_id || null, total: countOf(data?.cardlistInfo?.total)?.value ?? null };
}

function groupIn({ data }: ReturnType<typeof cardsSchema.parse>) {
  const users = (data?.cards ?? []).flatMap(({ card_group: group }) => (group ?? []).flatMap(({ user }) => user ?? []));
  return { users, total_number: data?.cardlistInfo?.total ?? null };
}

function reactionQuery(front: FrontEnd, list: 'likes' | 'shares', mid: string, page: number): Query {
  if (front === 'mobile') return { id: mid, page };
  return list === 'likes'
    ? { id: mid, attitude_type: 0, attitude_enable: 1, page, count: PER_PAGE }
    : { id: mid, page, moduleID: 'feed', count: PER_PAGE };
}

function friendsRequest(front: FrontEnd, list: 'followers' | 'following', uid: string, page: number): PlatformRequest {
  if (front === 'web') {
    const fans = list === 'followers' ? { relate: 'fans', page, uid, type: 'all', newFollowerCount: 0 } : { page, uid };
    return { url: `${WEB}/ajax/friendships/friends`, query: fans };
  }
  const name = list === 'followers' ? 'since_id' : 'page';
  return containerOf(list, uid, {}, { [name]: page === 1 ? undefined : page });
}

function containerOf(list: keyof typeof CONTAINERS, uid: string, before: Query, after: Query): PlatformRequest {
  return { url: `${MOBILE}/api/container/getIndex`, query: { ...before, containerid: CONTAINERS[list] + uid, ...after } };
}

/** The whole text of a long post; null for others, and where the call for it fails. */
async function longTextOf(post: WirePost, front: FrontEnd, session: Session): Promise<string | null> {
  if (post.isLongText !== true) return null;
  const request =
    front === 'web'
      ? { url: `${WEB}/ajax/statuses/longtext`, query: { id: post.mblogid ?? idOf(post) } }
      : { url: `${MOBILE}/statuses/extend`, query: { id: idOf(post) } };
  const text = (await optionalAnswer(session, longTextSchema, request))?.data?.longTextContent;
  if (!text) return null;
  return front === 'web' ? text : htmlToText(text, EMOTICONS);
}

async function withUid<C extends AccountCursor>(cursor: C, session: Session): Promise<C & { readonly uid: string }> {
  const { uid, name, nick } = cursor;
  if (uid !== null) return { ...cursor, uid };
  const query = name === null ? { screen_name: nick ?? '' } : { custom: name };
  const found = await session.once(`weibo account ${JSON.stringify(query)}`, async () => {
    const { answer, isEmpty } = await askJson(session, { url: `${WEB}/ajax/profile/info`, query });
    const user = isEmpty ? null : answer.json(profileSchema).data?.user;
    if (!user || idOf(user) === '') throw new PlatformRefusal('NOT_FOUND', NO_SUCH_NAME);
    return idOf(user);
  });
  return { ...cursor, uid: found };
}
