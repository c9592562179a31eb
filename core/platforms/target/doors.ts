import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { rowSchema } from '#core/platforms/target/review.ts';

export const PAGE_SIZE = 50;

/** Keys that the site gives to all its visitors: of the review call where its page tells none, and of the product call. */
const PUBLIC_REVIEW_KEY = 'c6b68aaef0eac4df4931aae70500b7056531cb37';
const PRODUCT_KEY = '9f36aeafbe60771e321a7cc95a78140772ab3e96';
const KEY_IN_PAGE = /apiKey\\*["']\s*:\s*\\*["']([0-9a-f]{40})\b/g;
const MOST_KEYS = 3;
const STORE = '2281';
const VISITOR = '0'.repeat(32);
/** Some of the calls are refused to who does not come from the site. */
const OF_SITE = { accept: 'application/json', origin: 'https://www.target.com', referer: 'https://www.target.com/' };
const WRONG_KEY: ReadonlySet<number> = new Set([400, 401]);
/** Beyond how deep the call turns pages. */
const TOO_DEEP: ReadonlySet<number> = new Set([400, 404, 416]);

const summarySchema = z.object({
  statistics: z.object({ review_count: countSchema.nullish() }).nullish(),
  reviews: z.object({ results: rowsOf(rowSchema), total_results: countSchema.nullish(), total_pages: countSchema.nullish() }),
});
export type Summary = z.output<typeof summarySchema>;

const productSchema = z.object({
  data: z
    .object({
      product: z
        .object({
          ratings_and_reviews: z.object({
            statistics: z
              .object({ review_count: countSchema.nullish(), rating: z.object({ count: countSchema.nullish() }).nullish() })
              .nullish(),
            most_recent: rowsOf(rowSchema).nullish(),
          }),
        })
        .nullable(),
    })
    .nullable(),
});

/** Which page of which list of the review call. `stars`: of one rating alone. */
export interface ReviewPlace {
  readonly tcin: string;
  readonly sort: string;
  readonly stars: number | null;
  readonly page: number;
}

/**
 * A page of the review call; `deep` where it turns no further.
 * @throws CommentdockError what it says instead
 */
export async function askReviews(session: Session, place: ReviewPlace): Promise<Summary | 'deep'> {
  const [first = PUBLIC_REVIEW_KEY, ...others] = await keysOf(session, place.tcin);
  let answer = await session.fetch(reviewRequest(place, first));
  for (const key of others) {
    if (!WRONG_KEY.has(answer.status)) break;
    answer = await session.fetch(reviewRequest(place, key));
  }
  if (answer.status === 200) return readSummary(answer, place);
  if (place.page > 0 && TOO_DEEP.has(answer.status)) return 'deep';
  throw refusalOf(answer);
}

/** The few most recent reviews, and the number of all, that the call for the product has. @throws CommentdockError */
export async function askProduct(session: Session, tcin: string) {
  const query = `key=${PRODUCT_KEY}&tcin=${tcin}&store_id=${STORE}&pricing_store_id=${STORE}&has_pricing_store_id=true&channel=WEB&visitor_id=${VISITOR}`;
  const url = `https://redsky.target.com/redsky_aggregations/v1/web/pdp_client_v1?${query}`;
  const { data } = await session.json(productSchema, { url, headers: OF_SITE });
  const product = data?.product ?? null;
  if (product === null) throw new PlatformRefusal('NOT_FOUND');
  const { statistics, most_recent: rows } = product.ratings_and_reviews;
  // Who has no ratings has no reviews, and may leave their number out.
  const total = statistics?.review_count ?? (statistics?.rating?.count === 0 ? 0 : null);
  if (rows == null && total !== 0) throw new PlatformChanged('data.product.ratings_and_reviews.most_recent');
  return { rows: rows ?? [], total };
}

/** Keys of the product's page, asked for once in a run, before the public one. */
async function keysOf(session: Session, tcin: string): Promise<readonly string[]> {
  return session.once(`target keys ${tcin}`, async () => {
    const page = await optionalText(session, { url: `https://www.target.com/p/-/A-${tcin}` });
    const found = [...(page ?? '').matchAll(KEY_IN_PAGE)].flatMap(([, key]) => key ?? []);
    return [...new Set([...found, PUBLIC_REVIEW_KEY])].slice(0, MOST_KEYS);
  });
}

function reviewRequest({ tcin, sort, stars, page }: ReviewPlace, key: string): PlatformRequest {
  return {
    url: 'https://r2d2.target.com/ggc/v2/summary',
    query: {
      key,
      reviewedId: tcin,
      reviewType: 'PRODUCT',
      page,
      size: PAGE_SIZE,
      sortBy: sort,
      hasOnlyPhotos: 'false',
      verifiedOnly: 'false',
      ratingFilter: stars === null ? undefined : `rating_${stars}`,
      includes: 'reviews,reviewsWithPhotos,statistics',
      entity: '',
      errorTag: 'drax_domain_reviews_api_error',
    },
    headers: OF_SITE,
    accept: 'any',
  };
}

/** @throws PlatformChanged; PlatformRefusal BLOCKED where it gives nothing of what it counts */
function readSummary(answer: Answer, { page, stars }: ReviewPlace): Summary {
  const summary = answer.json(summarySchema);
  const { results, total_results: total } = summary.reviews;
  if (page === 0 && stars === null && results.length === 0 && (total ?? 0) > 0)
    throw new PlatformRefusal('BLOCKED', `Target counts ${total} reviews and gives none of them.`);
  return summary;
}

/** True for an answer that another door may make up for: not where the export itself ends, or nothing is reached. */
export function isShut(error: unknown): error is CommentdockError {
  return error instanceof CommentdockError && error.code !== 'INTERNAL';
}
