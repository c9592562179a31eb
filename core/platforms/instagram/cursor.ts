import { mediaIdOf } from '#core/platform-kit/families/meta/media-id.ts';
import type { ChosenTarget, ExportOptions } from '#core/platform-api/define.ts';

/** The ways to a list. Null: none has opened yet. */
export type DoorName = 'graphql' | 'rest';

/** A post, and what its comments are asked by. `owner`: the id of its author, once something has said it. */
type OfPost = { readonly code: string; readonly media: string };
type Place = { readonly door: DoorName | null; readonly after: string | null };

export type CommentsCursor = { readonly list: 'comments'; readonly isTop: boolean; readonly owner: string | null } & OfPost & Place;
/** The answers to one comment. */
export type ThreadCursor = { readonly list: 'thread'; readonly comment: string; readonly owner: string | null } & OfPost & Place;
export type LikersCursor = { readonly list: 'likes' } & OfPost;
/** A list of an account. `id` null: still to be looked up. */
export type ProfileCursor = {
  readonly list: 'posts' | 'reels' | 'followers' | 'following';
  readonly user: string;
  readonly id: string | null;
} & Place;
/** Where a share link leads is still to be asked. */
export type ShareCursor = { readonly list: 'share'; readonly share: string; readonly to: 'comments' | 'likes'; readonly isTop: boolean };
export type InstagramCursor = CommentsCursor | ThreadCursor | LikersCursor | ProfileCursor | ShareCursor;

/** The first request for what was chosen. */
export function firstCursor({ params, type, target }: ChosenTarget, { sort }: Pick<ExportOptions, 'sort'>): InstagramCursor {
  const { code, share, user = '' } = params;
  const to = type === 'likes' ? 'likes' : 'comments';
  const isTop = sort === 'top';
  if (share !== undefined) return { list: 'share', share, to, isTop };
  if (code !== undefined) return postCursor(code, to, isTop);
  const list = type === 'followers' || type === 'following' ? type : target === 'reels' ? 'reels' : 'posts';
  return { list, user, id: null, door: null, after: null };
}

export function postCursor(code: string, to: 'comments' | 'likes', isTop: boolean): CommentsCursor | LikersCursor {
  const post = { code, media: mediaIdOf(code) ?? '' };
  return to === 'likes' ? { list: 'likes', ...post } : { list: 'comments', ...post, isTop, owner: null, door: null, after: null };
}
