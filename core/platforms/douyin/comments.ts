import { type CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { placeAt, videoPage } from '#core/platforms/douyin/address.ts';
import { askDouyin, TELLING } from '#core/platforms/douyin/ask.ts';
import type { AskedCursor, DouyinCursor, ShortCursor, ThreadCursor } from '#core/platforms/douyin/cursor.ts';
import { heardInstead } from '#core/platforms/douyin/heard.ts';
import { commentItem } from '#core/platforms/douyin/items.ts';
import { commentsIn, nextOf, threadsOf } from '#core/platforms/douyin/rows.ts';
import { commentsSchema, inlineSchema } from '#core/platforms/douyin/wire.ts';

const PER_PAGE = 20;

/** A page of comments, and the requests for the answers to them. */
export async function commentsPage(cursor: AskedCursor, session: Session): Promise<Page<DouyinCursor>> {
  const { of: video, at } = cursor;
  const call = {
    path: '/aweme/v1/web/comment/list/',
    query: { aweme_id: video, cursor: at, count: PER_PAGE, item_type: 0 },
    page: videoPage(video),
  };
  const found = await askDouyin(session, call);
  if ('refusals' in found) {
    if (at !== 0) throw mostTelling(found.refusals, TELLING);
    return heardInstead('comments', video, found.refusals, session);
  }
  const list = found.answer.json(commentsSchema);
  return {
    ...commentsIn(list, session),
    next: [...threadsOf(list, video, session), ...nextOf(cursor, { rows: list.comments, more: list.has_more, after: list.cursor })],
    ...(at === 0 ? { total: list.total ?? null } : {}),
    door: found.door,
  };
}

/** A page of the answers to a comment; those that came with it where their list is shut. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<DouyinCursor>> {
  const { of: video, comment, at, inline } = cursor;
  const call = {
    path: '/aweme/v1/web/comment/list/reply/',
    query: { item_id: video, comment_id: comment, cut_version: 1, cursor: at, count: PER_PAGE, item_type: 0 },
    page: videoPage(video),
  };
  const found = await askDouyin(session, call);
  if ('answer' in found) {
    const list = found.answer.json(commentsSchema);
    const items = readRows(list.comments ?? [], 'comments', (reply) => commentItem(reply, comment));
    return { items, next: nextOf(cursor, { rows: list.comments, more: list.has_more, after: list.cursor }), door: found.door };
  }
  const refusal = mostTelling(found.refusals, TELLING);
  if (inline === null || at !== 0) throw refusal;
  const replies = readWire(inlineSchema, readJson(inline, 'reply_comment'), 'reply_comment');
  return {
    items: readRows(replies, 'reply_comment', (reply) => commentItem(reply, comment)),
    gaps: [notAll(comment, refusal)],
    door: 'replies that come along',
  };
}

function notAll(comment: string, { message }: CommentdockError): Gap {
  return { cause: 'blocked', count: 0, note: `Douyin did not give all replies to comment ${comment}: ${message}` };
}

/** The first page of the video that a short link leads to. */
export async function shortPage({ short }: ShortCursor, session: Session): Promise<Page<DouyinCursor>> {
  const place = await session.once(`douyin lead of ${short}`, () => placeOfShortLink(session, short, placeAt));
  if (place?.kind !== 'video')
    throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no video. Open it in a browser and paste the address you arrive at.');
  return commentsPage({ list: 'comments', of: place.params['video'] ?? '', at: 0 }, session);
}
