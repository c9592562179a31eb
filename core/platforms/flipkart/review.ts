import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { datedByWords } from '#core/platform-kit/dated-words.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { countSchema, idSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;
const ORIGIN = 'https://www.flipkart.com';
const LANGUAGE = 'en-IN';
/** What an address of a picture leaves open, and the size of the site's own full view. */
const PICTURE_SIZE: Readonly<Record<string, string>> = { width: '832', height: '832', quality: '70' };
const votes = z.object({ value: z.object({ count: countSchema.nullish() }).nullish() }).nullish();

export const reviewSchema = z.object({
  id: idSchema,
  rating: z.number().nullish(),
  title: text,
  text,
  author: text,
  /** "12 Mar, 2024", "Mar, 2024" or "5 months ago". */
  created: text,
  certifiedBuyer: z.boolean().nullish(),
  helpfulCount: countSchema.nullish(),
  upvote: votes,
  downvote: votes,
  location: z.object({ city: text, state: text }).nullish(),
  images: z.array(z.object({ value: z.object({ imageURL: text }).nullish() })).nullish(),
  url: text,
  reviewPropertyMap: z.looseObject({ VERIFIED_PURCHASE: z.union([z.boolean(), z.string()]).nullish() }).nullish(),
  productAttributes: z.unknown().optional(),
});
type Review = z.infer<typeof reviewSchema>;

export function reviewItem(review: Review, fetchedAt: Date): Item {
  const path = orNull(review.url);
  const { city, state } = review.location ?? {};
  const place = [orNull(city), orNull(state)].filter((part) => part !== null);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: plainOrNull(review.author) },
    title: plainOrNull(review.title),
    text: plainOrNull(review.text),
    ...datedByWords(review.created, LANGUAGE, fetchedAt),
    rating: review.rating ?? null,
    ratingScale: SCALE,
    likes: review.helpfulCount ?? review.upvote?.value?.count ?? null,
    dislikes: review.downvote?.value?.count ?? null,
    url: absoluteAddress(path, ORIGIN),
    media: (review.images ?? []).flatMap(pictureOf),
    extra: {
      verifiedPurchase: isVerified(review),
      location: place.length > 0 ? place.join(', ') : undefined,
      upvotes: review.upvote?.value?.count ?? undefined,
      variant: variantOf(review.productAttributes),
    },
  });
}

function pictureOf({ value }: NonNullable<Review['images']>[number]): Media[] {
  const url = orNull(value?.imageURL)?.replace(/\{@(\w+)\}/g, (open, name: string) => PICTURE_SIZE[name] ?? open);
  return url === undefined ? [] : [{ type: 'image', url }];
}

function isVerified({ certifiedBuyer, reviewPropertyMap }: Review): boolean | undefined {
  const stated = reviewPropertyMap?.VERIFIED_PURCHASE;
  return certifiedBuyer ?? (stated == null ? undefined : String(stated).toLowerCase() === 'true');
}

/** "Color: Black, Storage: 128 GB"; attributes of another form as they are. */
function variantOf(attributes: unknown): unknown {
  const named = checked(z.array(z.object({ name: z.string(), value: z.string() })), attributes);
  if (!named.success) return attributes ?? undefined;
  return named.data.length > 0 ? named.data.map(({ name, value }) => `${name}: ${value}`).join(', ') : undefined;
}
