import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { postUrl, profileUrl } from '#core/platforms/instagram/address.ts';
import { askApi, askPage, firstOpen, isLoggedIn, type Outcome } from '#core/platforms/instagram/ask.ts';
import { DOOR_NAMES } from '#core/platforms/instagram/comments.ts';
import type { InstagramCursor, LikersCursor, ProfileCursor } from '#core/platforms/instagram/cursor.ts';
import { accountItem } from '#core/platforms/instagram/items.ts';
import { lookUp } from '#core/platforms/instagram/profile.ts';
import { QUERIES, VARIABLES } from '#core/platforms/instagram/queries.ts';
import { loginRequired, privateAccount } from '#core/platform-kit/families/meta/refusals.ts';
import { likersSchema, relationsSchema, restLikersSchema } from '#core/platforms/instagram/wire.ts';
import type { WireUser } from '#core/platform-kit/families/meta/posts.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type RelationsCursor = ProfileCursor & { readonly list: 'followers' | 'following' };

const PER_PAGE = 12;
const KINDS = { followers: 'follower', following: 'following' } as const;
const ABOUT_A_HUNDRED: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'Instagram names about a hundred of those who liked a post, and no more.',
};
const LIKES_HIDDEN: Gap = { cause: 'hidden', count: 0, note: 'The author of this post does not show who liked it.' };
const FOLLOWERS_CUT: Gap = { cause: 'hidden', count: 0, note: 'Instagram shows only a part of the followers of this account.' };
const NOT_SHOWN = 'Instagram leaves these rows empty.';

/** Who liked a post: one answer is all there is. */
export async function likersPage({ code, media }: LikersCursor, session: Session): Promise<Page<InstagramCursor>> {
  if (!isLoggedIn(session)) throw loginRequired();
  const { data, index } = await firstOpen([() => likersByPage(media, code, session), () => likersByApi(media, code, session)]);
  const items = accountsOf(data.users, 'like');
  const missing = data.users.filter((user) => user === null).length;
  return {
    items,
    ...(data.total === null ? {} : { total: data.total }),
    gaps: [
      ...(missing > 0 ? [{ cause: 'hidden' as const, count: missing, note: NOT_SHOWN }] : []),
      items.length > 0 ? ABOUT_A_HUNDRED : LIKES_HIDDEN,
    ],
    door: index === 0 ? DOOR_NAMES.graphql : DOOR_NAMES.rest,
  };
}

/** A page of followers, or of whom the account follows. */
export async function relationsPage(cursor: RelationsCursor, session: Session): Promise<Page<InstagramCursor>> {
  if (!isLoggedIn(session)) throw loginRequired();
  const profile = cursor.id === null ? await lookUp(cursor.user, session) : null;
  const id = cursor.id ?? profile?.id ?? '';
  const { data } = await firstOpen([() => relationsOf({ ...cursor, id }, session)]).catch((error: unknown) => {
    // A list that is not shown may come as status 400.
    if (profile?.isClosed && error instanceof CommentdockError && error.code === 'PLATFORM_CHANGED') throw privateAccount();
    throw error;
  });
  const items = accountsOf(data.users, KINDS[cursor.list]);
  if (items.length === 0 && profile?.isClosed) throw privateAccount();
  const after = data.next_max_id || null;
  const goesOn = items.length > 0 && data.has_more !== false && after !== null && after !== cursor.after;
  const total = profile?.[cursor.list] ?? null;
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, id, after }, role: 'page' }] : [],
    ...(total === null ? {} : { total }),
    gaps: goesOn ? [] : gapsAtEnd(data),
    door: DOOR_NAMES.rest,
  };
}

interface Likers {
  readonly users: readonly (WireUser | null)[];
  readonly total: number | null;
}

async function likersByPage(media: string, code: string, session: Session): Promise<Outcome<Likers>> {
  const call = { query: QUERIES.likers, variables: VARIABLES.likers(media), schema: likersSchema, page: postUrl(code) };
  const outcome = await askPage(session, call);
  return 'shut' in outcome ? outcome : { data: { users: outcome.data.likers_connection?.nodes ?? [], total: null } };
}

async function likersByApi(media: string, code: string, session: Session): Promise<Outcome<Likers>> {
  const outcome = await askApi(session, { path: `/media/${media}/likers/`, schema: restLikersSchema, page: postUrl(code) });
  return 'shut' in outcome ? outcome : { data: { users: outcome.data.users, total: outcome.data.user_count ?? null } };
}

function relationsOf({ list, user, id, after }: RelationsCursor & { readonly id: string }, session: Session) {
  const place = after === null ? {} : { max_id: after };
  const query = list === 'followers' ? { count: PER_PAGE, search_surface: 'follow_list_page', ...place } : { count: PER_PAGE, ...place };
  return askApi(session, { path: `/friendships/${id}/${list}/`, query, schema: relationsSchema, page: `${profileUrl(user)}${list}/` });
}

function gapsAtEnd({
  should_limit_list_of_followers: isCut,
  hidden_following_account_count: hidden,
}: {
  readonly should_limit_list_of_followers?: boolean | null | undefined;
  readonly hidden_following_account_count?: number | null | undefined;
}): Gap[] {
  return [
    ...(isCut === true ? [FOLLOWERS_CUT] : []),
    ...(hidden ? [{ cause: 'hidden' as const, count: hidden, note: 'Instagram holds back some of the accounts that are followed.' }] : []),
  ];
}

function accountsOf(users: readonly (WireUser | null)[], kind: 'like' | 'follower' | 'following'): Item[] {
  return readRows(
    users.filter((user) => user !== null),
    'users',
    (user) => accountItem(user, kind),
  );
}
