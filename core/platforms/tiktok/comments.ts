import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { placeOfLead, videoPage } from '#core/platforms/tiktok/address.ts';
import { askTikTok, factsOf, ownerOf } from '#core/platforms/tiktok/ask.ts';
import type { CommentsCursor, ShortCursor, ThreadCursor, TikTokCursor } from '#core/platforms/tiktok/cursor.ts';
import { commentItem, parentOf } from '#core/platforms/tiktok/items.ts';
import { commentsSchema, inlineSchema, type WireComment, type WireComments } from '#core/platforms/tiktok/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const PER_PAGE = 20;
const SHUT = new Set(['BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'NOT_FOUND', 'PLATFORM_CHANGED', 'BROWSER_MISSING']);
const FILTERED: Gap = {
  cause: 'hidden',
  count: 0,
  note: 'TikTok holds back some comments of this video (filtered by its owner or by TikTok).',
};
const NOTHING_SHOWN = 'TikTok counts comments here and shows none of them to this session.';

/** A page of comments, and the requests for the answers to them. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<TikTokCursor>> {
  const { video, user, at } = cursor;
  const page = videoPage(video, user);
  const query = { aweme_id: video, count: PER_PAGE, cursor: at };
  const { data, door } = await askTikTok(session, commentsSchema, { path: '/api/comment/list/', query, page }).catch(
    async (error: unknown) => {
      throw await betterReason(error, session, page);
    },
  );
  const comments = (data.comments ?? []).filter((comment) => session.options.replies || parentOf(comment) === null);
  const isEmptyVideo = at === 0 && comments.length === 0;
  if (isEmptyVideo) await expectOpen(session, page, data.total ?? 0);
  const owner = comments.length === 0 ? null : await ownerOf(session, page);
  const threads = session.options.replies ? comments.flatMap((comment) => threadOf(comment, cursor)) : [];
  return {
    items: readRows(comments, 'comments', (comment) => commentItem(comment, { owner, parent: null })),
    next: [...threads, ...nextOf(cursor, data)],
    ...(at === 0 ? { total: data.total ?? null } : {}),
    gaps: [
      ...(at === 0 && data.has_filtered_comments === true ? [FILTERED] : []),
      ...(isEmptyVideo && (data.total ?? 0) > 0 ? [{ cause: 'hidden', count: data.total ?? 0, note: NOTHING_SHOWN } as const] : []),
    ],
    door,
  };
}

/** A page of the answers to a comment; those that came with it where their list is shut. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<TikTokCursor>> {
  const { video, user, comment, at, inline } = cursor;
  const page = videoPage(video, user);
  const query = { item_id: video, comment_id: comment, count: PER_PAGE, cursor: at };
  try {
    const { data, door } = await askTikTok(session, commentsSchema, { path: '/api/comment/list/reply/', query, page });
    const owner = await ownerOf(session, page);
    const items = readRows(data.comments ?? [], 'data.comments', (reply) => commentItem(reply, { owner, parent: comment }));
    return { items, next: nextOf(cursor, data), door };
  } catch (error) {
    if (inline === null || at !== 0 || !(error instanceof CommentdockError) || !SHUT.has(error.code)) throw error;
    const replies = readWire(inlineSchema, readJson(inline, 'reply_comment'), 'reply_comment');
    return {
      items: readRows(replies, 'replies', (reply) => commentItem(reply, { owner: null, parent: comment })),
      gaps: [{ cause: 'blocked', count: 0, note: `TikTok did not give all replies to comment ${comment}: ${error.message}` }],
      door: 'replies that come along',
    };
  }
}

/** The first page of the video that a short link leads to. */
export async function shortPage({ short }: ShortCursor, session: Session): Promise<Page<TikTokCursor>> {
  const { video, user } = await session.once(`tiktok lead of ${short}`, () => leadOf(short, session));
  return commentsPage({ list: 'comments', video, user, at: 0 }, session);
}

async function leadOf(short: string, session: Session): Promise<Pick<CommentsCursor, 'video' | 'user'>> {
  const place = await leadOfShortLink(session, short, (url) => {
    const found = placeOfLead(url);
    return found?.kind === 'short-link' ? null : found;
  });
  if (place?.kind === 'video') return { video: place.params['video'] ?? '', user: place.params['user'] ?? null };
  throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no video. Open it in a browser and paste the address you arrive at.');
}

function threadOf(comment: WireComment, { video, user }: CommentsCursor): Next<TikTokCursor>[] {
  const inline = comment.reply_comment ?? [];
  const count = comment.reply_comment_total ?? inline.length;
  if (count <= 0) return [];
  const cursor: ThreadCursor = {
    list: 'thread',
    video,
    user,
    comment: comment.cid,
    at: 0,
    inline: inline.length === 0 ? null : JSON.stringify(inline),
  };
  return [{ cursor, role: 'replies', under: comment.cid, expect: count }];
}

function nextOf<C extends CommentsCursor | ThreadCursor>(
  cursor: C,
  { comments, cursor: after, has_more: hasMore }: WireComments,
): Next<TikTokCursor>[] {
  const goesOn = hasMore === true && (comments ?? []).length > 0 && typeof after === 'number' && after !== cursor.at;
  return goesOn ? [{ cursor: { ...cursor, at: after }, role: 'page' }] : [];
}

/** A video that gives nothing may say why on its page. */
async function betterReason(error: unknown, session: Session, page: string): Promise<unknown> {
  const isShut = error instanceof CommentdockError && SHUT.has(error.code) && error.code !== 'BROWSER_MISSING';
  return isShut ? ((await factsOf(session, page)).refusal ?? error) : error;
}

/** @throws PlatformRefusal where the page says why there are no comments */
async function expectOpen(session: Session, page: string, total: number): Promise<void> {
  const { refusal, areCommentsClosed } = await factsOf(session, page);
  if (refusal !== null) throw refusal;
  if (areCommentsClosed && total === 0) throw new PlatformRefusal('COMMENTS_DISABLED');
}
