import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import type { Marketplace } from '#core/platforms/amazon/marketplaces.ts';
import { readHelpful, readReviewed, readStars } from '#core/platforms/amazon/sentence.ts';
import type { HtmlAttributes } from '#core/platform-kit/html-text.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** Where a page comes from, and the language it is in (BCP 47). */
interface PageOrigin {
  readonly market: Marketplace;
  readonly language: string;
}

const SCALE = 5;
const REVIEW_ID = /^R[A-Z0-9]{8,20}$/;
const INNER_ID = /^customer_review(?:_foreign)?-(R[A-Z0-9]{8,20})$/;
const ACCOUNT_ID = /amzn1\.account\.[A-Z0-9]+/;
const STAR_CLASS = /\ba-star-(?:mini-|small-|medium-)?([0-5])(?:-(\d))?(?![\w-])/;
/** What Amazon puts before the ending of a picture's name to say its size begins so. */
const PICTURE_SIZE = '._';
const PICTURE_ENDING = /^\.[a-z0-9]+$/i;

/** The older markup's names before those of the layout that product pages have since 2025. Inner before outer: that holds hints for screen readers. */
const TITLE = ['[data-hook="review-title"]', '[data-hook="reviewTitle"]'];
const BODY = ['[data-hook="review-body"]', '[data-hook="reviewRichContentContainer"]', '[data-hook="reviewText"]'];
const STARS = ['[data-hook="review-star-rating"]', '[data-hook="cmps-review-star-rating"]', '.review-rating'];
const ORIGINAL = '.cr-original-review-content';
const TRANSLATION = '.cr-translated-review-content';

/** Parts of title and text that are none of the author's words. */
const NOT_WORDS = /(?:^|\s)(?:video-block|a-expander-header|a-expander-prompt|a-icon-alt|a-popover-preload|a-letter-space)(?:\s|$)/;
const WORDS = { omit: (_tag: string, { class: names = '' }: HtmlAttributes) => NOT_WORDS.test(names) };
const SEPARATED = {
  ...WORDS,
  instead: (_tag: string, { class: names = '' }: HtmlAttributes) => (names.includes('a-icon-text-separator') ? ' | ' : null),
};

/**
 * The reviews of a page, each once: some stand in it twice, and what carries no id is none.
 * @throws PlatformChanged
 */
export function reviewsIn(page: HtmlElement, origin: PageOrigin): readonly Item[] {
  const elements = new Map<string, HtmlElement>();
  for (const element of page.all('[data-hook="review"]')) {
    const id = idOf(element);
    if (id !== null && !elements.has(id)) elements.set(id, element);
  }
  return readRows([...elements.values()], 'review', (element) => reviewItem(element, idOf(element) ?? '', origin));
}

/** The first review of a page that shows one alone, known by its address. */
export function onlyReview(page: HtmlElement, id: string, origin: PageOrigin): Item {
  const element = page.first('[data-hook="review"]');
  if (element === null) throw new PlatformChanged('review');
  return reviewItem(element, idOf(element) ?? id, origin);
}

function idOf(review: HtmlElement): string | null {
  const own = review.attribute('id') ?? '';
  if (REVIEW_ID.test(own)) return own;
  return INNER_ID.exec(review.first('[id^="customer_review"]')?.attribute('id') ?? own)?.[1] ?? null;
}

function reviewItem(review: HtmlElement, id: string, { market, language }: PageOrigin): Item {
  const host = `https://www.${market.domain}`;
  const sentence = textAt(review, '[data-hook="review-date"]');
  const reviewed = sentence === null ? null : readReviewed(sentence, language);
  if (sentence !== null && reviewed === null) throw new PlatformChanged('review-date');
  const helpful = textAt(review, '[data-hook="helpful-vote-statement"]');
  const title = original(firstOf(review, TITLE));
  const body = original(firstOf(review, BODY));
  const variant = review.first('[data-hook="format-strip"], [data-hook="format-strip-linkless"]');
  return makeItem({
    id,
    kind: 'review',
    author: authorOf(review, host),
    title: title.words,
    text: body.words,
    ...reviewed?.date,
    likes: helpful === null ? 0 : readHelpful(helpful),
    rating: ratingOf(review),
    ratingScale: SCALE,
    url: `${host}/gp/customer-reviews/${id}`,
    media: filesOf(review),
    extra: {
      verifiedPurchase: review.first('[data-hook="avp-badge"], [data-hook="avp-badge-linkless"]') === null ? undefined : true,
      location: reviewed?.place ?? undefined,
      variant: orNull(variant?.text(SEPARATED)) ?? undefined,
      vine: review.all('.a-color-success').some((part) => /\bvine\b/i.test(part.text())) || undefined,
      authorBadge: textAt(review, '.c7y-badge-text') ?? undefined,
      translatedTitle: title.translation ?? undefined,
      translatedText: body.translation ?? undefined,
      country: market.country,
    },
  });
}

function authorOf(review: HtmlElement, host: string) {
  const link = review.first('a.a-profile[href], .a-profile a[href], a[href*="/gp/profile/"]');
  const id = ACCOUNT_ID.exec(link?.attribute('href') ?? '')?.[0] ?? null;
  const picture = review.first('.a-profile-avatar img');
  return {
    name: textAt(review, '.a-profile-name') ?? textAt(review, 'a[data-hook="review-author"]'),
    id,
    url: id === null ? null : `${host}/gp/profile/${id}`,
    avatarUrl: orNull(picture?.attribute('data-src')) ?? orNull(picture?.attribute('src')),
  };
}

/** @throws PlatformChanged: no review is without */
function ratingOf(review: HtmlElement): number {
  const stars = firstOf(review, STARS);
  const [, whole, tenths = '0'] = STAR_CLASS.exec(stars?.attribute('class') ?? '') ?? [];
  const rating = whole === undefined ? readStars(stars?.text() ?? '') : Number(`${whole}.${tenths}`);
  if (rating === null) throw new PlatformChanged('review-star-rating');
  return rating;
}

/** A review from another country may stand there as written and translated, one of the two hidden. */
function original(element: HtmlElement | null): { readonly words: string | null; readonly translation: string | null } {
  const written = orNull(element?.first(ORIGINAL)?.text(WORDS));
  const translation = orNull(element?.first(TRANSLATION)?.text(WORDS));
  if (written !== null) return { words: written, translation };
  return { words: orNull(element?.text(WORDS)), translation: null };
}

function filesOf(review: HtmlElement): Media[] {
  const tiles = review.all('[data-hook="review-image-tile"]').map((tile) => (tile.tag === 'img' ? tile : tile.first('img')));
  const images = tiles.map((image) => orNull(image?.attribute('data-src')) ?? image?.attribute('src'));
  const videos = review.all('input.video-url').map((input) => input.attribute('value'));
  return mediaOf([...new Set(images.map((url) => (url ? withoutSize(url) : url)))], [...new Set(videos)]);
}

function firstOf(review: HtmlElement, selectors: readonly string[]): HtmlElement | null {
  for (const selector of selectors) {
    const found = review.first(selector);
    if (found !== null) return found;
  }
  return null;
}

function textAt(element: HtmlElement, selector: string): string | null {
  return orNull(element.first(selector)?.text(WORDS));
}

function withoutSize(url: string): string {
  const start = url.indexOf(PICTURE_SIZE, url.lastIndexOf('/') + 1);
  const end = url.lastIndexOf('.');
  return start >= 0 && end > start && PICTURE_ENDING.test(url.slice(end)) ? url.slice(0, start) + url.slice(end) : url;
}
