// The calls that X's own page makes. Ids and the list of features are those of August 2026; an id that has been replaced is read anew
// from the page's scripts (dialect.ts).
import type { JsonObject } from '#core/platform-api/define.ts';

/** Sent by the site's own page to everybody. */
export const WEB_TOKEN = 'AAAAAAAAAAAAAAAAAAAAANRILgAAAAAAnNwIzUejRCOuH5E6I8xnZz4puTs%3D1Zv7ttfk8LF81IUq16cHjhLTvJu4FA33AGWWjCpTnA';

export const OPERATION_IDS = {
  TweetDetail: '559hs_YZNV4IgA3Z6zIIuw',
  UserTweets: 'eoJ5zbv51Z_KVl81v9PmLQ',
  UserTweetsAndReplies: 'wc5DRl4VaW5lSqJ8YbftZQ',
  UserMedia: '2DC9TKrcUzwGC_QskSVl5w',
  Followers: 'vJijlO_CM7dyGFNjDd7iqQ',
  Following: 'b8XpwALENnJdFSHchkK6rw',
  BlueVerifiedFollowers: 'cg6WLW39UujWMeX77xBnOA',
  Retweeters: '_wJOTLm5HMqNdcr1nGWlyA',
  Favoriters: 'tOsBp8iUJtPDcxme-Bgeuw',
  SearchTimeline: 'BGd0T_j7oVwlW5U79tO_0A',
  UserByScreenName: 'Gb-d6r0vxPOADdG62OEBpQ',
} as const;
export type Operation = keyof typeof OPERATION_IDS;

const ON = [
  'c9s_tweet_anatomy_moderator_badge_enabled',
  'communities_web_enable_tweet_community_results_fetch',
  'creator_subscriptions_tweet_preview_api_enabled',
  'freedom_of_speech_not_reach_fetch_enabled',
  'graphql_is_translatable_rweb_tweet_is_translatable_enabled',
  'longform_notetweets_consumption_enabled',
  'longform_notetweets_inline_media_enabled',
  'longform_notetweets_rich_text_read_enabled',
  'responsive_web_edit_tweet_api_enabled',
  'responsive_web_graphql_exclude_directive_enabled',
  'responsive_web_graphql_timeline_navigation_enabled',
  'responsive_web_profile_redirect_enabled',
  'responsive_web_twitter_article_tweet_consumption_enabled',
  'rweb_tipjar_consumption_enabled',
  'rweb_video_timestamps_enabled',
  'standardized_nudges_misinfo',
  'tweet_with_visibility_results_prefer_gql_limited_actions_policy_enabled',
  'tweetypie_unmention_optimization_enabled',
  'view_counts_everywhere_api_enabled',
  'rweb_video_screen_enabled',
  'responsive_web_grok_show_grok_translated_post',
];
const OFF = [
  'articles_preview_enabled',
  'creator_subscriptions_quote_tweet_preview_enabled',
  'responsive_web_enhance_cards_enabled',
  'responsive_web_graphql_skip_user_profile_image_extensions_enabled',
  'responsive_web_grok_community_note_auto_translation_is_enabled',
  'responsive_web_grok_imagine_annotation_enabled',
  'responsive_web_media_download_video_enabled',
  'tweet_awards_web_tipping_enabled',
  'tweet_with_visibility_results_prefer_gql_media_interstitial_enabled',
  'verified_phone_label_enabled',
  'responsive_web_grok_analyze_button_fetch_trends_enabled',
  'premium_content_api_read_enabled',
  'profile_label_improvements_pcf_label_in_post_enabled',
  'responsive_web_grok_share_attachment_enabled',
  'responsive_web_grok_analyze_post_followups_enabled',
  'responsive_web_grok_image_annotation_enabled',
  'responsive_web_grok_analysis_button_from_backend',
  'responsive_web_jetfuel_frame',
];
const ARTICLE_NOTES = 'responsive_web_twitter_article_notes_tab_enabled';
const ACCOUNT_LISTS: readonly Operation[] = ['Followers', 'Following', 'BlueVerifiedFollowers'];
const OF_A_LOOK_UP = {
  highlights_tweets_tab_ui_enabled: true,
  hidden_profile_likes_enabled: true,
  hidden_profile_subscriptions_enabled: true,
  subscriptions_verification_info_verified_since_enabled: true,
  subscriptions_verification_info_is_identity_verified_enabled: false,
  [ARTICLE_NOTES]: false,
  subscriptions_feature_can_gift_premium: false,
};

/** Switches that every call has to name; one that is missing is refused by name. */
export function featuresOf(operation: Operation): Readonly<Record<string, boolean>> {
  return {
    ...Object.fromEntries([...ON.map((name) => [name, true] as const), ...OFF.map((name) => [name, false] as const)]),
    ...(operation === 'UserByScreenName' ? OF_A_LOOK_UP : {}),
    ...(ACCOUNT_LISTS.includes(operation) ? { [ARTICLE_NOTES]: false } : {}),
  };
}

/** Which replies come first. */
type Ranking = 'Recency' | 'Relevance';

const OF_POSTS = { includePromotedContent: true, withQuickPromoteEligibilityTweetFields: true, withVoice: true, withV2Timeline: true };

/** What each call is asked with, but for its cursor. */
export const VARIABLES = {
  look: (handle: string): JsonObject => ({ screen_name: handle, withSafetyModeUserFields: true }),
  conversation: (post: string, ranking: Ranking | null): JsonObject => ({
    focalTweetId: post,
    referrer: 'tweet',
    with_rux_injections: true,
    includePromotedContent: true,
    withCommunity: true,
    withQuickPromoteEligibilityTweetFields: true,
    withBirdwatchNotes: true,
    withVoice: true,
    withV2Timeline: true,
    ...(ranking === null ? {} : { rankingMode: ranking }),
  }),
  posts: (user: string): JsonObject => ({ userId: user, count: 40, ...OF_POSTS }),
  postsAndReplies: (user: string): JsonObject => ({
    userId: user,
    count: 40,
    includePromotedContent: true,
    withCommunity: true,
    withVoice: true,
    withV2Timeline: true,
  }),
  media: (user: string): JsonObject => ({
    userId: user,
    count: 20,
    includePromotedContent: false,
    withClientEventToken: false,
    withBirdwatchNotes: false,
    withVoice: true,
    withV2Timeline: true,
  }),
  accounts: (user: string): JsonObject => ({ userId: user, count: 20, includePromotedContent: false }),
  accountsOfPost: (post: string): JsonObject => ({ tweetId: post, count: 20, includePromotedContent: true }),
  search: (words: string, product: string): JsonObject => ({ rawQuery: words, count: 20, querySource: 'typed_query', product }),
} as const;
