import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Json, Page } from '#core/platform-api/define.ts';
import { orLesser } from '#core/platform-kit/lesser-door.ts';
import { askMedium } from '#core/platforms/medium/ask.ts';
import { FEED_DOOR, feedOf } from '#core/platforms/medium/feed.ts';
import { accountItem, storyItem } from '#core/platforms/medium/items.ts';
import { type Mark, type Person, personSchema, votersSchema } from '#core/platforms/medium/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `of`: an article's id for likes, else a person's handle. */
export type ListCursor = {
  readonly list: 'likes' | 'followers' | 'following' | 'posts';
  readonly of: string;
  readonly mark: Mark | null;
};

interface Rows {
  readonly items: readonly Item[];
  readonly mark: Mark | null;
  readonly total: number | null;
}

const PAGE_SIZE = 25;
const NEWEST_ONLY = 'Medium gave no more than its feed, which holds the ten newest stories.';

/** A page of a list; of stories those of the feed, where every other door is shut. */
export function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const hasFeed = cursor.list === 'posts' && cursor.mark === null;
  return orLesser(pageOf(cursor, session), hasFeed ? () => feedPage(cursor, session) : null);
}

async function feedPage({ of }: ListCursor, session: Session): Promise<Page<ListCursor>> {
  return { items: await feedOf(of, session), gaps: [{ cause: 'blocked', count: 0, note: NEWEST_ONLY }], door: FEED_DOOR };
}

async function pageOf(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { door, items, mark, total } =
    cursor.list === 'likes' ? await likes(cursor, session) : await ofPerson(cursor, cursor.list, session);
  return {
    items,
    next: mark === null || items.length === 0 ? [] : [{ cursor: { ...cursor, mark }, role: 'page' }],
    ...(cursor.mark === null ? { total } : {}),
    door,
  };
}

async function likes(cursor: ListCursor, session: Session): Promise<Rows & { readonly door: string }> {
  const { data, door } = await askMedium(session, votersSchema, {
    what: 'likes',
    variables: { postId: cursor.of, pagingOptions: pagingOf(cursor) },
    page: `https://medium.com/p/${cursor.of}`,
  });
  if (data.post === null) throw new PlatformRefusal('NOT_FOUND');
  const { voters, voterCount } = data.post;
  const items = voters.items.flatMap(({ user, clapCount }) => (user ? [accountItem(user, 'like', clapCount)] : []));
  return { items, mark: voters.pagingInfo?.next ?? null, total: voterCount ?? null, door };
}

async function ofPerson(
  cursor: ListCursor,
  what: Exclude<ListCursor['list'], 'likes'>,
  session: Session,
): Promise<Rows & { readonly door: string }> {
  const { data, door } = await askMedium(session, personSchema, {
    what,
    variables: { username: cursor.of, paging: pagingOf(cursor) },
    page: `https://medium.com/@${cursor.of}${what === 'posts' ? '' : `/${what}`}`,
  });
  const person = data.userResult;
  if (person === null || (person.__typename ?? 'User') !== 'User') throw new PlatformRefusal('NOT_FOUND');
  return { ...rowsOf(person, what), door };
}

function rowsOf(person: Person, what: Exclude<ListCursor['list'], 'likes'>): Rows {
  if (what === 'posts') {
    const list = person.homepagePostsConnection;
    return { items: readRows(list?.posts ?? [], 'posts', storyItem), mark: list?.pagingInfo?.next ?? null, total: null };
  }
  const isFollowers = what === 'followers';
  const list = isFollowers ? person.followersUserConnection : person.followingUserConnection;
  const total = isFollowers ? person.socialStats?.followerCount : person.socialStats?.followingCount;
  const items = readRows(list?.users ?? [], 'users', (user) => accountItem(user, isFollowers ? 'follower' : 'following'));
  return { items, mark: list?.pagingInfo?.next ?? null, total: total ?? null };
}

function pagingOf({ mark }: ListCursor): Json {
  return { limit: PAGE_SIZE, ...mark };
}
