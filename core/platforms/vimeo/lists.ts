import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { askVideo, askVimeo } from '#core/platforms/vimeo/ask.ts';
import { commentItem, idOf, likedItem, userItem } from '#core/platforms/vimeo/items.ts';
import { comments, users, videos, type WireComment } from '#core/platforms/vimeo/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `parent`: the comment whose replies are asked for; null for the comments of the video. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly video: string;
  readonly hash: string | null;
  readonly parent: string | null;
  readonly page: number;
};
/** `of`: number of the video, or name or number of the person. */
export type PeopleCursor = {
  readonly list: 'likers' | 'followers' | 'following' | 'liked';
  readonly of: string;
  readonly hash: string | null;
  readonly page: number;
};

const PER_PAGE = 100;
const DOOR = 'API 3.4';
const OFF = 'nobody';

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { video, hash, parent, page } = cursor;
  const path = pathOf(video, hash);
  const isOldFirst = session.options.sort === 'old';
  const answer = await askVimeo(session, parent === null ? `${path}/comments` : `${path}/comments/${parent}/replies`, {
    page,
    per_page: PER_PAGE,
    ...(parent === null ? { direction: isOldFirst ? 'asc' : 'desc' } : {}),
  });
  const { data, total, paging } = answer.json(comments);
  const about = await session.once('vimeo video', () => askVideo(session, path));
  if (data.length === 0 && page === 1 && parent === null && about?.privacy?.comments === OFF)
    throw new PlatformRefusal('COMMENTS_DISABLED');
  const owner = about?.user?.uri ?? null;
  const further: Next<CommentsCursor>[] =
    paging?.next && data.length > 0 ? [{ role: parent === null ? 'page' : 'replies', cursor: { ...cursor, page: page + 1 } }] : [];
  const below = session.options.replies ? data.flatMap((comment) => repliesOf(comment, cursor)) : [];
  const there = data.filter((comment) => !comment.deleted_on);
  const gone = data.length - there.length;
  return {
    items: readRows(there, 'data', (comment) => commentItem(comment, { video, parentId: parent, owner })),
    next: [...below, ...further],
    ...(gone > 0 ? { gaps: [{ cause: 'deleted', count: gone }], mayRepeat: there.length === 0 } : {}),
    ...(parent === null ? { total: total ?? null, dateOrder: isOldFirst ? 'oldestFirst' : 'newestFirst' } : {}),
    door: DOOR,
  };
}

function repliesOf(comment: WireComment, cursor: CommentsCursor): readonly Next<CommentsCursor>[] {
  const count = comment.metadata?.connections?.replies?.total ?? comment.replies?.length ?? 0;
  if (count === 0) return [];
  const id = idOf(comment.uri);
  return [{ role: 'replies', cursor: { ...cursor, parent: id, page: 1 }, under: id, expect: count }];
}

const KINDS = { likers: 'like', followers: 'follower', following: 'following' } as const;
const PATHS = {
  likers: ({ of, hash }: PeopleCursor) => `${pathOf(of, hash)}/likes`,
  followers: ({ of }: PeopleCursor) => `/users/${of}/followers`,
  following: ({ of }: PeopleCursor) => `/users/${of}/following`,
  liked: ({ of }: PeopleCursor) => `/users/${of}/likes`,
} as const;

export async function peoplePage(cursor: PeopleCursor, session: Session): Promise<Page<PeopleCursor>> {
  const answer = await askVimeo(session, PATHS[cursor.list](cursor), { page: cursor.page, per_page: PER_PAGE });
  const { items, total, hasMore } = readPeople(answer, cursor.list);
  return {
    items,
    next: hasMore && items.length > 0 ? [{ role: 'page', cursor: { ...cursor, page: cursor.page + 1 } }] : [],
    total,
    door: DOOR,
  };
}

function readPeople(answer: Answer, list: PeopleCursor['list']): { items: readonly Item[]; total: number | null; hasMore: boolean } {
  if (list === 'liked') {
    const { data, total, paging } = answer.json(videos);
    return { items: readRows(data, 'data', likedItem), total: total ?? null, hasMore: Boolean(paging?.next) };
  }
  const { data, total, paging } = answer.json(users);
  const kind = KINDS[list];
  return { items: readRows(data, 'data', (user) => userItem(user, kind)), total: total ?? null, hasMore: Boolean(paging?.next) };
}

function pathOf(video: string, hash: string | null): string {
  return `/videos/${video}${hash === null ? '' : `:${hash}`}`;
}
