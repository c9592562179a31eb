import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { addressesOf, mediaOf } from '#core/platform-kit/media.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { countSchema, idSchema, text } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

const SCALE = 5;
/** Ratings come as percent of the stars. */
const PER_STAR = 20;

const count = countSchema.nullish();
/** Some calls of the gateway give all values as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).nullish();
const pictures = z.array(z.string()).nullish();

/** The number is the id as well, but loses digits on its way through other readers. */
const reviewSchema = z
  .object({
    evaluationIdStr: text,
    evaluationId: idSchema.nullish(),
    buyerName: text,
    buyerHeadPortrait: text,
    anonymous: flag,
    buyerFeedback: text,
    buyerTranslationFeedback: text,
    evalDate: text,
    buyerEval: count,
    upVoteCount: count,
    downVoteCount: count,
    images: pictures,
    videoUrl: text,
    sellerReply: text,
    buyerFbSellerReplyTranslation: text,
    buyerCountry: text,
    skuInfo: text,
    logistics: text,
    reviewType: text,
    buyerAddFbContent: text,
    buyerAddFbDate: text,
    buyerAddFbTranslation: text,
    buyerAddFbImages: pictures,
  })
  .catchall(z.unknown());
type Review = z.output<typeof reviewSchema>;

/** `data` of both doors. */
export const feedbackSchema = z.object({
  evaViewList: rowsOf(reviewSchema).nullish(),
  totalPage: count,
  totalNum: count,
});
export type Feedback = z.output<typeof feedbackSchema>;

/** @throws PlatformChanged */
export function reviewItem(review: Review, path: string): Item {
  const id = orNull(review.evaluationIdStr) ?? orNull(review.evaluationId);
  if (id === null) throw new PlatformChanged(`${path}.evaluationIdStr`);
  const reply = orNull(review.sellerReply);
  return makeItem({
    id,
    kind: 'review',
    author: { name: trimmed(review.buyerName), avatarUrl: withScheme(review.buyerHeadPortrait) },
    text: orNull(review.buyerFeedback),
    ...dateOf(review.evalDate, `${path}.evalDate`),
    rating: review.buyerEval ? review.buyerEval / PER_STAR : null,
    ratingScale: SCALE,
    likes: review.upVoteCount ?? null,
    dislikes: review.downVoteCount ?? null,
    media: mediaOf(review.images ?? [], [review.videoUrl]),
    ownerReply: reply === null ? null : { text: reply, createdAt: null },
    extra: {
      location: trimmed(review.buyerCountry) ?? undefined,
      variant: trimmed(review.skuInfo) ?? undefined,
      translatedText: trimmed(review.buyerTranslationFeedback) ?? undefined,
      ownerReplyTranslated: trimmed(review.buyerFbSellerReplyTranslation) ?? undefined,
      logistics: trimmed(review.logistics) ?? undefined,
      anonymous: review.anonymous ?? undefined,
      reviewType: trimmed(review.reviewType) ?? undefined,
      labels: labelsOf(review),
      followUp: followUpOf(review, path),
    },
  });
}

function dateOf(words: string | null | undefined, path: string): Partial<Pick<Item, 'createdAt' | 'createdAtPrecision'>> {
  if (orNull(words) === null) return {};
  const written = readWrittenDate(words ?? '', 'en');
  if (written === null) throw new PlatformChanged(path);
  return written;
}

/** What the buyer added later. */
function followUpOf(review: Review, path: string): Record<string, unknown> | undefined {
  const added = trimmed(review.buyerAddFbContent);
  const images = addressesOf(review.buyerAddFbImages ?? []);
  if (added === null && images.length === 0) return undefined;
  const translated = trimmed(review.buyerAddFbTranslation);
  return {
    text: added,
    createdAt: dateOf(review.buyerAddFbDate, `${path}.buyerAddFbDate`).createdAt ?? null,
    ...(translated === null ? {} : { translatedText: translated }),
    ...(images.length === 0 ? {} : { images }),
  };
}

/** What the buyer was asked besides: "Fit: true to size". */
function labelsOf(review: Review): Record<string, string> | undefined {
  const pairs = [1, 2, 3].flatMap((place) => {
    const [label, value] = [review[`reviewLabel${place}`], review[`reviewLabelValue${place}`]];
    return typeof label === 'string' && typeof value === 'string' && label.trim() !== '' ? [[label.trim(), value.trim()]] : [];
  });
  return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as Record<string, string>);
}

function trimmed(words: string | null | undefined): string | null {
  return orNull(words)?.trim() ?? null;
}
