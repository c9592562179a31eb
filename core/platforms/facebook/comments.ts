// Comments of a post, replies to them, and who reacted to it.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { askFacebook, expectLogin, isLoggedIn, isNothing } from '#core/platforms/facebook/ask.ts';
import {
  type CommentsCursor,
  type FacebookCursor,
  feedbackId,
  type ReactorsCursor,
  type RepliesCursor,
} from '#core/platforms/facebook/cursor.ts';
import { commentItem, reactorItem, replyCountOf } from '#core/platforms/facebook/items.ts';
import { commentsVariables, reactorsVariables, repliesVariables } from '#core/platforms/facebook/queries.ts';
import { feedbackOn, HIDDEN, isInGroup, pageNeeded } from '#core/platforms/facebook/site.ts';
import { commentListSchema, reactorsSchema, type WireComment } from '#core/platforms/facebook/wire.ts';
import { pageInfoSchema } from '#core/platform-kit/families/meta/posts.ts';
import type { AssembledAnswer } from '#core/platform-kit/families/meta/assembled.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { readRows } from '#core/platform-api/odd-rows.ts';

const INSTANCE = 'comment_rendering_instance_for_feed_location';
const NOTHING_SHOWN = 'Facebook counts comments here and shows none of them to this session.';
const NO_LOGIN =
  'Read without a login: Facebook shows people who are not logged in fewer comments. The cookies c_user and xs of your session (options.cookies) get the rest.';
const NO_THREAD = 'Facebook counts replies to a comment here, and names nothing to ask for them by.';
const NO_DEEPER = 'Facebook counts answers to replies of the third level, and has no list of them.';
const loosePartSchema = z.object({ page_info: pageInfoSchema });
const OF_COMMENT = /^comment:(\d+_\d+)$/;

/** A page of comments, and the requests for the replies to them. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<FacebookCursor>> {
  const { after } = cursor;
  const { sort, replies } = session.options;
  const query = after === null ? 'CommentListComponentsRootQuery' : 'CommentsListComponentsPaginationQuery';
  const feedback = await feedbackOf(cursor, session);
  const call = { query, variables: commentsVariables(feedback, after, sort), page: cursor.page } as const;
  const answer = expectNode(await askFacebook(session, call, (data) => nodesIn(commentsIn(data)).length === 0));
  const found = commentsIn(answer.data);
  const isDisabled = shallowest(answer.data, 'have_comments_been_disabled', (value) => value === true) === true;
  if (isDisabled && nodesIn(found).length === 0) throw new PlatformRefusal('COMMENTS_DISABLED');
  const list = readWire(commentListSchema, found, `data.node.${INSTANCE}.comments`);
  const comments = list.edges.flatMap((edge) => edge?.node ?? []);
  const total = list.total_count ?? totalOf(answer.data) ?? list.count ?? null;
  const hidden = after === null && comments.length === 0 ? (total ?? 0) : 0;
  return {
    items: readRows(comments, 'comments', (comment) => commentItem(comment, null)),
    next: [
      ...(replies ? comments.flatMap((comment) => threadUnder(comment, 1, cursor.page)) : []),
      ...goesOn({ ...cursor, feedback }, list.page_info ?? loosePageInfo(answer)),
    ],
    ...(after === null ? { total } : {}),
    notes: after === null && !isLoggedIn(session) ? [NO_LOGIN] : [],
    gaps: [
      ...(hidden > 0 ? [{ cause: 'hidden', count: hidden, note: NOTHING_SHOWN } as const] : []),
      ...(replies ? comments.flatMap(withoutThread) : []),
    ],
    ...(sort === 'top' ? {} : { dateOrder: sort === 'old' ? ('oldestFirst' as const) : ('newestFirst' as const) }),
  };
}

/** A page of the replies to a comment, or to a reply. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<FacebookCursor>> {
  const { depth, feedback, token, parent, after } = cursor;
  const query = depth === 1 ? 'Depth1CommentsListPaginationQuery' : 'Depth2CommentsListPaginationQuery';
  const variables = repliesVariables(depth, feedback, token, after);
  const listIn = (data: unknown) =>
    (depth === 2 ? shallowest(data, 'sub_replies_connection') : undefined) ?? shallowest(data, 'replies_connection');
  const call = { query, variables, page: cursor.page } as const;
  const answer = expectNode(await askFacebook(session, call, (data) => nodesIn(listIn(data)).length === 0));
  const list = readWire(commentListSchema, listIn(answer.data), 'data.node.replies_connection');
  const replies = list.edges.flatMap((edge) => edge?.node ?? []);
  return {
    items: readRows(replies, 'replies', (reply) => commentItem(reply, parent)),
    next: [
      ...(depth === 1 ? replies.flatMap((reply) => threadUnder(reply, 2, cursor.page)) : []),
      ...goesOn(cursor, list.page_info ?? loosePageInfo(answer)),
    ],
    gaps: depth === 1 ? replies.flatMap(withoutThread) : deeper(replies),
  };
}

/** A page of those who reacted, and how. */
export async function reactorsPage(cursor: ReactorsCursor, session: Session): Promise<Page<FacebookCursor>> {
  expectLogin(session);
  const feedback = await feedbackOf(cursor, session);
  const variables = reactorsVariables(feedback, cursor.after);
  const call = { query: 'CometUFIReactionsDialogTabContentRefetchQuery', variables, page: cursor.page } as const;
  const answer = expectNode(await askFacebook(session, call, (data) => nodesIn(shallowest(data, 'reactors')).length === 0));
  const list = readWire(reactorsSchema, shallowest(answer.data, 'reactors'), 'data.node.reactors');
  return {
    items: list.edges.flatMap(({ node, feedback_reaction_info: reaction }) => (node ? [reactorItem(node, reaction?.id ?? null)] : [])),
    next: goesOn({ ...cursor, feedback }, list.page_info ?? loosePageInfo(answer)),
  };
}

/** By the address where it has the post's number, else from the page. */
async function feedbackOf({ page, feedback, isInGroup: inGroup }: CommentsCursor | ReactorsCursor, session: Session): Promise<string> {
  if (inGroup) expectLogin(session);
  if (feedback !== null) return feedback;
  const found = await pageNeeded(session, page);
  if (isInGroup(found)) expectLogin(session);
  return feedbackOn(found);
}

/** What the post itself counts. */
function totalOf(data: unknown): number | null {
  const total = shallowest(data, 'total_comment_count', (value) => typeof value === 'number');
  return typeof total === 'number' ? total : null;
}

function commentsIn(data: unknown): unknown {
  return shallowest(shallowest(data, INSTANCE), 'comments');
}

/** @throws PlatformRefusal NOT_FOUND where the answer says that there is nothing */
export function expectNode(answer: AssembledAnswer): AssembledAnswer {
  if (typeof answer.data !== 'object' || answer.data === null) throw new PlatformChanged('data');
  if (isNothing(answer.data)) throw new PlatformRefusal('NOT_FOUND', HIDDEN);
  return answer;
}

function nodesIn(list: unknown): readonly unknown[] {
  const edges = typeof list === 'object' && list !== null && 'edges' in list ? list.edges : null;
  return Array.isArray(edges) ? edges : [];
}

function threadUnder(comment: WireComment, depth: 1 | 2, page: string): Next<FacebookCursor>[] {
  const count = replyCountOf(comment) ?? 0;
  const feedback = comment.feedback?.id ?? feedbackByComment(comment.id);
  if (count <= 0 || feedback === null) return [];
  const token = comment.feedback?.expansion_info?.expansion_token ?? null;
  const cursor = { list: 'replies', page, depth, feedback, token, parent: comment.legacy_fbid, after: null } as const;
  return [{ cursor, role: 'replies', under: comment.legacy_fbid, expect: count }];
}

/** Replies that are counted, with nothing to ask for them by. */
function withoutThread(comment: WireComment): Gap[] {
  const count = replyCountOf(comment) ?? 0;
  const isLost = count > 0 && (comment.feedback?.id ?? feedbackByComment(comment.id)) === null;
  return isLost ? [{ cause: 'notServed', count, note: NO_THREAD }] : [];
}

/** Answers below the third level stand in its own list, which may have several pages: how many are missing nobody knows. */
function deeper(replies: readonly WireComment[]): Gap[] {
  const answered = Map.groupBy(replies, ({ comment_direct_parent: parent }) => parent?.legacy_fbid ?? null);
  const isShort = replies.some((reply) => (replyCountOf(reply) ?? 0) > (answered.get(reply.legacy_fbid)?.length ?? 0));
  return isShort ? [{ cause: 'notServed', count: 0, note: NO_DEEPER }] : [];
}

/** Null for an id of another form. */
function feedbackByComment(id: string | null | undefined): string | null {
  try {
    const named = OF_COMMENT.exec(atob(id ?? ''))?.[1];
    return named === undefined ? null : feedbackId(named);
  } catch {
    return null;
  }
}

function goesOn<C extends CommentsCursor | RepliesCursor | ReactorsCursor>(cursor: C, info: PageInfo | null): Next<FacebookCursor>[] {
  const after = info?.end_cursor ?? null;
  const ends = info?.has_next_page !== true || after === null || after === '' || after === cursor.after;
  return ends ? [] : [{ cursor: { ...cursor, after }, role: 'page' }];
}

type PageInfo = z.output<typeof pageInfoSchema>;

/** Where a list goes on may be said in a part of its own. Parts below have lists of their own, which are no business of this one. */
export function loosePageInfo({ loose }: AssembledAnswer): PageInfo | null {
  const infos = loose.flatMap((data) => checked(loosePartSchema, data).data?.page_info ?? []);
  return infos.at(-1) ?? null;
}
