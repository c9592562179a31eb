import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { type Door, knock } from '#core/platform-kit/knock.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import { isReviewList, reviewSchema, toItem } from '#core/platforms/microsoft_store/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** A product in the store of one country. */
export type Store = {
  readonly product: string;
  /** Language of the pages: `en-us`. */
  readonly hl: string;
  /** Country, lower case. */
  readonly gl: string;
};

export interface CallPage {
  readonly items: readonly Item[];
  readonly goesOn: boolean;
}

const ORIGIN = 'https://apps.microsoft.com';
const REVIEWS_PER_PAGE = 25;
/** Answers that one page of the browser's list takes. */
const ANSWERS_PER_PAGE = 4;
/** Identifiers of desktop apps, which the catalog does not have. */
const DESKTOP = /^XP/;
const ALL_TIME = 'AllTime';

const callSchema = z.object({ items: rowsOf(reviewSchema).nullish(), hasMorePages: z.boolean().nullish() });
const usageSchema = z.object({ AggregateTimeSpan: z.string().nullish(), RatingCount: countSchema.nullish() });
const catalogSchema = z.object({
  Products: z.array(z.object({ MarketProperties: z.array(z.object({ UsageData: z.array(usageSchema).nullish() })).nullish() })),
});

/** @param page counts from 1 */
export function callRequest({ product, hl, gl }: Store, page: number): PlatformRequest {
  return {
    url: `${ORIGIN}/api/products/getReviews/${product}`,
    query: { pgNo: page, noItems: REVIEWS_PER_PAGE, hl, gl: gl.toUpperCase() },
    headers: { referer: detailAddress({ product, hl, gl }) },
  };
}

/** @throws PlatformChanged */
export function readCall(answer: Answer, { gl }: Store): CallPage {
  const { items, hasMorePages } = answer.json(callSchema);
  const reviews = items ?? [];
  return { items: readRows(reviews, 'reviews', (review) => toItem(review, gl)), goesOn: reviews.length > 0 && hasMorePages !== false };
}

/** What the catalog knows of a product: whether the country's store has it, and how many ratings it counts. */
export async function lookUp(session: Session, { product, hl, gl }: Store): Promise<{ exists: boolean | null; ratings: number | null }> {
  const request = {
    url: 'https://displaycatalog.mp.microsoft.com/v7.0/products',
    query: { bigIds: product, market: gl.toUpperCase(), languages: hl },
  };
  const found: Door<z.output<typeof catalogSchema>> = await knock(session, request, (answer) => answer.json(catalogSchema));
  if (!('value' in found)) return { exists: found.status === 404 ? false : null, ratings: null };
  const [known] = found.value.Products;
  if (known === undefined) return { exists: DESKTOP.test(product) ? null : false, ratings: null };
  const usage = known.MarketProperties?.flatMap(({ UsageData }) => UsageData ?? []);
  return { exists: true, ratings: usage?.find(({ AggregateTimeSpan }) => AggregateTimeSpan === ALL_TIME)?.RatingCount ?? null };
}

/**
 * Reviews that the page of the product receives by itself while it is scrolled.
 * @param skip answers that were taken already
 * @throws CommentdockError BROWSER_MISSING, NOT_FOUND, BLOCKED...
 */
export async function scrollPage(session: Session, store: Store, skip: number) {
  const { answers, ended } = await session.scroll(
    {
      url: detailAddress(store),
      actions: [{ click: '[class*="review" i] a, [aria-label*="review" i]', optional: true, timeoutMs: 3_000 }],
    },
    { url: `${new URL(ORIGIN).host}/*review*`, count: ANSWERS_PER_PAGE },
    { skip },
  );
  return { items: answers.flatMap((answer) => reviewsIn(answer, store)), taken: answers.length, ended };
}

/** Of what the page receives, summaries and lists without reviews have none. */
function reviewsIn(answer: Answer, { gl }: Store): readonly Item[] {
  if (!answer.isJson) return [];
  const list = nearest(answer.json(z.unknown()), isReviewList);
  return list === undefined ? [] : readRows(readWire(rowsOf(reviewSchema), list, 'reviews'), 'reviews', (review) => toItem(review, gl));
}

/** True for what keeps the browser from being a door at all. */
export function isNoBrowser(error: unknown): boolean {
  return error instanceof CommentdockError && (error.code === 'BROWSER_MISSING' || error.code === 'NETWORK');
}

function detailAddress({ product, hl, gl }: Store): string {
  return `${ORIGIN}/detail/${product}?hl=${hl}&gl=${gl.toUpperCase()}`;
}
