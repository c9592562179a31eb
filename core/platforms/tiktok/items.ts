import type { Author, Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireComment, WireCommenter, WireListed, WirePost, WireUser } from '#core/platforms/tiktok/wire.ts';
import { profilePage } from '#core/platforms/tiktok/address.ts';

/** The label of what the owner of the video wrote: its number, and its word where no number stands beside it. The word follows the language of the page. */
const CREATOR = { type: 1, text: 'Creator' } as const;
const TOP_LEVEL = '0';
const UNKNOWN_LANGUAGE = 'un';

/** Of what a comment is part. `owner`: the id of the video's author; `parent`: the comment whose answers were asked for. */
interface CommentPlace {
  readonly owner: string | null;
  readonly parent: string | null;
}

export function parentOf({ reply_id: parent }: WireComment): string | null {
  return !parent || parent === TOP_LEVEL ? null : parent;
}

export function commentItem(comment: WireComment, { owner, parent }: CommentPlace): Item {
  const parentId = parent ?? parentOf(comment);
  return makeItem({
    id: comment.cid,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: commenterOf(comment.user),
    text: comment.text ?? null,
    createdAt: isoFromSeconds(comment.create_time),
    likes: comment.digg_count ?? null,
    replyCount: comment.reply_comment_total ?? null,
    language: comment.comment_language === UNKNOWN_LANGUAGE ? null : orNull(comment.comment_language),
    media: imagesOf((comment.image_list ?? []).map((image) => image.origin_url?.url_list)),
    isPinned: isPinned(comment),
    isAuthorPost: isByOwner(comment, owner),
    extra: {
      heartedByCreator: comment.is_author_digged ?? undefined,
      replyToId: comment.reply_to_reply_id && comment.reply_to_reply_id !== TOP_LEVEL ? comment.reply_to_reply_id : undefined,
    },
  });
}

/** `handle`: of the profile that the list belongs to, for posts that do not name their author. */
export function postItem(post: WirePost, handle: string): Item {
  const username = orNull(post.author?.uniqueId) ?? handle;
  const count = (name: 'commentCount' | 'diggCount' | 'playCount' | 'shareCount') => post.statsV2?.[name] ?? post.stats?.[name] ?? null;
  return makeItem({
    id: post.id,
    kind: 'post',
    author: authorOf({ ...post.author, uniqueId: username }),
    text: post.desc ?? null,
    createdAt: isoFromSeconds(post.createTime),
    likes: count('diggCount'),
    replyCount: count('commentCount'),
    url: `${profilePage(username)}/${post.imagePost ? 'photo' : 'video'}/${post.id}`,
    media: mediaOf(post),
    isPinned: post.isPinnedItem ?? null,
    extra: { playCount: count('playCount') ?? undefined, shareCount: count('shareCount') ?? undefined },
  });
}

export function accountItem({ user, stats, statsV2 }: WireListed, kind: 'follower' | 'following'): Item {
  const author = authorOf(user);
  return makeItem({
    id: user.id,
    kind,
    author,
    text: orNull(user.signature),
    url: author.url,
    extra: { followers: statsV2?.followerCount ?? stats?.followerCount ?? undefined },
  });
}

function commenterOf(user: WireCommenter | null | undefined): Partial<Author> {
  if (!user) return {};
  const username = orNull(user.unique_id);
  const verified = user.custom_verify;
  return {
    name: orNull(user.nickname),
    username,
    id: user.uid ?? null,
    url: username === null ? null : profilePage(username),
    avatarUrl: orNull(user.avatar_thumb?.url_list?.[0]),
    verified: verified === null || verified === undefined ? null : verified !== '',
  };
}

function authorOf(user: Partial<WireUser>): Author {
  const username = orNull(user.uniqueId);
  return {
    name: orNull(user.nickname),
    username,
    id: user.id ?? null,
    url: username === null ? null : profilePage(username),
    avatarUrl: orNull(user.avatarThumb),
    verified: user.verified ?? null,
  };
}

function isPinned({ author_pin: pinned, stick_position: position }: WireComment): boolean | null {
  if (typeof pinned !== 'boolean' && typeof position !== 'number') return null;
  return pinned === true || (position ?? 0) > 0;
}

function isByOwner({ label_list: labels, label_type: type, label_text: text, user }: WireComment, owner: string | null): boolean | null {
  if ([{ type, text }, ...(labels ?? [])].some(isCreator)) return true;
  return owner === null || !user?.uid ? null : user.uid === owner;
}

function isCreator({ type, text }: { readonly type?: number | null | undefined; readonly text?: string | null | undefined }): boolean {
  return type === null || type === undefined ? text === CREATOR.text : type === CREATOR.type;
}

function mediaOf({ imagePost, video }: WirePost): Media[] {
  if (imagePost) return imagesOf((imagePost.images ?? []).map((image) => image.imageURL?.urlList));
  const url = orNull(video?.playAddr);
  return url === null ? [] : [{ type: 'video', url }];
}

/** Each picture is a list of addresses that all lead to it. */
function imagesOf(pictures: readonly (readonly string[] | null | undefined)[]): Media[] {
  return pictures.flatMap((addresses) => {
    const url = orNull(addresses?.[0]);
    return url === null ? [] : [{ type: 'image' as const, url }];
  });
}
