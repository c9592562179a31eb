import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const user = z.object({
  id: z.int(),
  username: text,
  full_name: text,
  permalink: text,
  permalink_url: text,
  avatar_url: text,
  verified: flag,
  description: text,
  city: text,
  country_code: text,
  created_at: text,
  followers_count: count,
  followings_count: count,
  track_count: count,
});
export type WireUser = z.output<typeof user>;

const comment = z.object({
  id: z.int(),
  body: text,
  created_at: text,
  /** Position in the track in milliseconds; null where the comment has none. */
  timestamp: count,
  user: user.nullish(),
});
export type WireComment = z.output<typeof comment>;

const track = z.object({
  id: z.int(),
  title: text,
  description: text,
  permalink_url: text,
  created_at: text,
  likes_count: count,
  comment_count: count,
  reposts_count: count,
  playback_count: count,
  duration: count,
  genre: text,
  user: user.nullish(),
});
export type WireTrack = z.output<typeof track>;

const playlist = z.object({ id: z.int(), title: text, permalink_url: text, user: user.nullish() });

const like = z.object({ created_at: text, track: track.nullish(), playlist: playlist.nullish() });
export type WireLike = z.output<typeof like>;

/** What a user's stream holds: `track`, `track-repost`, `playlist`, `playlist-repost`. */
const streamed = z
  .object({ type: text, track: track.nullish() })
  .refine((entry) => !entry.type?.startsWith('track') || Boolean(entry.track), { path: ['track'] });
export type WireStreamed = z.output<typeof streamed>;

const pageOf = <T extends z.ZodType>(entry: T) => z.object({ collection: rowsOf(entry), next_href: text });
export const commentPage = pageOf(comment);
export const userPage = pageOf(user);
export const trackPage = pageOf(track);
export const likePage = pageOf(like);
export const streamPage = pageOf(streamed);

/** What `resolve` says of a track or a user. */
export const resolved = z.object({
  kind: z.string(),
  id: z.int(),
  commentable: flag,
  comment_count: count,
  likes_count: count,
  reposts_count: count,
  followers_count: count,
  followings_count: count,
  track_count: count,
});
export type Resolved = z.output<typeof resolved>;

/** One entry of `window.__sc_hydration` in the site's pages. */
export const hydration = z.array(z.object({ hydratable: z.string(), data: z.unknown() }));
export const apiClient = z.object({ id: z.string().regex(/^\w{32}$/) });
