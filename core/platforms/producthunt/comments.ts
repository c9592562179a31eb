import { IncompleteAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page, TargetParams } from '#core/platforms/define.ts';
import { orLesser } from '#core/platforms/kit/lesser-door.ts';
import { askProductHunt, DOOR_NAMES, planeOf } from '#core/platforms/producthunt/ask.ts';
import { commentItem } from '#core/platforms/producthunt/items.ts';
import { launchQuery, repliesQuery } from '#core/platforms/producthunt/queries.ts';
import { commentsInPage } from '#core/platforms/producthunt/state.ts';
import { type Comment, launchSchema, moreRepliesSchema, type PageInfo } from '#core/platforms/producthunt/wire.ts';
import type { Session } from '#core/platforms/session.ts';

/** A launch by its slug or its number. */
export type CommentsCursor = { readonly list: 'comments'; readonly launch: TargetParams; readonly after: string | null };
/** Further replies to the comment `of`. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly of: string;
  readonly slug: string;
  readonly authors: readonly string[];
  readonly after: string | null;
};

const ORDERS: Readonly<Partial<Record<Sort, string>>> = { top: 'VOTES_COUNT', new: 'NEWEST' };

/** A page of a launch's comments; the first ones from its page where GraphQL is shut. */
export function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const { launch, after } = cursor;
  const isFirst = after === null && planeOf(session) === 'site';
  return orLesser(askedPage(cursor, session), isFirst ? () => commentsInPage(launch, pageOf(launch), session) : null);
}

async function askedPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const { replies, sort } = session.options;
  const plane = planeOf(session);
  const order = ORDERS[sort ?? 'top'] ?? 'VOTES_COUNT';
  const { post } = await askProductHunt(session, launchSchema, {
    plane,
    query: (breadth) => launchQuery(plane, breadth, order, replies ? 'withReplies' : 'withoutReplies'),
    variables: { ...cursor.launch, cursor: cursor.after },
    page: pageOf(cursor.launch),
  });
  if (post === null) throw new PlatformRefusal('NOT_FOUND');
  const comments = post.comments.edges.map(({ node }) => node);
  const total = post.commentsCount ?? post.comments.totalCount ?? null;
  if (cursor.after === null && comments.length === 0 && (total ?? 0) > 0)
    throw new IncompleteAnswer(`Product Hunt counts ${total} comments and shows none.`);
  const authors = [post.user?.id, ...(post.makers ?? []).map(({ id }) => id)].flatMap((id) => id ?? []);
  const launch = { slug: post.slug ?? cursor.launch['slug'] ?? post.id, authors };
  const after = nextOf(post.comments.pageInfo, comments.length);
  const { items, next } = read(comments, launch, replies);
  return {
    items,
    next: [...next, ...(after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' as const }])],
    ...(cursor.after === null ? { total } : {}),
    door: DOOR_NAMES[plane],
  };
}

export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<RepliesCursor>> {
  const plane = planeOf(session);
  const { comment } = await askProductHunt(session, moreRepliesSchema, {
    plane,
    query: (breadth) => repliesQuery(plane, breadth),
    variables: { id: cursor.of, cursor: cursor.after },
    page: `/posts/${cursor.slug}`,
  });
  if (comment === null) throw new PlatformRefusal('NOT_FOUND');
  const replies = comment.replies.edges.map(({ node }) => node);
  const after = nextOf(comment.replies.pageInfo, replies.length);
  return {
    items: replies.map((reply) => commentItem(reply, cursor.of, cursor)),
    next: after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' }],
    door: DOOR_NAMES[plane],
  };
}

/** The mark of the page after one with so many rows; null at the end. */
export function nextOf({ hasNextPage, endCursor }: PageInfo, rows: number): string | null {
  return hasNextPage && rows > 0 ? (endCursor ?? null) : null;
}

export function pageOf({ slug, id }: TargetParams): string {
  return slug === undefined ? `/r/p/${id}` : `/posts/${slug}`;
}

function read(
  comments: readonly Comment[],
  launch: { readonly slug: string; readonly authors: readonly string[] },
  wantsReplies: boolean,
): { items: Item[]; next: Next<RepliesCursor>[] } {
  const items: Item[] = [];
  const next: Next<RepliesCursor>[] = [];
  for (const comment of comments) {
    items.push(commentItem(comment, null, launch));
    const below = comment.replies && 'edges' in comment.replies ? comment.replies : null;
    if (!wantsReplies || below === null) continue;
    items.push(...below.edges.map(({ node }) => commentItem(node, comment.id, launch)));
    const after = nextOf(below.pageInfo, below.edges.length);
    const expect = Math.max(0, (below.totalCount ?? 0) - below.edges.length);
    if (after !== null)
      next.push({ cursor: { list: 'replies', of: comment.id, ...launch, after }, role: 'replies', under: comment.id, expect });
  }
  return { items, next };
}
