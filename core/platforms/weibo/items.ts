// Items of the two JSON front ends.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item, Media } from '#core/contract/item.ts';
import { type HtmlTextRules, htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull, trimLines } from '#core/platform-api/item.ts';
import { type Count, readCount } from '#core/platform-kit/numbers.ts';
import { readWrittenTime } from '#core/platforms/weibo/written-time.ts';
import type { WireComment, WirePost, WireReaction, WireUser } from '#core/platforms/weibo/wire.ts';

type Named = { readonly idstr?: string | null | undefined; readonly id?: string | null | undefined };
type Picture = { large?: { url?: string | null | undefined } | null | undefined } | null | undefined;
type AccountKind = 'follower' | 'following' | 'like' | 'share';

/** Emoticons are pictures whose text is their name. */
export const EMOTICONS: HtmlTextRules = { image: ({ alt, class: name }) => (name === 'ib' ? '' : (alt ?? '')) };
const FROM = /^来自\s*/;

export function idOf({ idstr, id }: Named): string {
  return idstr || (id ?? '');
}

export function userUrl(uid: string): string {
  return `https://weibo.com/u/${uid}`;
}

/** A number, also one such as "100万+"; null where there is none. */
export function countOf(value: number | string | null | undefined): Count | null {
  if (typeof value === 'number') return Number.isInteger(value) ? { value, approximate: false } : null;
  return value ? readCount(value) : null;
}

/** @param root the comment that it stands below; null at top level. `owner`: who wrote the post, null where that is unknown */
export function commentItem(comment: WireComment, { root, owner, now }: { root: string | null; owner: string | null; now: Date }): Item {
  if (idOf(comment) === '') throw new PlatformChanged('id');
  const likes = countOf(comment.like_counts ?? comment.like_count);
  const answered = comment.reply_comment ? idOf(comment.reply_comment) : '';
  const user = comment.user ? idOf(comment.user) : '';
  const { rest: _, ...time } = readWrittenTime(comment.created_at ?? '', now);
  return makeItem({
    id: idOf(comment),
    parentId: root === null ? null : answered === '' ? root : answered,
    kind: root === null ? 'comment' : 'reply',
    author: authorOf(comment.user),
    text: textOf(comment),
    ...time,
    likes: likes?.value ?? null,
    replyCount: root === null ? (countOf(comment.total_number)?.value ?? null) : null,
    approximate: likes?.approximate ? true : null,
    media: [
      ...picturesOf(Object.values(comment.pic_infos ?? {})),
      ...picturesOf([comment.pic]),
      ...(comment.url_struct ?? []).flatMap((link) => picturesOf(Object.values(link.pic_infos ?? {}))),
    ],
    isAuthorPost: owner === null || user === '' ? null : user === owner,
    extra: {
      location: orNull(comment.source?.replace(FROM, '')) ?? undefined,
      heartedByCreator: comment.isLikedByMblogAuthor ?? undefined,
    },
  });
}

/** @param longText the whole text, where the post shows only its beginning */
export function postItem(post: WirePost, longText: string | null, now: Date): Item {
  if (idOf(post) === '') throw new PlatformChanged('id');
  const [likes, replies, reposts] = [post.attitudes_count, post.comments_count, post.reposts_count].map(countOf);
  const name = post.mblogid ?? post.bid ?? idOf(post);
  const original = post.retweeted_status;
  const { rest: _, ...time } = readWrittenTime(post.created_at ?? '', now);
  const isApproximate = [likes, replies, reposts].some((count) => count?.approximate);
  return makeItem({
    id: idOf(post),
    kind: 'post',
    author: authorOf(post.user),
    text: longText ?? textOf(post),
    ...time,
    likes: likes?.value ?? null,
    replyCount: replies?.value ?? null,
    approximate: isApproximate ? true : null,
    url: post.user ? `https://weibo.com/${idOf(post.user)}/${name}` : null,
    media: [...picturesOf(Object.values(post.pic_infos ?? {})), ...picturesOf(post.pics ?? [])],
    isPinned: post.isTop ?? null,
    extra: {
      reposts: reposts?.value,
      isRepost: Boolean(original),
      originalText: original ? (textOf(original) ?? undefined) : undefined,
      location: orNull(post.region_name?.replace(/^发布于\s*/, '')) ?? undefined,
    },
  });
}

export function accountItem(user: WireUser, kind: AccountKind): Item {
  const id = idOf(user);
  if (id === '') throw new PlatformChanged('user.id');
  return makeItem({
    id,
    kind,
    author: authorOf(user),
    text: orNull(user.description),
    url: userUrl(id),
    extra: { followers: countOf(user.followers_count)?.value },
  });
}

/** Who liked or reposted, and when; a repost's own words are kept beside. */
export function reactionItem(reaction: WireReaction, kind: 'like' | 'share', now: Date): Item[] {
  if (!reaction.user && idOf(reaction) === '') throw new PlatformChanged('id');
  if (!reaction.user || idOf(reaction.user) === '') return [];
  const account = accountItem(reaction.user, kind);
  const { createdAt, createdAtPrecision, relativeTime } = readWrittenTime(reaction.created_at ?? '', now);
  const repost = kind === 'share' ? { repostText: textOf(reaction) ?? undefined, repostId: idOf(reaction) || undefined } : {};
  return [makeItem({ ...account, createdAt, createdAtPrecision, relativeTime, extra: { ...account.extra, ...repost } })];
}

/** Text with its emoticons by name: already plain in one front end, HTML in the other. */
function textOf({ text_raw: raw, text }: { text_raw?: string | null | undefined; text?: string | null | undefined }): string | null {
  return trimLines(orNull(raw) ?? (text ? orNull(htmlToText(text, EMOTICONS)) : null));
}

function authorOf(user: WireUser | null | undefined): Partial<Author> {
  if (!user) return {};
  const id = idOf(user);
  return {
    name: orNull(user.screen_name),
    id: id === '' ? null : id,
    url: id === '' ? null : userUrl(id),
    avatarUrl: orNull(user.avatar_hd) ?? orNull(user.profile_image_url),
    verified: user.verified ?? null,
  };
}

function picturesOf(pictures: readonly Picture[]): Media[] {
  return pictures.flatMap((picture): Media[] => {
    const url = orNull(picture?.large?.url);
    return url === null ? [] : [{ type: 'image', url }];
  });
}
