import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromMs, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { type Count, readCount } from '#core/platform-kit/numbers.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { SITE } from '#core/platforms/xiaohongshu/address.ts';
import type { WireComment, WirePost, WireReply } from '#core/platforms/xiaohongshu/wire.ts';

const BY_AUTHOR = 'is_author';
const AT_TOP = 'user_top';

/** Of what a comment is part. `owner`: whose note it is, where that is known; `root`: the comment that it answers. */
interface CommentPlace {
  readonly owner: string | null;
  readonly root: string | null;
}

/** A count as the site writes it: "17", "1.2万", "10+"; null where it is none. */
export function countOf(written: string | null | undefined): Count | null {
  const given = (written ?? '').trim();
  const count = readCount(given.replace(/\+$/, ''));
  return count !== null && given.endsWith('+') ? { ...count, approximate: true } : count;
}

export function commentItem(comment: WireComment | WireReply, { owner, root }: CommentPlace): Item {
  const likes = countOf(comment.like_count);
  const replies = root === null && 'sub_comment_count' in comment ? countOf(comment.sub_comment_count) : null;
  const tags = comment.show_tags ?? [];
  const target = orNull(comment.target_comment?.id);
  return makeItem({
    id: comment.id,
    parentId: root,
    kind: root === null ? 'comment' : 'reply',
    author: authorOf(comment.user_info?.user_id, comment.user_info?.nickname, comment.user_info?.image),
    text: comment.content ?? null,
    createdAt: isoFromMs(comment.create_time),
    likes: likes?.value ?? null,
    replyCount: replies?.value ?? null,
    approximate: likes?.approximate || replies?.approximate ? true : null,
    media: mediaOf((comment.pictures ?? []).map(({ url_default: url }) => url)),
    isPinned: tags.includes(AT_TOP),
    isAuthorPost: isByOwner(comment, owner),
    extra: {
      location: orNull(comment.ip_location) ?? undefined,
      status: comment.status || undefined,
      heartedByCreator: comment.author_liked ?? undefined,
      replyToId: root !== null && target !== null && target !== root ? target : undefined,
    },
  });
}

export function postItem(post: WirePost): Item {
  const likes = countOf(post.interact_info?.liked_count);
  const token = orNull(post.xsec_token);
  return makeItem({
    id: post.note_id,
    kind: 'post',
    author: authorOf(post.user?.user_id, post.user?.nickname ?? post.user?.nick_name, post.user?.avatar),
    text: post.display_title ?? null,
    createdAt: isoFromSeconds(secondsIn(post.note_id)),
    likes: likes?.value ?? null,
    approximate: likes?.approximate ? true : null,
    url: `${SITE}/explore/${post.note_id}${token === null ? '' : `?xsec_token=${percentEncoded(token)}`}`,
    media: mediaOf([post.cover?.url_default ?? post.cover?.url]),
  });
}

/** The number of a note begins with the moment of its making. */
function secondsIn(note: string): number | null {
  return /^[0-9a-f]{24}$/i.test(note) ? Number.parseInt(note.slice(0, 8), 16) : null;
}

function authorOf(id: string | null | undefined, name: string | null | undefined, avatar: string | null | undefined): Partial<Author> {
  const user = orNull(id);
  return { name: orNull(name), id: user, url: user === null ? null : `${SITE}/user/profile/${user}`, avatarUrl: orNull(avatar) };
}

function isByOwner({ show_tags: tags, user_info: user }: WireReply, owner: string | null): boolean | null {
  const isOwn = owner !== null && user?.user_id === owner;
  if (tags?.includes(BY_AUTHOR) || isOwn) return true;
  return owner === null || !user?.user_id ? null : false;
}
