import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { factsOfBadges } from '#core/platform-kit/families/bazaarvoice/review-parts.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, idSchema, numberSchema } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

const SCALE = 5;

const text = z.string().nullish();
const sizesSchema = z.object({ normal: z.object({ url: text, Url: text }).nullish() }).nullish();

export const reviewSchema = z.object({
  reviewId: idSchema,
  reviewReferenceId: text,
  rating: numberSchema.nullish(),
  reviewSubmissionTime: text,
  reviewText: text,
  reviewTitle: text,
  userNickname: text,
  positiveFeedback: countSchema.nullish(),
  negativeFeedback: countSchema.nullish(),
  originalLanguage: text,
  /** Today's pictures and films; `photos` says the same of pictures, and was alone before. */
  media: z.array(z.object({ normalUrl: text, mediaType: text })).nullish(),
  photos: z.array(z.object({ sizes: sizesSchema, Sizes: sizesSchema })).nullish(),
  clientResponses: z.array(z.object({ response: text, date: text, department: text, name: text })).nullish(),
  badges: z.array(z.object({ id: text, glassBadge: z.object({ text }).nullish() })).nullish(),
  features: z.array(z.object({ name: text, value: text })).nullish(),
  syndicationSource: z.object({ name: text }).nullish(),
  sellerName: text,
  fulfilledBy: text,
  /** Named by others, and null or absent in what was recorded: their form is not known. */
  authorId: z.unknown().optional(),
  userLocation: z.unknown().optional(),
  condition: z.unknown().optional(),
  externalSource: z.unknown().optional(),
  recommended: z.unknown().optional(),
});
type Review = z.infer<typeof reviewSchema>;

export function reviewItem(review: Review): Item {
  const response = review.clientResponses?.[0];
  const { createdAt, createdAtPrecision } = dayOf(review.reviewSubmissionTime, 'reviewSubmissionTime');
  const replyText = orNull(response?.response);
  return makeItem({
    id: review.reviewId,
    kind: 'review',
    author: { name: orNull(review.userNickname) },
    title: orNull(review.reviewTitle),
    text: orNull(review.reviewText),
    createdAt,
    createdAtPrecision,
    rating: review.rating ?? null,
    ratingScale: SCALE,
    likes: review.positiveFeedback ?? null,
    dislikes: review.negativeFeedback ?? null,
    media: mediaOf(review),
    ownerReply: replyText === null ? null : { text: replyText, createdAt: dayOf(response?.date, 'clientResponses.0.date').createdAt },
    extra: {
      ...factsOfBadges(review.badges?.map(({ id, glassBadge }) => ({ code: id, name: glassBadge?.text }))),
      variant: variantOf(review),
      location: review.userLocation ?? undefined,
      authorId: review.authorId ?? undefined,
      sellerName: said(review.sellerName),
      fulfilledBy: said(review.fulfilledBy),
      condition: review.condition ?? undefined,
      recommended: review.recommended ?? undefined,
      syndicatedFrom: said(review.syndicationSource?.name),
      externalSource: review.externalSource ?? undefined,
      originalLanguage: said(review.originalLanguage),
      ownerReplyBy: said(response?.department) ?? said(response?.name),
      referenceId: said(review.reviewReferenceId),
    },
  });
}

/** M/D/YYYY. @throws PlatformChanged for words that are no date */
function dayOf(words: string | null | undefined, at: string): Pick<Item, 'createdAt' | 'createdAtPrecision'> {
  const given = orNull(words);
  if (given === null) return { createdAt: null, createdAtPrecision: null };
  const day = readWrittenDate(given, 'en-US');
  if (day !== null) return day;
  return { createdAt: statedInstant(given, at), createdAtPrecision: 'second' };
}

function mediaOf({ media, photos }: Review): Media[] {
  const shown = (media ?? []).flatMap(({ normalUrl, mediaType }): Media[] => {
    const url = orNull(normalUrl);
    return url === null ? [] : [{ type: mediaType?.toUpperCase() === 'VIDEO' ? 'video' : 'image', url }];
  });
  if (shown.length > 0) return shown;
  return (photos ?? []).flatMap(({ sizes, Sizes }): Media[] => {
    const normal = Sizes?.normal ?? sizes?.normal;
    const url = orNull(normal?.url ?? normal?.Url);
    return url === null ? [] : [{ type: 'image', url }];
  });
}

/** "Color: Gold, Size: M". */
function variantOf({ features }: Review): string | undefined {
  const parts = (features ?? []).flatMap(({ name, value }) => {
    const words = [orNull(name), orNull(value)].filter((part) => part !== null);
    return words.length > 0 ? [words.join(': ')] : [];
  });
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function said(words: string | null | undefined): string | undefined {
  return orNull(words) ?? undefined;
}
