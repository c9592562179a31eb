import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { languageOf } from '#core/platforms/ebay/address.ts';
import { askPage, refuseByWords } from '#core/platforms/ebay/ask.ts';
import { isTurned, nextQueryOn, opened } from '#core/platforms/ebay/turning.ts';
import { madeUpId, tellApart, type TellApart } from '#core/platform-kit/hash.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `path`: of the page of reviews; empty where the product's own page has to name it. */
export type ProductCursor = {
  readonly list: 'product';
  readonly site: string;
  readonly product: string;
  readonly path: string;
  readonly page: number;
};

const ROW = '.ebay-review-section';
const SCALE = 5;
const NO_REVIEWS = 'The page of this product holds no reviews and leads to none.';
const STARS = '.ebay-star-rating[aria-label], .ebay-star-rating [aria-label], .star-rating[aria-label]';
const STARS_AS_DATA = '[itemprop="ratingValue"]';
const DATE_AS_DATA = '[itemprop="datePublished"]';
/** A link to a page of this list, the next one's number among them. */
const PAGES = 'a[href*="pgn="]';
/** "4.5 out of 5 stars", "4,5 von 5 Sternen". */
const FIRST_NUMBER = /\d+(?:[.,]\d+)?/;

/** Reviews of a product of the catalogue. */
export async function productPage(cursor: ProductCursor, session: Session): Promise<Page<ProductCursor>> {
  const { site, path, page } = cursor;
  if (path === '') return namingPage(cursor, session);
  const { page: shown, by } = await askPage(session, site, path, { pgn: page });
  const rows = shown.all(ROW);
  if (rows.length === 0 && page === 1) {
    refuseByWords(shown);
    if (shown.first('[class*="review"]') === null) throw new PlatformChanged(ROW);
  }
  const goesOn = rows.length > 0 && goesOnFrom(page, shown);
  return {
    items: reviewItems(rows, cursor),
    next: goesOn ? [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }] : [],
    door: `product reviews${by}`,
  };
}

/** By the links to other pages; without any until a page has no reviews. */
function goesOnFrom(page: number, shown: HtmlElement): boolean {
  const numbers = shown.all(PAGES).map((link) => Number(new URLSearchParams(link.attribute('href')?.split('?')[1]).get('pgn')));
  if (numbers.length > 0) return numbers.some((number) => number > page);
  return !isTurned(shown) || nextQueryOn(shown) !== null;
}

/** The product's own page: it leads to the page of reviews, or has none. */
async function namingPage(cursor: ProductCursor, session: Session): Promise<Page<ProductCursor>> {
  const { site, product } = cursor;
  const { page } = await askPage(session, site, `/p/${product}`);
  const href = page.first(`a[href*="/product-reviews/${product}"]`)?.attribute('href') ?? null;
  if (href === null) {
    refuseByWords(page);
    if (page.first('h1') === null) throw new PlatformChanged('h1');
  }
  if (href === null || !URL.canParse(href, `https://www.${site}`)) {
    const items = reviewItems(page.all(ROW), cursor);
    return { items, notes: items.length === 0 ? [NO_REVIEWS] : [], door: 'product page' };
  }
  const path = new URL(href, `https://www.${site}`).pathname;
  return opened({ ...cursor, path });
}

function reviewItems(rows: readonly HtmlElement[], { product, site }: ProductCursor): Item[] {
  const setting = { product, language: languageOf(site), apart: tellApart() };
  return readRows(rows, ROW, (row) => reviewItem(row, setting));
}

interface Setting {
  readonly product: string;
  readonly language: string;
  readonly apart: TellApart;
}

function reviewItem(row: HtmlElement, { product, language, apart }: Setting): Item {
  const author = orNull(row.first('.review-item-author')?.text());
  const title = orNull(row.first('.review-item-title')?.text());
  const text = orNull(row.first('.review-item-content, [itemprop="reviewBody"]')?.text());
  const date = orNull(row.first('.review-item-date')?.text()) ?? dataOf(row.first(DATE_AS_DATA));
  const written = date === null ? null : readWrittenDate(date, language);
  if (date !== null && written === null) throw new PlatformChanged('.review-item-date');
  return makeItem({
    id: orNull(row.attribute('data-review-id')) ?? apart(madeUpId(product, author, date, title, text)),
    kind: 'review',
    author: { username: author?.replace(/^\S+\s+(?=\S+$)/, '') ?? null },
    title,
    text,
    ...written,
    rating: ratingOf(row),
    ratingScale: SCALE,
    likes: countIn(row.first('.positive-h-c')),
    dislikes: countIn(row.first('.negative-h-c')),
  });
}

function ratingOf(row: HtmlElement): number | null {
  const label = row.first(STARS)?.attribute('aria-label') ?? dataOf(row.first(STARS_AS_DATA));
  if (label === null) return null;
  const stars = FIRST_NUMBER.exec(label)?.[0];
  if (stars === undefined) throw new PlatformChanged('.ebay-star-rating[aria-label]');
  return Number(stars.replace(',', '.'));
}

/** What an element of the vocabulary of schema.org says. */
function dataOf(element: HtmlElement | null): string | null {
  return orNull(element?.attribute('content')) ?? orNull(element?.text());
}

function countIn(element: HtmlElement | null): number | null {
  const words = orNull(element?.text());
  if (words === null) return null;
  const count = findCount(words);
  if (count === null) throw new PlatformChanged('.positive-h-c');
  return count.value;
}
