// Who liked or shared a thing; posts of a page, who follows it, whom it follows.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt, type SubjectKind, SUBJECTS } from '#core/platforms/vk/address.ts';
import { askVk } from '#core/platforms/vk/ask.ts';
import { commentsPage, DOOR, FIELDS } from '#core/platforms/vk/comments.ts';
import { cursorOfSubject, type PageCursor, type ReactionsCursor, type ShortCursor, type VkCursor } from '#core/platforms/vk/cursor.ts';
import { accountItem, People, postItem } from '#core/platforms/vk/items.ts';
import { accountsSchema, resolvedSchema, wallSchema } from '#core/platforms/vk/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const POSTS_PER_PAGE = 100;
const ACCOUNTS_PER_PAGE = 1000;
const SUBSCRIPTIONS_PER_PAGE = 200;
const ACCOUNT_FIELDS = `${FIELDS},status`;
const REACTIONS = { likes: { filter: 'likes', kind: 'like' }, shares: { filter: 'copies', kind: 'share' } } as const;
/** VK's words for what can be liked. */
const LIKED: Readonly<Partial<Record<SubjectKind, string>>> = { wall: 'post', video: 'video', photo: 'photo' };
const NOT_LIKED = 'VK keeps no list of who liked or shared this. Paste the address of a post, a video or a photo.';
const NO_SUCH_NAME = 'VK knows neither a person nor a community of this name. Check that the address opens in a browser.';
const FOLLOWS_NOBODY = 'This address names a community, and communities follow nobody.';

export async function reactionsPage(cursor: ReactionsCursor, session: Session): Promise<Page<VkCursor>> {
  const { filter, kind } = REACTIONS[cursor.list];
  const type = LIKED[cursor.kind];
  if (type === undefined) throw new PlatformRefusal('NOT_FOUND', NOT_LIKED);
  const data = await askVk(session, accountsSchema, 'likes.getList', {
    type,
    owner_id: cursor.owner,
    item_id: cursor.id,
    filter,
    extended: 1,
    count: ACCOUNTS_PER_PAGE,
    offset: cursor.offset,
    fields: FIELDS,
  });
  return pageOf(
    cursor,
    data,
    readRows(data.items, 'data.items', (account) => accountItem(account, kind)),
  );
}

export async function postsPage(cursor: PageCursor, session: Session): Promise<Page<VkCursor>> {
  const { owner, name, offset } = cursor;
  const data = await askVk(session, wallSchema, 'wall.get', {
    ...(owner === null ? { domain: name ?? '' } : { owner_id: owner }),
    count: POSTS_PER_PAGE,
    offset,
    filter: 'owner',
    extended: 1,
    fields: FIELDS,
  });
  const people = new People(data);
  return pageOf(
    cursor,
    data,
    readRows(data.items, 'data.items', (post) => postItem(post, people)),
  );
}

export async function accountsPage(asked: PageCursor & { list: 'followers' | 'following' }, session: Session): Promise<Page<VkCursor>> {
  const owner = asked.owner ?? (await resolved(asked.name ?? '', session));
  const cursor = { ...asked, owner };
  const isCommunity = owner.startsWith('-');
  if (isCommunity && cursor.list === 'following') throw new PlatformRefusal('NOT_FOUND', FOLLOWS_NOBODY);
  const { method, query } = requestOf(cursor.list, owner);
  const data = await askVk(session, accountsSchema, method, { ...query, offset: cursor.offset, fields: ACCOUNT_FIELDS });
  const kind = cursor.list === 'followers' ? 'follower' : 'following';
  return pageOf(
    cursor,
    data,
    readRows(data.items, 'data.items', (account) => accountItem(account, kind)),
  );
}

/** The first page of what a short link leads to. */
export async function shortPage({ short, to, order }: ShortCursor, session: Session): Promise<Page<VkCursor>> {
  const subject = await session.once(`lead of ${short}`, () =>
    leadOfShortLink(session, short, (url) => {
      const place = placeAt(url);
      const kind = SUBJECTS.find((each) => each === place?.kind);
      return kind === undefined ? null : { kind, owner: place?.params['owner'] ?? '', id: place?.params['id'] ?? '' };
    }),
  );
  if (subject === null)
    throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no post. Open it in a browser and paste the address you arrive at.');
  const cursor = cursorOfSubject(subject, to, order);
  return cursor.list === 'comments' ? commentsPage(cursor, session) : reactionsPage(cursor, session);
}

function requestOf(list: 'followers' | 'following', owner: string) {
  if (list === 'following')
    return { method: 'users.getSubscriptions', query: { user_id: owner, extended: 1, count: SUBSCRIPTIONS_PER_PAGE } };
  return owner.startsWith('-')
    ? { method: 'groups.getMembers', query: { group_id: owner.slice(1), count: ACCOUNTS_PER_PAGE } }
    : { method: 'users.getFollowers', query: { user_id: owner, count: ACCOUNTS_PER_PAGE } };
}

/** The number of a person, that of a community as a negative one. */
function resolved(name: string, session: Session): Promise<string> {
  return session.once(`vk name ${name.toLowerCase()}`, async () => {
    const found = await askVk(session, resolvedSchema, 'utils.resolveScreenName', { screen_name: name });
    if (found?.type === 'user') return String(found.object_id);
    if (found !== null && ['group', 'page', 'event'].includes(found.type)) return `-${found.object_id}`;
    throw new PlatformRefusal('NOT_FOUND', NO_SUCH_NAME);
  });
}

/** A list by offset: it goes on while there are rows and VK counts more. */
function pageOf<C extends ReactionsCursor | PageCursor>(
  cursor: C,
  data: { readonly count?: number | null | undefined; readonly items: readonly unknown[] },
  items: Page['items'],
): Page<VkCursor> {
  const offset = cursor.offset + rowsGiven(data.items);
  const goesOn = data.items.length > 0 && offset < (data.count ?? 0);
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, offset }, role: 'page' }] : [],
    ...(cursor.offset === 0 ? { total: data.count ?? null } : {}),
    door: DOOR,
  };
}
