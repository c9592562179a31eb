import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;

const tags = z
  .array(
    z.union([z.string(), z.int().transform(String), z.object({ tag_description: text }).transform((tag) => tag.tag_description ?? null)]),
  )
  .nullish();

/** A row of either list. The shop's says `submit_time` in some of its answers. */
export const ratingSchema = z.object({
  cmtid: idSchema,
  author_username: text,
  author_portrait: text,
  userid: idSchema.nullish(),
  anonymous: flag,
  comment: text,
  comment_tr: text,
  ctime: count,
  submit_time: count,
  rating_star: z.number().nullish(),
  like_count: count,
  images: z.array(z.string()).nullish(),
  videos: z.array(z.object({ url: text })).nullish(),
  ItemRatingReply: z.object({ comment: text, ctime: count }).nullish(),
  product_items: z.array(z.object({ itemid: idSchema.nullish(), name: text, model_name: text })).nullish(),
  tags: z.union([z.string(), tags]).nullish(),
  template_tags: z.array(z.string()).nullish(),
  detailed_rating: z.object({ product_quality: count, seller_service: count, delivery_service: count }).nullish(),
  region: text,
  sip_info: z.object({ is_oversea: flag, origin_region: text }).nullish(),
  is_repeated_purchase: flag,
  is_hidden: flag,
});
type Rating = z.output<typeof ratingSchema>;

/** @param country by which the site keeps its pictures */
export function ratingItem(rating: Rating, country: string): Item {
  const picture = (hash: string): string => pictureAt(hash, country);
  const portrait = orNull(rating.author_portrait);
  return makeItem({
    id: rating.cmtid,
    kind: 'review',
    author: {
      username: orNull(rating.author_username),
      id: rating.userid ?? null,
      avatarUrl: portrait === null ? null : picture(portrait),
    },
    text: plain(rating.comment),
    createdAt: isoFromSeconds(rating.ctime ?? rating.submit_time),
    rating: rating.rating_star ?? null,
    ratingScale: SCALE,
    likes: rating.like_count ?? null,
    media: mediaOf(
      (rating.images ?? []).flatMap((hash) => (hash === '' ? [] : [picture(hash)])),
      (rating.videos ?? []).map(({ url }) => url),
    ),
    ownerReply: replyOf(rating),
    extra: extraOf(rating),
  });
}

function extraOf(rating: Rating): Record<string, unknown> {
  const [product] = rating.product_items ?? [];
  const labels = typeof rating.tags === 'string' ? rating.tags.split(',') : (rating.tags ?? []);
  const shown = [...labels, ...(rating.template_tags ?? [])].flatMap((label) => orNull(label)?.trim() ?? []);
  const detailed = rating.detailed_rating;
  return {
    variant: orNull(product?.model_name) ?? undefined,
    product: orNull(product?.name) ?? undefined,
    productId: product?.itemid ?? undefined,
    anonymous: rating.anonymous ?? undefined,
    tags: shown.length === 0 ? undefined : shown,
    translatedText: plain(rating.comment_tr) ?? undefined,
    detailedRating: detailed
      ? { productQuality: detailed.product_quality, sellerService: detailed.seller_service, deliveryService: detailed.delivery_service }
      : undefined,
    location: orNull(rating.region) ?? undefined,
    fromRegion: orNull(rating.sip_info?.origin_region) ?? undefined,
    isRepeatedPurchase: rating.is_repeated_purchase ?? undefined,
    isHidden: rating.is_hidden === true ? true : undefined,
  };
}

/** Pictures are named by a hash, and lie at one place per country whatever address pages of their time used. */
function pictureAt(hash: string, country: string): string {
  return /^(?:https?:)?\/\//.test(hash) ? (withScheme(hash) ?? hash) : `https://down-${country}.img.susercontent.com/file/${hash}`;
}

/** The object is there without a reply too, with nothing in it. */
function replyOf({ ItemRatingReply: reply }: Rating): Item['ownerReply'] {
  const words = plain(reply?.comment);
  const createdAt = isoFromSeconds(reply?.ctime);
  return words === null && createdAt === null ? null : { text: words, createdAt };
}

function plain(words: string | null | undefined): string | null {
  return orNull(plainOfField(words ?? ''));
}
