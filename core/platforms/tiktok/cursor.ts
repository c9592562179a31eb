import type { ChosenTarget } from '#core/platform-api/define.ts';

/** `user`: the handle as pasted, null where the address has none. */
interface OfVideo {
  readonly video: string;
  readonly user: string | null;
}

export type CommentsCursor = { readonly list: 'comments'; readonly at: number } & { readonly [K in keyof OfVideo]: OfVideo[K] };
/** The answers to one comment. `inline`: those that came with it, as the JSON of an array, for when the list of them is shut; null for none. */
export type ThreadCursor = {
  readonly list: 'thread';
  readonly comment: string;
  readonly at: number;
  readonly inline: string | null;
} & { readonly [K in keyof OfVideo]: OfVideo[K] };
/** Where a short link leads is still to be asked. */
export type ShortCursor = { readonly list: 'short'; readonly short: string };
/** A list of a profile. `secUid` null: still to be looked up. `at`: the place that the last answer gave. `had`: rows so far. */
export type ProfileCursor = {
  readonly list: 'posts' | 'followers' | 'following';
  readonly user: string;
  readonly pasted: string | null;
  readonly secUid: string | null;
  readonly at: string;
  readonly had: number;
  readonly total: number | null;
};
/** Posts of an account before a moment, in milliseconds. `empty`: pages in a row that had none. */
export type CreatorCursor = {
  readonly list: 'creator';
  readonly user: string;
  readonly secUid: string;
  readonly before: number;
  readonly empty: number;
};
export type TikTokCursor = CommentsCursor | ThreadCursor | ShortCursor | ProfileCursor | CreatorCursor;

/** The first request for what was chosen. */
export function firstCursor({ params, type }: Pick<ChosenTarget, 'params' | 'type'>): TikTokCursor {
  const { video, short, user = null, secUid = null } = params;
  if (short !== undefined) return { list: 'short', short };
  if (video !== undefined) return { list: 'comments', video, user, at: 0 };
  const list = type === 'followers' || type === 'following' ? type : 'posts';
  return { list, user: user ?? '', pasted: secUid, secUid: null, at: '0', had: 0, total: null };
}
