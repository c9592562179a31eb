import type { Author, Item, ItemKind, Media } from '#core/contract/item.ts';
import { isoFromText, statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Comment, Pictures, Pin, User } from '#core/platforms/pinterest/wire.ts';

const SITE = 'https://www.pinterest.com';
/** What somebody made after a pin, with a photo. */
const TRY = 'userdiditdata';
/** The whole picture, by whatever name it has. */
const WHOLE = ['originals', 'orig'];

export function commentItem(comment: Comment, pin: string, owner: string | null, parentId: string | null): Item {
  const { user } = comment;
  const pictures = [...(comment.images ?? []), ...(comment.photos ?? []).flatMap(({ images }) => (images ? [images] : []))];
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(user),
    text: orNull(comment.text) ?? orNull(comment.details),
    createdAt: statedInstant(comment.created_at ?? comment.done_at, 'created_at'),
    likes: sumOf(comment.reaction_counts) ?? comment.helpful_count ?? comment.like_count ?? null,
    replyCount: comment.comment_count ?? null,
    url: `${SITE}/pin/${pin}/`,
    media: [...pictures.flatMap(pictureOf), ...pictureOf({ sticker: { url: comment.media?.sticker?.image_url } })],
    isPinned: comment.highlighted_by_pin_owner ?? null,
    isEdited: comment.is_edited ?? null,
    isAuthorPost: owner === null || !user ? null : user.id === owner,
    extra: isTry(comment) ? { isTry: true } : {},
  });
}

export function isTry({ type }: Pick<Comment, 'type'>): boolean {
  return type === TRY;
}

export function pinItem(pin: Pin): Item {
  const videos = Object.values(pin.videos?.video_list ?? {}).flatMap((video) => orNull(video?.url) ?? []);
  return makeItem({
    id: pin.id,
    kind: 'post',
    author: authorOf(pin.pinner),
    title: orNull(pin.title) ?? orNull(pin.grid_title),
    text: orNull(pin.description) ?? orNull(pin.closeup_description),
    createdAt: statedInstant(pin.created_at, 'created_at'),
    likes: sumOf(pin.reaction_counts),
    replyCount: commentCount(pin),
    url: `${SITE}/pin/${pin.id}/`,
    media: [...pictureOf(pin.images ?? {}), ...videos.slice(0, 1).map((url) => ({ type: 'video', url }) as const)],
    extra: {
      link: orNull(pin.link) ?? undefined,
      saves: pin.repin_count ?? undefined,
      board: orNull(pin.board?.name) ?? undefined,
    },
  });
}

export function accountItem(user: User, kind: ItemKind): Item {
  const author = authorOf(user);
  return makeItem({
    id: user.id,
    kind,
    author,
    text: orNull(user.about),
    url: author.url ?? null,
    extra: { accountCreatedAt: isoFromText(user.created_at) ?? undefined },
  });
}

/** How many comments a pin has, replies and tries counted: those that all its copies share, and are shown under each. */
export function commentCount(pin: Pick<Pin, 'comment_count' | 'aggregated_pin_data'>): number | null {
  return pin.aggregated_pin_data?.comment_count ?? pin.comment_count ?? null;
}

function authorOf(user: User | null | undefined): Partial<Author> {
  if (!user) return {};
  const username = orNull(user.username);
  return {
    name: orNull(user.full_name),
    username,
    id: user.id,
    url: username === null ? null : `${SITE}/${username}/`,
    avatarUrl: orNull(user.image_medium_url) ?? orNull(user.image_small_url),
    verified: user.is_verified_merchant ?? null,
  };
}

function sumOf(counts: Comment['reaction_counts']): number | null {
  return counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : null;
}

function pictureOf(pictures: Pictures): Media[] {
  const whole = WHOLE.flatMap((name) => pictures[name] ?? [])[0] ?? Object.values(pictures).at(-1);
  const url = orNull(whole?.url);
  return url === null ? [] : [{ type: 'image', url }];
}
