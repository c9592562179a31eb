// Lists of an account: what it posted, who follows it, whom it follows.
import type { Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';
import { profilePage } from '#core/platforms/douyin/address.ts';
import { askDouyin, TELLING } from '#core/platforms/douyin/ask.ts';
import type { AskedCursor, DouyinCursor } from '#core/platforms/douyin/cursor.ts';
import { heardInstead } from '#core/platforms/douyin/heard.ts';
import { accountItem, postItem } from '#core/platforms/douyin/items.ts';
import { nextOf } from '#core/platforms/douyin/rows.ts';
import { accountsSchema, postsSchema } from '#core/platforms/douyin/wire.ts';

const POSTS_PER_PAGE = 18;
const ACCOUNTS_PER_PAGE = 20;
const KINDS = { followers: 'follower', following: 'following' } as const;

/** A page of posts, the pinned ones first. */
export async function postsPage(cursor: AskedCursor, session: Session): Promise<Page<DouyinCursor>> {
  const { of: user, at } = cursor;
  const query = { sec_user_id: user, max_cursor: at, count: POSTS_PER_PAGE };
  const found = await askDouyin(session, { path: '/aweme/v1/web/aweme/post/', query, page: profilePage(user) });
  if ('refusals' in found) {
    if (at !== 0) throw mostTelling(found.refusals, TELLING);
    return heardInstead('posts', user, found.refusals, session);
  }
  const { aweme_list: rows, has_more: more, max_cursor: after } = found.answer.json(postsSchema);
  return {
    items: readRows(rows ?? [], 'aweme_list', postItem),
    next: nextOf(cursor, { rows, more, after }),
    door: found.door,
  };
}

/** A page of followers, or of whom the account follows; back in time. */
export async function accountsPage(
  cursor: AskedCursor & { readonly list: 'followers' | 'following' },
  session: Session,
): Promise<Page<DouyinCursor>> {
  const { list, of: user, at } = cursor;
  const query = { sec_user_id: user, max_time: at, min_time: 0, count: ACCOUNTS_PER_PAGE, source_type: 1 };
  const found = await askDouyin(session, { path: `/aweme/v1/web/user/${KINDS[list]}/list/`, query, page: profilePage(user) });
  if ('refusals' in found) throw mostTelling(found.refusals, TELLING);
  const { followers, followings, has_more: more, total, min_time: after } = found.answer.json(accountsSchema);
  const rows = (list === 'followers' ? followers : followings) ?? [];
  return {
    items: readRows(rows, list, (account) => accountItem(account, KINDS[list])),
    next: nextOf(cursor, { rows, more, after }),
    ...(at === 0 ? { total: total ?? null } : {}),
    door: found.door,
  };
}
