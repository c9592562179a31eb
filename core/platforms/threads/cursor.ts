import { isTab, type Tab } from '#core/platforms/threads/address.ts';
import type { ChosenTarget, ExportOptions } from '#core/platform-api/define.ts';

/**
 * What answers a post. `parent`: the reply whose own page this is, null for the pasted post. `owner`: the author of the pasted post.
 * `had`: direct answers so far; `total`: how many the post is said to have.
 */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly code: string;
  readonly user: string | null;
  readonly parent: string | null;
  readonly owner: string | null;
  readonly isNewest: boolean;
  readonly after: string | null;
  readonly had: number;
  readonly total: number | null;
};
export type LikesCursor = { readonly list: 'likes'; readonly code: string; readonly user: string | null };
/** `id` null: still to be looked up. */
type OfAccount = { readonly user: string; readonly id: string | null; readonly after: string | null };
export type PostsCursor = { readonly list: 'posts'; readonly tab: Tab | null } & OfAccount;
/** `had`: accounts so far; `total`: how many there are said to be. */
export type RelationsCursor = { readonly list: 'followers' | 'following'; readonly had: number; readonly total: number | null } & OfAccount;
/** Where a share link leads is still to be asked. */
export type ShareCursor = { readonly list: 'share'; readonly share: string; readonly to: 'replies' | 'likes'; readonly isNewest: boolean };
export type ThreadsCursor = RepliesCursor | LikesCursor | PostsCursor | RelationsCursor | ShareCursor;

/** The first request for what was chosen. */
export function firstCursor({ params, type }: ChosenTarget, { sort }: Pick<ExportOptions, 'sort'>): ThreadsCursor {
  const { code, share, user, tab } = params;
  const to = type === 'likes' ? 'likes' : 'replies';
  const isNewest = sort === 'new';
  if (share !== undefined) return { list: 'share', share, to, isNewest };
  if (code !== undefined) return postCursor({ code, user: user ?? null, to, isNewest });
  const account = { user: user ?? '', id: null, after: null };
  if (type === 'followers' || type === 'following') return { list: type, had: 0, total: null, ...account };
  return { list: 'posts', tab: isTab(tab) ? tab : null, ...account };
}

export function postCursor({
  code,
  user,
  to,
  isNewest,
}: Pick<RepliesCursor, 'code' | 'user' | 'isNewest'> & Pick<ShareCursor, 'to'>): RepliesCursor | LikesCursor {
  if (to === 'likes') return { list: 'likes', code, user };
  return { list: 'replies', code, user, parent: null, owner: null, isNewest, after: null, had: 0, total: null };
}
