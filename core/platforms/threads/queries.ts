// The calls of Threads' own page. Their ids change every few weeks: a page names those of the moment, these stand in where none does.
import type { JsonObject } from '#core/platform-api/define.ts';
import type { Tab } from '#core/platforms/threads/address.ts';

export interface Query {
  readonly name: string;
  readonly docId: string;
  /** What the server calls the answer (`x-root-field-name`). */
  readonly field: string;
}

export const QUERIES = {
  replies: {
    name: 'BarcelonaPostPageDirectQuery',
    docId: '36633640579617733',
    field: 'xdt_api__v1__text_feed__media_id__replies__connection',
  },
  account: { name: 'BarcelonaUsernameHovercardImplDirectQuery', docId: '26380219401627134', field: 'xdt_text_app_user_by_username' },
  posts: {
    name: 'BarcelonaProfileThreadsTabRefetchableDirectQuery',
    docId: '26687434907534883',
    field: 'xdt_api__v1__text_feed__user_id__profile__connection',
  },
  likers: { name: 'BarcelonaMediaLikersQuery', docId: '9360915773983802', field: 'likers' },
  followers: { name: 'BarcelonaFriendshipsFollowersTabQuery', docId: '28335060419422716', field: 'xdt_text_app_user' },
  following: { name: 'BarcelonaFriendshipsFollowingTabQuery', docId: '28280885978174653', field: 'xdt_text_app_user' },
} as const satisfies Record<string, Query>;

/** The lists of a profile's tabs. */
export const TAB_QUERIES: Readonly<Record<Tab, Query>> = {
  replies: {
    name: 'BarcelonaProfileRepliesTabDirectQuery',
    docId: '38355698004046040',
    field: 'xdt_api__v1__text_feed__user_id__profile__replies__connection',
  },
  media: {
    name: 'BarcelonaProfileMediaTabDirectQuery',
    docId: '38191639027147618',
    field: 'xdt_api__v1__text_feed__user_id__profile__media__connection',
  },
  reposts: {
    name: 'BarcelonaProfileRepostsTabDirectQuery',
    docId: '28800390459553524',
    field: 'xdt_api__v1__text_feed__user_id__profile__reposts__connection',
  },
};

/** The lists of accounts after their first page: those of the tabs know no place to go on from. */
export const FURTHER_QUERIES = {
  followers: { name: 'BarcelonaFriendshipsFollowersTabRefetchableQuery', docId: '9226067564176291', field: 'fetch__XDTUserDict' },
  following: { name: 'BarcelonaFriendshipsFollowingTabRefetchableQuery', docId: '27339952475679383', field: 'fetch__XDTUserDict' },
} as const satisfies Record<string, Query>;

const POSTS_PER_PAGE = 25;
const ACCOUNTS_PER_PAGE = 20;

/** What each call is asked with, besides the switches that the page names. */
export const VARIABLES = {
  replies: (post: string, isNewest: boolean, after: string | null): JsonObject => ({
    after,
    before: null,
    first: 10,
    last: null,
    postID: post,
    sort_order: isNewest ? 'RECENT' : 'TOP',
  }),
  account: (username: string): JsonObject => ({ username }),
  posts: (user: string, after: string | null): JsonObject => ({
    after,
    allow_page_info_for_lox_user: true,
    before: null,
    first: POSTS_PER_PAGE,
    last: null,
    userID: user,
  }),
  likers: (post: string): JsonObject => ({ mediaID: post }),
  accounts: (user: string): JsonObject => ({ first: ACCOUNTS_PER_PAGE, userID: user }),
  furtherAccounts: (user: string, after: string): JsonObject => ({ after, first: ACCOUNTS_PER_PAGE, id: user }),
};

/** What the page tells of who asks, where it names no switches. */
export function ownSwitches(isLoggedIn: boolean): JsonObject {
  return {
    __relay_internal__pv__BarcelonaIsLoggedInrelayprovider: isLoggedIn,
    __relay_internal__pv__BarcelonaIsCrawlerrelayprovider: false,
  };
}
