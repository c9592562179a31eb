import type { Author, Item, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { profilePage, SITE } from '#core/platforms/douyin/address.ts';
import type { WireAccount, WireComment, WirePost, WireReply, WireUser } from '#core/platforms/douyin/wire.ts';

/** The label of what the owner of the video wrote. */
const BY_OWNER = '作者';
const NONE = '0';

export function parentOf({ reply_id: parent }: WireReply): string | null {
  return !parent || parent === NONE ? null : parent;
}

/** @param under the comment whose answers were asked for; null for a list of all */
export function commentItem(comment: WireComment | WireReply, under: string | null): Item {
  const parentId = parentOf(comment) ?? under;
  const target = comment.reply_to_reply_id;
  return makeItem({
    id: comment.cid,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(comment.user),
    text: comment.text ?? null,
    createdAt: isoFromSeconds(comment.create_time),
    likes: comment.digg_count ?? null,
    replyCount: comment.reply_comment_total ?? null,
    media: mediaOf((comment.image_list ?? []).map((image) => image.origin_url?.url_list?.[0])),
    isPinned: comment.stick_position == null ? null : comment.stick_position > 0,
    isAuthorPost: [comment.label_text, ...(comment.label_list ?? []).map((label) => label.text)].includes(BY_OWNER) ? true : null,
    extra: {
      location: orNull(comment.ip_label) ?? undefined,
      heartedByCreator: comment.is_author_digged ?? undefined,
      replyToId: target && target !== NONE ? target : undefined,
    },
  });
}

export function postItem(post: WirePost): Item {
  const { statistics, images } = post;
  const isNote = (images ?? []).length > 0;
  return makeItem({
    id: post.aweme_id,
    kind: 'post',
    author: authorOf(post.author),
    text: post.desc ?? null,
    createdAt: isoFromSeconds(post.create_time),
    likes: statistics?.digg_count ?? null,
    replyCount: statistics?.comment_count ?? null,
    url: `${SITE}/${isNote ? 'note' : 'video'}/${post.aweme_id}`,
    media: mediaOfPost(post),
    isPinned: post.is_top == null ? null : post.is_top === 1,
    extra: { playCount: statistics?.play_count ?? undefined, shareCount: statistics?.share_count ?? undefined },
  });
}

export function accountItem(account: WireAccount, kind: 'follower' | 'following'): Item {
  const author = authorOf(account);
  return makeItem({
    id: account.uid,
    kind,
    author,
    text: orNull(account.signature),
    url: author.url ?? null,
    extra: { followers: account.follower_count ?? undefined },
  });
}

function authorOf(user: WireUser | null | undefined): Partial<Author> {
  if (!user) return {};
  const short = user.short_id === NONE ? null : orNull(user.short_id);
  const secUid = orNull(user.sec_uid);
  const { custom_verify: verify, enterprise_verify_reason: enterprise } = user;
  return {
    name: orNull(user.nickname),
    username: orNull(user.unique_id) ?? short,
    id: user.uid ?? null,
    url: secUid === null ? null : profilePage(secUid),
    avatarUrl: orNull(user.avatar_thumb?.url_list?.[0]),
    verified: verify == null && enterprise == null ? null : Boolean(verify) || Boolean(enterprise),
  };
}

function mediaOfPost({ images, video }: WirePost): Media[] {
  if ((images ?? []).length > 0) return mediaOf((images ?? []).map((image) => image.url_list?.[0]));
  return mediaOf([], [video?.play_addr?.url_list?.[0]]);
}
