// Discussions: by GraphQL where the owner has a token, else by calls of the REST API that answer everybody and stand in no documentation.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page, TargetParams } from '#core/platform-api/define.ts';
import { readRows, readRowsBelow } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { askGraphql, shortOfCalls, tokenOf } from '#core/platforms/github/ask.ts';
import { discussionComment, type Subject, threadItem, UNREAD } from '#core/platforms/github/items.ts';
import { aboutSubject, askPage, DOOR } from '#core/platforms/github/lists.ts';
import {
  commentSchema,
  discussionSchema,
  repliesSchema,
  type WireComment,
  type WirePageInfo,
  type WireThread,
} from '#core/platforms/github/wire.ts';

type Place = { readonly of: TargetParams; readonly subject: Subject; readonly hasWaited: boolean };
/** `owed`: answers that comments count and that were not seen so far, by the number of the comment; below 0 where they came before it. */
type RestCursor = Place & { readonly list: 'discussion'; readonly next: string | null; readonly owed: Readonly<Record<string, number>> };
type ThreadsCursor = Place & { readonly list: 'threads'; readonly after: string };
/** Answers to the comment with the id `node` of GraphQL, and the number `under`. */
type AnswersCursor = Place & { readonly list: 'answers'; readonly node: string; readonly under: string; readonly after: string };
export type DiscussionCursor = RestCursor | ThreadsCursor | AnswersCursor;

const GRAPHQL = 'GraphQL';
const COMMENT =
  'id url createdAt lastEditedAt body author{login avatarUrl url} authorAssociation isAnswer upvoteCount reactionGroups{content reactors{totalCount}}';
const PAGE_INFO = 'pageInfo{hasNextPage endCursor}';
const REPLIES = `replies(first:100){totalCount ${PAGE_INFO} nodes{${COMMENT}}}`;
const threadsQuery = (replies: string): string =>
  `query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){discussion(number:$number){title author{login} comments(first:100,after:$after){totalCount ${PAGE_INFO} nodes{${COMMENT} ${replies}}}}}}`;
const ANSWERS_QUERY = `query($id:ID!,$after:String){node(id:$id){...on DiscussionComment{replies(first:100,after:$after){totalCount ${PAGE_INFO} nodes{${COMMENT}}}}}}`;

const commentsSchema = rowsOf(commentSchema);

export function discussionStart(of: TargetParams): DiscussionCursor {
  return { list: 'discussion', of, subject: UNREAD, hasWaited: false, next: null, owed: {} };
}

export function discussionPage(cursor: DiscussionCursor, session: Session): Promise<Page<DiscussionCursor>> {
  if (cursor.list === 'answers') return answersPage(cursor, session);
  if (cursor.list === 'threads') return threadsPage(cursor, cursor.after, session);
  return cursor.next === null && tokenOf(session) !== null ? threadsPage(cursor, null, session) : restPage(cursor, session);
}

async function restPage(cursor: RestCursor, session: Session): Promise<Page<DiscussionCursor>> {
  const { owner = '', repo = '', number = '' } = cursor.of;
  const path = `/repos/${owner}/${repo}/discussions/${number}`;
  const isStart = cursor.next === null;
  const about = isStart ? await aboutSubject(path, session) : { subject: cursor.subject };
  const { answer, next } = await askPage(cursor.next, { path: `${path}/comments`, query: {} }, session);
  const rows = answer?.json(commentsSchema) ?? [];
  const { replies, limit } = session.options;
  const owed = replies ? stillOwed(cursor.owed, rows) : {};
  const wanted = replies ? rows : rows.filter(({ parent_id: parent }) => parent == null);
  return {
    items: readRows(wanted, 'rows', (row) => discussionComment(row, about.subject)),
    next: next === null ? [] : [{ cursor: { ...cursor, subject: about.subject, hasWaited: false, next, owed }, role: 'page' }],
    gaps: next === null ? unseen(owed) : [],
    mayRepeat: wanted.length === 0 && rows.length > 0,
    ...('total' in about ? { total: about.total, about: { title: about.subject.title } } : {}),
    notes: isStart && answer !== null ? shortOfCalls(answer, session, limit) : [],
    door: DOOR,
  };
}

function stillOwed(before: RestCursor['owed'], rows: readonly WireComment[]): RestCursor['owed'] {
  const owed = new Map(Object.entries(before));
  const add = (id: number, count: number): void => void owed.set(String(id), (owed.get(String(id)) ?? 0) + count);
  for (const { id, parent_id: parent, child_comment_count: count } of rows) {
    if (parent != null) add(parent, -1);
    if (count != null && count > 0) add(id, count);
  }
  return Object.fromEntries([...owed].filter(([, count]) => count !== 0));
}

function unseen(owed: RestCursor['owed']): Gap[] {
  const count = Object.values(owed).reduce((sum, each) => sum + Math.max(0, each), 0);
  const note = 'GitHub counts answers in this discussion that it gives only to people with a token.';
  return count === 0 ? [] : [{ cause: 'notServed', count, note }];
}

async function threadsPage(cursor: RestCursor | ThreadsCursor, after: string | null, session: Session): Promise<Page<DiscussionCursor>> {
  const { of } = cursor;
  const { replies } = session.options;
  const variables = { owner: of['owner'] ?? '', name: of['repo'] ?? '', number: Number(of['number']), after };
  const { repository } = await askGraphql(session, discussionSchema, { query: threadsQuery(replies ? REPLIES : ''), variables });
  const discussion = repository?.discussion;
  if (!discussion) throw new PlatformRefusal('NOT_FOUND');
  const { comments } = discussion;
  const subject = { title: discussion.title ?? null, author: discussion.author?.login ?? null };
  const place = { of, subject, hasWaited: false };
  const read = readRows(comments.nodes, 'nodes', (node) => threadOf(node, place, session));
  const end = endOf(comments.pageInfo);
  return {
    items: read.flatMap(({ items }) => items),
    next: [
      ...read.flatMap(({ next }) => next),
      ...(end === null ? [] : [{ cursor: { ...place, list: 'threads', after: end }, role: 'page' } as const]),
    ],
    ...(after === null ? { total: comments.totalCount ?? null } : {}),
    door: GRAPHQL,
  };
}

/** A comment with the answers that came with it, and the question for those that did not. */
function threadOf(node: WireThread, place: Place, { options }: Session) {
  const item = threadItem(node, place.subject, null);
  const answers = options.replies
    ? readRowsBelow(node.replies?.nodes ?? [], 'replies', (each) => threadItem(each, place.subject, item.id))
    : [];
  const end = options.replies ? endOf(node.replies?.pageInfo) : null;
  const cursor = { ...place, list: 'answers', node: node.id ?? '', under: item.id, after: end ?? '' } as const;
  const expect = (node.replies?.totalCount ?? 0) - answers.length;
  const next: Next<DiscussionCursor>[] = end === null ? [] : [{ cursor, role: 'replies', under: item.id, expect }];
  return { items: [item, ...answers], next };
}

async function answersPage(cursor: AnswersCursor, session: Session): Promise<Page<DiscussionCursor>> {
  const variables = { id: cursor.node, after: cursor.after };
  const { node } = await askGraphql(session, repliesSchema, { query: ANSWERS_QUERY, variables });
  if (!node) throw new PlatformRefusal('NOT_FOUND');
  const { nodes, pageInfo } = node.replies;
  const end = endOf(pageInfo);
  return {
    items: readRows(nodes, 'nodes', (each) => threadItem(each, cursor.subject, cursor.under)),
    next: end === null ? [] : [{ cursor: { ...cursor, hasWaited: false, after: end }, role: 'page' }],
    door: GRAPHQL,
  };
}

function endOf(info: WirePageInfo): string | null {
  return info?.hasNextPage === true ? (info.endCursor ?? null) : null;
}
