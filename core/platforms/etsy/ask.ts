// Pages of Etsy, and the call that they make for more reviews: with the token and the shop's number that the page carries.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { ORIGIN } from '#core/platforms/etsy/items.ts';
import { listSchema, outputSchema } from '#core/platforms/etsy/wire.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { nearest, shallowest } from '#core/platform-kit/json-tree.ts';
import { linkedDataOf, linkedNodeOf } from '#core/platform-kit/linked-data.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { z } from 'zod';

export type Sort = 'Relevancy' | 'MostRecent';

/** What a page of a listing or a shop gives away. */
export interface SitePage {
  readonly url: string;
  /** `, in the browser` where plain HTTP is shut out. */
  readonly by: string;
  /** Null where the page lacks something that the call needs. */
  readonly key: { readonly csrf: string; readonly shop: string } | null;
  /** The first listing that the page links to. */
  readonly listing: string | null;
  /** What it says to search engines, unchecked. */
  readonly embedded: object | null;
  readonly isUnavailable: boolean;
}

/** A list of reviews as the call asks for it. */
export type Question = {
  readonly scope: 'listingReviews' | 'shopReviews';
  readonly listing: string;
  readonly sort: Sort;
  readonly page: number;
};

export type Listed = z.output<typeof listSchema> & { readonly cards: string };
/** The call gave nothing that could be read. */
interface Shut {
  readonly shut: CommentdockError;
}

const CALL = `${ORIGIN}/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews`;
const SPEC = String.raw`Etsy\Modules\ListingPage\Reviews\DeepDive\AsyncApiSpec`;
const CSRF = [
  /<meta\b[^>]*\bname=["']csrf_nonce["'][^>]*\bcontent=["']([^"']+)["']/i,
  /<meta\b[^>]*\bcontent=["']([^"']+)["'][^>]*\bname=["']csrf_nonce["']/i,
  /"csrf_nonce"\s*:\s*"([^"]+)"/,
];
const SHOP_ID = [/"shop_id"\s*:\s*"?(\d+)/, /\bdata-shop-id=["'](\d+)["']/];
const LISTING = [/\/listing\/(\d+)/];
/** What a page is about, where it says nothing about reviews. */
const SUBJECTS = ['Product', 'ProductGroup'];
const UNAVAILABLE = /Sorry, this item is unavailable/i;
/** Answers to a token that has grown old. */
const STALE = new Set([400, 403]);

/**
 * The page under `path`, read once per run.
 * @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED...
 */
export function sitePage(session: Session, path: string): Promise<SitePage> {
  return session.once(keyOf(path), async () => {
    const { answer, by } = await askPage(session, path);
    return readPage(answer.text, `${ORIGIN}${path}`, by);
  });
}

/** Any page of the site. */
export async function askPage(session: Session, path: string): Promise<{ readonly answer: Answer; readonly by: string }> {
  const url = `${ORIGIN}${path}`;
  const { value, by } = await plainOrBrowser<Answer>(session, 'etsy', {
    plain: () => session.fetch({ url }),
    browser: () => session.page({ url, tries: 'once' }),
  });
  return { answer: value, by };
}

/** One page of a list, through the page under `path`; a token that has grown old is renewed once. */
export async function askReviews(session: Session, path: string, question: Question): Promise<Listed | Shut> {
  const first = await call(session, await sitePage(session, path), question);
  if ('listed' in first) return first.listed;
  if (question.page === 1 || !STALE.has(first.status)) return first;
  session.forget(keyOf(path));
  const second = await call(session, await sitePage(session, path), question);
  return 'listed' in second ? second.listed : second;
}

function keyOf(path: string): string {
  return `etsy page ${path}`;
}

function readPage(html: string, url: string, by: string): SitePage {
  const csrf = firstCapture(CSRF, html);
  const shop = firstCapture(SHOP_ID, html);
  return {
    url,
    by,
    key: csrf === null || shop === null ? null : { csrf, shop },
    listing: firstCapture(LISTING, html),
    embedded: nearest(linkedDataOf(html), (node) => 'review' in node) ?? linkedNodeOf(html, ...SUBJECTS) ?? null,
    isUnavailable: UNAVAILABLE.test(html),
  };
}

type Called = { readonly listed: Listed } | (Shut & { readonly status: number });

async function call(session: Session, site: SitePage, question: Question): Promise<Called> {
  if (site.key === null) return { shut: new PlatformChanged('csrf_nonce'), status: 0 };
  const request: PlatformRequest = {
    url: CALL,
    method: 'POST',
    headers: { 'x-csrf-token': site.key.csrf, 'x-requested-with': 'XMLHttpRequest', referer: site.url },
    json: bodyOf(question, site.key.shop),
    accept: 'any',
  };
  try {
    const answer =
      site.by === ''
        ? await session.fetch({ ...request, headers: { ...request.headers, origin: ORIGIN } })
        : await session.inPage({ ...request, page: { url: site.url, accept: 'any' } });
    return answer.status === 200 ? read(answer, question) : { shut: refusalOf(answer), status: answer.status };
  } catch (error) {
    // A wall that came with a good status.
    if (error instanceof PlatformRefusal) return { shut: error, status: 200 };
    throw error;
  }
}

/** @throws PlatformChanged where there are reviews of another form */
function read(answer: Answer, { page }: Question): Called {
  const data = answer.isJson ? answer.json(z.unknown()) : null;
  const list = shallowest(data, 'jsData', (value) => typeof value === 'object' && value !== null);
  if (!Array.isArray((list as { reviews?: unknown } | undefined)?.reviews))
    return { shut: new PlatformChanged('jsData.reviews'), status: 200 };
  const listed = readWire(listSchema, list, 'jsData');
  const isHeldBack = page === 1 && listed.reviews.length === 0 && Number(listed.ratingCounts?.All ?? 0) !== 0;
  if (isHeldBack) return { shut: new PlatformRefusal('BLOCKED'), status: 200 };
  const cards = readWire(outputSchema, data, '$').output?.deep_dive_reviews ?? '';
  return { listed: { ...listed, cards } };
}

function bodyOf({ scope, listing, sort, page }: Question, shop: string) {
  const wish = {
    listing_id: Number(listing),
    shop_id: Number(shop),
    scope,
    page,
    sort_option: sort,
    rating_filter: null,
    tag_filters: [],
    should_lazy_load_images: true,
    should_show_variations: false,
    review_highlight_transaction_id: null,
  };
  return { log_performance_metrics: true, specs: { deep_dive_reviews: [SPEC, wish] }, runtime_analysis: false };
}
