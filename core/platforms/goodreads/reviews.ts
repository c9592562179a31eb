import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platforms/define.ts';
import { type CommentsCursor, firstComments } from '#core/platforms/goodreads/comments.ts';
import { type Door, PAGE_SIZE, post } from '#core/platforms/goodreads/door.ts';
import { reviewItem } from '#core/platforms/goodreads/item.ts';
import { askBook, type BookPage } from '#core/platforms/goodreads/page.ts';
import { reviewsSchema } from '#core/platforms/goodreads/wire.ts';
import { graphqlData } from '#core/platforms/kit/graphql.ts';
import { orNull } from '#core/platforms/kit/item.ts';
import { optionalText } from '#core/platforms/kit/optional-answer.ts';
import type { Session } from '#core/platforms/session.ts';

export type Order = 'NEWEST' | 'OLDEST' | null;
export type BookCursor = { readonly list: 'book'; readonly path: string; readonly order: Order };
export type ReviewsCursor = {
  readonly list: 'reviews';
  readonly work: string;
  readonly order: Order;
  readonly after: string;
  readonly door: Door;
};

const PUBLIC_DOOR: Door = {
  url: 'https://kxbwmqov6jgg3daaamb744ycu4.appsync-api.us-east-1.amazonaws.com/graphql',
  key: 'da2-xpgsdydkbregjhpr6ejzqdhuwy',
};
const APP_SCRIPT = /["']([^"']*\/_app-[^"'/]+\.js)["']/;
const KEY_AND_ADDRESS = /"(da2-[a-z0-9]+)","endpoint":"(https:\/\/[a-z0-9]+\.appsync-api\.[a-z0-9-]+\.amazonaws\.com\/graphql)"/;
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

/** The page of a book, which names its work, and the first reviews of the API; where that is shut, those within the page. */
export async function bookPage({ path, order }: BookCursor, session: Session): Promise<ListPage> {
  const book = await askBook(session, path);
  try {
    const { page, door } = await knock(book, order, session);
    return { ...listPage(page, { work: book.work, order, door }, session), total: book.total ?? page.totalCount ?? null };
  } catch (error) {
    if (!(error instanceof CommentdockError) || error.code === 'STOPPED') throw error;
    return withoutComments(shownPage(book, error), session);
  }
}

/** A further page of the API. */
export async function reviewsPage({ work, order, after, door }: ReviewsCursor, session: Session): Promise<ListPage> {
  return listPage(await ask(session, door, { work, order, after }), { work, order, door }, session);
}

/** @throws CommentdockError what the API says to its public key, where the site's script has no other */
async function knock(book: BookPage, order: Order, session: Session) {
  const question = { work: book.work, order, after: null };
  try {
    return { page: await ask(session, PUBLIC_DOOR, question), door: PUBLIC_DOOR };
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || (error.code !== 'LOGIN_REQUIRED' && error.code !== 'BLOCKED')) throw error;
    const door = await doorOfScript(book, session);
    if (door === null || door.key === PUBLIC_DOOR.key) throw error;
    return { page: await ask(session, door, question), door };
  }
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

async function doorOfScript(book: BookPage, session: Session): Promise<Door | null> {
  const source = APP_SCRIPT.exec(book.html)?.[1];
  if (source === undefined || !URL.canParse(source, book.url)) return null;
  const script = await optionalText(session, { url: new URL(source, book.url).href });
  const [, key, url] = KEY_AND_ADDRESS.exec(script ?? '') ?? [];
  return key === undefined || url === undefined ? null : { key, url };
}

function listPage(found: Awaited<ReturnType<typeof ask>>, at: Omit<ReviewsCursor, 'list' | 'after'>, { options }: Session): ListPage {
  const after = orNull(found.pageInfo?.nextPageToken);
  const items = found.edges.map(({ node }) => reviewItem(node));
  const further: Next<ReviewsCursor>[] = after === null ? [] : [{ cursor: { list: 'reviews', ...at, after }, role: 'page' }];
  return {
    items,
    next: [...(options.replies ? firstComments(items, at.door) : []), ...further],
    ...(at.order === null ? {} : { dateOrder: at.order === 'NEWEST' ? ('newestFirst' as const) : ('oldestFirst' as const) }),
    door: 'API',
  };
}

/** @throws `shut`, why the API gave nothing, where the page has no reviews though there are some */
function shownPage({ reviews, total }: BookPage, shut: CommentdockError): Page<ReviewsCursor> {
  if (reviews === null && total !== 0) throw shut;
  const items = (reviews ?? []).map(reviewItem);
  const missing = Math.max(0, (total ?? 0) - items.length);
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
