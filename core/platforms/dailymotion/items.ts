import type { Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { followers, listedComments, WireComment, WireUser } from '#core/platforms/dailymotion/wire.ts';
import type { z } from 'zod';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

const PICTURES = 'https://images.spot.im/image/upload/';

export type Users = Readonly<Record<string, WireUser>>;

/**
 * @param above the comment that this one was found under, null at top level
 * @returns null for a comment that was deleted and has no words left
 */
export function commentItem(comment: WireComment, users: Users, above: string | null): Item | null {
  const text = textOf(comment);
  const media = mediaOf(comment);
  if (comment.deleted === true && text === null && media.length === 0) return null;
  const userId = orNull(comment.user_id);
  const user = userId === null ? undefined : users[userId];
  const parentId = orNull(comment.parent_id) ?? above;
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(user?.display_name) ?? orNull(comment.user_display_name),
      id: userId,
      avatarUrl: pictureOf(orNull(user?.image_id)),
    },
    text,
    createdAt: isoFromSeconds(comment.written_at),
    likes: comment.rank?.ranks_up ?? null,
    dislikes: comment.rank?.ranks_down ?? null,
    replyCount: comment.total_replies_count ?? comment.replies_count ?? null,
    media,
    isEdited: comment.edited ?? null,
  });
}

/** A picture whose name begins with # is one of those that stand in for a picture. */
function pictureOf(name: string | null): string | null {
  if (name === null || /^https?:/.test(name)) return name;
  return name.startsWith('#') ? `${PICTURES}avatars/${name.slice(1)}` : `${PICTURES}${name}`;
}

/** A comment of the public API, which says nothing of votes and replies. */
export function listedItem(comment: z.output<typeof listedComments>['list'][number]): Item {
  const username = orNull(comment['owner.username']);
  return makeItem({
    id: comment.id,
    kind: 'comment',
    author: {
      name: orNull(comment['owner.screenname']),
      username,
      id: orNull(comment['owner.id']),
      url: username === null ? null : `https://www.dailymotion.com/${percentEncoded(username)}`,
    },
    text: orNull(htmlToText(comment.message ?? '')),
    createdAt: isoFromSeconds(comment.created_time),
  });
}

export function followerItem(person: z.output<typeof followers>['list'][number]): Item {
  return makeItem({
    id: person.id,
    kind: 'follower',
    author: {
      name: orNull(person.screenname),
      username: orNull(person.username),
      id: person.id,
      url: orNull(person.url),
      avatarUrl: orNull(person.avatar_240_url),
    },
    text: orNull(person.description),
    url: orNull(person.url),
  });
}

function textOf({ content }: WireComment): string | null {
  const words = (content ?? []).map((part) => (part.text ? htmlToText(part.text) : '')).filter((part) => part !== '');
  return orNull(words.join('\n'));
}

function mediaOf({ content }: WireComment): Media[] {
  return (content ?? []).flatMap(({ type, originalUrl, previewUrl, imageId }) => {
    const url = orNull(originalUrl) ?? orNull(previewUrl) ?? (imageId ? `${PICTURES}${imageId}` : null);
    return url === null || type === 'text' || type === 'preview-link' ? [] : [{ type: type === 'video' ? 'video' : 'image', url }];
  });
}
