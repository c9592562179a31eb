import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { codeOf, createdMsOf } from '#core/platform-kit/families/meta/media-id.ts';
import { authorOf, giphyOf, mediaOf, type WireUser } from '#core/platform-kit/families/meta/posts.ts';
import { isoFromMs, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { postUrl, profileUrl, reelUrl } from '#core/platforms/instagram/address.ts';
import type { WireComment, WirePost } from '#core/platforms/instagram/wire.ts';

/** Where a comment stands. `parent`: the comment whose replies were asked for; `owner`: the author of the post. */
export interface CommentPlace {
  readonly code: string;
  readonly parent: string | null;
  readonly owner: string | null;
}

export function commentItem(comment: WireComment, { code, parent, owner }: CommentPlace): Item {
  const parentId = comment.parent_comment_id ?? parent;
  const author = authorOf(comment.user ?? comment.fallback_user_info, profileUrl);
  return makeItem({
    id: comment.pk,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author,
    text: comment.text ?? '',
    createdAt: isoFromSeconds(comment.created_at),
    likes: comment.comment_like_count ?? null,
    replyCount: parentId === null ? (comment.child_comment_count ?? null) : null,
    url: `${postUrl(code)}c/${parentId === null ? comment.pk : `${parentId}/r/${comment.pk}`}/`,
    media: giphyOf(comment.giphy_media_info),
    isPinned: comment.is_pinned ?? null,
    isEdited: comment.is_edited ?? null,
    isAuthorPost: owner === null || !author.id ? null : author.id === owner,
  });
}

/** Null for a row without an account. */
export function accountItem(user: WireUser, kind: 'like' | 'follower' | 'following'): Item {
  const author = authorOf(user, profileUrl);
  if (!author.id) throw new PlatformChanged('pk');
  return makeItem({
    id: author.id,
    kind,
    author,
    url: author.url ?? null,
    extra: { isPrivate: user.is_private ?? undefined },
  });
}

/** @param account of the list, for posts that do not name their author */
export function postItem(post: WirePost, account: WireUser): Item {
  const id = post.pk.split('_')[0] ?? post.pk;
  const code = post.code || codeOf(id) || id;
  const taken = isoFromSeconds(post.taken_at);
  const areHidden = post.like_and_view_counts_disabled === true;
  return makeItem({
    id,
    kind: 'post',
    author: authorOf(post.user ?? account, profileUrl),
    text: post.caption === undefined ? null : (post.caption?.text ?? ''),
    // The number of a post is given when its upload begins.
    createdAt: taken ?? isoFromMs(createdMsOf(id)),
    createdAtPrecision: taken === null ? 'hour' : 'second',
    likes: areHidden ? null : known(post.like_count),
    replyCount: known(post.comment_count),
    url: post.product_type === 'clips' ? reelUrl(code) : postUrl(code),
    media: mediaOf(post),
    extra: {
      plays: known(post.play_count) ?? known(post.ig_play_count) ?? undefined,
      views: known(post.view_count) ?? known(post.video_view_count) ?? undefined,
      shares: known(post.reshare_count) ?? undefined,
      reposts: known(post.media_repost_count) ?? undefined,
      productType: post.product_type ?? undefined,
      likesHidden: post.like_and_view_counts_disabled ?? undefined,
    },
  });
}

/** Some answers say -1 for a number that is not shown. */
function known(count: number | null | undefined): number | null {
  return count === null || count === undefined || count < 0 ? null : count;
}
