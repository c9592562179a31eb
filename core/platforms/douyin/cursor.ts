import type { ChosenTarget } from '#core/platform-api/define.ts';

/** A list that is asked for by place: of a video its comments, of an account its posts, followers, or whom it follows. */
export type AskedCursor = {
  readonly list: 'comments' | 'posts' | 'followers' | 'following';
  readonly of: string;
  readonly at: number;
};
/** The answers to one comment. `inline`: those that came with it, as the JSON of an array, for when the list of them is shut; null for none. */
export type ThreadCursor = {
  readonly list: 'thread';
  readonly of: string;
  readonly comment: string;
  readonly at: number;
  readonly inline: string | null;
};
/** A list that the page asks for by itself while it is scrolled. `taken`: answers that were read; `more`: the last one said that it goes on. */
export type HeardCursor = {
  readonly list: 'heard';
  readonly what: 'comments' | 'posts';
  readonly of: string;
  readonly taken: number;
  readonly more: boolean;
};
/** Where a short link leads is still to be asked. */
export type ShortCursor = { readonly list: 'short'; readonly short: string };
export type DouyinCursor = AskedCursor | ThreadCursor | HeardCursor | ShortCursor;

/** The first request for what was chosen. */
export function firstCursor({ params, type }: Pick<ChosenTarget, 'params' | 'type'>): DouyinCursor {
  const { short, video, user = '' } = params;
  if (short !== undefined) return { list: 'short', short };
  if (video !== undefined) return { list: 'comments', of: video, at: 0 };
  return { list: type === 'followers' || type === 'following' ? type : 'posts', of: user, at: 0 };
}
