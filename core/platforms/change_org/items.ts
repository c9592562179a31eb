import type { Item } from '#core/contract/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import type { Comment, nodeSchema } from '#core/platforms/change_org/wire.ts';
import type { z } from 'zod';

const SITE = 'https://www.change.org';
const NO_PARENT = '0';
/** From the best for a small picture to the worst. */
const SIZES = ['large', 'medium', 'xlarge', 'small'] as const;

/** `starter`: id of the one who started the petition, null where nobody says. */
export function commentItem(comment: Comment, slug: string, starter: string | null): Item {
  const { user } = comment;
  const parentId = parentOf(comment);
  const author = user?.id ?? comment.user_id ?? null;
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(user?.display_name),
      id: author,
      url: author === null ? null : `${SITE}/u/${author}`,
      avatarUrl: pictureOf(user),
    },
    text: orNull(htmlToText(comment.comment ?? '', { whiteSpace: 'keepNewlines' })),
    createdAt: isoFromText(comment.created_at),
    likes: comment.likes ?? null,
    replyCount: comment.children_count ?? null,
    url: `${SITE}/p/${slug}/c/${comment.id}`,
    isAuthorPost: starter === null || author === null ? null : author === starter,
    extra: { location: locationOf(user) ?? undefined, countryCode: orNull(user?.country_code) ?? undefined },
  });
}

export function parentOf({ parent_id: parent }: Pick<Comment, 'parent_id'>): string | null {
  return parent === undefined || parent === null || parent === NO_PARENT ? null : parent;
}

/** What a page of today asks for, in the words of the older API. */
export function commentOfNode(node: z.infer<typeof nodeSchema>): Comment {
  const { user } = node;
  return {
    id: node.id,
    comment: node.comment,
    likes: node.likes ?? node.likeCount,
    created_at: node.createdAt,
    parent_id: node.parentId,
    deleted_at: node.deletedAt,
    user: user
      ? {
          id: user.id,
          display_name: user.displayName,
          short_display_location: user.shortDisplayLocation,
          city: user.city,
          state_code: user.stateCode,
          country_code: user.countryCode,
          photo: user.photo,
        }
      : null,
  };
}

/** `url` is often the name of a file, which leads nowhere. */
function pictureOf(user: Comment['user']): string | null {
  const addresses = [user?.photo?.url, ...SIZES.map((size) => user?.photo?.sizes?.[size]?.url)].map(withScheme);
  return addresses.find((address) => address?.startsWith('http')) ?? null;
}

function locationOf(user: Comment['user']): string | null {
  const named = orNull(user?.short_display_location);
  const parts = [user?.city, user?.state_code].flatMap((part) => orNull(part) ?? []);
  return named ?? (parts.length === 0 ? null : parts.join(', '));
}
