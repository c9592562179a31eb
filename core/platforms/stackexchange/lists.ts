import type { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { askList, isLastPage, PER_PAGE } from '#core/platforms/stackexchange/ask.ts';
import { answerItem, answerPost, commentItem, decoded, questionPost, type Subject } from '#core/platforms/stackexchange/items.ts';
import { answer, comment, question } from '#core/platforms/stackexchange/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `id` of a question, or of one of its answers. */
type FirstCursor = { readonly at: 'question' | 'answer'; readonly host: string; readonly site: string; readonly id: string };
type AnswersCursor = Subject & { readonly at: 'answers'; readonly site: string; readonly question: string; readonly page: number };
/** `under`: the answers whose comments are asked for, joined by `;`; null for those of the question. */
type CommentsCursor = Pick<Subject, 'host' | 'asker'> & {
  readonly at: 'comments';
  readonly site: string;
  readonly question: string;
  readonly under: string | null;
  readonly page: number;
};
type UserCursor = {
  readonly at: 'questionsOf' | 'answersOf';
  readonly host: string;
  readonly site: string;
  readonly user: string;
  readonly page: number;
};
export type Cursor = FirstCursor | AnswersCursor | CommentsCursor | UserCursor;

const DOOR = 'API 2.3';
const BY_VOTES = { order: 'desc', sort: 'votes' };
const ORDERS: Readonly<Partial<Record<Sort, { readonly order: string; readonly sort: string }>>> = {
  new: { order: 'desc', sort: 'creation' },
  old: { order: 'asc', sort: 'creation' },
};
const CAPPED = `Stack Exchange gives anonymous readers no more than ${25 * PER_PAGE} rows of a list.`;

/** The question and the first page of its answers. */
export async function firstPage({ at, host, site, id }: FirstCursor, session: Session): Promise<Page<Cursor>> {
  const asked = at === 'question' ? id : await questionOfAnswer(id, site, session);
  const { items } = await askList(session, question, `/questions/${asked}`, { site });
  const [found] = items;
  if (found === undefined)
    throw new PlatformRefusal('NOT_FOUND', `There is no question ${asked} on ${host}: it was deleted, or never was.`);
  const subject: Subject = { host, title: decoded(found.title), asker: found.owner?.user_id ?? null };
  const page = await answersPage({ at: 'answers', site, question: asked, ...subject, page: 1 }, session);
  return { ...page, about: { title: subject.title }, total: found.answer_count ?? null };
}

/** A page of answers; with replies the comments of all of them in one request. */
export async function answersPage(cursor: AnswersCursor, session: Session): Promise<Page<Cursor>> {
  const { site, question: asked, page, host, asker } = cursor;
  const order = ORDERS[session.options.sort ?? 'top'] ?? BY_VOTES;
  const listed = await askList(session, answer, `/questions/${asked}/answers`, { site, pagesize: PER_PAGE, page, ...order });
  const comments = { at: 'comments', site, question: asked, host, asker, page: 1 } as const;
  const ids = listed.items.map((each) => each.answer_id).join(';');
  const below: Next<Cursor>[] = [
    ...(page === 1 ? [{ role: 'replies', cursor: { ...comments, under: null } } as const] : []),
    ...(ids === '' ? [] : [{ role: 'replies', cursor: { ...comments, under: ids } } as const]),
  ];
  return {
    items: readRows(listed.items, 'items', (each) => answerItem(each, cursor)),
    ...goingOn(listed, cursor, session.options.replies ? below : []),
    ...(order.sort === 'creation' ? { dateOrder: order.order === 'asc' ? 'oldestFirst' : 'newestFirst' } : {}),
    door: DOOR,
  };
}

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const { site, question: asked, under, page } = cursor;
  const path = under === null ? `/questions/${asked}/comments` : `/answers/${under}/comments`;
  const listed = await askList(session, comment, path, { site, pagesize: PER_PAGE, page });
  return {
    items: readRows(listed.items, 'items', (each) => commentItem(each, under === null ? null : String(each.post_id), cursor)),
    ...goingOn(listed, cursor),
    door: DOOR,
  };
}

/** What a person wrote: all questions, then all answers. */
export async function userPage(cursor: UserCursor, session: Session): Promise<Page<Cursor>> {
  const listed = cursor.at === 'questionsOf' ? await questionsOf(cursor, session) : await answersOf(cursor, session);
  const going = goingOn(listed, cursor);
  const answers: Next<Cursor>[] =
    cursor.at === 'questionsOf' && cursor.page === 1 ? [{ role: 'list', cursor: { ...cursor, at: 'answersOf' } }] : [];
  return { items: listed.posts, ...going, next: [...going.next, ...answers], door: DOOR };
}

async function questionsOf(cursor: UserCursor, session: Session) {
  const listed = await askUserList(session, question, cursor, 'questions');
  return { ...listed, posts: readRows(listed.items, 'items', (each): Item => questionPost(each, cursor.host)) };
}

async function answersOf(cursor: UserCursor, session: Session) {
  const listed = await askUserList(session, answer, cursor, 'answers');
  return { ...listed, posts: readRows(listed.items, 'items', (each): Item => answerPost(each, cursor.host)) };
}

function askUserList<S extends z.ZodType>(session: Session, item: S, { site, user, page }: UserCursor, list: string) {
  return askList(session, item, `/users/${user}/${list}`, { site, pagesize: PER_PAGE, page });
}

async function questionOfAnswer(id: string, site: string, session: Session): Promise<string> {
  const { items } = await askList(session, answer, `/answers/${id}`, { site });
  const asked = items[0]?.question_id;
  if (!asked) throw new PlatformRefusal('NOT_FOUND', `There is no answer ${id}: it was deleted, or never was.`);
  return String(asked);
}

/** The next page of a list, after the pause that was asked for, and what hangs below this one. */
function goingOn(
  { hasMore, pauseMs }: { readonly hasMore: boolean; readonly pauseMs: number },
  cursor: AnswersCursor | CommentsCursor | UserCursor,
  below: readonly Next<Cursor>[] = [],
): Required<Pick<Page<Cursor>, 'next' | 'gaps'>> {
  if (!hasMore) return { next: below, gaps: [] };
  if (isLastPage(cursor.page)) return { next: below, gaps: [{ cause: 'notServed', count: 0, note: CAPPED }] };
  const pause = pauseMs > 0 ? { afterMs: pauseMs } : {};
  const role = cursor.at === 'comments' ? 'replies' : 'page';
  return { next: [...below, { role, cursor: { ...cursor, page: cursor.page + 1 }, ...pause }], gaps: [] };
}
