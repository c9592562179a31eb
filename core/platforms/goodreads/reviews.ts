import { z } from 'zod';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { type CommentsCursor, firstComments } from '#core/platforms/goodreads/comments.ts';
import { type Door, doorOfScript, type KeySource, PAGE_SIZE, post, PUBLIC_DOOR } from '#core/platforms/goodreads/door.ts';
import { reviewItem } from '#core/platforms/goodreads/item.ts';
import { askBook, type BookPage } from '#core/platforms/goodreads/page.ts';
import { namedBookSchema, reviewsSchema, unknownBookSchema } from '#core/platforms/goodreads/wire.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { orNull } from '#core/platform-api/item.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type Order = 'NEWEST' | 'OLDEST' | null;
export type BookCursor = { readonly list: 'book'; readonly path: string; readonly order: Order };
export type ReviewsCursor = {
  readonly list: 'reviews';
  readonly work: string;
  readonly order: Order;
  readonly after: string;
  readonly door: Door;
};

/** The number of a book in its address. */
const BOOK_NUMBER = /\/book\/show\/(\d+)/;
const QUERY = `query getReviews($filters: BookReviewsFilterInput!, $pagination: PaginationInput) {
  getReviews(filters: $filters, pagination: $pagination) {
    totalCount
    edges { node {
      id createdAt lastRevisionAt spoilerStatus text rating likeCount commentCount
      creator { id name webUrl imageUrlSquare isAuthor textReviewsCount followersCount }
      shelving { shelf { name } taggings { tag { name } } webUrl }
    } }
    pageInfo { nextPageToken }
  }
}`;

type Question = { readonly work: string; readonly order: Order; readonly after: string | null };

type ListPage = Page<ReviewsCursor | CommentsCursor>;

/** What names the reviews of a book, and the door that said so. */
interface Work {
  readonly id: string;
  readonly total: number | null;
  readonly door: Door;
}

/** The first reviews of the API, which knows the book by its number; where it does not, the page of the book, which names its work. */
export async function bookPage(cursor: BookCursor, session: Session): Promise<ListPage> {
  const number = BOOK_NUMBER.exec(cursor.path)?.[1];
  const work = number === undefined ? null : await orShut(throughDoors(session, null, (door) => askWork(session, door, number)));
  if (work === null) return pageOfSite(await askBook(session, cursor.path), cursor.order, session);
  if (work instanceof CommentdockError) return pageOfSite(await bookAfter(work, cursor.path, session), cursor.order, session);
  const first = await orShut(ask(session, work.door, { work: work.id, order: cursor.order, after: null }));
  if (!(first instanceof CommentdockError)) return firstPage(first, work, cursor.order, session);
  return withoutComments(shownPage(await bookAfter(first, cursor.path, session), first), session);
}

/** @param shut why the API gave nothing */
async function bookAfter(shut: CommentdockError, path: string, session: Session): Promise<BookPage> {
  const book = await orShut(askBook(session, path));
  if (book instanceof CommentdockError) throw tellingOf(shut, book);
  return book;
}

/** The page names the work; where the API has no reviews of it, those within the page stand in for them. */
async function pageOfSite(book: BookPage, order: Order, session: Session): Promise<ListPage> {
  const question = { work: book.work, order, after: null };
  const first = await orShut(throughDoors(session, book, async (door) => ({ page: await ask(session, door, question), door })));
  if (first instanceof CommentdockError) return withoutComments(shownPage(book, first), session);
  return firstPage(first.page, { id: book.work, total: book.total, door: first.door }, order, session);
}

function firstPage(found: Awaited<ReturnType<typeof ask>>, { id, total, door }: Work, order: Order, session: Session): ListPage {
  return { ...listPage(found, { work: id, order, door }, session), total: total ?? found.totalCount ?? null };
}

/** A further page of the API. */
export async function reviewsPage({ work, order, after, door }: ReviewsCursor, session: Session): Promise<ListPage> {
  return listPage(await ask(session, door, { work, order, after }), { work, order, door }, session);
}

/** @throws CommentdockError what the API says to its public key, where the site's script has no other */
async function throughDoors<T>(session: Session, page: KeySource | null, ask: (door: Door) => Promise<T>): Promise<T> {
  try {
    return await ask(PUBLIC_DOOR);
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || (error.code !== 'LOGIN_REQUIRED' && error.code !== 'BLOCKED')) throw error;
    const door = await doorOfScript(session, page);
    if (door === null) throw error;
    return ask(door);
  }
}

/** @throws CommentdockError NOT_FOUND where the API knows no such book */
async function askWork(session: Session, door: Door, number: string): Promise<Work> {
  const query = `query { getBookByLegacyId(legacyId: ${number}) { work { id stats { textReviewsCount } } } }`;
  const answer = await post(session, door, { query }, { keyIsGood: false });
  if (answer.isJson && fits(unknownBookSchema, answer.json(z.unknown()))) throw new PlatformRefusal('NOT_FOUND');
  const { id, stats } = graphqlData(answer, namedBookSchema).getBookByLegacyId.work;
  return { id, total: stats?.textReviewsCount ?? null, door };
}

async function ask(session: Session, door: Door, { work, order, after }: Question) {
  const variables = {
    filters: { resourceType: 'WORK', resourceId: work, ...(order === null ? {} : { sort: order }) },
    pagination: { limit: PAGE_SIZE, ...(after === null ? {} : { after }) },
  };
  // A later page is refused for haste alone: the key was good.
  const answer = await post(session, door, { operationName: 'getReviews', variables, query: QUERY }, { keyIsGood: after !== null });
  return graphqlData(answer, reviewsSchema).getReviews;
}

function listPage(found: Awaited<ReturnType<typeof ask>>, at: Omit<ReviewsCursor, 'list' | 'after'>, { options }: Session): ListPage {
  const after = orNull(found.pageInfo?.nextPageToken);
  const items = readRows(found.edges, 'edges', ({ node }) => reviewItem(node));
  const further: Next<ReviewsCursor>[] = after === null ? [] : [{ cursor: { list: 'reviews', ...at, after }, role: 'page' }];
  return {
    items,
    next: [...(options.replies ? firstComments(items, at.door) : []), ...further],
    ...(at.order === null ? {} : { dateOrder: at.order === 'NEWEST' ? ('newestFirst' as const) : ('oldestFirst' as const) }),
    door: 'API',
  };
}

/** @throws `shut`, why the API gave nothing, where the page has no reviews though there are some */
function shownPage({ reviews, given, total }: BookPage, shut: CommentdockError): Page<ReviewsCursor> {
  if (reviews === null && total !== 0) throw shut;
  const items = readRows(reviews ?? [], 'getReviews.edges', reviewItem);
  const missing = Math.max(0, (total ?? 0) - given);
  const note = `Only the reviews within the page of the book, in its own order: the API of Goodreads gave none (${shut.message})`;
  return { items, total, ...(missing > 0 || total === null ? { gaps: [{ cause: 'blocked', count: missing, note }] } : {}), door: 'page' };
}

/** Comments come from the API alone. */
function withoutComments(page: ListPage, { options }: Session): ListPage {
  const count = page.items.reduce((sum, { replyCount }) => sum + (replyCount ?? 0), 0);
  if (!options.replies || count === 0) return page;
  const gap: Gap = { cause: 'blocked', count, note: 'The comments under these reviews come from the API of Goodreads alone.' };
  return { ...page, gaps: [...(page.gaps ?? []), gap] };
}
