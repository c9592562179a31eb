import { count, countSchema, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const words = z.object({ text }).nullish();
const unknown = z.unknown().optional();

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
      image: unknown,
      actor: z.object({ '*profileUrn': text, '*companyUrn': text }).nullish(),
    })
    .nullish(),
  /** Pictures, or an article, beside the words. */
  contribution: unknown,
  content: unknown,
  '*socialDetail': text,
  socialDetail: unknown,
});
export type WireComment = z.output<typeof commentSchema>;

export const countsSchema = z.object({
  numLikes: count,
  numComments: count,
  numShares: count,
  reactionTypeCounts: z.array(z.object({ reactionType: text, count })).nullish(),
});
export type WireCounts = z.output<typeof countsSchema>;

export const socialDetailSchema = z.object({
  '*totalSocialActivityCounts': text,
  totalSocialActivityCounts: countsSchema.nullish(),
  '*comments': z.array(z.string()).nullish(),
  comments: z.object({ '*elements': z.array(z.string()).nullish(), paging: z.object({ total: count }).nullish() }).nullish(),
  commentingDisabled: flag,
  allowedCommentersScope: text,
});
export type WireSocialDetail = z.output<typeof socialDetailSchema>;

export const reactionSchema = z.object({
  actorUrn: text,
  preDashActorUrn: text,
  reactionType: text,
  reactorLockup: z.object({ title: words, subtitle: words, navigationUrl: text, image: unknown }).nullish(),
});
export type WireReaction = z.output<typeof reactionSchema>;

const mentionSchema = z.object({
  start: count,
  length: count,
  detailData: z.object({ '*profileFullName': text, '*companyName': text, '*profileMention': text }).nullish(),
});

/** A post as it stands in a list, by the call of today (`metadata`) or by the older address (`updateMetadata`). */
export const updateSchema = z.object({
  entityUrn: text,
  metadata: z.object({ backendUrn: text, shareUrn: text, actionsPosition: text }).nullish(),
  updateMetadata: z.object({ urn: text, shareUrn: text }).nullish(),
  actor: z
    .object({
      name: words,
      description: words,
      backendUrn: text,
      urn: text,
      navigationContext: z.object({ actionTarget: text }).nullish(),
      image: unknown,
    })
    .nullish(),
  /** "Somebody reposted this". */
  header: z
    .object({
      text: z.object({ text, attributesV2: z.array(mentionSchema).nullish() }).nullish(),
      image: unknown,
      navigationContext: z.object({ actionTarget: text }).nullish(),
      imageNavigationContext: z.object({ actionTarget: text }).nullish(),
    })
    .nullish(),
  commentary: z.object({ text: words }).nullish(),
  content: unknown,
  socialContent: z.object({ shareUrl: text }).nullish(),
  '*resharedUpdate': text,
  '*socialDetail': text,
  socialDetail: unknown,
});
export type WireUpdate = z.output<typeof updateSchema>;

/** Of an update's content, a link with its title. By the older address the content is the link itself. */
const linkSchema = z.object({ title: words, navigationContext: z.object({ actionTarget: text }).nullish() });
export const contentSchema = linkSchema.extend({ articleComponent: linkSchema.nullish() });

/** A person or a company, as a list names them. */
export const memberSchema = z.object({
  entityUrn: text,
  firstName: text,
  lastName: text,
  name: text,
  headline: text,
  publicIdentifier: text,
  url: text,
});

export const entitySchema = z.looseObject({ $type: text, entityUrn: text });
export type Entity = z.output<typeof entitySchema>;

export const collectionSchema = z.object({
  '*elements': rowsOf(z.string()).nullish(),
  elements: z.array(z.unknown()).nullish(),
  paging: z.object({ total: count }).nullish(),
  metadata: z.object({ paginationToken: text }).nullish(),
});
export const graphAnswerSchema = z.object({
  data: z.object({ data: z.record(z.string(), z.unknown()).nullish(), errors: z.array(z.unknown()).nullish() }),
  included: z.array(entitySchema),
});
export const restAnswerSchema = z.object({ data: z.looseObject({}), included: z.array(entitySchema) });

/** A picture in several sizes: its root and the pieces by which it is completed. */
export const vectorImageSchema = z.object({
  rootUrl: z.string(),
  artifacts: z.array(z.object({ width: count, fileIdentifyingUrlPathSegment: text })),
});
/** A film in several sizes. */
export const streamSchema = z.object({ width: count, streamingLocations: z.array(z.object({ url: text })) });

const personSchema = z.object({ name: text, url: text }).nullish();
const statisticSchema = z.object({ interactionType: z.unknown(), userInteractionCount: countSchema.nullish() });
const statisticsSchema = z.union([z.array(statisticSchema), statisticSchema.transform((one) => [one])]).nullish();
export type PublicStatistics = z.output<typeof statisticsSchema>;
const publicCommentSchema = z.object({
  text,
  datePublished: text,
  author: personSchema,
  interactionStatistic: statisticsSchema,
});
export type PublicComment = z.output<typeof publicCommentSchema>;
/** What the public page says of itself for search engines, which may say a list of one as the one. */
export const publicPostSchema = z.object({
  commentCount: countSchema.nullish(),
  interactionStatistic: statisticsSchema,
  author: personSchema,
  comment: z.union([rowsOf(publicCommentSchema), publicCommentSchema.transform((one) => [one])]).nullish(),
});
export type PublicPost = z.output<typeof publicPostSchema>;
