import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { checked, rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

/** Views are sent as text. */
const countText = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish();

/** `result` is read by what it turns out to be: the thing itself, a note that it is not shown, or nothing. */
const results = z.object({ result: z.unknown().optional() }).nullish();

const urlsSchema = z.array(z.object({ url: text, expanded_url: text })).nullish();
const linksSchema = z.object({ urls: urlsSchema }).nullish();
const mediaSchema = z.object({
  type: z.string(),
  url: text,
  media_url_https: text,
  video_info: z
    .object({ variants: z.array(z.object({ bitrate: z.number().nullish(), content_type: text, url: z.string() })).nullish() })
    .nullish(),
});
export type WireMedia = z.output<typeof mediaSchema>;

export const tweetSchema = z.object({
  rest_id: z.string().min(1),
  core: z.object({ user_results: results }).nullish(),
  views: z.object({ count: countText }).nullish(),
  edit_control: z
    .object({
      edit_tweet_ids: z.array(z.string()).nullish(),
      edit_control_initial: z.object({ edit_tweet_ids: z.array(z.string()).nullish() }).nullish(),
    })
    .nullish(),
  note_tweet: z
    .object({ note_tweet_results: z.object({ result: z.object({ text, entity_set: linksSchema }).nullish() }).nullish() })
    .nullish(),
  legacy: z.object({
    full_text: z.string(),
    created_at: text,
    favorite_count: count,
    reply_count: count,
    retweet_count: count,
    quote_count: count,
    bookmark_count: count,
    lang: text,
    in_reply_to_status_id_str: text,
    conversation_id_str: text,
    entities: z.object({ urls: urlsSchema, media: z.array(z.object({ url: text })).nullish() }).nullish(),
    extended_entities: z.object({ media: z.array(mediaSchema).nullish() }).nullish(),
    retweeted_status_result: results,
  }),
});
export type WireTweet = z.output<typeof tweetSchema>;

/** An account: since 2025 in parts, before that all in `legacy`. */
export const userSchema = z.object({
  rest_id: z.string().min(1),
  is_blue_verified: flag,
  core: z.object({ name: text, screen_name: text, created_at: text }).nullish(),
  avatar: z.object({ image_url: text }).nullish(),
  location: z.object({ location: text }).nullish(),
  privacy: z.object({ protected: flag }).nullish(),
  profile_bio: z.object({ description: text, entities: z.object({ description: linksSchema }).nullish() }).nullish(),
  relationship_counts: z.object({ followers: count, following: count }).nullish(),
  relationship_perspectives: z.object({ following: flag }).nullish(),
  tweet_counts: z.object({ tweets: count }).nullish(),
  verification: z.object({ verified: flag }).nullish(),
  legacy: z
    .object({
      name: text,
      screen_name: text,
      created_at: text,
      description: text,
      location: text,
      profile_image_url_https: text,
      followers_count: count,
      friends_count: count,
      statuses_count: count,
      protected: flag,
      following: flag,
      verified: flag,
      entities: z.object({ description: linksSchema }).nullish(),
    })
    .nullish(),
});
export type WireUser = z.output<typeof userSchema>;

/** What stands where a post or an account is not shown, or is wrapped. */
export const nodeSchema = z.object({
  __typename: text,
  rest_id: text,
  reason: text,
  tweet: z.unknown().optional(),
  tombstone: z.object({ text: z.object({ text }).nullish() }).nullish(),
});

const contentSchema = z.object({
  itemType: text,
  cursorType: text,
  value: text,
  promotedMetadata: z.unknown().optional(),
  tweet_results: results,
  user_results: results,
  tombstoneInfo: z.object({ text }).nullish(),
});
export type WireContent = z.output<typeof contentSchema>;

const moduleItemSchema = z.object({ entryId: z.string(), item: z.object({ itemContent: contentSchema.nullish() }).nullish() });
export type WireModuleItem = z.output<typeof moduleItemSchema>;

/** A cursor leads further: one of an unknown form is no row that can be done without. */
function isNoCursor(entry: unknown): boolean {
  const named = checked(namedSchema, entry).data;
  const kind = named?.content?.entryType ?? named?.content?.__typename ?? named?.item?.itemContent?.itemType ?? '';
  return !/(?:^|-)cursor-/.test(named?.entryId ?? '') && !kind.includes('Cursor');
}
const namedSchema = z.object({
  entryId: z.unknown().transform(String),
  content: z
    .looseObject({ entryType: text.catch(null), __typename: text.catch(null) })
    .nullish()
    .catch(null),
  item: z
    .object({
      itemContent: z
        .object({ itemType: text.catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

const entrySchema = z.object({
  entryId: z.string(),
  content: z.object({
    cursorType: text,
    value: text,
    itemContent: contentSchema.nullish(),
    items: rowsBelow(moduleItemSchema, isNoCursor).nullish(),
  }),
});
export type WireEntry = z.output<typeof entrySchema>;

export const timelineSchema = z.object({
  instructions: z.array(
    z.object({
      type: text,
      entries: rowsOf(entrySchema, isNoCursor).nullish(),
      entry: entrySchema.nullish(),
      moduleEntryId: text,
      moduleItems: rowsOf(moduleItemSchema, isNoCursor).nullish(),
    }),
  ),
});
export type WireTimeline = z.output<typeof timelineSchema>;

const errorSchema = z.object({ message: text, code: z.int().nullish(), extensions: z.object({ code: z.int().nullish() }).nullish() });
export type WireError = z.output<typeof errorSchema>;

/** Every answer. */
export const envelopeSchema = z.object({ data: z.unknown().optional(), errors: z.array(errorSchema).nullish() });
export type Envelope = z.output<typeof envelopeSchema>;
