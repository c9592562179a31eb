import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { datedByWords } from '#core/platform-kit/dated-words.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { addressesOf, mediaOf } from '#core/platform-kit/media.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { countSchema, idSchema, text } from '#core/platform-kit/wire.ts';

const LANGUAGE = 'zh';

const texts = z.array(z.string()).nullish();
const pairs = z.record(z.string(), z.string()).nullish();
const likes = z.object({ likeCount: countSchema.nullish() }).nullish();
/** Left out, or empty, where there is none. */
const film = z.object({ cloudVideoUrl: text }).nullish();
const rateType = z.union([z.string(), z.int().transform(String)]).nullish();

/** What the buyer added later, in the words of all lists. */
const added = z
  .object({
    appendedFeedback: text,
    feedback: text,
    appendedWordContent: text,
    appendFeedPicPathList: texts,
    feedPicPathList: texts,
    reviewPicPathList: texts,
    intervalDay: rateType,
    reply: text,
  })
  .nullish();

/** A row of the lists of rates, old and new. */
const rateSchema = z.object({
  id: idSchema,
  userNick: text,
  reduceUserNick: text,
  headPicUrl: text,
  feedback: text,
  feedbackDate: text,
  feedPicPathList: texts,
  video: film,
  appendedFeed: added,
  append: added,
  reply: text,
  skuMap: pairs,
  skuValueStr: text,
  rateType,
  interactInfo: likes,
});

/** A row of the list of the newer item pages. */
const reviewSchema = z.object({
  id: idSchema,
  userNick: text,
  headPicUrl: text,
  reviewWordContent: text,
  reviewDate: text,
  reviewPicPathList: texts,
  videoVOList: z.array(film).nullish(),
  reviewAppendVO: added,
  reply: text,
  skuText: z.union([pairs, z.string()]).nullish(),
  interactionVO: likes,
});

/** `data` of any of the lists: counts are text. */
export const listSchema = z.object({
  rateList: rowsOf(rateSchema).nullish(),
  total: countSchema.nullish(),
  totalPage: countSchema.nullish(),
  module: z.object({ reviewVOList: rowsOf(reviewSchema).nullish() }).nullish(),
});

type Added = z.output<typeof added>;
/** A row of any list under one set of names. */
interface Review {
  readonly id: string;
  readonly nick: string | null | undefined;
  readonly headPicUrl: string | null | undefined;
  readonly words: string | null | undefined;
  readonly date: string | null | undefined;
  readonly pictures: readonly string[];
  readonly films: readonly (string | null | undefined)[];
  readonly followUp: Added;
  readonly reply: string | null | undefined;
  readonly variant: string | undefined;
  readonly rateType: string | null | undefined;
  readonly likes: number | null | undefined;
}

/** The rows of a list. @throws PlatformChanged where it has none of a known name, and does not say that it is empty */
export function reviewsIn({ rateList, module, total }: z.output<typeof listSchema>): readonly Review[] {
  if (rateList != null) return rateList.map(ofRate);
  if (module?.reviewVOList != null) return module.reviewVOList.map(ofReview);
  if (total === 0) return [];
  throw new PlatformChanged('data.rateList');
}

export function reviewItem(review: Review, fetchedAt: Date): Item {
  const reply = plain(review.reply);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(review.nick)?.trim() ?? null, avatarUrl: withScheme(review.headPicUrl) },
    text: plain(review.words),
    ...datedByWords(review.date, LANGUAGE, fetchedAt),
    media: mediaOf(review.pictures, review.films),
    ownerReply: reply === null ? null : { text: reply, createdAt: null },
    extra: {
      rateType: orNull(review.rateType) ?? undefined,
      variant: review.variant,
      likeCount: review.likes ?? undefined,
      followUp: followUpOf(review.followUp),
    },
  });
}

function ofRate(rate: z.output<typeof rateSchema>): Review {
  return {
    id: rate.id,
    nick: orNull(rate.userNick) ?? rate.reduceUserNick,
    headPicUrl: rate.headPicUrl,
    words: rate.feedback,
    date: rate.feedbackDate,
    pictures: rate.feedPicPathList ?? [],
    films: [rate.video?.cloudVideoUrl],
    followUp: rate.appendedFeed ?? rate.append,
    reply: rate.reply,
    variant: orNull(rate.skuValueStr) ?? variantOf(rate.skuMap),
    rateType: rate.rateType,
    likes: rate.interactInfo?.likeCount,
  };
}

function ofReview(review: z.output<typeof reviewSchema>): Review {
  const { skuText } = review;
  return {
    id: review.id,
    nick: review.userNick,
    headPicUrl: review.headPicUrl,
    words: review.reviewWordContent,
    date: review.reviewDate,
    pictures: review.reviewPicPathList ?? [],
    films: (review.videoVOList ?? []).map((video) => video?.cloudVideoUrl),
    followUp: review.reviewAppendVO,
    reply: review.reply,
    variant: typeof skuText === 'string' ? (orNull(skuText) ?? undefined) : variantOf(skuText),
    rateType: null,
    likes: review.interactionVO?.likeCount,
  };
}

function variantOf(options: Readonly<Record<string, string>> | null | undefined): string | undefined {
  const chosen = Object.entries(options ?? {}).map(([name, value]) => `${name}: ${value}`);
  return chosen.length === 0 ? undefined : chosen.join('; ');
}

function followUpOf(later: Added): Record<string, unknown> | undefined {
  const words = plain(later?.appendedFeedback ?? later?.appendedWordContent ?? later?.feedback);
  const images = addressesOf(later?.appendFeedPicPathList ?? later?.reviewPicPathList ?? later?.feedPicPathList ?? []);
  if (words === null && images.length === 0) return undefined;
  const days = Number(later?.intervalDay ?? Number.NaN);
  const reply = plain(later?.reply);
  return {
    text: words,
    ...(Number.isNaN(days) ? {} : { afterDays: days }),
    ...(images.length === 0 ? {} : { images }),
    ...(reply === null ? {} : { ownerReply: reply }),
  };
}

function plain(words: string | null | undefined): string | null {
  return orNull(plainOfField(words ?? ''));
}
