import type { ChosenTarget, ExportOptions } from '#core/platform-api/define.ts';
import { numberIn } from '#core/platforms/facebook/address.ts';
import { librarySearches, type LibrarySearch } from '#core/platforms/facebook/library-search.ts';

/** `page`: the pasted address, which has the tokens of the calls. `after` null: the first page of the list. */
type Place = {
  readonly page: string;
  readonly after: string | null;
};
/** `feedback`: what the comments or reactions hang on; null until the page of the post has named it. */
type OfPost = Place & {
  readonly feedback: string | null;
  readonly isInGroup: boolean;
};
export type CommentsCursor = { readonly list: 'comments' } & OfPost;
export type ReactorsCursor = { readonly list: 'likes' } & OfPost;
/** `depth` of the replies asked for: 1 under a comment, 2 under a reply. `parent`: the id of what they answer. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly depth: 1 | 2;
  readonly feedback: string;
  readonly token: string | null;
  readonly parent: string;
} & Place;
/** `id` null until it has been looked up. */
export type StoriesCursor = { readonly list: 'posts' | 'groupPosts' | 'reviews'; readonly id: string | null } & Place;
/** `door` null until one has answered; `collation` goes with `after` at the oldest door. */
export type AdsCursor = {
  readonly list: 'ads';
  readonly search: LibrarySearch;
  readonly door: AdsDoor | null;
  readonly collation: string | null;
} & Place;
export type AdsDoor = 'page' | 'query' | 'search';
export type FacebookCursor = CommentsCursor | ReactorsCursor | RepliesCursor | StoriesCursor | AdsCursor;

/** The first requests of an export. */
export function firstCursors({ target, type, params, url }: ChosenTarget, options: ExportOptions): readonly FacebookCursor[] {
  const page = (params['page'] ?? url).replace(/#.*$/, '');
  const id = numberIn(target === 'group' ? params['group'] : params['account']);
  const post = numberIn(params['post']);
  const at = { page, after: null };
  if (type === 'ads')
    return librarySearches(target === 'ads-library' ? page : null, id, options.countries).map((search) => ({
      list: 'ads' as const,
      ...at,
      search,
      door: null,
      collation: null,
    }));
  if (type === 'reviews') return [{ list: 'reviews', ...at, id }];
  if (type === 'posts') return [{ list: target === 'group' ? 'groupPosts' : 'posts', ...at, id }];
  const feedback = post === null ? null : feedbackId(post);
  return [{ list: type === 'likes' ? 'likes' : 'comments', ...at, feedback, isInGroup: target === 'group-post' }];
}

/** @param post id of a post, or `<post>_<comment>` */
export function feedbackId(post: string): string {
  return btoa(`feedback:${post}`);
}
