import type { Author, Item } from '#core/contract/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireComment, WireLike, WireStreamed, WireTrack, WireUser } from '#core/platforms/soundcloud/wire.ts';

/** @param parentId of the comment that it answers, null where none is known */
export function commentItem(comment: WireComment, parentId: string | null): Item {
  return makeItem({
    id: String(comment.id),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(comment.user),
    text: orNull(comment.body),
    createdAt: isoFromText(comment.created_at),
    extra: { trackTimestampMs: comment.timestamp ?? undefined },
  });
}

export function userItem(user: WireUser, kind: 'follower' | 'following' | 'like' | 'share'): Item {
  return makeItem({
    id: String(user.id),
    kind,
    author: authorOf(user),
    text: orNull(user.description),
    url: orNull(user.permalink_url),
    extra: {
      accountCreatedAt: isoFromText(user.created_at) ?? undefined,
      followersCount: user.followers_count ?? undefined,
      followingsCount: user.followings_count ?? undefined,
      tracksCount: user.track_count ?? undefined,
      city: orNull(user.city) ?? undefined,
      countryCode: orNull(user.country_code) ?? undefined,
    },
  });
}

export function trackItem(track: WireTrack): Item {
  return makeItem({
    id: String(track.id),
    kind: 'post',
    author: authorOf(track.user),
    text: orNull(track.title),
    createdAt: isoFromText(track.created_at),
    likes: track.likes_count ?? null,
    replyCount: track.comment_count ?? null,
    url: orNull(track.permalink_url),
    extra: {
      description: orNull(track.description) ?? undefined,
      genre: orNull(track.genre) ?? undefined,
      durationMs: track.duration ?? undefined,
      playsCount: track.playback_count ?? undefined,
      repostsCount: track.reposts_count ?? undefined,
    },
  });
}

/** A track that its user put up; null for what stands in the stream besides. */
export function streamedItem({ type, track }: WireStreamed): Item | null {
  return type === 'track' && track ? trackItem(track) : null;
}

/** A track or playlist that somebody likes, dated by the like; null for an entry that is neither. */
export function likedItem(like: WireLike): Item | null {
  const liked = like.track ?? like.playlist;
  if (!liked) return null;
  return makeItem({
    // Tracks and playlists are numbered apart, and the numbers overlap.
    id: like.track ? String(liked.id) : `soundcloud:playlists:${liked.id}`,
    kind: 'like',
    author: authorOf(liked.user),
    text: orNull(liked.title),
    createdAt: isoFromText(like.created_at),
    url: orNull(liked.permalink_url),
  });
}

function authorOf(user: WireUser | null | undefined): Partial<Author> {
  if (!user) return {};
  return {
    name: orNull(user.full_name) ?? orNull(user.username),
    username: orNull(user.permalink),
    id: String(user.id),
    url: orNull(user.permalink_url),
    avatarUrl: orNull(user.avatar_url),
    verified: user.verified ?? null,
  };
}
