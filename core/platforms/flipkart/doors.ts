import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { ErrorCode } from '#core/contract/error.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { everyOf, nearest, shallowest } from '#core/platform-kit/json-tree.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { reviewSchema } from '#core/platforms/flipkart/review.ts';
import type { z } from 'zod';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** A product, and which page of its reviews in which order. */
export interface ReviewPlace {
  readonly name: string;
  readonly item: string;
  /** The number of the product; null where the address had none. */
  readonly pid: string | null;
  readonly order: string;
  readonly page: number;
}

/** What a page of reviews says. */
export interface ReviewPage {
  readonly reviews: readonly z.output<typeof reviewSchema>[];
  /** How many pages there are, and how many reviews; null where it does not say. */
  readonly pages: number | null;
  readonly total: number | null;
  readonly fetchedAt: Date;
  readonly door: string;
}

type Door = { readonly name: string; ask(session: Session, place: ReviewPlace): Promise<Answer> };

const ORIGIN = 'https://www.flipkart.com';
/** What the site's own script puts behind the user agent, in a header of its own. */
const SITE_AGENT = ' FKUA/website/42/website/Desktop';
const STATE = /window\.__INITIAL_STATE__\s*=\s*/;
const CAPTCHA = /<title>\s*Flipkart reCAPTCHA\b/i;
const GONE = /Unfortunately the page you are looking for has been moved or deleted/i;
const REVIEW = 'ProductReviewValue';
const PAGES = 'PAGINATION_BAR';
/** Parts of a page of reviews, also where it has none. */
const PARTS = new Set(['REVIEWS', PAGES, 'REVIEW_FILTERS', 'PRODUCT_MIN', 'PAGE_TITLE', 'RATING', 'ASPECT_CARDS', 'REVIEW_IMAGES']);
/** "12,345 Ratings & 1,234 Reviews", also with elements between. */
const TOTAL = /Ratings?(?:\s|&nbsp;|&amp;|&|\\u0026|\\u00a0|and|<[^<>]*>){1,12}(\d[\d,.]*\s?(?:k|lakhs?|crores?)?)\s*Reviews?\b/i;
/** With these another door may open. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'BLOCKED', 'PLATFORM_CHANGED', 'BROWSER_MISSING']);

const DOORS: readonly Door[] = [
  { name: 'review page', ask: (session, place) => session.fetch({ url: `${ORIGIN}${pathOf(place)}` }) },
  {
    name: 'page model, in the browser',
    ask: async (session, place) =>
      session.inPage({
        url: `${ORIGIN}/api/4/page/fetch`,
        method: 'POST',
        json: { pageUri: pathOf(place) },
        headers: await siteAgent(session),
      }),
  },
  {
    name: 'review call',
    ask: async (session, { pid, order, page }) => {
      if (pid === null) throw new PlatformRefusal('BLOCKED');
      const query = `pid=${pid}&aid=overall&sortOrder=${order}&certifiedBuyer=false&page=${page}`;
      const url = `https://1.rome.api.flipkart.com/api/3/product/reviews?${query}`;
      return session.fetch({
        url,
        headers: { ...(await siteAgent(session)), accept: 'application/json', origin: ORIGIN, referer: `${ORIGIN}/` },
      });
    },
  },
];

async function siteAgent(session: Session): Promise<{ readonly 'x-user-agent': string }> {
  return { 'x-user-agent': `${await session.userAgent(ORIGIN)}${SITE_AGENT}` };
}

/**
 * A page of reviews by the first door that opens; those that were shut are not tried again in this run.
 * @throws CommentdockError what the first of them said: CAPTCHA, BLOCKED, PLATFORM_CHANGED; NOT_FOUND...
 */
export async function askReviews(session: Session, place: ReviewPlace): Promise<ReviewPage> {
  const open = await session.once('flipkart doors', async (): Promise<{ first: number }> => ({ first: 0 }));
  let said: CommentdockError | null = null;
  for (const [index, door] of DOORS.entries()) {
    if (index < open.first) continue;
    try {
      const page = pageIn(await door.ask(session, place), place, door.name);
      open.first = index;
      return page;
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      // Behind the first door a refusal of any kind is no more than a door that is shut.
      if (!SHUT.has(error.code) && said === null) throw error;
      said ??= error;
    }
  }
  open.first = 0;
  throw said ?? new PlatformRefusal('BLOCKED');
}

function pathOf({ name, item, pid, order, page }: ReviewPlace): string {
  const query = new URLSearchParams({ ...(pid === null ? {} : { pid }), page: String(page), sortOrder: order });
  return `/${percentEncoded(name)}/product-reviews/${percentEncoded(item)}?${query}`;
}

function pageIn(answer: Answer, { page }: ReviewPlace, door: string): ReviewPage {
  const { text, url, fetchedAt } = answer;
  if (CAPTCHA.test(text)) throw new PlatformRefusal('CAPTCHA');
  const model = answer.isJson ? readJson(text, '$') : (jsonBehind(text, STATE) ?? nextDataOf(text));
  const found = everyOf(model, (value) => typeOf(value) === REVIEW);
  if (found.length === 0) {
    if (GONE.test(text)) throw new PlatformRefusal('NOT_FOUND');
    const isPage = everyOf(model, (value) => PARTS.has(typeOf(value))).length > 0;
    const isPastEnd = page > 1 && answer.isJson;
    if (new URL(url).pathname === '/error' || (!isPage && !isPastEnd))
      throw new PlatformRefusal(
        'BLOCKED',
        'Flipkart answers with an empty page, as it does to visitors from outside India and to programs.',
      );
  }
  const reviews = readRows(found, REVIEW, (value) => readWire(reviewSchema, value, ''));
  const total = totalIn(text, model);
  if (reviews.length === 0 && page === 1 && (total ?? 0) > 0) throw new PlatformChanged(REVIEW);
  return { reviews, pages: pagesIn(model), total, fetchedAt, door };
}

function pagesIn(model: unknown): number | null {
  const bar = nearest(model, (value) => typeOf(value) === PAGES);
  return (shallowest(bar, 'totalPages', isCount) as number | undefined) ?? null;
}

function totalIn(text: string, model: unknown): number | null {
  const written = TOTAL.exec(text)?.[1];
  if (written !== undefined) return readCount(written)?.value ?? null;
  return (shallowest(model, 'reviewCount', isCount) as number | undefined) ?? null;
}

function typeOf(value: object): string {
  const { type } = value as { readonly type?: unknown };
  return typeof type === 'string' ? type : '';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value);
}
