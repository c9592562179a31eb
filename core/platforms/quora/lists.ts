import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askQuora, readPage } from '#core/platforms/quora/ask.ts';
import type { CommentsCursor, RepliesCursor } from '#core/platforms/quora/comments.ts';
import { accountItem, answerItem } from '#core/platforms/quora/items.ts';
import {
  ANSWER,
  countIn,
  endOf,
  firstAnswers,
  isObject,
  itemIn,
  listIn,
  nextOf,
  PAGE_SIZE,
  unique,
  withNext,
} from '#core/platforms/quora/parts.ts';
import { type Answer, answerSchema, userSchema } from '#core/platforms/quora/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** The place of a page; `after`: null for what the page itself carries, empty for the start of the API's list. */
type QuestionCursor = { readonly list: 'answers'; readonly host: string; readonly path: string; readonly after: string | null };
/** `uid`: null until the profile has been read. */
type PersonCursor = {
  readonly list: 'posts' | 'followers' | 'following';
  readonly host: string;
  readonly name: string;
  readonly uid: string | null;
  readonly after: string | null;
};
export type Cursor = QuestionCursor | CommentsCursor | RepliesCursor | PersonCursor;

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
  const answers = unique([...firstAnswers(question), ...readRows(results, 'results', itemIn).flat()]);
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
  const answers = readRows(list.edges, 'edges', ({ node }) =>
    node?.__typename === ANSWER ? [readWire(answerSchema, node['answer'], 'node.answer')] : [],
  ).flat();
  const rows = read(answers, cursor, session);
  const after = nextOf(list.pageInfo, list.edges.length);
  return { ...rows, ...withNext<Cursor>(rows.next, after === null ? null : { ...cursor, after }), mayRepeat: true, door: 'API' };
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
    items: readRows(nodes, 'edges', (node) => {
      if (list === 'posts') return [answerItem(readWire(answerSchema, node, 'node'), 'post')];
      const user = readWire(userSchema, isObject(node['user']) ? node['user'] : node, 'node');
      if (!user.uid) throw new PlatformChanged('node.uid');
      return [accountItem(user, user.uid, list === 'followers' ? 'follower' : 'following')];
    }).flat(),
    ...withNext([], after === null ? null : { ...cursor, uid, after }),
    door: 'API',
  };
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
    items: readRows(kept, 'answers', (answer) => answerItem(answer, 'comment')),
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
