import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { type Dated, datedByWords } from '#core/platforms/kit/dated-words.ts';
import { isoFromText } from '#core/platforms/kit/dates.ts';
import { plainOfField } from '#core/platforms/kit/field-html.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { withScheme } from '#core/platforms/kit/web-address.ts';
import { idSchema } from '#core/platforms/kit/wire.ts';
import { readWrittenDate } from '#core/platforms/kit/written-date.ts';
import { repaired } from '#core/platforms/lazada/mojibake.ts';

const SCALE = 5;
/** `2025-07-02T10:11:12+08:00[Asia/Singapore]`. */
const ZONE_NAME = /\[[^\]]*\]$/;

const text = z.string().nullish();
const flag = z.boolean().nullish();
const picture = z.union([z.string(), z.object({ url: text }).transform(({ url }) => url)]);
const video = z.object({ videoUrl: text, url: text });
/** Older answers have the words alone. */
const reply = z.union([
  z.string().transform((replyContent) => ({ replyContent, content: null, replyTime: null })),
  z.object({ replyContent: text, content: text, replyTime: text }),
]);

export const reviewSchema = z.object({
  reviewRateId: idSchema,
  rating: z.number().nullish(),
  reviewTitle: text,
  reviewContent: text,
  reviewTime: text,
  zonedReviewTime: text,
  boughtDate: text,
  buyerName: text,
  buyerId: idSchema.nullish(),
  upVotes: z.int().nullish(),
  images: z.array(picture).nullish(),
  videos: z.array(video).nullish(),
  replies: z.array(reply).nullish(),
  sellerReply: reply.nullish(),
  reply: reply.nullish(),
  skuInfo: text,
  skuId: idSchema.nullish(),
  isPurchased: flag,
  likeText: text,
  sellerName: text,
  itemTitle: text,
});
export type Review = z.output<typeof reviewSchema>;

/** Where a row stands: dates are read in its language, ages count from `fetchedAt`. */
export interface Setting {
  readonly language: string;
  readonly fetchedAt: Date;
}

export function reviewItem(review: Review, { language, fetchedAt }: Setting): Item {
  const votes = review.upVotes ?? null;
  return makeItem({
    id: review.reviewRateId,
    kind: 'review',
    author: { name: plain(review.buyerName), id: review.buyerId ?? null },
    text: plain(review.reviewContent),
    title: plain(review.reviewTitle),
    ...dateOf(review, language, fetchedAt),
    rating: review.rating ?? null,
    ratingScale: SCALE,
    likes: votes === null || votes < 0 ? null : votes,
    media: mediaOf(review),
    ownerReply: replyOf(review, language),
    extra: {
      variant: plain(review.skuInfo) ?? undefined,
      variantId: review.skuId ?? undefined,
      verifiedPurchase: review.isPurchased ?? undefined,
      boughtDate: orNull(review.boughtDate) ?? undefined,
      seller: plain(review.sellerName) ?? undefined,
      product: plain(review.itemTitle) ?? undefined,
    },
  });
}

/** Words that are no date are kept as they are: most say how long ago it was. */
function dateOf({ reviewTime, zonedReviewTime }: Review, language: string, fetchedAt: Date): Dated {
  const byWords = datedByWords(reviewTime, language, fetchedAt);
  const zoned = isoFromText(orNull(zonedReviewTime)?.trim().replace(ZONE_NAME, ''));
  return zoned === null ? byWords : { ...byWords, createdAt: zoned, createdAtPrecision: 'second' };
}

function mediaOf({ images, videos }: Review): Media[] {
  const pictures = (images ?? []).map(withScheme).filter((url) => url !== null);
  const films = (videos ?? []).map(({ videoUrl, url }) => withScheme(videoUrl ?? url)).filter((url) => url !== null);
  return [...pictures.map((url): Media => ({ type: 'image', url })), ...films.map((url): Media => ({ type: 'video', url }))];
}

function replyOf(review: Review, language: string): Item['ownerReply'] {
  const given = review.replies?.[0] ?? review.sellerReply ?? review.reply;
  const words = plain(given?.replyContent ?? given?.content);
  if (given == null || words === null) return null;
  const time = orNull(given.replyTime);
  return { text: words, createdAt: time === null ? null : (readWrittenDate(time, language)?.createdAt ?? isoFromText(time)) };
}

function plain(words: string | null | undefined): string | null {
  return orNull(plainOfField(repaired(words ?? '')))?.trim() ?? null;
}
