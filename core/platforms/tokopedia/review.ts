import { z } from 'zod';
import type { Author, Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { countSchema, idSchema, text } from '#core/platform-kit/wire.ts';
import { ORIGIN } from '#core/platforms/tokopedia/address.ts';

/** An instant or words, whichever of two fields holds which. */
const moment = z.union([z.string(), z.int()]).transform(String).nullish();
const likes = z.object({ totalLike: countSchema.nullish() }).nullish();
const videos = z.array(z.object({ videoUrl: text })).nullish();

export const productReviewSchema = z.object({
  id: idSchema,
  variantName: text,
  message: text,
  productRating: countSchema,
  reviewCreateTime: moment,
  reviewCreateTimestamp: moment,
  isAnonymous: z.boolean().nullish(),
  imageAttachments: z.array(z.object({ imageThumbnailUrl: text, imageUrl: text })).nullish(),
  videoAttachments: videos,
  reviewResponse: z.object({ message: text, createTime: text }).nullish(),
  user: z.object({ userID: idSchema.nullish().or(z.literal('')), fullName: text, image: text, url: text }).nullish(),
  likeDislike: likes,
  stats: z.array(z.object({ key: text, formatted: text, count: countSchema.nullish() })).nullish(),
  badRatingReasonFmt: text,
});

export const shopReviewSchema = z.object({
  id: idSchema,
  product: z
    .object({
      productID: idSchema.nullish(),
      productName: text,
      productPageURL: text,
      productVariant: z.object({ variantName: text }).nullish(),
    })
    .nullish(),
  rating: countSchema,
  reviewTime: moment,
  reviewText: text,
  reviewerID: idSchema.nullish().or(z.literal('')),
  reviewerName: text,
  avatar: text,
  replyText: text,
  replyTime: text,
  attachments: z.array(z.object({ thumbnailURL: text, fullsizeURL: text })).nullish(),
  videoAttachments: videos,
  state: z.object({ isAnonymous: z.boolean().nullish() }).nullish(),
  likeDislike: likes,
  badRatingReasonFmt: text,
});

/** What both lists state, under one name each. */
interface Stated {
  readonly id: string;
  readonly author: Partial<Author>;
  readonly text: string | null | undefined;
  readonly rating: number;
  readonly moments: readonly (string | null | undefined)[];
  readonly likes: number | null | undefined;
  readonly images: readonly (string | null)[];
  readonly videos: z.output<typeof videos>;
  readonly reply: { readonly text: string | null | undefined; readonly age: string | null | undefined };
  readonly extra: Readonly<Record<string, unknown>>;
}

const SECONDS = /^\d+$/;
/** How the site writes what Intl writes otherwise in Indonesian. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^lebih dari\s+/i, ''],
  [/^hari ini$/i, '0 hari yang lalu'],
  [/^kemarin$/i, '1 hari yang lalu'],
  [/(?<!\byang) lalu$/i, ' yang lalu'],
];

/** A review in the list of a product. */
export function productReview(review: z.output<typeof productReviewSchema>, fetchedAt: Date): Item {
  const { user, reviewResponse, stats } = review;
  const path = orNull(user?.url);
  return toItem(
    {
      id: review.id,
      author: {
        ...authorOf(user?.fullName, user?.userID, user?.image),
        url: absoluteAddress(path, ORIGIN),
      },
      text: review.message,
      rating: review.productRating,
      moments: [review.reviewCreateTime, review.reviewCreateTimestamp],
      likes: review.likeDislike?.totalLike,
      images: (review.imageAttachments ?? []).map(({ imageUrl, imageThumbnailUrl }) => orNull(imageUrl) ?? orNull(imageThumbnailUrl)),
      videos: review.videoAttachments,
      reply: { text: reviewResponse?.message, age: reviewResponse?.createTime },
      extra: {
        variant: stated(review.variantName),
        anonymous: review.isAnonymous ?? undefined,
        badRatingReason: stated(review.badRatingReasonFmt),
        authorStats: stats && stats.length > 0 ? stats.map(({ formatted, count, key }) => ({ key, count, words: formatted })) : undefined,
      },
    },
    fetchedAt,
  );
}

/** A review in the list of a shop. */
export function shopReview(review: z.output<typeof shopReviewSchema>, fetchedAt: Date): Item {
  const { product } = review;
  return toItem(
    {
      id: review.id,
      author: authorOf(review.reviewerName, review.reviewerID, review.avatar),
      text: review.reviewText,
      rating: review.rating,
      moments: [review.reviewTime],
      likes: review.likeDislike?.totalLike,
      images: (review.attachments ?? []).map(({ fullsizeURL, thumbnailURL }) => orNull(fullsizeURL) ?? orNull(thumbnailURL)),
      videos: review.videoAttachments,
      reply: { text: review.replyText, age: review.replyTime },
      extra: {
        productId: product?.productID ?? undefined,
        product: stated(product?.productName),
        productUrl: stated(product?.productPageURL),
        variant: stated(product?.productVariant?.variantName),
        anonymous: review.state?.isAnonymous ?? undefined,
        badRatingReason: stated(review.badRatingReasonFmt),
      },
    },
    fetchedAt,
  );
}

function toItem(review: Stated, fetchedAt: Date): Item {
  const answer = plainOrNull(review.reply.text);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: review.author,
    text: plainOrNull(review.text),
    ...dateOf(review.moments, fetchedAt),
    rating: review.rating,
    ratingScale: 5,
    likes: review.likes ?? null,
    media: mediaOf(review),
    // The date of an answer is in words alone.
    ownerReply: answer === null ? null : { text: answer, createdAt: null },
    extra: { ...review.extra, ownerReplyRelativeTime: answer === null ? undefined : stated(review.reply.age) },
  });
}

/** Names of anonymous people are masked; their id is 0. */
function authorOf(name: string | null | undefined, userId: string | null | undefined, avatar: string | null | undefined): Partial<Author> {
  return { name: orNull(name), id: userId === '0' ? null : orNull(userId), avatarUrl: orNull(avatar) };
}

function dateOf(moments: Stated['moments'], seenAt: Date): Pick<Item, 'createdAt' | 'createdAtPrecision' | 'relativeTime'> {
  const given = moments.flatMap((each) => orNull(each)?.trim() ?? []);
  const seconds = given.find((each) => SECONDS.test(each));
  const words = given.find((each) => !SECONDS.test(each)) ?? null;
  if (seconds !== undefined) return { createdAt: isoFromSeconds(Number(seconds)), createdAtPrecision: 'second', relativeTime: words };
  const estimated = words === null ? null : estimateInstant(inUsualWords(words), seenAt);
  return { createdAt: estimated?.createdAt ?? null, createdAtPrecision: estimated?.createdAtPrecision ?? null, relativeTime: words };
}

function inUsualWords(words: string): string {
  return OTHER_WORDS.reduce((usual, [found, instead]) => usual.replace(found, instead), words);
}

function mediaOf({ images, videos: clips }: Stated): Media[] {
  const entries = [
    ...images.map((url) => ({ type: 'image' as const, url })),
    ...(clips ?? []).map(({ videoUrl }) => ({ type: 'video' as const, url: orNull(videoUrl) })),
  ];
  return entries.flatMap(({ type, url }) => (url === null ? [] : [{ type, url }]));
}

function stated(value: string | null | undefined): string | undefined {
  return orNull(value) ?? undefined;
}
