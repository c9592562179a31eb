// Comments of one answer, whichever door it came through, the threads that they open, and what comes behind an answer.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { AskedCursor, DouyinCursor, ThreadCursor } from '#core/platforms/douyin/cursor.ts';
import { commentItem, parentOf } from '#core/platforms/douyin/items.ts';
import type { WireComment, WireComments } from '#core/platforms/douyin/wire.ts';

/** Items of a list of comments. @throws PlatformRefusal COMMENTS_DISABLED where they are switched off */
export function commentsIn(list: WireComments, { options }: Session): Pick<Page<DouyinCursor>, 'items'> {
  const comments = list.comments ?? [];
  if (comments.length === 0 && (list.total ?? 0) === 0 && list.aweme_control?.can_comment === false)
    throw new PlatformRefusal('COMMENTS_DISABLED');
  const wanted = options.replies ? comments : comments.filter((comment) => parentOf(comment) === null);
  return { items: readRows(wanted, 'comments', (comment) => commentItem(comment, null)) };
}

export function threadsOf({ comments }: WireComments, video: string, { options }: Session): readonly Next<ThreadCursor>[] {
  return options.replies ? (comments ?? []).flatMap((comment) => threadOf(comment, video)) : [];
}

/** The request for what comes behind an answer: none where it says that this was all, has no rows, or leads to its own place. */
export function nextOf<C extends AskedCursor | ThreadCursor>(
  cursor: C,
  { rows, more, after }: { readonly rows: readonly unknown[] | null | undefined; readonly more: unknown; readonly after: unknown },
): readonly Next<C>[] {
  const goesOn = more === true && (rows ?? []).length > 0 && typeof after === 'number' && after !== cursor.at;
  return goesOn ? [{ cursor: { ...cursor, at: after }, role: 'page' }] : [];
}

function threadOf({ cid, reply_comment: replies, reply_comment_total: total }: WireComment, video: string): readonly Next<ThreadCursor>[] {
  const inline = replies ?? [];
  const count = total ?? inline.length;
  if (count <= 0) return [];
  const cursor = { list: 'thread', of: video, comment: cid, at: 0, inline: inline.length === 0 ? null : JSON.stringify(inline) } as const;
  return [{ cursor, role: 'replies', under: cid, expect: count }];
}
