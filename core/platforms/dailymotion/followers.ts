import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platforms/define.ts';
import { isWebPage, refusalOf } from '#core/platforms/kit/refusal.ts';
import { followerItem } from '#core/platforms/dailymotion/items.ts';
import { followers } from '#core/platforms/dailymotion/wire.ts';
import type { Session } from '#core/platforms/session.ts';

export type FollowersCursor = { readonly list: 'followers'; readonly channel: string; readonly page: number };

const API = 'https://api.dailymotion.com/user';
const FIELDS = 'id,username,screenname,url,avatar_240_url,description';
const PER_PAGE = 100;
const LOGIN = 'Dailymotion gives the list of followers only to the channel itself: its public interface refused it.';

/** A page of a channel's followers. Often refused. */
export async function followersPage(cursor: FollowersCursor, session: Session): Promise<Page<FollowersCursor>> {
  const answer = await session.fetch({
    url: `${API}/${encodeURIComponent(cursor.channel)}/followers`,
    query: { fields: FIELDS, page: cursor.page, limit: PER_PAGE },
    accept: [400, 401, 403],
  });
  if (answer.status !== 200) throw isWebPage(answer) ? refusalOf(answer) : new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
  const { list, has_more: hasMore, total } = answer.json(followers);
  return {
    items: list.map(followerItem),
    next: hasMore === true && list.length > 0 ? [{ role: 'page', cursor: { ...cursor, page: cursor.page + 1 } }] : [],
    total: total ?? null,
    door: 'public API',
  };
}
