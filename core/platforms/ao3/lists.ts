import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { findCount, readCount } from '#core/platform-kit/numbers.ts';
import { parentsOf } from '#core/platform-kit/reply-outline.ts';
import { commentIdOf, commentOf, commentsIn, cutThreadsIn, isThread, kudosIn, makersOf, SITE } from '#core/platforms/ao3/comment.ts';

/** `page`: from 1. */
export type CommentsCursor = { readonly list: 'comments'; readonly path: string; readonly page: number };
/** `isCut`: what another page leaves out below a comment that it has. */
export type ThreadCursor = { readonly list: 'thread'; readonly comment: string; readonly isCut: boolean };
/** `page`: 0 for the work itself, which shows the newest names, then from 1 on those of the whole list. */
export type KudosCursor = { readonly list: 'kudos'; readonly path: string; readonly page: number };

type Shown = { readonly page: HtmlElement; readonly door: string };

const LOGIN_PATH = '/users/login';
const COMMENTS_PLACE = '#comments_placeholder, ol.thread';
const MYSTERY = /^\s*Mystery Work\b/;
const ADULT = /\badult content\b/i;
const CLOSED = /\b(?:doesn['’]t|does not) allow comments|\bdisabled comments|\bcomments (?:are|have been) (?:disabled|closed|turned off)/i;

/** A page of the comments of a work or a post. */
export async function commentsPage(
  { path, page: number, list }: CommentsCursor,
  session: Session,
): Promise<Page<CommentsCursor | ThreadCursor>> {
  const wholeWork = path.startsWith('/works/') ? '&view_full_work=true&view_adult=true' : '';
  const shown = await ask(`${path}?page=${number}&show_comments=true${wholeWork}`, session);
  const { page, door } = shown;
  if (page.first(COMMENTS_PLACE) === null) throw withoutComments(page);
  const total = statedIn(page, 'dd.comments');
  const isEmpty = commentsIn(page).length === 0;
  if (isEmpty && isClosed(page)) throw new PlatformRefusal('COMMENTS_DISABLED');
  if (isEmpty && number === 1 && (total ?? 0) > 0) throw new PlatformChanged('li.comment');
  const items = itemsIn(shown, session);
  const following: Next<CommentsCursor>[] = hasNext(page) ? [{ cursor: { list, path, page: number + 1 }, role: 'page' }] : [];
  return {
    items,
    next: [...cutThreads(page, items, session), ...following],
    ...(number === 1 ? { total } : {}),
    door: `page${door}`,
  };
}

/** A comment and what is below it. */
export async function threadPage({ comment, isCut }: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  const shown = await ask(`/comments/${comment}`, session);
  if (shown.page.first('ol.thread') === null) throw withoutComments(shown.page);
  const all = itemsIn(shown, session);
  const items = isCut ? all.filter(({ id }) => id !== comment) : all;
  return { items, next: cutThreads(shown.page, items, session), door: `thread${shown.door}` };
}

/** Names of those who left kudos: guests have none, and are only counted. */
export async function kudosPage({ path, page: number, list }: KudosCursor, session: Session): Promise<Page<KudosCursor>> {
  const isOfWork = number === 0;
  const work = path.startsWith('/works/') ? `${path}?view_adult=true` : path;
  const { page, door } = await ask(isOfWork ? work : `${path}/kudos?page=${number}`, session);
  if (page.first('#kudos') === null && (!isOfWork || page.first('#workskin, #feedback') === null)) throw withoutComments(page);
  if (isOfWork && page.first('#kudos p.kudos') === null && (statedIn(page, 'dd.kudos') ?? 0) > 0) throw new PlatformChanged('p.kudos');
  const items = kudosIn(page);
  const more = isOfWork ? page.first('a#kudos_more_link') : null;
  const hasMore = isOfWork ? more !== null : hasNext(page);
  return {
    items,
    // The whole list is what the work's own page leaves out: without it there are the names of that page, and the ledger says so.
    next: hasMore ? [{ cursor: { list, path, page: number + 1 }, role: 'replies' }] : [],
    ...(isOfWork ? { total: items.length + (findCount(more?.text() ?? '')?.value ?? 0) } : { mayRepeat: true }),
    door: `kudos${door}`,
  };
}

async function ask(path: string, session: Session): Promise<Shown> {
  const url = SITE + path;
  const { value, by } = await plainOrBrowser<Answer>(session, 'the Archive', {
    plain: () => session.fetch({ url }),
    browser: () => session.page({ url, ready: { selector: '#main' } }),
  });
  if (URL.parse(value.url)?.pathname.startsWith(LOGIN_PATH) === true) throw new PlatformRefusal('LOGIN_REQUIRED');
  return { page: parseHtml(value.text), door: by };
}

/** Why a page has no place for comments. */
function withoutComments(page: HtmlElement): Error {
  const isWork = page.first('#workskin') !== null;
  if (!isWork && MYSTERY.test(page.first('title')?.rawText ?? ''))
    return new PlatformRefusal('PRIVATE', 'This work is part of a collection that has not been revealed yet.');
  const words = page.all('#main .caution, #main .notice').map((element) => element.text());
  if (!isWork && words.some((each) => ADULT.test(each))) return new PlatformRefusal('AGE_RESTRICTED');
  return isClosed(page) ? new PlatformRefusal('COMMENTS_DISABLED') : new PlatformChanged('#comments_placeholder');
}

function isClosed(page: HtmlElement): boolean {
  return page.all('p.notice, div.notice').some((notice) => CLOSED.test(notice.text()));
}

function itemsIn({ page }: Shown, { options }: Session): Item[] {
  const makers = makersOf(page);
  const parents = parentsOf(page, { row: commentIdOf, list: isThread });
  const comments = readRows(commentsIn(page), 'li.comment', (row) => commentOf(row, parents, makers));
  return comments.filter((item) => item !== null).filter(({ kind }) => options.replies || kind === 'comment');
}

function cutThreads(page: HtmlElement, items: readonly Item[], { options }: Session): Next<ThreadCursor>[] {
  if (!options.replies) return [];
  const known = new Set(items.map(({ id }) => id));
  return cutThreadsIn(page).map((comment) => ({
    cursor: { list: 'thread', comment, isCut: true },
    role: 'replies',
    ...(known.has(comment) ? { under: comment } : {}),
  }));
}

function hasNext(page: HtmlElement): boolean {
  return page.first('.pagination a[rel~="next"]') !== null;
}

function statedIn(page: HtmlElement, selector: string): number | null {
  return readCount(page.first(selector)?.text() ?? '')?.value ?? null;
}
