import { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Marketplace } from '#core/platforms/amazon/marketplaces.ts';
import { checked } from '#core/platform-kit/checked.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { findCounts } from '#core/platform-kit/numbers.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { countSchema, readJson, readWire } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** How many there are, as a page says. */
export type Stated = {
  readonly count: number;
  /** True where reviews alone are counted; else stars without words are among them. */
  readonly ofReviews: boolean;
};

/** What the button for more reviews sends. */
export type More = { readonly token: string; readonly page: number };
/** Where that goes, and the key that only the site's own pages have. */
export type MoreDoor = { readonly path: string; readonly key: string };

const SIGN_IN_PATH = /^\/(?:-\/[\w-]+\/)?ap\/signin/;
const SIGN_IN = /<form\b[^<>]*\bname=["']signIn["']|\bid=["']ap_(?:email|password)["']/;
const ROBOT_CHECK = /\/errors\/validateCaptcha|\bid=["']captchacharacters["']|[?&]bm-verify=|\btriggerInterstitialChallenge\b/;
const ROBOT_CHECK_503 = /\bapi-services-support@amazon\.com\b|<title[^<>]*>\s*503\b/;
/** A page that asks for a proof is short; a whole product page may hold its words. */
const SHORT_PAGE = 100_000;

const PRODUCT_PAGE = '#dp, #ppd, #productTitle';
const REVIEW_PAGE =
  '#cm_cr-review_list, #cr-state-object, #filter-info-section, [data-hook="cr-filter-info-review-rating-count"], [data-hook="no-reviews-section"], .no-reviews-section';
const NO_REVIEWS = '[data-hook="no-reviews-section"], .no-reviews-section';
/** The exact number before the general ones. */
const COUNTS = [
  '[data-hook="cr-filter-info-review-rating-count"], [data-hook="cr-filter-info-review-count"]',
  '[data-hook="total-review-count"]',
  '#acrCustomerReviewText',
];
/** "5,849 total ratings, 504 with reviews"; a sentence with more numbers says which of how many are shown, in some languages the other way round. */
const ALL_AND_WRITTEN = 2;
const MORE = '[data-hook="show-more-button"]';
const NEXT_PAGE = 'li.a-last:not(.a-disabled) a[href]';

const moreSchema = z.object({
  nextPageToken: z.string().min(1),
  pageNumber: countSchema,
});
const stateSchema = z.object({ reviewsAjaxUrl: z.string().nullish(), reviewsCsrfToken: z.string().nullish() });
const summarySchema = z.object({ csrfToken: z.string() });
const PORTAL = '/portal/customer-reviews/ajax/reviews/get/';

/**
 * A page of the site.
 * @throws CommentdockError LOGIN_REQUIRED, CAPTCHA, NOT_FOUND, BLOCKED...
 */
export async function askSite(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  const isShort = answer.text.length < SHORT_PAGE;
  if (SIGN_IN_PATH.test(new URL(answer.url).pathname) || (isShort && SIGN_IN.test(answer.text)))
    throw new PlatformRefusal('LOGIN_REQUIRED');
  const isCheck = answer.status === 202 || (isShort && ROBOT_CHECK.test(answer.text));
  if (isCheck || (answer.status === 503 && ROBOT_CHECK_503.test(answer.text))) throw new PlatformRefusal('CAPTCHA');
  if (answer.status !== 200) throw refusalOf(answer);
  return answer;
}

/** What is neither a product nor a list of reviews is the front page, which Amazon shows to clients it takes for programs. */
export function softBlock({ domain }: Marketplace): PlatformRefusal {
  return new PlatformRefusal(
    'BLOCKED',
    `${domain} shows another page instead of this one, as it does to programs. Wait some hours, choose another route (options.vpn), or give the cookies of your own session (options.cookies).`,
  );
}

export function isProductPage(page: HtmlElement): boolean {
  return page.first(PRODUCT_PAGE) !== null;
}

export function isReviewPage(page: HtmlElement): boolean {
  return page.first(REVIEW_PAGE) !== null;
}

/** In which language a page is; null for a piece of one. */
export function languageOf(page: HtmlElement): string | null {
  return page.first('html')?.attribute('lang') ?? null;
}

/** Null where the page states no number. */
export function statedIn(page: HtmlElement): Stated | null {
  if (page.first(NO_REVIEWS) !== null) return { count: 0, ofReviews: true };
  for (const [index, selector] of COUNTS.entries()) {
    const counts = findCounts(page.first(selector)?.text() ?? '').map(({ value }) => value);
    const count = counts.length > ALL_AND_WRITTEN ? Math.max(...counts) : counts.at(-1);
    if (count !== undefined) return { count, ofReviews: index === 0 && counts.length > 1 };
  }
  return null;
}

/** True where the page leads to the one after it. */
export function hasNextPage(page: HtmlElement): boolean {
  return page.first(NEXT_PAGE) !== null;
}

/** What stands in the place of the next page since 2025; null where there is no more. @throws PlatformChanged */
export function moreIn(page: HtmlElement): More | null {
  const button = page.first(`${MORE}[data-reviews-state-param], ${MORE} [data-reviews-state-param]`);
  const state = button?.attribute('data-reviews-state-param') ?? null;
  if (state === null) return null;
  const { nextPageToken, pageNumber } = readWire(moreSchema, readJson(state, 'reviews-state-param'), 'reviews-state-param');
  return { token: nextPageToken, page: pageNumber };
}

/** Null where the page has no key. @throws PlatformChanged */
export function moreDoorIn(page: HtmlElement): MoreDoor | null {
  const given = page.first('#cr-state-object')?.attribute('data-state') ?? null;
  const state = given === null ? {} : readWire(stateSchema, readJson(given, 'cr-state-object'), 'cr-state-object');
  const key = state.reviewsCsrfToken ?? summaryKey(page) ?? page.first('input[name="anti-csrftoken-a2z"]')?.attribute('value') ?? null;
  return key === null ? null : { path: state.reviewsAjaxUrl?.startsWith('/') ? state.reviewsAjaxUrl : PORTAL, key };
}

function summaryKey(page: HtmlElement): string | null {
  const script = page.all('script[type="a-state"]').find((each) => each.attribute('data-a-state')?.includes('"review-summary-state"'));
  if (script === undefined) return null;
  const summary = checked(summarySchema, readJson(script.rawText, 'review-summary-state'));
  return summary.success ? summary.data.csrfToken : null;
}
