// Lists of posts and of accounts.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item, ItemKind } from '#core/contract/item.ts';
import type { JsonObject, Page } from '#core/platform-api/define.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askX } from '#core/platforms/twitter/ask.ts';
import type { ListCursor, OfUserCursor, TwitterCursor } from '#core/platforms/twitter/cursor.ts';
import { accountItem, authorIdOf, postItem } from '#core/platforms/twitter/items.ts';
import { type Operation, VARIABLES } from '#core/platforms/twitter/operations.ts';
import { accountIn, expectAccount, gapsOf, goesOn, holderIn } from '#core/platforms/twitter/reading.ts';
import { readTimeline, type Shown, type Timeline, type TimelineRow, tweetOf, userOf } from '#core/platforms/twitter/timeline.ts';
import { timelineSchema, type WireUser } from '#core/platforms/twitter/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

interface ListShape {
  readonly operation: Operation;
  /** Where its timeline stands in the answer. */
  readonly paths: readonly (readonly string[])[];
  /** What its rows become; posts otherwise. */
  readonly accounts?: ItemKind;
}

const OF_USER = [
  ['user', 'result', 'timeline'],
  ['user', 'result', 'timeline_v2'],
];
const LISTS: Readonly<Record<ListCursor['list'], ListShape>> = {
  posts: { operation: 'UserTweets', paths: OF_USER },
  postsAndReplies: { operation: 'UserTweetsAndReplies', paths: OF_USER },
  media: { operation: 'UserMedia', paths: OF_USER },
  followers: { operation: 'Followers', paths: OF_USER, accounts: 'follower' },
  verifiedFollowers: { operation: 'BlueVerifiedFollowers', paths: OF_USER, accounts: 'follower' },
  following: { operation: 'Following', paths: OF_USER, accounts: 'following' },
  likes: { operation: 'Favoriters', paths: [['favoriters_timeline']], accounts: 'like' },
  reposts: { operation: 'Retweeters', paths: [['retweeters_timeline']], accounts: 'share' },
  search: { operation: 'SearchTimeline', paths: [['search_by_raw_query', 'search_timeline']] },
};
/** Modules whose posts belong to a list of posts: conversations with the account's own replies, the grid of media. */
const POST_MODULES = ['profile-conversation-', 'profile-grid-'];
/** Pages that name posts or accounts without showing one are followed so many times. */
const MOST_EMPTY = 3;
const LIKES_ARE_HIDDEN = 'X shows who liked a post to its author only, since June 2024.';
const NOTHING_SHOWN = 'X shows this session nothing of this list: the account may be protected, or may have blocked yours.';

interface Account {
  readonly id: string;
  readonly followers: number | null;
  readonly following: number | null;
}

interface Reading {
  readonly items: readonly Item[];
  readonly missing: readonly Shown<unknown>[];
  /** True where the page names anything of the list's kind. */
  readonly hasRows: boolean;
}

export async function listPage(asked: ListCursor, session: Session): Promise<Page<TwitterCursor>> {
  const isOfUser = 'user' in asked;
  const account = isOfUser && asked.user === null ? await lookUp(asked.handle ?? '', session) : null;
  const cursor = isOfUser && account !== null ? { ...asked, user: account.id } : asked;
  const { operation, paths, accounts } = LISTS[cursor.list];
  const answer = await askX(session, { operation, variables: variablesOf(cursor), after: cursor.after });
  if (isOfUser) expectAccount(answer);
  const timeline = timelineOf(holderIn(answer, paths), `data.${paths[0]?.join('.')}`);
  const total = account === null ? {} : { total: totalOf(account, asked.list) };
  if (timeline === null) return { items: [], gaps: [{ cause: 'hidden', count: 0, note: NOTHING_SHOWN }], door: 'web API', ...total };
  const reading = accounts === undefined ? readPosts(timeline, cursor) : readAccounts(timeline, accounts);
  return { ...pageOf(cursor, timeline, reading), ...total };
}

function pageOf(cursor: ListCursor, timeline: Timeline, { items, missing, hasRows }: Reading): Page<TwitterCursor> {
  const isOfAccounts = LISTS[cursor.list].accounts !== undefined;
  const empty = items.length === 0 ? cursor.empty + 1 : 0;
  const follows = goesOn(timeline.next, cursor.after) && hasRows && empty <= MOST_EMPTY;
  const next = { ...cursor, after: timeline.next, empty };
  const isByDate = !isOfAccounts && !(cursor.list === 'search' && cursor.product === 'Top');
  return {
    items,
    gaps: gapsOf(missing),
    next: follows ? [{ cursor: next, role: 'page' }] : [],
    // The same accounts may come again on later pages, with others behind them.
    mayRepeat: isOfAccounts || (follows && items.length === 0),
    leadsOn: true,
    notes: cursor.list === 'likes' && cursor.after === null && items.length === 0 ? [LIKES_ARE_HIDDEN] : [],
    ...(isByDate ? { dateOrder: 'newestFirst' as const } : {}),
    door: 'web API',
  };
}

/** @throws CommentdockError NOT_FOUND, PRIVATE for an account that this session does not follow */
function lookUp(handle: string, session: Session): Promise<Account> {
  return session.once(`x account ${handle.toLowerCase()}`, async () => {
    const user = accountIn(await askX(session, { operation: 'UserByScreenName', variables: VARIABLES.look(handle), after: null }));
    expectOpen(user);
    return {
      id: user.rest_id,
      followers: user.relationship_counts?.followers ?? user.legacy?.followers_count ?? null,
      following: user.relationship_counts?.following ?? user.legacy?.friends_count ?? null,
    };
  });
}

function expectOpen({ privacy, legacy, relationship_perspectives: ours }: WireUser): void {
  const isProtected = (privacy?.protected ?? legacy?.protected) === true;
  const isFollowed = (ours?.following ?? legacy?.following) === true;
  if (isProtected && !isFollowed)
    throw new PlatformRefusal('PRIVATE', 'This account is protected: X shows it to its followers only. Give the cookies of one of them.');
}

function totalOf(account: Account, list: ListCursor['list']): number | null {
  if (list === 'followers') return account.followers;
  return list === 'following' ? account.following : null;
}

function variablesOf(cursor: ListCursor): JsonObject {
  if (cursor.list === 'search') return VARIABLES.search(cursor.words, cursor.product);
  if ('post' in cursor) return VARIABLES.accountsOfPost(cursor.post);
  const user = cursor.user ?? '';
  if (cursor.list === 'posts') return VARIABLES.posts(user);
  if (cursor.list === 'postsAndReplies') return VARIABLES.postsAndReplies(user);
  return cursor.list === 'media' ? VARIABLES.media(user) : VARIABLES.accounts(user);
}

/** Null where the answer has the place of a timeline and no timeline in it. */
function timelineOf(holder: unknown, at: string): Timeline | null {
  if (typeof holder === 'object' && holder !== null && Object.keys(holder).length === 0) return null;
  const inner = typeof holder === 'object' && holder !== null && 'timeline' in holder ? holder.timeline : undefined;
  return readTimeline(readWire(timelineSchema, inner, `${at}.timeline`));
}

function readPosts({ rows }: Timeline, cursor: ListCursor): Reading {
  const owner = (cursor as Partial<OfUserCursor>).user ?? null;
  const items: Item[] = [];
  const missing: Shown<unknown>[] = [];
  let hasRows = false;
  for (const row of rows.filter((each) => isOfPosts(each))) {
    const shown = tweetOf(row);
    if (shown === null) continue;
    hasRows = true;
    if (shown.is === 'missing') missing.push(shown);
    else if (owner === null || authorIdOf(shown.value) === owner) items.push(postItem(shown.value, owner === null ? null : row.isPinned));
  }
  return { items, missing, hasRows };
}

function isOfPosts({ id, module, isPinned }: TimelineRow): boolean {
  if (module === null) return isPinned || id.startsWith('tweet-');
  return POST_MODULES.some((prefix) => module.startsWith(prefix));
}

function readAccounts({ rows }: Timeline, kind: ItemKind): Reading {
  const shown = rows.filter(({ id, module }) => module === null && id.startsWith('user-')).flatMap((row) => userOf(row) ?? []);
  const users = shown.flatMap((each): WireUser[] => (each.is === 'shown' ? [each.value] : []));
  return { items: readRows(users, 'users', (user) => accountItem(user, kind)), missing: shown, hasRows: shown.length > 0 };
}
