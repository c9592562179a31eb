// Hacker News (news.ycombinator.com): Algolia's API for threads and people, then the hackerwebapp mirror, then Firebase.
// Fragile: Algolia lags behind the site by minutes; Firebase takes one request for each comment.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { type ChosenTarget, definePlatform, type Next, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import {
  algoliaComments,
  below,
  commentOfUser,
  firebaseComment,
  mirrorComments,
  type Place,
  postOfUser,
} from '#core/platforms/hackernews/items.ts';
import { algoliaThread, commentHits, firebaseCount, firebaseItem, mirrorThread, storyHits } from '#core/platforms/hackernews/wire.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { refusalOf, tellingOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type ThreadCursor = { readonly at: 'thread'; readonly id: string };
/** A comment at the last door. */
type KidCursor = {
  readonly at: 'kid';
  readonly id: number;
  readonly parentId: string | null;
  readonly depth: number;
  readonly submitter: string | null;
};
type ListCursor = { readonly at: 'comments' | 'stories'; readonly user: string; readonly page: number };
type Cursor = ThreadCursor | KidCursor | ListCursor;

const ALGOLIA = 'https://hn.algolia.com/api/v1';
const MIRROR = 'https://api.hackerwebapp.com';
const FIREBASE = 'https://hacker-news.firebaseio.com/v0';
const HITS_PER_PAGE = 1000;
const ITEM_ID = /^\d+$/;
const USER_NAME = /^[\w-]+$/;

export default definePlatform<Cursor>({
  id: 'hackernews',
  name: 'Hacker News',
  homepage: 'https://news.ycombinator.com',
  description: 'Comments below a story, poll, job or comment; comments and submissions of a user.',
  category: 'forum',
  recorded: '2021-03',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    {
      name: 'item',
      patterns: ['news.ycombinator.com/item?id=<n>', 'news.ycombinator.com/reply?id=<n>', 'hackerweb.app/#/item/<n>'],
      examples: [
        'https://news.ycombinator.com/item?id=26312516',
        'https://news.ycombinator.com/reply?id=26315957',
        'https://hackerweb.app/#/item/26312516',
      ],
      match: matchItem,
      exports: { own: { type: 'comments', totalCountsReplies: true } },
    },
    {
      name: 'threads',
      patterns: ['news.ycombinator.com/threads?id=<user>'],
      examples: ['https://news.ycombinator.com/threads?id=pg'],
      match: (url) => matchUser(url, ['threads']),
      exports: { own: { type: 'comments', order: 'served' }, tweets: { type: 'posts', order: 'served' } },
    },
    {
      name: 'user',
      patterns: ['news.ycombinator.com/submitted?id=<user>', 'news.ycombinator.com/user?id=<user>'],
      examples: ['https://news.ycombinator.com/submitted?id=pg', 'https://news.ycombinator.com/user?id=pg'],
      match: (url) => matchUser(url, ['submitted', 'user']),
      exports: { own: { type: 'posts', order: 'served' }, tweets: { type: 'posts', order: 'served' } },
    },
  ],
  options: ['replies'],
  hosts: ['hn.algolia.com', 'api.hackerwebapp.com', 'hacker-news.firebaseio.com'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 50, concurrency: 20 },
  walk: 'depthFirst',
  start(target) {
    return [{ role: 'page', cursor: firstCursor(target) }];
  },
  fetchPage(cursor, session) {
    if (cursor.at === 'thread') return fetchThread(cursor.id, session);
    if (cursor.at === 'kid') return fetchKid(cursor, session);
    return fetchList(cursor, session);
  },
});

function matchItem(url: PastedUrl): TargetParams | null {
  const id = url.host === 'hackerweb.app' ? /^\/item\/(\d+)\/?$/.exec(url.hash)?.[1] : onSite(url, ['item', 'reply']);
  return id && ITEM_ID.test(id) ? { item: id } : null;
}

function matchUser(url: PastedUrl, pages: readonly string[]): TargetParams | null {
  const user = onSite(url, pages);
  return user && USER_NAME.test(user) ? { user } : null;
}

/** The `id` of the query where the URL is one of `pages` of the site itself. */
function onSite(url: PastedUrl, pages: readonly string[]): string | null {
  const here = url.host === 'news.ycombinator.com' && url.segments.length === 1 && pages.includes(url.segments[0] ?? '');
  return here ? url.query.get('id') : null;
}

function firstCursor(target: ChosenTarget): Cursor {
  const { item, user = '' } = target.params;
  if (item) return { at: 'thread', id: item };
  return { at: target.type === 'comments' ? 'comments' : 'stories', user, page: 0 };
}

/** A thread through the first door that answers with it; the last one decides what a failure means. */
async function fetchThread(id: string, session: Session): Promise<Page<Cursor>> {
  const algolia = await atDoor(session, `${ALGOLIA}/items/${id}`, (answer) => algoliaPage(answer, session));
  if (!(algolia instanceof CommentdockError))
    return algolia.isComment ? algolia.page : { ...algolia.page, total: await totalOf(id, session) };
  const mirror = await atDoor(session, `${MIRROR}/item/${id}`, (answer) => mirrorPage(answer, session));
  if (!(mirror instanceof CommentdockError)) return mirror;
  const firebase = await orShut(firebasePage(id, session));
  if (firebase instanceof CommentdockError) throw tellingOf(algolia, tellingOf(mirror, firebase));
  return firebase;
}

/** Why the next door must be taken, whatever that is, without a second try. */
function atDoor<T>(session: Session, url: string, read: (answer: Answer) => T): Promise<T | CommentdockError> {
  return orShut(
    session.fetch({ url, accept: 'any', tries: 'once' }).then((answer) => {
      if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
      return read(answer);
    }),
  );
}

/** Algolia gives the tree and does not say how large it should be: the official API does, of whatever was submitted. */
async function totalOf(id: string, session: Session): Promise<number | null> {
  return optionalAnswer(session, firebaseCount, { url: `${FIREBASE}/item/${id}/descendants.json` });
}

function algoliaPage(answer: Answer, session: Session): { readonly page: Page<Cursor>; readonly isComment: boolean } {
  const thread = answer.json(algoliaThread);
  const items = algoliaComments(thread.children, top(thread.type, thread.author), session.options.replies);
  return { page: { door: 'algolia', items, ...aboutOf(thread) }, isComment: thread.type === 'comment' };
}

function mirrorPage(answer: Answer, session: Session): Page<Cursor> {
  const thread = answer.json(mirrorThread);
  const items = mirrorComments(thread.comments, top(thread.type, thread.user), session.options.replies);
  return { door: 'mirror', items, total: thread.comments_count ?? null, ...aboutOf(thread) };
}

async function firebasePage(id: string, session: Session): Promise<Page<Cursor>> {
  const thread = await session.json(firebaseItem, { url: `${FIREBASE}/item/${id}.json` });
  if (thread === null) throw new PlatformRefusal('NOT_FOUND', `Hacker News knows no item ${id}. Check that it opens in a browser.`);
  const next = kidCursors(thread.kids, top(thread.type, thread.by));
  return { door: 'firebase', items: [], next, total: thread.descendants ?? null, mayRepeat: true, ...aboutOf(thread) };
}

/** Comments have no title. */
function aboutOf({ title }: { readonly title?: string | null | undefined }): Pick<Page, 'about'> {
  return { about: { title: title ?? null } };
}

async function fetchKid(cursor: KidCursor, session: Session): Promise<Page<Cursor>> {
  const comment = await session.json(firebaseItem, { url: `${FIREBASE}/item/${cursor.id}.json` });
  if (comment === null || comment.type === 'pollopt') return { door: 'firebase', items: [] };
  const next = session.options.replies ? kidCursors(comment.kids, below(comment.id, cursor)) : [];
  return { door: 'firebase', items: [firebaseComment(comment, cursor)], next };
}

function kidCursors(kids: readonly number[] | null | undefined, place: Place): Next<Cursor>[] {
  const under = place.parentId === null ? {} : { under: place.parentId };
  return (kids ?? []).map((id) => ({ role: 'replies', cursor: { at: 'kid', id, ...place }, expect: 1, ...under }));
}

/** The place of direct answers. A pasted comment does not say who submitted the story. */
function top(type: string | null | undefined, author: string | null | undefined): Place {
  return { parentId: null, depth: 0, submitter: type === 'comment' ? null : author || null };
}

async function fetchList(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const query = {
    tags: `${cursor.at === 'comments' ? 'comment' : 'story'},author_${cursor.user}`,
    hitsPerPage: HITS_PER_PAGE,
    page: cursor.page,
  };
  const request = { url: `${ALGOLIA}/search_by_date`, query };
  const isComments = cursor.at === 'comments';
  const { list, items } = isComments ? await commentsOf(session, request) : await storiesOf(session, request);
  const next: Next<Cursor>[] = cursor.page + 1 < list.nbPages ? [{ role: 'page', cursor: { ...cursor, page: cursor.page + 1 } }] : [];
  return { door: 'algolia', items, next, total: list.nbHits, dateOrder: 'newestFirst' };
}

type ListRequest = Parameters<Session['fetch']>[0];

async function commentsOf(session: Session, request: ListRequest) {
  const list = await session.json(commentHits, request);
  return { list, items: readRows(list.hits, 'hits', commentOfUser) };
}

async function storiesOf(session: Session, request: ListRequest) {
  const list = await session.json(storyHits, request);
  return { list, items: readRows(list.hits, 'hits', postOfUser) };
}
