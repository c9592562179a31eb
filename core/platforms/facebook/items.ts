import type { Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireActor, WireComment, WireMedia, WireReactor } from '#core/platforms/facebook/wire.ts';

const REACTIONS: Readonly<Record<string, string>> = {
  '1635855486666999': 'like',
  '1678524932434102': 'love',
  '613557422527858': 'care',
  '115940658764963': 'haha',
  '478547315650144': 'wow',
  '908563459236466': 'sad',
  '444813342392137': 'angry',
};
const TRANSLATED = 'MACHINE_TRANSLATION';

/** @param parent what a reply answers, where it does not say so itself; null for a list of comments */
export function commentItem(comment: WireComment, parent: string | null): Item {
  const { feedback } = comment;
  const parentId = comment.comment_direct_parent?.legacy_fbid ?? comment.comment_parent?.legacy_fbid ?? parent;
  return makeItem({
    id: comment.legacy_fbid,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(comment.author ?? comment.user),
    text: originalText(comment),
    createdAt: isoFromSeconds(comment.created_time),
    likes: likesOf(comment),
    replyCount: replyCountOf(comment),
    url: orNull(feedback?.url),
    media: (comment.attachments ?? []).flatMap(({ style_type_renderer: style }) => commentMedia(style?.attachment?.media)),
    isAuthorPost: comment.is_author_original_poster ?? null,
    isPinned: comment.is_pinned ?? null,
    extra: { graphqlId: comment.id ?? undefined, depth: comment.depth ?? undefined },
  });
}

export function replyCountOf({ feedback }: WireComment): number | null {
  return feedback?.replies_fields?.total_count ?? null;
}

export function reactorItem(
  { id, name, url, profile_url: profile, is_verified: verified, profile_picture: picture }: WireReactor,
  reactionId: string | null,
): Item {
  const page = orNull(url) ?? orNull(profile);
  return makeItem({
    id,
    kind: 'like',
    author: { name: orNull(name), id, url: page, avatarUrl: orNull(picture?.uri), verified: verified ?? null },
    url: page,
    extra: { reactionId: reactionId ?? undefined, reaction: reactionId === null ? undefined : REACTIONS[reactionId] },
  });
}

export function authorOf(actor: WireActor | null | undefined): Item['author'] {
  return {
    name: orNull(actor?.name),
    username: null,
    id: orNull(actor?.id),
    url: orNull(actor?.url),
    avatarUrl: orNull(actor?.profile_picture_depth_0?.uri) ?? orNull(actor?.profile_picture?.uri),
    verified: actor?.is_verified ?? null,
  };
}

export function pictures(...addresses: readonly (string | null | undefined)[]): Media[] {
  return mediaOf('image', addresses);
}

export function films(...addresses: readonly (string | null | undefined)[]): Media[] {
  return mediaOf('video', addresses);
}

/** The first address that there is. */
function mediaOf(type: Media['type'], addresses: readonly (string | null | undefined)[]): Media[] {
  const url = addresses.find((address) => orNull(address) !== null);
  return url === undefined || url === null ? [] : [{ type, url }];
}

/**
 * In the writer's own language. What is shown to somebody of another one is a machine's translation; without the original only a text
 * that is marked as none is taken. Empty where the comment is a sticker or a picture alone.
 */
function originalText({ body, preferred_body: preferred, body_renderer: rendered }: WireComment): string {
  if (body !== null && body !== undefined) return body.text ?? '';
  if (preferred?.translation_type === TRANSLATED) return '';
  return preferred?.text ?? rendered?.text ?? '';
}

/** Since 2026 a comment's own count is a rounded text; the exact one stands below the first of its buttons that has it. */
function likesOf({ feedback, comment_action_links: links }: WireComment): number | null {
  const counts = [feedback?.reactors?.count, ...(links ?? []).map((link) => link?.comment?.feedback?.reactors?.count)];
  return counts.find((count) => typeof count === 'number') ?? null;
}

function commentMedia(media: WireMedia | null | undefined): Media[] {
  if (!media) return [];
  const { __typename: type, animated_image: animated, photo_image: photo, image } = media;
  if (type === 'Video') return films(media.permalink_url, media.url);
  return pictures(animated?.uri, photo?.uri, image?.uri);
}
