import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { reviewSchema } from '#core/platforms/walmart/review.ts';

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
