import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { connectionOf, count, flag, id, pageInfoSchema, text } from '#core/platform-kit/families/meta/posts.ts';

const address = z.object({ uri: text }).nullish();
/** Nothing where it comes as a number that is too long to be exact. */
const longNumber = z.union([z.string(), z.number().transform((value) => (Number.isSafeInteger(value) ? String(value) : null))]).nullish();

const actorSchema = z.object({
  id: id.nullish(),
  name: text,
  url: text,
  is_verified: flag,
  profile_picture: address,
  profile_picture_depth_0: address,
});
export type WireActor = z.output<typeof actorSchema>;

/** A sticker, picture, film or animation, in a comment or a post. */
const mediaSchema = z.object({
  __typename: text,
  image: address,
  photo_image: address,
  animated_image: address,
  permalink_url: text,
  url: text,
});
export type WireMedia = z.output<typeof mediaSchema>;

const reactorsCount = z.object({ count }).nullish();
const answered = z.object({ legacy_fbid: id.nullish() }).nullish();

const commentSchema = z.object({
  id: text,
  legacy_fbid: id,
  depth: count,
  comment_direct_parent: answered,
  comment_parent: answered,
  body: z.object({ text }).nullish(),
  preferred_body: z.object({ text, translation_type: text }).nullish(),
  body_renderer: z.object({ text }).nullish(),
  created_time: z.number().nullish(),
  author: actorSchema.nullish(),
  user: actorSchema.nullish(),
  feedback: z
    .object({
      id: text,
      url: text,
      reactors: reactorsCount,
      replies_fields: z.object({ total_count: count, count }).nullish(),
      expansion_info: z.object({ expansion_token: text }).nullish(),
    })
    .nullish(),
  comment_action_links: z
    .array(z.object({ comment: z.object({ feedback: z.object({ reactors: reactorsCount }).nullish() }).nullish() }).nullish())
    .nullish(),
  attachments: z
    .array(z.object({ style_type_renderer: z.object({ attachment: z.object({ media: mediaSchema.nullish() }).nullish() }).nullish() }))
    .nullish(),
  is_author_original_poster: flag,
  is_pinned: flag,
});
export type WireComment = z.output<typeof commentSchema>;

export const commentListSchema = connectionOf(commentSchema).extend({ total_count: count, count });

export const reactorsSchema = z.object({
  edges: rowsOf(
    z.object({
      node: z.object({ id, name: text, url: text, profile_url: text, is_verified: flag, profile_picture: address }).nullable(),
      feedback_reaction_info: z.object({ id: id.nullish() }).nullish(),
    }),
  ),
  page_info: pageInfoSchema.nullish(),
});
export type WireReactor = NonNullable<z.output<typeof reactorsSchema>['edges'][number]['node']>;

/** Loose: some of what a story says stands at places that change, and is looked for by its name. */
const contentSchema = z.looseObject({
  actors: z.array(actorSchema).nullish(),
  message: z.object({ text }).nullish(),
  wwwURL: text,
  attached_story: z.unknown().optional(),
});
const attachmentSchema = z.object({
  styles: z
    .object({
      attachment: z
        .object({
          media: mediaSchema.nullish(),
          all_subattachments: z.object({ nodes: z.array(z.object({ media: mediaSchema.nullish() })).nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** A post of a timeline or a group, or a review. */
export const storySchema = contentSchema.extend({
  post_id: id,
  creation_time: z.number().nullish(),
  permalink_url: text,
  attachments: z.array(attachmentSchema).nullish(),
  sponsored_data: z.unknown().optional(),
  comet_sections: z
    .looseObject({
      content: z.object({ story: contentSchema.extend({ attachments: z.array(attachmentSchema).nullish() }).nullish() }).nullish(),
      feedback: z.unknown().optional(),
      context_layout: z.unknown().optional(),
      timestamp: z.unknown().optional(),
    })
    .nullish(),
});
export type WireStory = z.output<typeof storySchema>;

export const storyListSchema = connectionOf(z.unknown());

const pictureSchema = z.object({ original_image_url: text, resized_image_url: text });
const filmSchema = z.object({ video_hd_url: text, video_sd_url: text });
const snapshotSchema = z.object({
  title: text,
  cta_text: text,
  page_profile_uri: text,
  page_profile_picture_url: text,
  body: z.union([z.string(), z.object({ text, markup: z.object({ __html: text }).nullish() })]).nullish(),
  images: z.array(pictureSchema).nullish(),
  videos: z.array(filmSchema).nullish(),
  cards: z.array(pictureSchema.extend(filmSchema.shape)).nullish(),
});

/** An ad; the doors of 2024 and of 2026 name the same fields in two ways. */
const adSchema = z
  .looseObject({
    adArchiveID: id.nullish(),
    ad_archive_id: id.nullish(),
    pageID: longNumber,
    page_id: longNumber,
    pageName: text,
    page_name: text,
    startDate: z.number().nullish(),
    start_date: z.number().nullish(),
    endDate: z.number().nullish(),
    end_date: z.number().nullish(),
    isActive: flag,
    is_active: flag,
    publisherPlatform: z.array(z.string()).nullish(),
    publisher_platform: z.array(z.string()).nullish(),
    collationCount: count,
    collation_count: count,
    collationID: longNumber,
    collation_id: longNumber,
    snapshot: snapshotSchema.nullish(),
  })
  .refine((ad) => (ad.adArchiveID ?? ad.ad_archive_id ?? '') !== '', { path: ['ad_archive_id'] });
export type WireAd = z.output<typeof adSchema>;

/** The oldest door. */
export const asyncAdsSchema = z.object({
  results: rowsOf(rowsBelow(adSchema)),
  isResultComplete: flag,
  forwardCursor: text,
  collationToken: text,
  totalCount: count,
});

/** The page and the query. */
export const adConnectionSchema = connectionOf(z.object({ collated_results: rowsBelow(adSchema).nullable() })).extend({ count });
