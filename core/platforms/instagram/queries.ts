// The calls of Instagram's own page. Their ids change every few weeks: a page names some of those of the moment, its scripts name all. These
// stand in until then.
import type { JsonObject } from '#core/platform-api/define.ts';

export interface Query {
  /** As Instagram spells it. */
  readonly name: string;
  readonly docId: string;
  /** A call that is sent to the other address is answered with nothing, and no error. */
  readonly path: '/api/graphql' | '/graphql/query';
  /** Where its answer stands in `data`. */
  readonly root: string;
}

const COMMENTS_ROOT = 'xdt_api__v1__media__media_id__comments__connection';
const REPLIES_ROOT = 'xdt_api__v1__media__media_id__comments__parent_comment_id__child_comments__connection';
const POSTS_ROOT = 'xdt_api__v1__feed__user_timeline_graphql_connection';
const REELS_ROOT = 'fetch__XDTUserDict';

/** Ids of September 2026. */
export const QUERIES = {
  comments: { name: 'PolarisPostCommentsPaginationQuery', docId: '28169471862682868', path: '/api/graphql', root: COMMENTS_ROOT },
  replies: { name: 'PolarisPostChildCommentsQuery', docId: '28027289793632076', path: '/api/graphql', root: REPLIES_ROOT },
  moreReplies: {
    name: 'PolarisPostCommentsChildrenPaginationtQuery',
    docId: '27229753410037873',
    path: '/api/graphql',
    root: REPLIES_ROOT,
  },
  likers: { name: 'PolarisPostLikedByListDialogQuery', docId: '27928626103504365', path: '/api/graphql', root: 'fetch__XDTMediaDict' },
  posts: { name: 'PolarisProfilePostsQuery', docId: '28379418928391013', path: '/graphql/query', root: POSTS_ROOT },
  morePosts: {
    name: 'PolarisProfilePostsTabContentQuery_connection',
    docId: '38620137654299531',
    path: '/graphql/query',
    root: POSTS_ROOT,
  },
  reels: { name: 'PolarisProfileReelsTabContentQuery', docId: '37945290971781723', path: '/graphql/query', root: REELS_ROOT },
  moreReels: {
    name: 'PolarisProfileReelsTabContentQuery_connection',
    docId: '28170354102656082',
    path: '/graphql/query',
    root: REELS_ROOT,
  },
} as const satisfies Record<string, Query>;

const IS_LOGGED_IN: JsonObject = { __relay_internal__pv__PolarisIsLoggedInrelayprovider: true };
const MORE_POSTS_SWITCHES: JsonObject = {
  __relay_internal__pv__PolarisMultiCaptionCarouselEnabledrelayprovider: true,
  __relay_internal__pv__PolarisShortDramaEnabledrelayprovider: false,
  __relay_internal__pv__PolarisReelsRecoDebugOverlayEnabledrelayprovider: false,
};
const SHORT_DRAMA: JsonObject = { __relay_internal__pv__PolarisShortDramaEnabledrelayprovider: false };
const POSTS_PER_PAGE = 12;

/** What each call is asked with, in the order of the page's own calls. */
export const VARIABLES = {
  comments: (media: string, isTop: boolean, after: string | null): JsonObject => ({
    after,
    before: null,
    first: 10,
    last: null,
    media_id: media,
    sort_order: isTop ? 'popular' : 'chronological',
    ...IS_LOGGED_IN,
  }),
  replies: (media: string, comment: string, after: string | null): JsonObject => ({
    after,
    before: null,
    media_id: media,
    parent_comment_id: comment,
    is_chronological: true,
    first: after === null ? 3 : 10,
    last: null,
    ...IS_LOGGED_IN,
  }),
  likers: (media: string): JsonObject => ({ media_id: media }),
  posts: (username: string, count = POSTS_PER_PAGE): JsonObject => ({ data: postsAsked(count), username, ...IS_LOGGED_IN }),
  morePosts: (username: string, after: string): JsonObject => ({
    after,
    before: null,
    data: postsAsked(POSTS_PER_PAGE),
    first: POSTS_PER_PAGE,
    include_multi_captions: true,
    last: null,
    username,
    ...MORE_POSTS_SWITCHES,
  }),
  reels: (account: string): JsonObject => ({ data: reelsAsked(account), user_id: account, ...SHORT_DRAMA }),
  moreReels: (account: string, after: string): JsonObject => ({
    after,
    data: reelsAsked(account),
    first: POSTS_PER_PAGE,
    id: account,
    ...SHORT_DRAMA,
  }),
};

function reelsAsked(account: string): JsonObject {
  return { include_feed_video: true, page_size: POSTS_PER_PAGE, target_user_id: account };
}

function postsAsked(count: number): JsonObject {
  return {
    count,
    include_reel_media_seen_timestamp: true,
    include_relationship_info: true,
    latest_besties_reel_media: true,
    latest_reel_media: true,
  };
}
