// Dailymotion's public API (api.dailymotion.com): followers of a channel, and comments that the comment service has not.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { followerItem, listedItem } from '#core/platforms/dailymotion/items.ts';
import { aboutVideo, followers, listedComments } from '#core/platforms/dailymotion/wire.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type FollowersCursor = { readonly list: 'followers'; readonly channel: string; readonly page: number };
export type ListedCursor = { readonly list: 'listed'; readonly video: string; readonly page: number };

const API = 'https://api.dailymotion.com';
const FOLLOWER = 'id,username,screenname,url,avatar_240_url,description';
const COMMENT = 'id,message,created_time,owner.id,owner.username,owner.screenname';
const PER_PAGE = 100;
/** Rows of a list that the API turns to at most. */
const MOST_ROWS = 1000;
const DOOR = 'public API';
const LOGIN = 'Dailymotion gives the list of followers only to the channel itself: its public interface refused it.';
const OTHER_ORDER = 'The comment service has none of the comments; the public API lists them in an order of its own.';
const CAPPED: Gap = {
  cause: 'notServed',
  count: 0,
  note: `The public API of Dailymotion turns no further than row ${MOST_ROWS} of a list.`,
};

/** A page of a channel's followers. Often refused. */
export async function followersPage(cursor: FollowersCursor, session: Session): Promise<Page<FollowersCursor>> {
  const answer = await session.fetch({
    url: `${API}/user/${percentEncoded(cursor.channel)}/followers`,
    query: { fields: FOLLOWER, page: cursor.page, limit: PER_PAGE },
    accept: [400, 401, 403],
  });
  if (answer.status !== 200) throw isWebPage(answer) ? refusalOf(answer) : new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
  const { list, has_more: hasMore, total } = answer.json(followers);
  const isMore = hasMore === true && list.length > 0;
  return { items: readRows(list, 'list', followerItem), ...further(cursor, isMore), total: total ?? null, door: DOOR };
}

/** A page of the comments that Dailymotion keeps itself. */
export async function listedPage(cursor: ListedCursor, session: Session): Promise<Page<ListedCursor>> {
  const answer = await session.fetch({
    url: `${API}/video/${cursor.video}/comments`,
    query: { fields: COMMENT, page: cursor.page, limit: PER_PAGE },
  });
  const { list, has_more: hasMore, total } = answer.json(listedComments);
  const isMore = hasMore === true && list.length > 0;
  const notes = cursor.page === 1 && list.length > 0 ? [OTHER_ORDER] : [];
  return { items: readRows(list, 'list', listedItem), ...further(cursor, isMore), total: total ?? null, notes, door: DOOR };
}

function further<C extends FollowersCursor | ListedCursor>(cursor: C, isMore: boolean): { next: Next<C>[]; gaps: Gap[] } {
  if (!isMore) return { next: [], gaps: [] };
  if (cursor.page * PER_PAGE >= MOST_ROWS) return { next: [], gaps: [CAPPED] };
  return { next: [{ role: 'page', cursor: { ...cursor, page: cursor.page + 1 } }], gaps: [] };
}

/**
 * How many comments the public API counts below a video. A video without comments has no conversation at the comment service, and neither
 * has one that is gone.
 * @throws PlatformRefusal NOT_FOUND, PRIVATE
 */
export async function countListed(session: Session, video: string): Promise<number> {
  const answer = await session.fetch({
    url: `${API}/video/${video}`,
    query: { fields: 'id,comments_total' },
    accept: 'any',
    tries: 'once',
  });
  if (answer.status === 404 || answer.status === 410)
    throw new PlatformRefusal('NOT_FOUND', 'Dailymotion knows no such video: it was deleted, or never was.');
  if (answer.status === 403 && answer.isJson) throw new PlatformRefusal('PRIVATE', 'This video of Dailymotion is private.');
  return answer.status === 200 && answer.isJson ? (answer.json(aboutVideo).comments_total ?? 0) : 0;
}
