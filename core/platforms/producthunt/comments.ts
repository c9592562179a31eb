import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Next, Page, TargetParams } from '#core/platform-api/define.ts';
import { orLesser } from '#core/platform-kit/lesser-door.ts';
import { askProductHunt, byOf, DOOR_NAMES, planeOf } from '#core/platforms/producthunt/ask.ts';
import { authorsOf, commentItem, type Launch } from '#core/platforms/producthunt/items.ts';
import { launchQuery, repliesQuery } from '#core/platforms/producthunt/queries.ts';
import { commentsInPage } from '#core/platforms/producthunt/state.ts';
import { type Comment, launchSchema, moreRepliesSchema, type PageInfo } from '#core/platforms/producthunt/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

/** A launch by its slug or its number. */
export type CommentsCursor = { readonly list: 'comments'; readonly launch: TargetParams; readonly after: string | null };
/** Further replies to the comment `of`. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly of: string;
  readonly slug: string;
  readonly authors: readonly string[] | null;
  readonly after: string | null;
};

/** A page of a launch's comments; the first ones from its page where GraphQL is shut. */
export function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const { launch, after } = cursor;
  const isFirst = after === null && planeOf(session) === 'site';
  return orLesser(askedPage(cursor, session), isFirst ? () => commentsInPage(launch, pageOf(launch), session) : null);
}

async function askedPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const { replies, sort } = session.options;
  const plane = planeOf(session);
  const order = sort === 'new' ? 'new' : 'top';
  const { post } = await askProductHunt(session, launchSchema, {
    plane,
    query: (breadth) => launchQuery(plane, breadth, byOf(cursor.launch), order, replies ? 'withReplies' : 'withoutReplies'),
    variables: { ...cursor.launch, cursor: cursor.after },
    page: pageOf(cursor.launch),
  });
  if (post === null) throw new PlatformRefusal('NOT_FOUND');
  const list = post.threads ?? post.comments;
  if (!list) throw new PlatformChanged('post.threads');
  const comments = list.edges.map(({ node }) => node);
  const total = post.commentsCount ?? list.totalCount ?? null;
  if (cursor.after === null && comments.length === 0 && (total ?? 0) > 0)
    throw new IncompleteAnswer(`Product Hunt counts ${total} comments and shows none.`);
  const authors = authorsOf([post]);
  const launch = { slug: post.slug ?? cursor.launch['slug'] ?? post.id, authors };
  const after = nextOf(list.pageInfo, comments.length);
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
  const { items, next } = read(replies, cursor, true, cursor.of);
  return {
    items,
    next: [...next, ...(after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' as const }])],
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
  { slug, authors }: Launch,
  wantsReplies: boolean,
  parentId: string | null = null,
): { items: Item[]; next: Next<RepliesCursor>[] } {
  const items: Item[] = [];
  const next: Next<RepliesCursor>[] = [];
  for (const comment of comments) {
    items.push(commentItem(comment, parentId, { slug, authors }));
    if (!wantsReplies) continue;
    const below = comment.replies && 'edges' in comment.replies ? comment.replies : null;
    const shown = read(below?.edges.map(({ node }) => node) ?? [], { slug, authors }, true, comment.id);
    items.push(...shown.items);
    next.push(...shown.next);
    const after = below === null ? null : nextOf(below.pageInfo, below.edges.length);
    const missing = Math.max(0, (below?.totalCount ?? comment.repliesCount ?? 0) - rowsGiven(below?.edges ?? []));
    // Replies stand in the answer with their own replies counted and not shown.
    const hasMore = below === null ? missing > 0 : after !== null;
    const cursor: RepliesCursor = { list: 'replies', of: comment.id, slug, authors, after };
    if (hasMore) next.push({ cursor, role: 'replies', under: comment.id, expect: missing });
  }
  return { items, next };
}
