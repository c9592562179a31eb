import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportOptions, Page } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { addressOf, placeAt } from '#core/platforms/soundcloud/address.ts';
import { askApi } from '#core/platforms/soundcloud/api.ts';
import { commentItem, likedItem, streamedItem, trackItem, userItem } from '#core/platforms/soundcloud/items.ts';
import { findParents, type Head } from '#core/platforms/soundcloud/parents.ts';
import { commentPage, likePage, resolved, type Resolved, streamPage, trackPage, userPage } from '#core/platforms/soundcloud/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type ListName = 'comments' | 'likers' | 'reposters' | 'tracks' | 'stream' | 'followers' | 'followings' | 'likes';

type FirstCursor = {
  readonly at: 'first';
  readonly list: ListName;
  readonly id: string | null;
  readonly url: string | null;
  readonly short: string | null;
};
/** `href` is the platform's own next address without the client id. */
type NextCursor = {
  readonly at: 'next';
  readonly list: ListName;
  readonly href: string;
  readonly emptyPages: number;
  readonly heads: readonly Head[];
};
export type SoundcloudCursor = FirstCursor | NextCursor;

interface ListForm {
  readonly owner: 'track' | 'user';
  readonly query: Readonly<Record<string, string | number>>;
  /** Where the owner states how many there are. */
  readonly total?: 'comment_count' | 'likes_count' | 'reposts_count' | 'followers_count' | 'followings_count' | 'track_count';
}

const API = 'https://api-v2.soundcloud.com';
const RESOLVE = 'https://api-widget.soundcloud.com/resolve';
const PEOPLE = { limit: 200 };
const PARTITIONED = { limit: 20, linked_partitioning: 1 };
const LISTS: Readonly<Record<ListName, ListForm>> = {
  comments: { owner: 'track', query: { limit: 200, offset: 0 }, total: 'comment_count' },
  likers: { owner: 'track', query: PEOPLE, total: 'likes_count' },
  reposters: { owner: 'track', query: PEOPLE, total: 'reposts_count' },
  tracks: { owner: 'user', query: PARTITIONED, total: 'track_count' },
  stream: { owner: 'user', query: PARTITIONED, total: 'track_count' },
  followers: { owner: 'user', query: PEOPLE, total: 'followers_count' },
  followings: { owner: 'user', query: PEOPLE, total: 'followings_count' },
  likes: { owner: 'user', query: PARTITIONED },
};
const LIST_OF: Readonly<Record<'track' | 'user', Partial<Record<ExportType, ListName>>>> = {
  track: { comments: 'comments', likes: 'likers', shares: 'reposters' },
  user: { posts: 'tracks', followers: 'followers', following: 'followings', likes: 'likes' },
};
const MOST_EMPTY_PAGES = 10;
/** With which the wall before the API refuses lists of tracks to programs. */
const WALLED = new Set(['BLOCKED', 'CAPTCHA']);

/** The list that an export of `type` reads from a track or a user. */
export function listOf(owner: 'track' | 'user', type: ExportType): ListName {
  return LIST_OF[owner][type] ?? (owner === 'track' ? 'comments' : 'tracks');
}

/** The first page of a list: what was pasted is resolved before, once. */
export async function fetchFirst(cursor: FirstCursor, session: Session): Promise<Page<SoundcloudCursor>> {
  const { list } = cursor;
  const { owner, total } = LISTS[list];
  const subject = cursor.id === null ? await session.once('soundcloud subject', () => resolve(cursor, owner, session)) : null;
  if (list === 'comments' && subject?.commentable === false) throw new PlatformRefusal('COMMENTS_DISABLED');
  const id = cursor.id ?? String(subject?.id);
  const answer = await orShut(askFirst(list, id, session));
  if (!(answer instanceof CommentdockError)) return withTotal(readPage(answer, { list, emptyPages: 0, heads: [] }, session.options));
  if (list !== 'tracks' || !WALLED.has(answer.code)) throw answer;
  const stream = await askFirst('stream', id, session);
  const page = readPage(stream, { list: 'stream', emptyPages: 0, heads: [] }, session.options);
  return withTotal({
    ...page,
    notes: [...(page.notes ?? []), `SoundCloud gave no list of tracks (${answer.message}): read from the stream of the user.`],
  });

  function withTotal(page: Page<SoundcloudCursor>): Page<SoundcloudCursor> {
    return total && subject ? { ...page, total: subject[total] ?? null } : page;
  }
}

function askFirst(list: ListName, id: string, session: Session): Promise<Answer> {
  const { owner, query } = LISTS[list];
  const url = list === 'stream' ? `${API}/stream/users/${id}` : `${API}/${owner}s/${id}/${list}`;
  return askApi(session, { url, query: list === 'comments' ? { ...commentQuery(session.options), ...query } : query });
}

export async function fetchNext(cursor: NextCursor, session: Session): Promise<Page<SoundcloudCursor>> {
  const answer = await askApi(session, { url: cursor.href });
  return readPage(answer, cursor, session.options);
}

function commentQuery(options: ExportOptions): Record<string, string | number> {
  const sort = options.sort === 'old' ? 'oldest' : 'newest';
  return options.replies ? { sort, threaded: 1 } : { sort, threaded: 0, filter_replies: 1 };
}

async function resolve(cursor: FirstCursor, owner: 'track' | 'user', session: Session): Promise<Resolved> {
  const url = cursor.url ?? (await leadOf(cursor.short ?? '', session));
  const subject = (await askApi(session, { url: RESOLVE, query: { url, format: 'json' } })).json(resolved);
  if (subject.kind === owner) return subject;
  throw new PlatformRefusal(
    'NOT_FOUND',
    `SoundCloud has a ${subject.kind} under this URL, not a ${owner}. Paste the address of a ${owner}.`,
  );
}

/** Where a short link leads: the address of a track. */
async function leadOf(short: string, session: Session): Promise<string> {
  const answer = await session.fetch({ url: short, redirect: 'manual' });
  const address = addressOf(answer.headers['location'] ?? '');
  const place = address && placeAt(address);
  if (place?.kind === 'track' && place.params['url']) return place.params['url'];
  throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no track. Open it in a browser and paste the address you arrive at.');
}

type Progress = Pick<NextCursor, 'list' | 'emptyPages' | 'heads'>;

/** What a page holds and where the list goes on. */
function readPage(answer: Answer, { list, emptyPages, heads }: Progress, options: ExportOptions): Page<SoundcloudCursor> {
  const read = list === 'comments' ? readComments(answer, heads, options) : { ...readOthers(answer, list), heads: [] };
  const page: Page<SoundcloudCursor> = {
    items: read.items,
    door: list === 'stream' ? 'api-v2, stream' : 'api-v2',
    ...dateOrderOf(list, options),
  };
  if (read.nextHref === null) return list === 'comments' ? page : { ...page, mayRepeat: true };
  if (list === 'comments') {
    return read.size === 0
      ? page
      : { ...page, next: [{ role: 'page', cursor: { at: 'next', list, href: read.nextHref, emptyPages: 0, heads: read.heads } }] };
  }
  const empty = read.size === 0 ? emptyPages + 1 : 0;
  if (empty === MOST_EMPTY_PAGES) return { ...page, notes: [`${MOST_EMPTY_PAGES} empty pages in a row: the list was taken as ended.`] };
  return {
    ...page,
    mayRepeat: true,
    next: [{ role: 'page', cursor: { at: 'next', list, href: read.nextHref, emptyPages: empty, heads: [] } }],
  };
}

interface ReadPage {
  readonly items: readonly Item[];
  /** Entries of the answer, whether they became items or not. */
  readonly size: number;
  readonly nextHref: string | null;
}

function readComments(answer: Answer, heads: readonly Head[], options: ExportOptions): ReadPage & { readonly heads: readonly Head[] } {
  const page = answer.json(commentPage);
  const found = options.replies ? findParents(page.collection, heads) : { parents: [], heads: [] };
  const items = readRows(page.collection, 'collection', (comment, index) => commentItem(comment, found.parents[index] ?? null));
  return { items, size: items.length, nextHref: nextHrefOf(page.next_href), heads: found.heads };
}

function readOthers(answer: Answer, list: Exclude<ListName, 'comments'>): ReadPage {
  if (list === 'tracks') return readAs(answer.json(trackPage), trackItem);
  if (list === 'stream') return readAs(answer.json(streamPage), streamedItem);
  if (list === 'likes') return readAs(answer.json(likePage), likedItem);
  const kind = ({ likers: 'like', reposters: 'share', followers: 'follower', followings: 'following' } as const)[list];
  return readAs(answer.json(userPage), (user) => userItem(user, kind));
}

function readAs<W>(
  page: { readonly collection: readonly W[]; readonly next_href?: string | null | undefined },
  toItem: (entry: W) => Item | null,
): ReadPage {
  const items = readRows(page.collection, 'collection', toItem).filter((item) => item !== null);
  return { items, size: page.collection.length, nextHref: nextHrefOf(page.next_href) };
}

/** Tracks stand in the order of their release, which is not that of their dates; threads follow their first comment. */
function dateOrderOf(list: ListName, options: ExportOptions): Pick<Page, 'dateOrder'> {
  if (list === 'likes') return { dateOrder: 'newestFirst' };
  if (list !== 'comments' || options.replies) return {};
  return { dateOrder: options.sort === 'old' ? 'oldestFirst' : 'newestFirst' };
}

/** @throws PlatformChanged where the address is not one of SoundCloud's */
function nextHrefOf(href: string | null | undefined): string | null {
  if (!href) return null;
  const url = addressOf(href);
  if (url === null || !isHost(url, 'soundcloud.com')) throw new PlatformChanged('next_href');
  return href.replace(/([?&])client_id=[^&]*(&|$)/, (_whole, before: string, after: string) => (after === '' ? '' : before));
}
