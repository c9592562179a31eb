// Lists of a profile: what it posted, who follows it, whom it follows.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { profilePage } from '#core/platforms/tiktok/address.ts';
import { askPlainly, askTikTok } from '#core/platforms/tiktok/ask.ts';
import { creatorPosts } from '#core/platforms/tiktok/creator.ts';
import { refusalByCode } from '#core/platforms/tiktok/codes.ts';
import type { ProfileCursor, TikTokCursor } from '#core/platforms/tiktok/cursor.ts';
import { accountItem, postItem } from '#core/platforms/tiktok/items.ts';
import { pageDataOf } from '#core/platforms/tiktok/page-data.ts';
import { accountsSchema, detailSchema, postsSchema, type WireUserInfo } from '#core/platforms/tiktok/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

interface Profile {
  readonly secUid: string;
  readonly isPrivate: boolean;
  readonly posts: number | null;
}

const POSTS_PER_PAGE = 35;
const ACCOUNTS_PER_PAGE = 30;
const SCENES = { followers: 67, following: 21 } as const;
const KINDS = { followers: 'follower', following: 'following' } as const;
const IS_PRIVATE = 'This account is private: TikTok shows its lists to its followers only. Give the cookies of one of them.';
const NO_SUCH_USER = 'TikTok names no account under this address. Check that it opens in a browser.';
const CUT_SHORT: Gap = { cause: 'hidden', count: 0, note: 'TikTok cuts this list short: it shows no more of it to anybody.' };
const NEEDS_LOGIN: Gap = {
  cause: 'login',
  count: 0,
  note: 'TikTok shows people without a login little more than the first page of this list. Give the cookie sessionid of your session (options.cookies) to get the rest.',
};
const NOTHING_SHOWN = 'TikTok counts posts here and shows none of them to this session.';

/** A page of posts, newest first after the pinned ones. */
export async function postsPage(cursor: ProfileCursor, session: Session): Promise<Page<TikTokCursor>> {
  const { user, at } = cursor;
  const profile = cursor.secUid === null ? await profileOf(cursor, session) : null;
  const secUid = cursor.secUid ?? profile?.secUid ?? '';
  const query = { secUid, count: POSTS_PER_PAGE, cursor: at, post_item_list_request_type: 0, needPinnedItemIds: 'true' };
  const call = { path: '/api/post/item_list/', query, page: profilePage(user) };
  const plain = profile === null ? null : await askPlainly(session, postsSchema, call);
  const refused = plain !== null && 'error' in plain ? plain : null;
  const beside = refused !== null && profile?.isPrivate === false ? await creatorPosts(session, user, secUid) : null;
  if (beside !== null) return { ...beside, total: profile?.posts ?? null };
  const { data, door } = plain !== null && 'data' in plain ? plain : await askTikTok(session, postsSchema, call, refused);
  const items = readRows(data.itemList ?? [], 'itemList', (post) => postItem(post, user));
  if (items.length === 0 && profile?.isPrivate) throw new PlatformRefusal('PRIVATE', IS_PRIVATE);
  const after = data.cursor ?? null;
  const goesOn = data.hasMore === true && items.length > 0 && after !== null && after !== at;
  const hidden = items.length === 0 ? (profile?.posts ?? 0) : 0;
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, secUid, at: after, had: cursor.had + items.length }, role: 'page' }] : [],
    ...(profile === null ? {} : { total: profile.posts }),
    gaps: hidden > 0 ? [{ cause: 'hidden', count: hidden, note: NOTHING_SHOWN }] : [],
    door,
  };
}

/** A page of followers, or of whom the account follows. */
export async function accountsPage(
  cursor: ProfileCursor & { list: 'followers' | 'following' },
  session: Session,
): Promise<Page<TikTokCursor>> {
  const { list, user, at } = cursor;
  const profile = cursor.secUid === null ? await profileOf(cursor, session) : null;
  const secUid = cursor.secUid ?? profile?.secUid ?? '';
  const query = { scene: SCENES[list], secUid, count: ACCOUNTS_PER_PAGE, minCursor: at, maxCursor: 0 };
  const { data, door } = await askTikTok(session, accountsSchema, { path: '/api/user/list/', query, page: profilePage(user) });
  const rows = data.userList ?? [];
  const items = readRows(rows, 'userList', (row) => accountItem(row, KINDS[list]));
  if (items.length === 0 && profile?.isPrivate) throw new PlatformRefusal('PRIVATE', IS_PRIVATE);
  const total = profile === null ? cursor.total : (data.total ?? null);
  const had = cursor.had + rowsGiven(rows);
  const after = String(data.minCursor ?? -1);
  const goesOn = data.hasMore === true && items.length > 0 && after !== '-1' && after !== at;
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, secUid, at: after, had, total }, role: 'page' }] : [],
    ...(profile === null ? {} : { total }),
    gaps: goesOn ? [] : whyShort(data.isTruncated === true, had < (total ?? 0) && !session.hasCookies),
    door,
  };
}

function whyShort(isTruncated: boolean, mayNeedLogin: boolean): readonly Gap[] {
  if (isTruncated) return [CUT_SHORT];
  return mayNeedLogin ? [NEEDS_LOGIN] : [];
}

/** From the page of the profile, else from the call for it. */
function profileOf({ user, pasted }: ProfileCursor, session: Session): Promise<Profile> {
  return session.once(`tiktok profile ${user}`, async () => {
    const page = profilePage(user);
    const html = await optionalText(session, { url: page });
    const shown = html === null ? null : (pageDataOf(html)?.['webapp.user-detail'] ?? null);
    const refusal = refusalByCode(shown?.statusCode ?? 0, '');
    if (refusal !== null && refusal.code !== 'PRIVATE') throw refusal;
    const profile = profileIn(shown?.userInfo, pasted) ?? (await orShut(lookedUp(user, pasted, session)));
    if (!(profile instanceof CommentdockError)) return profile;
    throw html === null ? profile : tellingOf(new PlatformChanged('webapp.user-detail'), profile);
  });
}

async function lookedUp(user: string, pasted: string | null, session: Session): Promise<Profile> {
  const call = { path: '/api/user/detail/', query: { uniqueId: user }, page: profilePage(user) };
  const { data } = await askTikTok(session, detailSchema, call);
  const profile = profileIn(data.userInfo, pasted);
  if (profile === null) throw new PlatformRefusal('NOT_FOUND', NO_SUCH_USER);
  return profile;
}

function profileIn(info: WireUserInfo | null | undefined, pasted: string | null): Profile | null {
  const secUid = info?.user?.secUid || pasted;
  if (!info?.user || !secUid) return null;
  return {
    secUid,
    isPrivate: info.user.privateAccount === true,
    posts: info.statsV2?.videoCount ?? info.stats?.videoCount ?? null,
  };
}
