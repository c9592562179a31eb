import { CommentdockError, IncompleteAnswer } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { type Api, askLemmy, type Calls } from '#core/platforms/lemmy/ask.ts';
import { childCount, commentItem, pathBelow } from '#core/platforms/lemmy/items.ts';
import { languagesOf } from '#core/platforms/lemmy/languages.ts';
import { aboutPostSchema, commentListSchema, type CommentView } from '#core/platforms/lemmy/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/**
 * `root`: the comment that was pasted. `branch`: one deep in the tree whose answers are asked for. `first`, `seen`: of the page before, the
 * first id, and how many comments its rows and those of all pages before stand for; `total`: how many there are.
 */
export type CommentsCursor = {
  readonly list: 'tree' | 'flat';
  readonly host: string;
  readonly post: string | null;
  readonly root: string | null;
  readonly branch: string | null;
  readonly api: Api | null;
  readonly page: number;
  readonly after: string | null;
  readonly author: string | null;
  readonly first: string | null;
  readonly seen: number;
  readonly total: number | null;
};

/** What is known of a post beside its comments; `refusal` where the server says that there is none. */
interface AboutPost {
  readonly total: number | null;
  readonly author: string | null;
  readonly refusal: CommentdockError | null;
}

const PAGE_SIZE = 50;
/** Levels of answers in one answer of the server: it gives no more. */
const DEPTH = 8;
const SORTS: Readonly<Record<Sort, string>> = { best: 'Hot', top: 'Top', new: 'New', old: 'Old', controversial: 'Controversial' };
const UNKNOWN_POST: AboutPost = { total: null, author: null, refusal: null };
/** What the optional call may say about the whole export. */
const TELLING = new Set(['NOT_FOUND', 'PRIVATE', 'LOGIN_REQUIRED']);

export function commentsStart(host: string, post: string | null, root: string | null): CommentsCursor {
  const fresh = { branch: null, api: null, page: 1, after: null, author: null, first: null, seen: 0, total: null };
  return { list: 'tree', host, post, root, ...fresh };
}

/** One answer of the tree or of the flat list, and what has to be asked for beside it. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const isStart = cursor.list === 'tree' && cursor.branch === null && cursor.page === 1 && cursor.after === null;
  const { answer, api } = await askLemmy(session, cursor.host, callsOf(cursor, session), cursor.api);
  const about = isStart && cursor.post !== null && cursor.root === null ? await aboutPost(cursor, api, session) : UNKNOWN_POST;
  const list = answer.json(commentListSchema);
  const views = 'comments' in list ? list.comments : list.items;
  const after = 'comments' in list ? null : (list.next_page ?? null);
  const subject = cursor.branch ?? cursor.root;
  const below = views.filter(({ comment }) => comment.id !== subject);
  if (isStart && below.length === 0) checkEmpty(about);

  const total = about.total ?? (isStart ? countOf(views, cursor.root) : null) ?? cursor.total;
  const at = { ...cursor, api, total, author: about.author ?? cursor.author, first: views[0]?.comment.id ?? null };
  // A server that has no pages for trees gives the same again.
  if (cursor.list === 'tree' && cursor.first !== null && at.first === cursor.first && after === null)
    return { items: [], next: flat(at), mayRepeat: true };
  const { replies } = session.options;
  const wanted = replies ? below : below.filter((view) => pathBelow(view, cursor.root).length === 1);
  const languages = await languagesOf(
    session,
    cursor.host,
    api,
    wanted.map(({ comment }) => comment.language_id),
  );
  const direct = below.filter((view) => pathBelow(view, subject).length === 1);
  const seen = cursor.seen + direct.reduce((sum, view) => sum + 1 + childCount(view), 0);
  return {
    items: readRows(wanted, 'comments', (view) => commentItem(view, cursor.host, cursor.root, at.author, languages)),
    next: [...(replies && cursor.list === 'tree' ? branches(below, at) : []), ...furtherPage({ ...at, seen }, rowsGiven(views), after)],
    ...(isStart ? { total } : {}),
    ...(cursor.list === 'flat' ? { mayRepeat: true } : {}),
    door: `API ${api}`,
  };
}

function callsOf({ list, post, root, branch, page, after }: CommentsCursor, session: Session): Calls {
  const sort = list === 'flat' ? SORTS.old : SORTS[session.options.sort ?? 'best'];
  const depth = list === 'flat' ? undefined : session.options.replies ? DEPTH : 1;
  const what = { post_id: post ?? undefined, parent_id: branch ?? root ?? undefined };
  return {
    v3: { path: 'comment/list', query: { ...what, type_: 'All', sort, max_depth: depth, limit: PAGE_SIZE, page } },
    v4: {
      path: 'comment/list',
      query: { ...what, type_: 'all', sort: sort.toLowerCase(), max_depth: depth, limit: PAGE_SIZE, page_cursor: after ?? undefined },
    },
  };
}

/** Optional: the list is whole without it. */
async function aboutPost({ host, post }: CommentsCursor, api: Api, session: Session): Promise<AboutPost> {
  const call = { path: 'post', query: { id: post ?? undefined } };
  try {
    const { answer } = await askLemmy(session, host, { v3: call, v4: call }, api);
    const { post_view: view } = answer.json(aboutPostSchema);
    return { total: view.counts?.comments ?? view.post.comments ?? null, author: view.creator?.id ?? null, refusal: null };
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
    return { ...UNKNOWN_POST, refusal: TELLING.has(error.code) ? error : null };
  }
}

/** An unknown post has an empty list too. */
function checkEmpty({ total, refusal }: AboutPost): void {
  if (refusal !== null) throw refusal;
  if ((total ?? 0) > 0) throw new IncompleteAnswer(`The server counts ${total} comments and shows none.`);
}

function countOf(views: readonly CommentView[], root: string | null): number | null {
  const view = views.find(({ comment }) => comment.id === root);
  return view === undefined ? null : childCount(view);
}

/** Comments with more below them than this answer holds, as far as nothing else that is asked for explains it. */
function branches(views: readonly CommentView[], cursor: CommentsCursor): Next<CommentsCursor>[] {
  const explained = new Map<string, number>();
  for (const view of views) for (const id of pathBelow(view, null).slice(0, -1)) explained.set(id, (explained.get(id) ?? 0) + 1);
  const opened = new Map<string, number>();
  for (const view of views.toSorted((one, other) => other.comment.path.split('.').length - one.comment.path.split('.').length)) {
    const { id } = view.comment;
    const missing = childCount(view) - (explained.get(id) ?? 0);
    if (missing <= 0) continue;
    opened.set(id, missing);
    for (const above of pathBelow(view, null).slice(0, -1)) explained.set(above, (explained.get(above) ?? 0) + missing);
  }
  return views.flatMap(({ comment: { id } }) => {
    const expect = opened.get(id);
    const branch = { ...cursor, branch: id, page: 1, after: null, first: null, seen: 0, total: null };
    return expect === undefined ? [] : [{ cursor: branch, role: 'replies' as const, under: id, expect }];
  });
}

/** A branch that fits into one page has no second. */
function furtherPage(cursor: CommentsCursor, rows: number, after: string | null): Next<CommentsCursor>[] {
  const isOver = cursor.api === 'v4' ? after === null : rows === 0 || (cursor.branch !== null && rows < PAGE_SIZE);
  return isOver ? [] : [{ cursor: { ...cursor, page: cursor.page + 1, after }, role: 'page' }];
}

/** A tree that was cut short at its top is read once more as a flat list, the oldest first, so that parents come before their answers. */
function flat(cursor: CommentsCursor): Next<CommentsCursor>[] {
  if (cursor.total === null || cursor.seen >= cursor.total || cursor.branch !== null) return [];
  return [{ cursor: { ...cursor, list: 'flat', page: 1, after: null, first: null }, role: 'replies' }];
}
