// The comment box that news, webtoons and blogs share: a callback with JSON in it.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isEditedAfter, statedInstant } from '#core/platform-kit/dates.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, flag, idSchema, readJsonWithIds, readWire, text } from '#core/platform-kit/wire.ts';

const commentSchema = z.object({
  commentNo: idSchema,
  parentCommentNo: idSchema.nullish(),
  replyCount: count,
  contents: text,
  userIdNo: idSchema.nullish(),
  userName: text,
  maskedUserName: text,
  userProfileImage: text,
  regTime: text,
  regTimeGmt: text,
  modTime: text,
  sympathyCount: count,
  antipathyCount: count,
  best: flag,
  deleted: flag,
  visible: flag,
  hiddenByCleanbot: flag,
  imageList: z.array(z.union([z.string(), z.object({ imageUrl: text, url: text, path: text })])).nullish(),
});
export type Comment = z.infer<typeof commentSchema>;

const envelopeSchema = z.object({ success: z.boolean(), code: idSchema.nullish(), message: text, result: z.unknown().optional() });

const listSchema = z.object({
  commentList: rowsOf(commentSchema),
  pageModel: z.object({ nextPage: count }).nullish(),
  count: z.object({ comment: count, total: count }).nullish(),
  exposureConfig: z.object({ status: text }).nullish(),
});
export type CommentList = z.infer<typeof listSchema>;

/** Codes of who may not ask: no page of the site, or none that it lets in. */
const NO_ACCESS = /^3/;
const REFUSES = 405;

/**
 * The list in an answer of the comment box, its callback taken off.
 * @throws CommentdockError BLOCKED, CAPTCHA, NOT_FOUND, RATE_LIMITED, PLATFORM_CHANGED
 */
export function listIn(answer: Answer): CommentList {
  if (answer.status !== 200) throw statusRefusal(answer);
  const said = readWire(envelopeSchema, readJsonWithIds(withoutCallback(answer.text), '$'), '');
  if (!said.success) throw refusalByCode(said.code ?? '', said.message ?? '');
  return readWire(listSchema, said.result, 'result');
}

/** What an answer means that gives nothing: the site refuses programs with a status that elsewhere is a mistake of ours. */
export function statusRefusal(answer: Answer): CommentdockError {
  if (answer.status !== REFUSES) return refusalOf(answer);
  return new PlatformRefusal(/captcha/i.test(answer.text) ? 'CAPTCHA' : 'BLOCKED');
}

/** What stands between the first bracket and the last one. */
export function withoutCallback(script: string): string {
  const start = script.indexOf('(');
  const isBare = script.trimStart().startsWith('{');
  return isBare || start < 0 ? script : script.slice(start + 1, Math.max(start + 1, script.lastIndexOf(')')));
}

function refusalByCode(code: string, message: string): CommentdockError {
  const said = `Naver's comment box refuses (code ${code === '' ? 'none' : code}${message === '' ? '' : `: ${message}`}).`;
  return NO_ACCESS.test(code) ? new PlatformRefusal('BLOCKED', said) : new PlatformChanged('code', said);
}

/** Deleted or held back, with nothing left of it: no item, whatever hangs below it. */
export function isGone({ deleted, visible, contents }: Comment): boolean {
  return (deleted === true || visible === false) && orNull(contents) === null;
}

/** Null for a comment of the first level, which names itself. */
export function parentOf({ commentNo, parentCommentNo }: Comment): string | null {
  return parentCommentNo == null || parentCommentNo === commentNo ? null : parentCommentNo;
}

export function commentItem(comment: Comment): Item {
  const parentId = parentOf(comment);
  return makeItem({
    id: comment.commentNo,
    kind: parentId === null ? 'comment' : 'reply',
    parentId,
    author: {
      name: orNull(comment.userName) ?? orNull(comment.maskedUserName),
      id: comment.userIdNo ?? null,
      avatarUrl: orNull(comment.userProfileImage),
    },
    text: orNull(comment.contents),
    createdAt: statedInstant(comment.regTimeGmt, 'regTimeGmt') ?? statedInstant(comment.regTime, 'regTime'),
    likes: comment.sympathyCount ?? null,
    dislikes: comment.antipathyCount ?? null,
    replyCount: parentId === null ? (comment.replyCount ?? null) : null,
    isPinned: comment.best ?? null,
    isEdited: isEditedAfter(comment.regTime, comment.modTime),
    media: mediaOf(
      (comment.imageList ?? []).map((image) => (typeof image === 'string' ? image : (image.imageUrl ?? image.url ?? image.path))),
    ),
    extra: comment.hiddenByCleanbot === true ? { hiddenByCleanbot: true } : {},
  });
}
