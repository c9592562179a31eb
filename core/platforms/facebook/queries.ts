// The queries of Facebook's own pages: their ids as seen in 2026, and what they are asked with. Ids change every few weeks: a page that
// names one, and the site's scripts after a refusal, go before this table.
import type { JsonObject } from '#core/platform-api/define.ts';
import type { Sort } from '#core/contract/options.ts';

/** The fallback; the id of the reactors' query is the one most likely to be out of date. */
export const QUERY_IDS = {
  CommentListComponentsRootQuery: '27046361795040764',
  CommentsListComponentsPaginationQuery: '28217113134586234',
  Depth1CommentsListPaginationQuery: '27878908781774491',
  Depth2CommentsListPaginationQuery: '28232639913040278',
  CometUFIReactionsDialogTabContentRefetchQuery: '37480094514909095',
  ProfileCometTimelineFeedRefetchQuery: '28591463417151325',
  GroupsCometFeedRegularStoriesPaginationQuery: '27489248654050164',
  ProfileCometReviewsFeedRefetchQuery: '26706360375718971',
  AdLibrarySearchPaginationQuery: '24922295957467452',
} as const;
export type QueryName = keyof typeof QUERY_IDS;

export const FLAG_PREFIX = '__relay_internal__pv__';
const FLAG_SUFFIX = 'relayprovider';

/** Switches without which the queries of comments are refused. ORIGINAL: no machine translations. */
const COMMENT_FLAGS = flags({
  CometUFICommentAutoTranslationType: 'ORIGINAL',
  CometUFICommentAvatarStickerAnimatedImage: false,
  CometUFICommentActionLinksRewriteEnabled: false,
  IsWorkUser: false,
});

/** Switches of the queries of posts, where the page names none. One that is missing here is refused by name. */
export const STORY_FLAGS = flags({
  ...Object.fromEntries(
    [
      'GHLShouldChangeAdIdFieldName',
      'GHLShouldChangeSponsoredDataFieldName',
      'CometFeedStory_enable_reactor_facepile',
      'CometFeedStory_enable_social_bubbles',
      'CometFeedStory_enable_post_permalink_white_space_click',
      'CometUFICommentActionLinksRewriteEnabled',
      'CometUFICommentAvatarStickerAnimatedImage',
      'IsWorkUser',
      'TestPilotShouldIncludeDemoAdUseCase',
      'FBReels_deprecate_short_form_video_context_gk',
      'FBReels_enable_view_dubbed_audio_type_gk',
      'CometFeedShareMedia_shouldPrefetchShareImage',
      'CometImmersivePhotoCanUserDisable3DMotion',
      'WorkCometIsEmployeeGKProvider',
      'IsMergQAPolls',
      'FBReelsMediaFooter_comet_enable_reels_ads_gk',
      'CometUFIReactionsEnableShortName',
      'CometUFIShareActionMigration',
      'CometUFISingleLineUFI',
      'relay_provider_comet_ufi_ssr_seo_defer',
      'CometUFI_dedicated_comment_routable_dialog_gk',
      'ReelsIFUCard_reelsIFULikeCount',
      'FBReelsIFUTileContent_reelsIFUPlayOnHover',
      'ShouldEnableBakedInTextStories',
      'StoriesShouldIncludeFbNotes',
    ].map((name) => [name, false]),
  ),
  CometUFICommentAutoTranslationType: 'ORIGINAL',
  GroupsCometGYSJFeedItemHeight: 206,
});

const INTENTS: Readonly<Partial<Record<Sort, string>>> = {
  old: 'CHRONOLOGICAL_UNFILTERED_INTENT_V1',
  top: 'RANKED_FILTERED_INTENT_V1',
};
const NEWEST = 'REVERSE_CHRONOLOGICAL_UNFILTERED_INTENT_V1';
/** Shows more comments than the other places do. */
const DIALOG = 'POST_PERMALINK_DIALOG';

export function commentsVariables(feedback: string, after: string | null, sort: Sort | null): JsonObject {
  return {
    commentsAfterCount: -1,
    commentsAfterCursor: after,
    commentsBeforeCount: null,
    commentsBeforeCursor: null,
    commentsIntentToken: (sort === null ? undefined : INTENTS[sort]) ?? NEWEST,
    feedLocation: DIALOG,
    focusCommentID: null,
    scale: 1,
    useDefaultActor: false,
    id: feedback,
    ...COMMENT_FLAGS,
  };
}

export function repliesVariables(depth: 1 | 2, feedback: string, token: string | null, after: string | null): JsonObject {
  const name = depth === 1 ? 'replies' : 'subReplies';
  return {
    clientKey: null,
    expansionToken: token,
    feedLocation: DIALOG,
    focusCommentID: null,
    [`${name}AfterCount`]: null,
    [`${name}AfterCursor`]: after,
    [`${name}BeforeCount`]: null,
    [`${name}BeforeCursor`]: null,
    scale: 1,
    useDefaultActor: false,
    id: feedback,
    ...COMMENT_FLAGS,
  };
}

export function reactorsVariables(feedback: string, after: string | null): JsonObject {
  return { count: 10, cursor: after, feedbackTargetID: feedback, reactionID: null, scale: 1, id: feedback };
}

/** Bounds in Unix seconds. */
export function timelineVariables(
  id: string,
  after: string | null,
  bounds: { readonly from: number | null; readonly to: number | null },
): JsonObject {
  return {
    afterTime: bounds.from,
    beforeTime: bounds.to,
    count: 3,
    cursor: after,
    feedLocation: 'TIMELINE',
    renderLocation: 'timeline',
    scale: 1,
    id,
  };
}

export function groupVariables(id: string, after: string | null, sort: Sort | null): JsonObject {
  return {
    count: 3,
    cursor: after,
    feedLocation: 'GROUP',
    feedType: 'DISCUSSION',
    feedbackSource: 0,
    filterTopicId: null,
    focusCommentID: null,
    privacySelectorRenderLocation: 'COMET_STREAM',
    referringStoryRenderLocation: null,
    renderLocation: 'group',
    scale: 1,
    sortingSetting: sort === 'top' ? 'TOP_POSTS' : 'CHRONOLOGICAL',
    stream_initial_count: 1,
    useDefaultActor: false,
    id,
  };
}

export function reviewsVariables(id: string, after: string | null): JsonObject {
  return {
    count: 10,
    cursor: after,
    feedLocation: 'PAGE_SURFACE_RECOMMENDATIONS',
    feedbackSource: 0,
    focusCommentID: null,
    privacySelectorRenderLocation: 'COMET_STREAM',
    referringStoryRenderLocation: null,
    renderLocation: 'timeline',
    scale: 1,
    useDefaultActor: false,
    id,
  };
}

function flags(values: Readonly<Record<string, boolean | number | string>>): Readonly<Record<string, boolean | number | string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${FLAG_PREFIX}${name}${FLAG_SUFFIX}`, value]));
}
