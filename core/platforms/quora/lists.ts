import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platforms/define.ts';
import { shallowest } from '#core/platforms/kit/json-tree.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import { askQuora, readPage } from '#core/platforms/quora/ask.ts';
import { accountItem, answerItem, commentItem } from '#core/platforms/quora/items.ts';
import { ANSWER, countIn, endOf, firstAnswers, isObject, itemIn, listIn, nextOf, unique } from '#core/platforms/quora/parts.ts';
import { type Answer, answerSchema, commentSchema, userSchema } from '#core/platforms/quora/wire.ts';
import type { Session } from '#core/platforms/session.ts';
import { z } from 'zod';

/** The place of a page; `after`: null for what the page itself carries, empty for the start of the API's list. */
export type QuestionCursor = { readonly list: 'answers'; readonly host: string; readonly path: string; readonly after: string | null };
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
/** `uid`: null until the profile has been read. */
export type PersonCursor = {
  readonly list: 'posts' | 'followers' | 'following';
  readonly host: string;
  readonly name: string;
  readonly uid: string | null;
  readonly after: string | null;
};
export type Cursor = QuestionCursor | CommentsCursor | PersonCursor;

const PAGE_SIZE = 10;
const QUERIES = {
  posts: 'UserProfileAnswersMostRecent_RecentAnswers_Query',
  followers: 'UserProfileFollowers_ProfileTopics_Query',
  following: 'UserProfileFollowingPeople_ProfileTopics_Query',
} as const;
/** How the site names the order of answers; that of the newest is not proven. */
const NEWEST = 'recent';
const GIVEN_UP = 'Quora shows further answers only to people who are logged in, or to a browser.';

/** Answers: first those in the page, then those of the API. */
export async function answersPage(cursor: QuestionCursor, session: Session): Promise<Page<Cursor>> {
  return cursor.after === null ? questionPage(cursor, session) : furtherAnswers(cursor, session);
}

async function questionPage(cursor: QuestionCursor, session: Session): Promise<Page<Cursor>> {
  const { answers, total, end } = await answersInPage(cursor, session);
  const hasMore = total === null || total > answers.length;
  const isNew = session.options.sort === 'new';
  // What stands in the page is in the order of its own: of another order only the whole is of use.
  const rows = read(isNew && hasMore ? [] : answers, cursor, session);
  const after = isNew ? '' : (end ?? String(answers.length - 1));
  return { ...rows, ...withNext(rows.next, hasMore ? { ...cursor, after } : null), total, mayRepeat: true, door: 'page' };
}

/** @throws PlatformRefusal NOT_FOUND; LOGIN_REQUIRED where answers are counted and none is shown */
async function answersInPage(
  { host, path }: QuestionCursor,
  session: Session,
): Promise<{ readonly answers: readonly Answer[]; readonly total: number | null; readonly end: string | null }> {
  const { results } = await readPage(session, host, path);
  const question = shallowest(results, 'question', (value) => isObject(value) && 'qid' in value);
  if (isObject(question) && question['isDeleted'] === true) throw new PlatformRefusal('NOT_FOUND');
  const answers = unique([...firstAnswers(question), ...results.flatMap(itemIn)]);
  const total = countIn(results, 'answerCount') ?? countIn(results, 'numAnswers');
  if (answers.length === 0 && (total ?? 0) > 0) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (question === undefined && answers.length === 0) throw new PlatformChanged('data.question');
  const newestFirst = session.options.sort === 'new';
  return {
    answers: newestFirst ? answers.toSorted((one, other) => (other.creationTime ?? 0) - (one.creationTime ?? 0)) : answers,
    total,
    end: endOf(question),
  };
}

async function furtherAnswers(cursor: QuestionCursor, session: Session): Promise<Page<Cursor>> {
  const sorted = session.options.sort === 'new' ? { forceScoreVersion: NEWEST } : {};
  const data = await askQuora(session, { query: 'QuestionPagedListPaginationQuery', ...cursor, variables: sorted }).catch(
    (error: unknown) => {
      if (error instanceof PlatformRefusal && error.code === 'LOGIN_REQUIRED') return null;
      throw error;
    },
  );
  if (data === null) {
    const rows = cursor.after === '' ? read((await answersInPage(cursor, session)).answers, cursor, session) : { items: [], next: [] };
    return { ...rows, gaps: [{ cause: 'login', count: 0, note: GIVEN_UP }] };
  }
  const list = listIn(data);
  const answers = list.edges.flatMap(({ node }) =>
    node?.__typename === ANSWER ? [readWire(answerSchema, node['answer'], 'node.answer')] : [],
  );
  const rows = read(answers, cursor, session);
  const after = nextOf(list.pageInfo, list.edges.length);
  return { ...rows, ...withNext(rows.next, after === null ? null : { ...cursor, after }), mayRepeat: true, door: 'API' };
}

/** Comments of an answer or a post; below an answer that is exported itself they are its replies. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const at = cursor.of === null ? await readEntry(cursor, session) : { cursor, total: null };
  const { of } = at.cursor;
  const data = await askQuora(session, { query: 'AllCommentsListQuery', ...at.cursor, variables: { id: of, first: PAGE_SIZE } });
  const list = listIn(data, 'allCommentsConnection');
  const { parent, owner } = cursor.of === null ? at.cursor : cursor;
  const comments = list.edges.flatMap(({ node }) => (node ? [readWire(commentSchema, node, 'allCommentsConnection.edges.node')] : []));
  const after = nextOf(list.pageInfo, list.edges.length);
  const cut = comments.filter(({ repliesConnection: replies }) => replies?.pageInfo?.hasNextPage === true);
  return {
    items: comments.flatMap((comment) => [
      commentItem(comment, parent, owner),
      ...(session.options.replies
        ? (comment.repliesConnection?.edges ?? []).map(({ node }) => commentItem(node, comment.commentId, owner))
        : []),
    ]),
    ...withNext([], after === null ? null : { ...at.cursor, after }),
    gaps:
      session.options.replies && cut.length > 0
        ? [{ cause: 'notServed', count: 0, note: 'Some comments have more replies than Quora gives with them.' }]
        : [],
    ...(cursor.of === null ? { total: at.total } : {}),
    door: 'API',
  };
}

/** Answers of a person, or people around them. */
export async function personPage(cursor: PersonCursor, session: Session): Promise<Page<Cursor>> {
  const { list, host, name } = cursor;
  const tab = list === 'posts' ? 'answers' : list;
  const path = `/profile/${name}/${tab}`;
  const uid = cursor.uid ?? (await uidOf(cursor, session));
  const variables = { uid: Number(uid), first: PAGE_SIZE, ...(list === 'posts' ? { answerFilterTid: null } : {}) };
  const data = await askQuora(session, { query: QUERIES[list], host, path, variables, after: cursor.after });
  const rows = listIn(data);
  const nodes = rows.edges.flatMap(({ node }) => (node ? [node] : []));
  const after = nextOf(rows.pageInfo, nodes.length);
  return {
    items: nodes.flatMap((node) => {
      if (list === 'posts') return [answerItem(readWire(answerSchema, node, 'node'), 'post')];
      const user = readWire(userSchema, isObject(node['user']) ? node['user'] : node, 'node');
      return user.uid ? [accountItem(user, user.uid, list === 'followers' ? 'follower' : 'following')] : [];
    }),
    ...withNext([], after === null ? null : { ...cursor, uid, after }),
    door: 'API',
  };
}

async function readEntry(
  cursor: CommentsCursor,
  session: Session,
): Promise<{ readonly cursor: CommentsCursor; readonly total: number | null }> {
  const { results } = await readPage(session, cursor.host, cursor.path);
  const fits = (value: unknown): boolean => isObject(value) && ('aid' in value || 'pid' in value) && typeof value['id'] === 'string';
  const entry = shallowest(results, 'answer', fits) ?? shallowest(results, 'post', fits);
  const read = readWire(
    z.object({ id: z.string(), isDeleted: z.boolean().nullish(), numDisplayComments: z.int().nullish(), author: userSchema.nullish() }),
    entry,
    'data.answer',
  );
  if (read.isDeleted) throw new PlatformRefusal('NOT_FOUND');
  return { cursor: { ...cursor, of: read.id, owner: read.author?.uid ?? null }, total: read.numDisplayComments ?? null };
}

async function uidOf({ host, name }: PersonCursor, session: Session): Promise<string> {
  const { results } = await readPage(session, host, `/profile/${name}`);
  const user = shallowest(results, 'user', (value) => isObject(value) && 'uid' in value);
  const { uid } = readWire(userSchema, user, 'data.user');
  if (!uid) throw new PlatformChanged('data.user.uid');
  return uid;
}

function read(
  answers: readonly Answer[],
  { host, path }: QuestionCursor,
  session: Session,
): { items: Page['items']; next: Next<Cursor>[] } {
  const kept = answers.filter((answer) => answer.isDeleted !== true);
  const commented = session.options.replies ? kept.filter((answer) => (answer.numDisplayComments ?? 0) > 0) : [];
  return {
    items: kept.map((answer) => answerItem(answer, 'comment')),
    next: commented.map((answer) => ({
      cursor: {
        list: 'comments',
        host,
        path,
        of: answer.id ?? btoa(`Answer@10:${answer.aid}`),
        parent: answer.aid,
        owner: answer.author?.uid ?? null,
        after: null,
      },
      role: 'replies',
      under: answer.aid,
      expect: answer.numDisplayComments ?? 0,
    })),
  };
}

function withNext(replies: readonly Next<Cursor>[], page: Cursor | null): { readonly next: readonly Next<Cursor>[] } {
  return { next: [...replies, ...(page === null ? [] : [{ cursor: page, role: 'page' as const }])] };
}
