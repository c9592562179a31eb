import { z } from 'zod';

const text = z.string().nullish();
const count = z.int().nullish();
const flag = z.boolean().nullish();
const words = z.object({ text }).nullish();

export const commentSchema = z.object({
  urn: text,
  entityUrn: text,
  commentary: words,
  createdAt: z.number().nullish(),
  edited: flag,
  pinned: flag,
  permalink: text,
  commenter: z
    .object({
      title: words,
      subtitle: z.union([z.string(), z.object({ text })]).nullish(),
      navigationUrl: text,
      commenterProfileId: text,
      author: flag,
      image: z.unknown().optional(),
      actor: z.object({ '*profileUrn': text, '*companyUrn': text }).nullish(),
    })
    .nullish(),
  contribution: z.unknown().optional(),
  '*socialDetail': text,
  socialDetail: z.unknown().optional(),
});
export type WireComment = z.output<typeof commentSchema>;

export const countsSchema = z.object({ numLikes: count, numComments: count });
export const socialDetailSchema = z.object({
  '*totalSocialActivityCounts': text,
  totalSocialActivityCounts: countsSchema.nullish(),
  '*comments': z.array(z.string()).nullish(),
  comments: z.object({ '*elements': z.array(z.string()).nullish() }).nullish(),
  commentingDisabled: flag,
  allowedCommentersScope: text,
});
export type WireSocialDetail = z.output<typeof socialDetailSchema>;

export const reactionSchema = z.object({
  actorUrn: text,
  preDashActorUrn: text,
  reactionType: text,
  reactorLockup: z.object({ title: words, subtitle: words, navigationUrl: text, image: z.unknown().optional() }).nullish(),
});
export type WireReaction = z.output<typeof reactionSchema>;

const entitySchema = z.looseObject({ $type: text, entityUrn: text });
export type Entity = z.output<typeof entitySchema>;

export const collectionSchema = z.object({
  '*elements': z.array(z.string()).nullish(),
  paging: z.object({ total: count }).nullish(),
});
export const answerSchema = z.object({
  data: z.object({ data: z.record(z.string(), z.unknown()) }),
  included: z.array(entitySchema),
});

/** An image of an account: its root and the pieces by which it is completed, the largest taken. */
export const imageSchema = z.object({
  attributes: z
    .array(
      z.object({
        detailData: z
          .record(
            z.string(),
            z
              .object({
                vectorImage: z
                  .object({ rootUrl: text, artifacts: z.array(z.object({ width: count, fileIdentifyingUrlPathSegment: text })).nullish() })
                  .nullish(),
              })
              .nullish(),
          )
          .nullish(),
      }),
    )
    .nullish(),
});

const personSchema = z.object({ name: text, url: text }).nullish();
/** What the public page says of itself for search engines. */
export const publicPostSchema = z.object({
  commentCount: count,
  interactionStatistic: z.unknown().optional(),
  author: personSchema,
  comment: z.array(z.object({ text, datePublished: text, author: personSchema })).nullish(),
});
export type PublicPost = z.output<typeof publicPostSchema>;
