import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import {
  authorOfReply,
  factsOfBadges,
  ownerReplyOf,
  responseSchema,
  secondaryRatings,
} from '#core/platform-kit/families/bazaarvoice/review-parts.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, idSchema, numberSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;
/** The number under which the site takes comments on a review. */
const REVIEW_NUMBER = /\/review\/(\d+)/;
const number = numberSchema.nullish();

export const topicSchema = z.object({
  id: idSchema,
  author: text,
  title: text,
  text,
  submissionTime: text,
  rating: number,
  positiveFeedbackCount: countSchema.nullish(),
  negativeFeedbackCount: countSchema.nullish(),
  commentCount: countSchema.nullish(),
  photos: z.array(z.object({ normalUrl: text })).nullish(),
  /** No recorded answer has one. */
  brandResponses: z.array(responseSchema).nullish(),
  badges: z.array(z.object({ badgeCode: text, badgeName: text })).nullish(),
  recommended: z.boolean().nullish(),
  secondaryRatings: z.unknown().optional(),
  pros: z.unknown().optional(),
  cons: z.unknown().optional(),
  daysOfOwnership: number,
  qualityRating: number,
  valueRating: number,
  easeOfUseRating: number,
  writeCommentUrl: text,
});
type Topic = z.infer<typeof topicSchema>;

export function reviewItem(topic: Topic): Item {
  return makeItem({
    id: topic.id,
    kind: 'review',
    author: { name: orNull(topic.author) },
    title: plainOrNull(topic.title),
    text: plainOrNull(topic.text),
    createdAt: statedInstant(topic.submissionTime, 'topics.submissionTime'),
    rating: topic.rating ?? null,
    ratingScale: SCALE,
    likes: topic.positiveFeedbackCount ?? null,
    dislikes: topic.negativeFeedbackCount ?? null,
    replyCount: topic.commentCount ?? null,
    media: (topic.photos ?? []).flatMap(({ normalUrl }): Media[] => {
      const url = orNull(normalUrl);
      return url === null ? [] : [{ type: 'image', url }];
    }),
    ownerReply: ownerReplyOf(topic.brandResponses, 'topics.brandResponses'),
    extra: {
      ...factsOfBadges(topic.badges?.map(({ badgeCode, badgeName }) => ({ code: badgeCode, name: badgeName }))),
      recommended: topic.recommended ?? undefined,
      secondaryRatings: secondaryRatings(topic.secondaryRatings),
      pros: topic.pros ?? undefined,
      cons: topic.cons ?? undefined,
      daysOfOwnership: topic.daysOfOwnership ?? undefined,
      qualityRating: topic.qualityRating ?? undefined,
      valueRating: topic.valueRating ?? undefined,
      easeOfUseRating: topic.easeOfUseRating ?? undefined,
      ownerReplyBy: authorOfReply(topic.brandResponses),
      reviewNumber: REVIEW_NUMBER.exec(topic.writeCommentUrl ?? '')?.[1],
    },
  });
}
