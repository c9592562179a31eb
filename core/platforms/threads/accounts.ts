import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { mediaIdOf } from '#core/platform-kit/families/meta/media-id.ts';
import { placeAfter } from '#core/platform-kit/families/meta/posts.ts';
import { loginRequired, privateAccount } from '#core/platform-kit/families/meta/refusals.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { postPage, profileUrl } from '#core/platforms/threads/address.ts';
import { askThreads, expectLogin, isLoggedIn, readPage } from '#core/platforms/threads/ask.ts';
import type { LikesCursor, PostsCursor, RelationsCursor, ThreadsCursor } from '#core/platforms/threads/cursor.ts';
import { accountItem, isUnavailable, postItem } from '#core/platforms/threads/items.ts';
import { FURTHER_QUERIES, QUERIES, TAB_QUERIES, VARIABLES } from '#core/platforms/threads/queries.ts';
import { accountIn, listIn, nearestList, type ThreadList } from '#core/platforms/threads/reading.ts';
import {
  accountSchema,
  accountsSchema,
  countsSchema,
  likersSchema,
  type WireAccount,
  type WirePost,
} from '#core/platforms/threads/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const BY_CALL = 'web page calls';
const BY_PAGE = 'page of the profile';
const KINDS = { followers: 'follower', following: 'following' } as const;
const LOGIN_FOR_MORE: Gap = {
  cause: 'login',
  count: 0,
  note: 'Threads shows the other posts only to people who are logged in. Give the cookie sessionid of your session.',
};
const NO_MORE: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'Threads shows no more of this list: of followers often the first twenty alone.',
};
const CUT_SHORT: Gap = { cause: 'notServed', count: 0, note: 'Threads says that there is more, and not where.' };

/** A page of what an account posted, or of one of its tabs. */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<ThreadsCursor>> {
  const { user, tab, after } = cursor;
  const page = tab === null ? profileUrl(user) : `${profileUrl(user)}/${tab}`;
  const html = after === null ? await readPage(session, page) : '';
  const carried = after === null ? listIn(html) : null;
  const account = cursor.id === null ? accountIn(html, user) : { pk: cursor.id };
  const isClosed = account?.text_post_app_is_private === true;
  if (carried === null && isClosed) throw privateAccount();
  const id = account?.pk ?? account?.id ?? (carried === null ? await idByName(user, page, session) : null);
  const list = carried ?? (await postsByCall({ ...cursor, id }, page, session));
  const posts = list.chains.flat().filter((post) => !isUnavailable(post));
  // What the account answers stands before its replies.
  const isOwn = ({ user: author }: WirePost): boolean =>
    author?.username?.toLowerCase() === user.toLowerCase() || (id !== null && author?.pk === id);
  const shown = tab === 'replies' ? posts.filter(isOwn) : posts;
  const { next, isShort } = placeAfter(list.info, after);
  const goesOn = next !== null && posts.length > 0 && id !== null;
  return {
    items: readRows(shown, 'threads', (post) => postItem(post)),
    next: goesOn ? [{ cursor: { ...cursor, id, after: next }, role: 'page' }] : [],
    mayRepeat: goesOn && shown.length === 0,
    gaps: isShort ? [isLoggedIn(session) ? CUT_SHORT : LOGIN_FOR_MORE] : [],
    door: carried === null ? BY_CALL : BY_PAGE,
  };
}

/** A page of followers, or of whom the account follows. */
export async function relationsPage(cursor: RelationsCursor, session: Session): Promise<Page<ThreadsCursor>> {
  expectLogin(session);
  const { list, after } = cursor;
  const page = profileUrl(cursor.user);
  const account = cursor.id === null ? await accountOf(cursor.user, page, session) : null;
  const id = cursor.id ?? account?.pk ?? account?.id ?? '';
  const data = await askThreads(
    session,
    after === null
      ? { query: QUERIES[list], variables: VARIABLES.accounts(id), page }
      : { query: FURTHER_QUERIES[list], variables: VARIABLES.furtherAccounts(id, after), page },
  );
  const found = shallowest(data, cursor.list, (value) => typeof value === 'object' && value !== null && 'edges' in value);
  if (found === undefined) throw account?.text_post_app_is_private ? privateAccount() : new PlatformChanged(`data.user.${cursor.list}`);
  const { edges, page_info: info } = readWire(accountsSchema, found, `data.user.${cursor.list}`);
  const items = accountsOf(
    edges.flatMap((edge) => edge?.node ?? []),
    KINDS[cursor.list],
  );
  if (items.length === 0 && account?.text_post_app_is_private) throw privateAccount();
  const { next, isShort } = placeAfter(info, after);
  const total = after === null ? totalOf(list, account, data) : cursor.total;
  const had = cursor.had + rowsGiven(edges);
  const goesOn = next !== null && items.length > 0;
  const missing = goesOn ? 0 : Math.max(0, (total ?? 0) - had);
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, id, after: next, had, total }, role: 'page' }] : [],
    ...(after === null && total !== null ? { total } : {}),
    gaps: missing > 0 ? [{ ...NO_MORE, count: missing }] : isShort ? [CUT_SHORT] : [],
    door: BY_CALL,
  };
}

/** As the profile says, else as the list itself does. */
function totalOf(list: RelationsCursor['list'], account: WireAccount | null, data: unknown): number | null {
  const counts = checked(countsSchema, shallowest(data, 'counts')).data;
  return (list === 'followers' ? account?.follower_count : null) ?? counts?.[list] ?? null;
}

/** Who liked a post: one answer is all there is. */
export async function likesPage({ code, user }: LikesCursor, session: Session): Promise<Page<ThreadsCursor>> {
  expectLogin(session);
  const variables = VARIABLES.likers(mediaIdOf(code) ?? '');
  const data = await askThreads(session, { query: QUERIES.likers, variables, page: postPage(code, user) });
  const holder = shallowest(data, 'likers') ?? data;
  const { users } = readWire(likersSchema, holder, 'data.likers');
  return { items: accountsOf(users, 'like'), door: BY_CALL };
}

async function postsByCall({ tab, id, after }: PostsCursor, page: string, session: Session): Promise<ThreadList> {
  const query = tab === null ? QUERIES.posts : TAB_QUERIES[tab];
  const data = await askThreads(session, { query, variables: VARIABLES.posts(id ?? '', after), page });
  return nearestList(data) ?? { chains: [], odd: 0, info: null };
}

/** @throws CommentdockError NOT_FOUND, LOGIN_REQUIRED */
async function accountOf(user: string, page: string, session: Session): Promise<WireAccount> {
  return accountIn(await readPage(session, page), user) ?? { pk: await idByName(user, page, session) };
}

/** @throws CommentdockError NOT_FOUND; LOGIN_REQUIRED where a page without anything is all that visitors get */
async function idByName(user: string, page: string, session: Session): Promise<string> {
  const data = await askThreads(session, { query: QUERIES.account, variables: VARIABLES.account(user), page }).catch((error: unknown) => {
    const isUnknown = error instanceof CommentdockError && (error.code === 'PLATFORM_CHANGED' || error.code === 'BROWSER_MISSING');
    throw isUnknown && !isLoggedIn(session) ? loginRequired() : error;
  });
  const found = shallowest(data, QUERIES.account.field) ?? shallowest(data, 'user');
  const { pk, id } = found === undefined ? {} : readWire(accountSchema, found, `data.${QUERIES.account.field}`);
  const known = pk ?? id;
  if (!known) throw new PlatformRefusal('NOT_FOUND');
  return known;
}

function accountsOf(users: readonly WireAccount[], kind: 'like' | 'follower' | 'following'): Item[] {
  return readRows(users, 'users', (user) => accountItem(user, kind));
}
