// The lists that GitHub's API gives by REST. Each is followed from page to page by the addresses that its answers name.
import type { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import type { Next, Page, TargetParams } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { linkIn } from '#core/platform-kit/link-header.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { API, askGithub, PER_PAGE, requestOf, shortOfCalls } from '#core/platforms/github/ask.ts';
import {
  accountItem,
  codeComment,
  forkItem,
  gistComment,
  plainComment,
  postItem,
  reactionItem,
  reviewComment,
  starItem,
  type Subject,
  UNREAD,
} from '#core/platforms/github/items.ts';
import {
  accountSchema,
  commentSchema,
  forkSchema,
  postSchema,
  reactionSchema,
  starSchema,
  subjectSchema,
} from '#core/platforms/github/wire.ts';

export type ListName =
  | 'issue'
  | 'pull'
  | 'reviews'
  | 'code'
  | 'commit'
  | 'gist'
  | 'reactions'
  | 'posts'
  | 'issues'
  | 'pulls'
  | 'stars'
  | 'watchers'
  | 'forks'
  | 'followers'
  | 'following';

/** `next`: the address of a further page, as GitHub gave it. `hasWaited`: it was put off once already. */
export type ListCursor = {
  readonly list: ListName;
  readonly of: TargetParams;
  readonly next: string | null;
  readonly subject: Subject;
  readonly hasWaited: boolean;
};

/** The rows of an answer: those that are items, and how many there were. */
interface Rows {
  readonly items: readonly Item[];
  readonly given: number;
}

/** How a list is asked for and read. */
interface ListWay {
  readonly path: (of: TargetParams) => string;
  readonly query?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Where title, author and total are told, which the list can do without. */
  readonly about?: (of: TargetParams) => string;
  readonly order?: 'newestFirst' | 'oldestFirst';
  readonly read: (answer: Answer, at: ListCursor, session: Session) => Rows;
}

export const DOOR = 'REST API';
const WITH_MOMENTS = 'application/vnd.github.star+json';
const NO_MORE = {
  cause: 'notServed',
  count: 0,
  note: 'GitHub gives no further page of this list: those that are read by the number of a page end after 400 of them.',
} as const;

const ofRepository =
  (rest: string) =>
  ({ owner = '', repo = '' }: TargetParams): string =>
    `/repos/${owner}/${repo}/${rest}`;
const ofNumber =
  (kind: 'issues' | 'pulls', rest = '') =>
  ({ number = '', ...of }: TargetParams): string =>
    ofRepository(`${kind}/${number}${rest}`)(of);
const ofAccount =
  (rest: string) =>
  ({ login = '' }: TargetParams): string =>
    `/users/${login}/${rest}`;

const POSTS = { path: ofRepository('issues'), query: { state: 'all' }, order: 'newestFirst' } as const;

const LISTS: Readonly<Record<ListName, ListWay>> = {
  issue: {
    path: ofNumber('issues', '/comments'),
    about: ofNumber('issues'),
    order: 'oldestFirst',
    read: rowsBy(commentSchema, (row, { subject }) => plainComment(row, subject)),
  },
  pull: {
    path: ofNumber('issues', '/comments'),
    about: ofNumber('pulls'),
    read: rowsBy(commentSchema, (row, { subject }) => plainComment(row, subject)),
  },
  reviews: { path: ofNumber('pulls', '/reviews'), read: rowsBy(commentSchema, (row, { subject }) => reviewComment(row, subject)) },
  code: {
    path: ofNumber('pulls', '/comments'),
    read: rowsBy(commentSchema, (row, { subject }, { options }) =>
      row.in_reply_to_id == null || options.replies ? codeComment(row, subject) : null,
    ),
  },
  commit: {
    path: ({ sha = '', ...of }) => ofRepository(`commits/${sha}/comments`)(of),
    order: 'oldestFirst',
    read: rowsBy(commentSchema, (row, { subject }) => plainComment(row, subject)),
  },
  gist: {
    path: ({ id = '' }) => `/gists/${id}/comments`,
    about: ({ id = '' }) => `/gists/${id}`,
    order: 'oldestFirst',
    read: rowsBy(commentSchema, (row, { subject, of }) => gistComment(row, subject, of['id'] ?? '')),
  },
  reactions: { path: ofNumber('issues', '/reactions'), read: rowsBy(reactionSchema, reactionItem) },
  posts: { ...POSTS, read: rowsBy(postSchema, postItem) },
  issues: { ...POSTS, read: rowsBy(postSchema, (row) => (row.pull_request == null ? postItem(row) : null)) },
  pulls: { ...POSTS, read: rowsBy(postSchema, (row) => (row.pull_request == null ? null : postItem(row))) },
  stars: { path: ofRepository('stargazers'), accept: WITH_MOMENTS, order: 'oldestFirst', read: rowsBy(starSchema, starItem) },
  watchers: { path: ofRepository('subscribers'), read: rowsBy(accountSchema, (row) => accountItem(row, 'follower')) },
  forks: { path: ofRepository('forks'), query: { sort: 'oldest' }, order: 'oldestFirst', read: rowsBy(forkSchema, forkItem) },
  followers: { path: ofAccount('followers'), read: rowsBy(accountSchema, (row) => accountItem(row, 'follower')) },
  following: { path: ofAccount('following'), read: rowsBy(accountSchema, (row) => accountItem(row, 'following')) },
};

export function listStart(list: ListName, of: TargetParams): ListCursor {
  return { list, of, next: null, subject: UNREAD, hasWaited: false };
}

/** One page of a list; behind the comments of a pull request come its reviews and the comments on its code. */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { list, of } = cursor;
  const way = LISTS[list];
  const isStart = cursor.next === null;
  const about = isStart && way.about ? await aboutSubject(way.about(of), session) : { subject: cursor.subject };
  const { answer, next } = await askPage(cursor.next, { path: way.path(of), query: way.query ?? {}, accept: way.accept }, session);
  if (answer === null) return { items: [], gaps: [NO_MORE], door: DOOR };
  const at = { ...cursor, subject: about.subject, hasWaited: false };
  const { items, given } = way.read(answer, at, session);
  return {
    items,
    next: next === null ? beside(at) : [{ cursor: { ...at, next }, role: 'page' }],
    mayRepeat: items.length === 0 && given > 0,
    ...('total' in about ? { total: about.total, about: { title: about.subject.title } } : {}),
    ...(way.order === undefined ? {} : { dateOrder: way.order }),
    notes: isStart ? shortOfCalls(answer, session, session.options.limit) : [],
    door: DOOR,
  };
}

/** An answer and where the list goes on; no answer where GitHub gives no further page. */
export async function askPage(
  next: string | null,
  first: { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly accept?: string | undefined },
  session: Session,
): Promise<{ readonly answer: Answer | null; readonly next: string | null }> {
  const question = next === null ? { url: API + first.path, query: { ...first.query, per_page: PER_PAGE } } : { url: next };
  const answer = await askGithub(session, { ...question, ...(first.accept === undefined ? {} : { accept: first.accept }) });
  if (answer.status === 422 && next === null) throw refusalOf(answer);
  return answer.status === 422 ? { answer: null, next: null } : { answer, next: linkIn(answer.headers['link'], 'next', answer.url) };
}

/** Optional: the list is whole without it. */
export async function aboutSubject(path: string, session: Session): Promise<{ readonly subject: Subject; readonly total: number | null }> {
  const about = await optionalAnswer(session, subjectSchema, requestOf(session, { url: API + path }));
  const { title, user, owner, comments, review_comments: onCode } = about ?? {};
  const subject = { title: title ?? null, author: user?.login ?? owner?.login ?? null };
  return { subject, total: comments == null ? null : comments + (onCode ?? 0) };
}

function beside(at: ListCursor): Next<ListCursor>[] {
  if (at.list !== 'pull') return [];
  return (['reviews', 'code'] as const).map((list) => ({ cursor: { ...at, list, next: null }, role: 'replies' }));
}

/** Reads rows that are items, or none where `item` gives null. */
function rowsBy<S extends z.ZodType>(row: S, item: (row: z.output<S>, at: ListCursor, session: Session) => Item | null): ListWay['read'] {
  const schema = rowsOf(row);
  return (answer, at, session) => {
    const rows = answer.json(schema);
    const read = readRows(rows, 'rows', (each) => item(each, at, session));
    return { items: read.filter((each) => each !== null), given: rowsGiven(rows) };
  };
}
