import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { type Dated, datedByWords } from '#core/platform-kit/dated-words.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { flag, idSchema, text } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';
import { z } from 'zod';

/** What bytes from 0x80 to 0x9f look like where they were taken for Western European text. */
const WESTERN = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, place) => 0x80 + place));
const SCALE = 5;

/** `2025-07-02T10:11:12+08:00[Asia/Singapore]`. */
const ZONE_NAME = /\[[^[\]]*\]$/;

/** Some answers have their numbers as text. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .nullish();

const picture = z.union([z.string(), z.object({ url: text }).transform(({ url }) => url)]);
const video = z.object({ videoUrl: text, url: text });

/** Older answers have the words alone; some name them as those of a review. */
const reply = z.union([
  z.string().transform((replyContent) => ({ replyContent, content: null, reviewContent: null, replyTime: null, reviewTime: null })),
  z.object({ replyContent: text, content: text, reviewContent: text, replyTime: text, reviewTime: text }),
]);

export const reviewSchema = z.object({
  reviewRateId: idSchema,
  rating: number,
  reviewTitle: text,
  reviewContent: text,
  reviewTime: text,
  zonedReviewTime: text,
  boughtDate: text,
  buyerName: text,
  buyerId: idSchema.nullish(),
  upVotes: number,
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

type Review = z.output<typeof reviewSchema>;

/** Where a row stands: dates are read in its language, ages count from `fetchedAt`. */
interface Setting {
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
    media: mediaOf(
      review.images ?? [],
      (review.videos ?? []).map(({ videoUrl, url }) => videoUrl ?? url),
    ),
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
  const words = orNull(zonedReviewTime)?.trim().replace(ZONE_NAME, '');
  const zoned = isoFromUtcText(words);
  return zoned === null ? byWords : { ...byWords, createdAt: zoned, createdAtPrecision: words?.includes(':') ? 'second' : 'day' };
}

function replyOf(review: Review, language: string): Item['ownerReply'] {
  const given = review.replies?.[0] ?? review.sellerReply ?? review.reply;
  const words = plain(given?.replyContent ?? given?.content ?? given?.reviewContent);
  if (given == null || words === null) return null;
  const time = orNull(given.replyTime ?? given.reviewTime);
  return { text: words, createdAt: time === null ? null : (readWrittenDate(time, language)?.createdAt ?? isoFromUtcText(time)) };
}

function plain(words: string | null | undefined): string | null {
  return orNull(plainOfField(repaired(words ?? '')))?.trim() ?? null;
}

/** Text that was UTF-8 and was read as Latin-1 on its way, as it was written; any other text as it is. All of it must be so: nothing is guessed. */
export function repaired(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const place = code > 0xff ? WESTERN.indexOf(character) : -1;
    if (code > 0xff && place < 0) return text;
    bytes.push(place < 0 ? code : 0x80 + place);
  }
  if (bytes.every((byte) => byte < 0x80)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
