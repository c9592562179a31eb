// Comments of an answer, an article, a pin or a video: the list of today, and the older one where that is not answered.
import { CommentdockError, type ErrorCode, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { readRows, readRowsBelow, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';
import { orShut } from '#core/platform-kit/knock.ts';
import { askInPage, hear, nextOf, RiskControl } from '#core/platforms/zhihu/ask.ts';
import { throughDoors } from '#core/platforms/zhihu/doors.ts';
import { commentItem, known } from '#core/platforms/zhihu/items.ts';
import { type Child, type Comment, commentsSchema } from '#core/platforms/zhihu/wire.ts';

/** `form`: which list; the older one is flat. `next` and `taken` as for other lists. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly thing: 'answers' | 'articles' | 'pins' | 'zvideos';
  readonly of: string;
  readonly page: string;
  readonly form: 'current' | 'older';
  readonly next: string | null;
  readonly taken: number | null;
};
export type RepliesCursor = { readonly list: 'replies'; readonly root: string; readonly page: string; readonly next: string | null };
type Cursor = CommentsCursor | RepliesCursor;
type Comments = z.infer<typeof commentsSchema>;

const API = 'https://www.zhihu.com/api/v4/';
/** What the older list says no better. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'RATE_LIMITED', 'NETWORK', 'BROWSER_MISSING']);
const STOOD_STILL: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'The page of Zhihu brought no more comments, however far they were scrolled.',
};

/** @throws CommentdockError as `askInPage`; COMMENTS_DISABLED */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  if (cursor.taken !== null) return (await heardPage(cursor, cursor.taken, session)) ?? { items: [], gaps: [STOOD_STILL] };
  return throughDoors<Cursor>(cursor.next === null, {
    ask: () => askedPage(cursor, session),
    hear: () => heardPage(cursor, 0, session),
    state: null,
  });
}

async function askedPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const current = await orShut(formPage(cursor, session));
  if (!(current instanceof CommentdockError)) return current;
  if (cursor.next !== null || current instanceof RiskControl || current.code === 'COMMENTS_DISABLED' || FINAL.has(current.code))
    throw current;
  const older = await orShut(formPage({ ...cursor, form: 'older' }, session));
  if (older instanceof CommentdockError) throw older instanceof RiskControl ? older : tellingOf(current, older);
  return older;
}

async function formPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const url = cursor.next ?? addressOf(cursor, session);
  const list = await askInPage(session, commentsSchema, url, cursor.page);
  const next = rowsGiven(list.data) === 0 ? null : nextOf(list.paging, url);
  const rows = rowsPage([list], cursor, session);
  return {
    ...rows,
    next: [...(rows.next ?? []), ...(next === null ? [] : [{ cursor: { ...cursor, next }, role: 'page' } as const])],
    door: cursor.form === 'current' ? 'API, in the page' : 'older API, in the page',
  };
}

function addressOf({ thing, of, form }: CommentsCursor, { options }: Session): string {
  const isTop = options.sort === 'top';
  return form === 'current'
    ? `${API}comment_v5/${thing}/${of}/root_comment?order_by=${isTop ? 'score' : 'ts'}&limit=20&offset=`
    : `${API}${thing}/${of}/comments?order=${isTop ? 'normal' : 'reverse'}&limit=20&offset=0&status=open`;
}

/** @throws PlatformRefusal COMMENTS_DISABLED */
function rowsPage(lists: readonly Comments[], cursor: CommentsCursor, session: Session): Page<Cursor> {
  const { replies } = session.options;
  const [first] = lists;
  const isFirst = cursor.next === null && (cursor.taken ?? 0) === 0;
  if (isFirst && first !== undefined && rowsGiven(first.data) === 0 && isClosed(first)) throw new PlatformRefusal('COMMENTS_DISABLED');
  const rows = lists.flatMap(({ data }) => data).filter((row) => replies || !isReply(row));
  const deleted = rows.filter((row) => row.is_delete === true).length;
  return {
    items: readRows(rows, 'data', (row) => itemsOf(row, replies)).flat(),
    next: replies && cursor.form === 'current' ? rows.flatMap((row) => repliesTo(row, cursor.page)) : [],
    ...(isFirst ? { total: first?.counts?.total_counts ?? first?.paging?.totals ?? null } : {}),
    gaps: deleted === 0 ? [] : [{ cause: 'deleted', count: deleted }],
  };
}

function isClosed({ comment_status: status }: Comments): boolean {
  return status?.type != null && String(status.type) !== '0';
}

/** In the flat list replies stand beside what they answer. */
function isReply({ reply_to_author: answered }: Child): boolean {
  return typeof answered === 'object' && answered !== null;
}

/** A comment and the replies that came with it. */
function itemsOf(row: Comment, replies: boolean): Item[] {
  const root = isReply(row) ? (known(row.reply_root_comment_id) ?? known(row.reply_comment_id)) : null;
  const own = row.is_delete === true ? [] : [commentItem(row, root)];
  return replies ? [...own, ...childrenOf(row.child_comments ?? [], row.id)] : own;
}

function childrenOf(children: readonly Child[], root: string): Item[] {
  const kept = children.filter((child) => child.is_delete !== true);
  return readRowsBelow(kept, 'child_comments', (child) => commentItem(child, known(child.reply_root_comment_id) ?? root));
}

function repliesTo(
  { id, child_comment_count: count, child_comments: children, is_delete: isDeleted }: Comment,
  page: string,
): Next<Cursor>[] {
  const missing = (count ?? 0) - (children?.length ?? 0);
  if (missing <= 0) return [];
  return [
    {
      cursor: { list: 'replies', root: id, page, next: null },
      role: 'replies',
      ...(isDeleted === true ? {} : { under: id }),
      expect: missing,
    },
  ];
}

/** Null where the page asked for no comments. */
async function heardPage(cursor: CommentsCursor, taken: number, session: Session): Promise<Page<Cursor> | null> {
  const { thing, of, page } = cursor;
  const paths = [`comment_v5/${thing}/${of}/root_comment*`, `${thing}/${of}/comments*`, `${thing}/${of}/root_comments*`];
  const heard = await hear(session, commentsSchema, { page, paths, taken, isOpened: true });
  if (heard.lists.length === 0) return null;
  const at: CommentsCursor = { ...cursor, taken };
  const rows = rowsPage(heard.lists, at, session);
  const isWhole = heard.lists.at(-1)?.paging?.is_end === true;
  const goesOn = !isWhole && !heard.ended;
  return {
    ...rows,
    next: [...(rows.next ?? []), ...(goesOn ? [{ cursor: { ...at, taken: heard.taken }, role: 'page' } as const] : [])],
    gaps: [...(rows.gaps ?? []), ...(isWhole || goesOn ? [] : [STOOD_STILL])],
    mayRepeat: true,
    door: 'page, heard in the browser',
  };
}

/** Replies to one comment; those that came with it come again. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<Cursor>> {
  const url = cursor.next ?? `${API}comment_v5/comment/${cursor.root}/child_comment?order_by=ts&limit=20&offset=`;
  const { data, paging } = await askInPage(session, commentsSchema, url, cursor.page);
  const next = rowsGiven(data) === 0 ? null : nextOf(paging, url);
  const kept = data.filter((row) => row.is_delete !== true);
  return {
    items: readRows(kept, 'data', (row) => commentItem(row, known(row.reply_root_comment_id) ?? cursor.root)),
    next: next === null ? [] : [{ cursor: { ...cursor, next }, role: 'page' }],
    gaps: kept.length < data.length ? [{ cause: 'deleted', count: data.length - kept.length }] : [],
    mayRepeat: true,
    door: 'API, in the page',
  };
}
