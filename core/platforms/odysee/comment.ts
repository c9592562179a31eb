import type { Item } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Reactions, WireComment } from '#core/platforms/odysee/wire.ts';

/**
 * @param page address of what is commented on
 * @param reactions null where they were not asked for
 */
export function commentItem(comment: WireComment, page: string, reactions: Reactions | null): Item {
  const name = orNull(comment.channel_name);
  const id = orNull(comment.channel_id);
  const parentId = orNull(comment.parent_id);
  return makeItem({
    id: comment.comment_id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name,
      username: name?.replace(/^@/, '') ?? null,
      id,
      url: name === null || id === null ? null : `https://odysee.com/${name}:${id}`,
    },
    text: orNull(comment.comment),
    createdAt: isoFromSeconds(comment.timestamp),
    likes: reactions?.like ?? null,
    dislikes: reactions?.dislike ?? null,
    replyCount: comment.replies ?? null,
    url: `${page}?lc=${comment.comment_id}`,
    isPinned: comment.is_pinned ?? null,
    isAuthorPost: comment.is_creator ?? null,
    extra: {
      supportAmount: comment.support_amount || undefined,
      currency: orNull(comment.currency) ?? undefined,
      isFiat: comment.support_amount ? (comment.is_fiat ?? undefined) : undefined,
      isHidden: comment.is_hidden === true ? true : undefined,
      isModerator: comment.is_moderator === true || comment.is_global_mod === true ? true : undefined,
      isProtected: comment.is_protected === true ? true : undefined,
    },
  });
}
