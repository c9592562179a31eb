// The last door: what the page of a video or an account asks for by itself, heard while it is scrolled.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { AnswerMatch, CapturedAnswer, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { profilePage, videoPage } from '#core/platforms/douyin/address.ts';
import { refusedBy, TELLING } from '#core/platforms/douyin/ask.ts';
import type { DouyinCursor, HeardCursor } from '#core/platforms/douyin/cursor.ts';
import { postItem } from '#core/platforms/douyin/items.ts';
import { commentsIn, threadsOf } from '#core/platforms/douyin/rows.ts';
import { commentsSchema, envelopeSchema, postsSchema } from '#core/platforms/douyin/wire.ts';

const COMMENT_LIST = '[data-e2e="comment-list"]';
const SCROLLED = `${COMMENT_LIST}, html:not(:has(${COMMENT_LIST}))`;
const GOES_ON: Gap = { cause: 'notServed', count: 0, note: 'The page did not ask for the rest of this list, however far it was scrolled.' };

/** The next answer that the page gets. @throws CommentdockError what it says; BROWSER_MISSING */
export async function heardPage(cursor: HeardCursor, session: Session): Promise<Page<DouyinCursor>> {
  const { what, of, taken } = cursor;
  const url = what === 'comments' ? videoPage(of) : profilePage(of);
  const scrolling = { skip: taken, ...(what === 'comments' && { container: SCROLLED }) };
  const { answers, ended } = await session.scroll({ url }, matchOf(cursor), scrolling);
  const refused = answers.map(refusedBy).find((each) => each !== null);
  if (refused != null) throw refused.error;
  if (taken === 0 && answers.length === 0) throw new PlatformRefusal('BLOCKED');
  const further = { ...cursor, taken: taken + answers.length, more: answers.length === 0 ? cursor.more : answers.some(goesOn) };
  const pages = answers.map((answer) => rowsIn(answer, cursor, session));
  return {
    items: pages.flatMap(({ items }) => items),
    next: [...pages.flatMap(({ next }) => next ?? []), ...(ended ? [] : [{ cursor: further, role: 'page' as const }])],
    ...(taken === 0 && pages[0]?.total !== undefined ? { total: pages[0].total } : {}),
    gaps: ended && further.more ? [GOES_ON] : [],
    door: 'page that is scrolled',
  };
}

/** The first page of this door, after the others were shut. What it fails with is told together with what they said. */
export async function heardInstead(
  what: HeardCursor['what'],
  of: string,
  refusals: readonly CommentdockError[],
  session: Session,
): Promise<Page<DouyinCursor>> {
  const page = await orShut(heardPage({ list: 'heard', what, of, taken: 0, more: false }, session));
  if (!(page instanceof CommentdockError)) return page;
  const isOfPage = page.code !== 'BLOCKED' && page.code !== 'NOT_FOUND';
  throw page.code === 'RATE_LIMITED' ? page : mostTelling(isOfPage ? [...refusals, page] : refusals, TELLING);
}

function rowsIn(answer: CapturedAnswer, { what, of }: HeardCursor, session: Session): Page<DouyinCursor> {
  if (what === 'posts') return { items: readRows(answer.json(postsSchema).aweme_list ?? [], 'aweme_list', postItem) };
  const list = answer.json(commentsSchema);
  return { ...commentsIn(list, session), next: threadsOf(list, of, session), total: list.total ?? null };
}

function matchOf({ what, of }: HeardCursor): AnswerMatch {
  return {
    url: what === 'comments' ? `*/aweme/v1/web/comment/list/?*aweme_id=${of}*` : `*/aweme/v1/web/aweme/post/?*sec_user_id=${of}*`,
    accept: 'any',
    until: (answer) => refusedBy(answer) === null && !goesOn(answer),
  };
}

function goesOn({ text }: CapturedAnswer): boolean {
  const read = checked(envelopeSchema, jsonIn(text));
  return read.success && read.data.has_more === true;
}
