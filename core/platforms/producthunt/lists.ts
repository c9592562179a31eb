import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page, TargetParams } from '#core/platform-api/define.ts';
import { orLesser } from '#core/platform-kit/lesser-door.ts';
import { askProductHunt, byOf, DOOR_NAMES, planeOf } from '#core/platforms/producthunt/ask.ts';
import { nextOf, pageOf } from '#core/platforms/producthunt/comments.ts';
import { accountItem, reviewItem } from '#core/platforms/producthunt/items.ts';
import {
  type Breadth,
  contributorsQuery,
  detailedReviewsQuery,
  profileQuery,
  reviewsQuery,
  votesQuery,
} from '#core/platforms/producthunt/queries.ts';
import { reviewsInPage } from '#core/platforms/producthunt/state.ts';
import { contributorsSchema, productSchema, profileSchema, votesSchema } from '#core/platforms/producthunt/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type ListCursor = {
  readonly list: 'reviews' | 'likes' | 'followers' | 'following';
  readonly of: TargetParams;
  readonly after: string | null;
};

interface Rows {
  readonly items: readonly Item[];
  readonly after: string | null;
  readonly total: number | null;
}

/** The site gives all who took part at once. */
const MOST_CONTRIBUTORS = 100_000;
const UPVOTER = 'upvoter';
const PAGE_NUMBER = /^\d+$/;

/** A page of a list; of reviews the first ones from the product's page where GraphQL is shut. */
export function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const product = cursor.list === 'reviews' && cursor.after === null ? (cursor.of['product'] ?? '') : null;
  return orLesser(askedPage(cursor, session), product === null ? null : () => reviewsInPage(product, reviewsPath(product), session));
}

async function askedPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const plane = cursor.list === 'likes' ? planeOf(session) : 'site';
  const rows = await rowsOf(cursor, session, plane);
  return {
    items: rows.items,
    next: rows.after === null ? [] : [{ cursor: { ...cursor, after: rows.after }, role: 'page' }],
    ...(cursor.after === null ? { total: rows.total } : {}),
    door: DOOR_NAMES[plane],
  };
}

function rowsOf(cursor: ListCursor, session: Session, plane: 'site' | 'api'): Promise<Rows> {
  if (cursor.list === 'reviews') return reviews(cursor, session);
  if (cursor.list === 'likes') return plane === 'api' ? votes(cursor, session) : upvoters(cursor, session);
  return people(cursor, cursor.list, session);
}

function reviewsPath(product: string): string {
  return `/products/${product}/reviews`;
}

/** The list of today; where the site does not know that, the one before. `after`: a page's number for the one, a cursor for the other. */
async function reviews({ of, after }: ListCursor, session: Session): Promise<Rows> {
  const slug = of['product'] ?? '';
  const number = after === null ? 1 : PAGE_NUMBER.test(after) ? Number(after) : null;
  const isOlder = (breadth: Breadth): boolean => number === null || (after === null && breadth === 'lean');
  const { product } = await askProductHunt(session, productSchema, {
    plane: 'site',
    query: (breadth) => (isOlder(breadth) ? reviewsQuery() : detailedReviewsQuery()),
    variables: { slug, ...(number === null ? { cursor: after } : { page: number }) },
    page: reviewsPath(slug),
  });
  if (product === null) throw new PlatformRefusal('NOT_FOUND');
  const { detailedReviews: today, detailedReviewsCount } = product;
  const list = today ?? product.reviews;
  if (!list) throw new PlatformChanged('product.detailedReviews');
  const rows = list.edges.length;
  const isPaged = today != null && number !== null;
  return {
    items: readRows(list.edges, 'edges', ({ node }) => reviewItem(node, slug)),
    after: isPaged ? (list.pageInfo.hasNextPage && rows > 0 ? String(number + 1) : null) : nextOf(list.pageInfo, rows),
    total: detailedReviewsCount ?? list.totalCount ?? null,
  };
}

async function upvoters({ of }: ListCursor, session: Session): Promise<Rows> {
  const { post } = await askProductHunt(session, contributorsSchema, {
    plane: 'site',
    query: (breadth) => contributorsQuery(breadth, byOf(of)),
    variables: { ...of, limit: MOST_CONTRIBUTORS },
    page: pageOf(of),
  });
  if (post === null) throw new PlatformRefusal('NOT_FOUND');
  const users = post.contributors.flatMap(({ role, user }) => (role === UPVOTER && user ? [user] : []));
  return { items: readRows(users, 'users', (user) => accountItem(user, 'like')), after: null, total: post.votesCount ?? null };
}

async function votes({ of, after }: ListCursor, session: Session): Promise<Rows> {
  const { post } = await askProductHunt(session, votesSchema, {
    plane: 'api',
    query: (breadth) => votesQuery(breadth, byOf(of)),
    variables: { ...of, cursor: after },
    page: pageOf(of),
  });
  if (post === null) throw new PlatformRefusal('NOT_FOUND');
  const { totalCount, pageInfo, edges } = post.votes;
  const items = edges.flatMap(({ node }) =>
    node.user ? [accountItem(node.user, 'like', { id: node.id, createdAt: node.createdAt ?? null })] : [],
  );
  return { items, after: nextOf(pageInfo, edges.length), total: post.votesCount ?? totalCount ?? null };
}

async function people({ of, after }: ListCursor, which: 'followers' | 'following', session: Session): Promise<Rows> {
  const username = of['user'] ?? '';
  const { profile } = await askProductHunt(session, profileSchema, {
    plane: 'site',
    query: (breadth) => profileQuery(breadth, which),
    variables: { username, cursor: after },
    page: `/@${username}/${which}`,
  });
  if (profile === null) throw new PlatformRefusal('NOT_FOUND');
  const list = profile[which];
  const kind = which === 'followers' ? 'follower' : 'following';
  const items = readRows(list?.edges ?? [], 'edges', ({ node }) => accountItem(node, kind));
  return { items, after: list ? nextOf(list.pageInfo, items.length) : null, total: list?.totalCount ?? null };
}
