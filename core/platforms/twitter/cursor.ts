import type { ChosenTarget } from '#core/platform-api/define.ts';

/** `after` null: the first page. `empty`: how many pages in a row had nothing. */
type Place = { readonly after: string | null; readonly empty: number };

/** The replies of a post. `owner`: its author, once the first page has shown it. */
export type ConversationCursor = { readonly list: 'conversation'; readonly post: string; readonly owner: string | null } & Place;
type AccountsOfPostCursor = { readonly list: 'likes' | 'reposts'; readonly post: string } & Place;
/** `user` is the account's id: null until it has been looked up by its handle. */
export type OfUserCursor = {
  readonly list: 'posts' | 'postsAndReplies' | 'media' | 'followers' | 'verifiedFollowers' | 'following';
  readonly handle: string | null;
  readonly user: string | null;
} & Place;
type SearchCursor = { readonly list: 'search'; readonly words: string; readonly product: string } & Place;
export type LinkCursor = { readonly list: 'link'; readonly token: string; readonly to: 'conversation' | 'likes' | 'reposts' };
export type ListCursor = AccountsOfPostCursor | OfUserCursor | SearchCursor;
export type TwitterCursor = ConversationCursor | ListCursor | LinkCursor;

const START: Place = { after: null, empty: 0 };

type OfUser = OfUserCursor['list'];
const LIST_OF_SELECTOR: Readonly<Partial<Record<ChosenTarget['selector'], OfUser>>> = {
  tweets: 'posts',
  followers: 'followers',
  following: 'following',
};
/** The list of each tab, and the selector that says the same. */
const TABS: Readonly<Record<string, { readonly list: OfUser; readonly selector: ChosenTarget['selector'] }>> = {
  'with-replies': { list: 'postsAndReplies', selector: 'tweets' },
  media: { list: 'media', selector: 'tweets' },
  followers: { list: 'followers', selector: 'followers' },
  'verified-followers': { list: 'verifiedFollowers', selector: 'followers' },
  following: { list: 'following', selector: 'following' },
};

/** The first request for what was chosen. */
export function firstCursor(
  { target, params, type, selector }: ChosenTarget,
  wishes: { readonly replies: boolean; readonly isTop: boolean },
): TwitterCursor {
  const { post, link, words, product = 'Latest' } = params;
  const ofPost = type === 'likes' ? 'likes' : type === 'shares' ? 'reposts' : 'conversation';
  if (link !== undefined) return { list: 'link', token: link, to: ofPost };
  if (post !== undefined)
    return type === 'posts'
      ? { list: 'search', words: `quoted_tweet_id:${post}`, product: 'Latest', ...START }
      : cursorOfPost(ofPost, post);
  if (words !== undefined) return { list: 'search', words, product: wishes.isTop ? 'Top' : product, ...START };
  const tab = TABS[target];
  const asked = tab !== undefined && selector === tab.selector ? undefined : LIST_OF_SELECTOR[selector];
  const chosen = asked ?? tab?.list ?? 'posts';
  const list = chosen === 'posts' && selector === 'tweets' && wishes.replies ? 'postsAndReplies' : chosen;
  return { list, handle: params['handle'] ?? null, user: params['user'] ?? null, ...START };
}

export function cursorOfPost(list: LinkCursor['to'], post: string): ConversationCursor | AccountsOfPostCursor {
  return list === 'conversation' ? { list, post, owner: null, ...START } : { list, post, ...START };
}
