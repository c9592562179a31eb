import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { factsOfBadges } from '#core/platform-kit/families/bazaarvoice/review-parts.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { countSchema, idSchema, numberSchema, readWire, text } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';
import { z } from 'zod';

const SCALE = 5;
const sizesSchema = z.object({ normal: z.object({ url: text, Url: text }).nullish() }).nullish();

const reviewSchema = z.object({
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

const ORIGIN = 'https://www.walmart.com';
const ROBOT_CHECK = /px-captcha|<title>\s*Robot or human\?/i;
const NO_SUCH_PAGE = /This page could not be found/i;
const DATA = '__NEXT_DATA__.props.pageProps.initialData.data';
const count = countSchema.nullish();

const reviewsSchema = z.object({
  customerReviews: rowsOf(reviewSchema).nullish(),
  /** Ratings, those without words too. */
  totalReviewCount: count,
  reviewsWithTextCount: count,
  filteredReviewsCount: count,
});

type Reviews = z.output<typeof reviewsSchema>;

const embeddedSchema = z.object({
  props: z.object({
    pageProps: z.object({
      initialData: z.object({ data: z.object({ product: z.unknown().optional(), reviews: z.unknown().optional() }).nullish() }).nullish(),
    }),
  }),
});

const productSchema = z.object({ suppressReviews: z.boolean().nullish() });

/** The reviews that a page of the site carries, and by which door they came. */
export interface ShownReviews {
  readonly reviews: Reviews;
  readonly door: string;
}

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

/** The page of a product: its ten most relevant reviews. @throws CommentdockError as `reviewsPage` */
export function productPage(session: Session, item: string): Promise<ShownReviews> {
  return shown(session, { url: `${ORIGIN}/ip/${item}` }, 'product page');
}

/**
 * One page of all reviews.
 * @throws CommentdockError NOT_FOUND, COMMENTS_DISABLED, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export function reviewsPage(
  session: Session,
  item: string,
  query: { readonly sort: string; readonly page: number },
): Promise<ShownReviews> {
  const { sort, page } = query;
  const url = `${ORIGIN}/reviews/product/${item}?entryPoint=viewAllReviewsBottom&sort=${sort}&page=${page}`;
  return shown(session, { url }, 'review page');
}

async function shown(session: Session, request: PlatformRequest, door: string): Promise<ShownReviews> {
  const { value, by } = await plainOrBrowser(session, 'Walmart', {
    plain: async () => reviewsIn(await session.fetch(request)),
    browser: async () => reviewsIn(await session.page({ url: request.url, ready: { selector: '#__NEXT_DATA__' } })),
  });
  return { reviews: value, door: `${door}${by}` };
}

function reviewsIn({ text, url }: Pick<Answer, 'text' | 'url'>): Reviews {
  const embedded = nextDataOf(text);
  if (ROBOT_CHECK.test(text) && (embedded === null || new URL(url).pathname === '/blocked')) throw new PlatformRefusal('CAPTCHA');
  const isMissing = NO_SUCH_PAGE.test(text);
  if (embedded === null) throw isMissing ? new PlatformRefusal('NOT_FOUND') : new PlatformChanged('__NEXT_DATA__');
  const data = readWire(embeddedSchema, embedded, '__NEXT_DATA__').props.pageProps.initialData?.data;
  const product = readWire(productSchema.nullish(), data?.product, `${DATA}.product`);
  if (product?.suppressReviews === true)
    throw new PlatformRefusal('COMMENTS_DISABLED', 'Walmart shows no reviews of this product, so there is nothing to export.');
  if (data?.reviews == null)
    throw product === null || isMissing ? new PlatformRefusal('NOT_FOUND') : new PlatformChanged(`${DATA}.reviews`);
  const reviews = readWire(reviewsSchema, data.reviews, `${DATA}.reviews`);
  if (reviews.customerReviews == null && (reviews.totalReviewCount ?? 0) > 0) throw new PlatformChanged(`${DATA}.reviews.customerReviews`);
  return reviews;
}
