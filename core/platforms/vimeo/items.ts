import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireComment, WireUser, WireVideo } from '#core/platforms/vimeo/wire.ts';

/** Address of an account within the API; guests have numbers of another kind. */
const ACCOUNT = /\/users\/(\d+)$/;

/** The number at the end of an address within the API. @throws PlatformChanged where there is none */
export function idOf(uri: string): string {
  const id = /\/(\d+)(?::\w+)?$/.exec(uri)?.[1];
  if (id === undefined) throw new PlatformChanged('uri');
  return id;
}

/** @param owner address of the video's owner within the API; null where it is not known */
export function commentItem(
  comment: WireComment,
  { video, parentId, owner }: { video: string; parentId: string | null; owner: string | null },
): Item {
  const id = idOf(comment.uri);
  const { replies, user, guest_user: guest } = comment.metadata?.connections ?? {};
  const writer = comment.user ?? user ?? guest;
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(writer),
    text: orNull(comment.text),
    createdAt: isoFromText(comment.created_on),
    replyCount: replies?.total ?? null,
    url: `https://vimeo.com/${video}#comment_${id}`,
    isEdited: isEditedAfter(comment.created_on, comment.last_edited_on),
    isAuthorPost: owner === null ? null : writer?.uri === owner,
  });
}

export function userItem(user: WireUser & { readonly uri: string }, kind: 'follower' | 'following' | 'like'): Item {
  return makeItem({
    id: idOf(user.uri),
    kind,
    author: authorOf(user),
    text: orNull(user.bio) ?? orNull(user.short_bio),
    url: orNull(user.link),
    extra: {
      accountCreatedAt: isoFromText(user.created_time) ?? undefined,
      location: orNull(user.location) ?? undefined,
      account: orNull(user.account) ?? undefined,
      followersCount: user.metadata?.connections?.followers?.total ?? undefined,
      videosCount: user.metadata?.connections?.videos?.total ?? undefined,
    },
  });
}

/** A video that somebody likes. */
export function likedItem(video: WireVideo): Item {
  return makeItem({
    id: idOf(video.uri),
    kind: 'like',
    author: authorOf(video.user),
    title: orNull(video.name),
    text: orNull(video.description),
    url: orNull(video.link),
    extra: { videoCreatedAt: isoFromText(video.created_time) ?? undefined, durationSeconds: video.duration ?? undefined },
  });
}

function authorOf(user: WireUser | null | undefined): Partial<Author> {
  if (!user) return {};
  const link = orNull(user.link);
  const name = link?.split('/').filter(Boolean).at(-1) ?? null;
  const sizes = (user.pictures?.sizes ?? []).toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0));
  return {
    name: orNull(user.name),
    username: name === null || /^user\d+$/.test(name) ? null : name,
    id: ACCOUNT.exec(user.uri ?? '')?.[1] ?? null,
    url: link,
    avatarUrl: orNull(sizes[0]?.link) ?? orNull(user.pictures?.base_link),
  };
}
