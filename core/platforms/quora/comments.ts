import { PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askQuora, readPage } from '#core/platforms/quora/ask.ts';
import { commentItem } from '#core/platforms/quora/items.ts';
import { isObject, listIn, nextOf, PAGE_SIZE, withNext } from '#core/platforms/quora/parts.ts';
import { type Placed, threadOf } from '#core/platforms/quora/thread.ts';
import { type List, userSchema } from '#core/platforms/quora/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `of`: the node that is commented on, null until its page has been read; `parent`: the answer, null where its comments are what is exported. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly host: string;
  readonly path: string;
  readonly of: string | null;
  readonly parent: string | null;
  readonly owner: string | null;
  readonly after: string | null;
};
/** Replies to the comment `parent` beyond those that came with it. `contentType`: what the site calls a comment of this sort. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly host: string;
  readonly path: string;
  readonly parent: string;
  readonly contentType: string;
  readonly owner: string | null;
  readonly after: string | null;
};
type Cursor = CommentsCursor | RepliesCursor;

/** A preview does not say it. */
const ON_ANSWER = 'answer_comment';

/** Comments of an answer or a post; below an answer that is exported itself they are its replies. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const { at, total } = cursor.of === null ? await readEntry(cursor, session) : { at: cursor, total: null };
  const data = await askQuora(session, { query: 'AllCommentsListQuery', ...at, variables: { id: at.of, first: PAGE_SIZE } });
  const page = threadsPage(listIn(data, 'allCommentsConnection'), at, session);
  return cursor.of === null ? { ...page, total } : page;
}

/** Further replies to one comment, with those that came below them. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<Cursor>> {
  const variables = { commentId: Number(cursor.parent), first: PAGE_SIZE, requestType: null, commentType: cursor.contentType };
  const data = await askQuora(session, { query: 'CommentRepliesListQuery', ...cursor, variables });
  return threadsPage(listIn(data, 'repliesConnection'), cursor, session);
}

/** One page of a list, all levels that came with it, and requests for what did not. */
function threadsPage(list: List, cursor: Cursor, session: Session): Page<Cursor> {
  const { parent, owner } = cursor;
  const nodes = list.edges.map(({ node }) => node ?? null);
  const all = [...threadOf(nodes, parent, 'edges.node')];
  const placed = session.options.replies ? all : all.filter((each) => each.parent === parent);
  const after = nextOf(list.pageInfo, list.edges.length);
  return {
    items: readRows(placed, 'comments', (each) => commentItem(each.comment, each.id, each.parent, owner)),
    ...withNext<Cursor>(
      session.options.replies ? placed.flatMap((each) => furtherReplies(each, cursor)) : [],
      after === null ? null : { ...cursor, after },
    ),
    door: 'API',
  };
}

function furtherReplies({ comment, id }: Placed, { host, path, owner }: Cursor): Next<Cursor>[] {
  const { pageInfo } = comment.repliesConnection ?? {};
  if (pageInfo?.hasNextPage !== true) return [];
  const contentType = comment.contentType ?? ON_ANSWER;
  const cursor = { list: 'replies', host, path, parent: id, contentType, owner, after: pageInfo.endCursor ?? null } as const;
  return [{ cursor, role: 'replies', under: id }];
}

async function readEntry(
  cursor: CommentsCursor,
  session: Session,
): Promise<{ readonly at: CommentsCursor; readonly total: number | null }> {
  const { results } = await readPage(session, cursor.host, cursor.path);
  const fits = (value: unknown): boolean => isObject(value) && ('aid' in value || 'pid' in value) && typeof value['id'] === 'string';
  const entry = shallowest(results, 'answer', fits) ?? shallowest(results, 'post', fits);
  const read = readWire(
    z.object({ id: z.string(), isDeleted: z.boolean().nullish(), numDisplayComments: z.int().nullish(), author: userSchema.nullish() }),
    entry,
    'data.answer',
  );
  if (read.isDeleted) throw new PlatformRefusal('NOT_FOUND');
  return { at: { ...cursor, of: read.id, owner: read.author?.uid ?? null }, total: read.numDisplayComments ?? null };
}
