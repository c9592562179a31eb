import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page, TargetParams } from '#core/platforms/define.ts';
import { orLesser } from '#core/platforms/kit/lesser-door.ts';
import { askProductHunt, DOOR_NAMES, planeOf } from '#core/platforms/producthunt/ask.ts';
import { nextOf, pageOf } from '#core/platforms/producthunt/comments.ts';
import { accountItem, reviewItem } from '#core/platforms/producthunt/items.ts';
import { contributorsQuery, profileQuery, reviewsQuery, votesQuery } from '#core/platforms/producthunt/queries.ts';
import { reviewsInPage } from '#core/platforms/producthunt/state.ts';
import { contributorsSchema, productSchema, profileSchema, votesSchema } from '#core/platforms/producthunt/wire.ts';
import type { Session } from '#core/platforms/session.ts';

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

async function reviews({ of, after }: ListCursor, session: Session): Promise<Rows> {
  const slug = of['product'] ?? '';
  const { product } = await askProductHunt(session, productSchema, {
    plane: 'site',
    query: reviewsQuery,
    variables: { slug, cursor: after },
    page: reviewsPath(slug),
  });
  if (product === null) throw new PlatformRefusal('NOT_FOUND');
  const { pageInfo, edges } = product.reviews;
  return {
    items: edges.map(({ node }) => reviewItem(node, slug)),
    after: nextOf(pageInfo, edges.length),
    total: product.reviewsCount ?? product.reviews.totalCount ?? null,
  };
}

async function upvoters({ of }: ListCursor, session: Session): Promise<Rows> {
  const { post } = await askProductHunt(session, contributorsSchema, {
    plane: 'site',
    query: contributorsQuery,
    variables: { ...of, limit: MOST_CONTRIBUTORS },
    page: pageOf(of),
  });
  if (post === null) throw new PlatformRefusal('NOT_FOUND');
  const users = post.contributors.flatMap(({ role, user }) => (role === UPVOTER && user ? [user] : []));
  return { items: users.map((user) => accountItem(user, 'like')), after: null, total: post.votesCount ?? null };
}

async function votes({ of, after }: ListCursor, session: Session): Promise<Rows> {
  const { post } = await askProductHunt(session, votesSchema, {
    plane: 'api',
    query: votesQuery,
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
  const items = (list?.edges ?? []).map(({ node }) => accountItem(node, kind));
  return { items, after: list ? nextOf(list.pageInfo, items.length) : null, total: list?.totalCount ?? null };
}
