import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { askPage, askReviews, type Listed, type Question, type SitePage, sitePage, type Sort } from '#core/platforms/etsy/ask.ts';
import { cardItem, embeddedItem, listedItem, REGION } from '#core/platforms/etsy/items.ts';
import { embeddedSchema } from '#core/platforms/etsy/wire.ts';
import { tellApart } from '#core/platform-kit/hash.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type ListingCursor = { readonly list: 'listing'; readonly id: string; readonly slug: string; readonly sort: Sort };
export type ShopCursor = { readonly list: 'shop'; readonly shop: string; readonly sort: Sort };
/** Further pages. `path`: of the page that the call is made for. */
export type ReviewsCursor = { readonly list: 'reviews'; readonly path: string } & Question;
export type CardsCursor = { readonly list: 'cards'; readonly shop: string; readonly page: number };
type Subject = { readonly kind: 'listing' | 'shop'; readonly name: string };
type Further = ReviewsCursor | CardsCursor;

const CARD = '.review-item';
const ONLY_EMBEDDED = 'Only the few reviews that Etsy puts into the page itself could be had: it gave no further ones';
const NO_CARDS = 'Etsy gave the reviews of this shop by its page only, page by page.';

/** The page of a listing, and the first reviews of its list; else those within the page. */
export async function listingPage({ id, slug, sort }: ListingCursor, session: Session): Promise<Page<Further>> {
  const path = `/listing/${id}${slug === '' ? '' : `/${percentEncoded(slug)}`}`;
  const site = await sitePage(session, path);
  const question: Question = { scope: 'listingReviews', listing: id, sort, page: 1 };
  if (site.key === null) return embeddedPage(site, { kind: 'listing', name: id }, null);
  const found = await askReviews(session, path, question);
  return 'shut' in found
    ? embeddedPage(site, { kind: 'listing', name: id }, found.shut)
    : listPage(found, { list: 'reviews', path, ...question }, site.by);
}

/** The same of a shop: by its list, else by its page of reviews, else by what its page says to search engines. */
export async function shopPage({ shop, sort }: ShopCursor, session: Session): Promise<Page<Further>> {
  const path = `/shop/${percentEncoded(shop)}`;
  const site = await sitePage(session, path);
  if (site.key !== null && site.listing !== null) {
    const question: Question = { scope: 'shopReviews', listing: site.listing, sort, page: 1 };
    const found = await askReviews(session, path, question);
    if (!('shut' in found)) return listPage(found, { list: 'reviews', path, ...question }, site.by);
  }
  const cards = await firstCards(shop, session);
  if (!(cards instanceof CommentdockError) && cards.items.length > 0) return { ...cards, notes: [NO_CARDS] };
  return embeddedPage(site, { kind: 'shop', name: shop }, cards instanceof CommentdockError ? cards : null);
}

export async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<Further>> {
  const found = await askReviews(session, cursor.path, cursor);
  if ('shut' in found) throw found.shut;
  return listPage(found, cursor, (await sitePage(session, cursor.path)).by);
}

/** A page of the shop's own reviews, until one has none. */
export async function cardsPage({ shop, page }: CardsCursor, session: Session): Promise<Page<Further>> {
  const { answer, by } = await askPage(session, `/shop/${percentEncoded(shop)}/reviews?ref=pagination&page=${page}`);
  const around = { subject: shop, apart: tellApart() };
  const items = readRows(parseHtml(answer.text).all(CARD), CARD, (card) => cardItem(card, around));
  const next: CardsCursor = { list: 'cards', shop, page: page + 1 };
  return { items, next: items.length === 0 ? [] : [{ cursor: next, role: 'page' }], door: `page of reviews${by}` };
}

/** What stands before it, where another door is left. */
async function firstCards(shop: string, session: Session): Promise<Page<Further> | CommentdockError> {
  try {
    return await cardsPage({ list: 'cards', shop, page: 1 }, session);
  } catch (error) {
    if (error instanceof PlatformRefusal || error instanceof PlatformChanged) return error;
    throw error;
  }
}

function listPage({ reviews, ratingCounts, totalPages, cards }: Listed, cursor: ReviewsCursor, by: string): Page<Further> {
  const onPage = parseHtml(cards).all(`[${REGION}]`);
  const cardOf = new Map(onPage.map((card) => [card.attribute(REGION) ?? '', card]));
  const ofShop = cursor.scope === 'shopReviews';
  const isLast = reviews.length === 0 || (totalPages != null && cursor.page >= totalPages);
  const total = ratingCounts?.All == null ? null : readCount(String(ratingCounts.All));
  return {
    items: readRows(reviews, 'jsData.reviews', (review) => listedItem(review, cardOf.get(review.transactionId) ?? null, ofShop)),
    next: isLast ? [] : [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }],
    ...(total === null ? {} : { total: total.value }),
    ...(cursor.sort === 'MostRecent' ? { dateOrder: 'newestFirst' as const } : {}),
    door: `reviews of the page${by}`,
  };
}

/**
 * What the page says to search engines; the number that it gives is the shop's on every page. `shut`: why the list gave nothing, null where
 * the page has no way to it.
 * @throws CommentdockError where the page has not even that
 */
function embeddedPage({ embedded, by, isUnavailable }: SitePage, subject: Subject, shut: CommentdockError | null): Page<Further> {
  if (embedded === null) throw isUnavailable ? new PlatformRefusal('NOT_FOUND') : (shut ?? new PlatformChanged('csrf_nonce'));
  const { review, aggregateRating } = readWire(embeddedSchema, embedded, 'ld+json');
  const around = { subject: subject.name, apart: tellApart() };
  const gap: Gap = { cause: 'blocked', count: 0, note: `${ONLY_EMBEDDED}${shut === null ? '.' : ` (${shut.message})`}` };
  return {
    items: readRows(review ?? [], 'ld+json.review', (shown) => embeddedItem(shown, around)),
    ...(subject.kind === 'shop' ? { total: aggregateRating?.reviewCount ?? null } : {}),
    gaps: [gap],
    door: `reviews within the page${by}`,
  };
}
