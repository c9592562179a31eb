import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { EmbeddedReview, Review } from '#core/platforms/etsy/wire.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { madeUpId, type TellApart } from '#core/platform-kit/hash.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

export const ORIGIN = 'https://www.etsy.com';
export const REGION = 'data-review-region';
const SCALE = 5;
const RESPONSE = /^Response from [^\n]*\n\s*([^]+)$/;
const RESPONSE_HEADING = /^Response from [^\n]*$/;
/** The block of an older card holds the seller's words alone. */
const RESPONSE_BLOCK = '.shop2-review-response';
const PHOTO = 'iusa_';
const PHOTO_SOURCES = ['src', 'data-src', 'data-lazy-src'];
const STARS = /(\d(?:\.\d+)?) out of 5/;
/** "Aug 19, 2025" or "19 Aug 2025" within a sentence. */
const DAY = /\b(?:\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{1,2} \p{L}{3,9}\.?,? \d{4})\b/u;

type Dated = Pick<Item, 'createdAt' | 'createdAtPrecision'>;
const UNDATED: Dated = { createdAt: null, createdAtPrecision: null };

/** What a made-up id takes from around the row: what the list is about, and what tells equal rows of its page apart. */
interface Around {
  readonly subject: string;
  readonly apart: TellApart;
}

/** A review of the page's block for search engines. */
export function embeddedItem(review: EmbeddedReview, { subject, apart }: Around): Item {
  const { author, datePublished, reviewBody, reviewRating } = review;
  const name = orNull(decodeEntities((typeof author === 'string' ? author : author?.name) ?? ''));
  const text = orNull(decodeEntities(reviewBody ?? ''));
  return makeItem({
    id: apart(madeUpId(subject, name, orNull(datePublished), text)),
    kind: 'review',
    author: { name },
    text,
    ...dayOf(datePublished, 'review.datePublished'),
    rating: reviewRating?.ratingValue ?? null,
    ratingScale: SCALE,
  });
}

/** A review of the list, with what only its card says. */
export function listedItem(review: Review, card: HtmlElement | null, ofShop: boolean): Item {
  const { reviewInfo, reviewContent, buyerInfo } = review;
  const onCard = card === null ? null : readCard(card);
  const stated = dayOf(reviewInfo?.reviewDate, 'jsData.reviews.reviewInfo.reviewDate');
  return makeItem({
    id: review.transactionId,
    kind: 'review',
    author: { ...onCard?.author, name: orNull(buyerInfo?.name) ?? onCard?.author.name ?? null },
    text: orNull(reviewContent?.reviewText) ?? onCard?.text ?? null,
    ...(stated.createdAt === null ? onCard?.date : stated),
    rating: reviewInfo?.rating ?? onCard?.rating ?? null,
    ratingScale: SCALE,
    media: onCard?.media ?? [],
    ownerReply: onCard?.ownerReply ?? null,
    extra: ofShop ? (onCard?.bought ?? {}) : {},
  });
}

/** A card of the shop's own page of reviews. */
export function cardItem(card: HtmlElement, { subject, apart }: Around): Item {
  const { author, text, rating, media, ownerReply, bought, date } = readCard(card);
  if (author.name === null && text === null) throw new PlatformChanged('card');
  const id = orNull(card.attribute(REGION) ?? card.first(`[${REGION}]`)?.attribute(REGION));
  return makeItem({
    id: id ?? apart(madeUpId(subject, author.name, date.createdAt, text, bought.listingUrl ?? null)),
    kind: 'review',
    author,
    text,
    ...date,
    rating,
    ratingScale: SCALE,
    media,
    ownerReply,
    extra: bought,
  });
}

/** @throws PlatformChanged for words that are no date */
function dayOf(words: string | null | undefined, path: string): Dated {
  const given = orNull(words);
  if (given === null) return UNDATED;
  if (/^\d{4}-\d{2}-\d{2}/.test(given)) {
    const createdAt = statedInstant(given, path);
    return { createdAt, createdAtPrecision: given.includes(':') ? 'second' : 'day' };
  }
  const written = readWrittenDate(given, 'en');
  if (written === null) throw new PlatformChanged(path);
  return written;
}

function readCard(card: HtmlElement) {
  const person = card.first('a[href*="/people/"]');
  const address = person === null ? null : absolute(person.attribute('href') ?? '');
  const listing = card.all('a[href*="/listing/"]').find((link) => link.text() !== '') ?? card.first('a[href*="/listing/"]');
  return {
    author: { name: orNull(person?.text()), url: address, username: address === null ? null : orNull(address.split('/').at(-1)) },
    text: textOf(card),
    rating: ratingOf(card),
    date: dateOn(card),
    media: card.all('img').flatMap((image) => photoOf(image) ?? []),
    ownerReply: replyOf(card),
    bought:
      listing === null
        ? {}
        : { listingTitle: orNull(listing.text()) ?? undefined, listingUrl: absolute(listing.attribute('href') ?? '') ?? undefined },
  };
}

function textOf(card: HtmlElement): string | null {
  const body = card.all('.wt-text-body').find((block) => block.closest(RESPONSE_BLOCK) === null && !RESPONSE.test(block.text()));
  return orNull(body?.text());
}

function ratingOf(card: HtmlElement): number | null {
  const chosen = orNull(card.first('input[name="rating"]')?.attribute('value'));
  const label = card.first('[aria-label*="out of 5"]')?.attribute('aria-label') ?? null;
  const stars = chosen ?? (label === null ? null : (STARS.exec(label)?.[1] ?? label));
  if (stars === null) return null;
  const rating = Number(stars);
  if (Number.isNaN(rating)) throw new PlatformChanged('card.rating');
  return rating;
}

function dateOn(card: HtmlElement): Dated {
  for (const line of card
    .text({ omit: (_tag, { class: names = '' }) => /\b(?:wt-text-body|shop2-review-response)\b/.test(names) })
    .split('\n')) {
    const written = readWrittenDate(DAY.exec(line)?.[0] ?? '', 'en');
    if (written !== null) return written;
  }
  return UNDATED;
}

function replyOf(card: HtmlElement): Item['ownerReply'] {
  const block = card.all('*').find((element) => RESPONSE.test(element.text()));
  const text =
    block === undefined
      ? (orNull(card.first(RESPONSE_BLOCK)?.text()) ?? textBelowHeading(card))
      : (RESPONSE.exec(block.text())?.[1] ?? null);
  return text === null ? null : { text, createdAt: null };
}

/** What a card ends with below a heading of its own; a buyer's words are none. */
function textBelowHeading(card: HtmlElement): string | null {
  const heading = card.all('*').find((element) => RESPONSE_HEADING.test(element.text()) && element.closest('.wt-text-body') === null);
  const line = heading?.text();
  return line === undefined ? null : orNull(card.text().split(`${line}\n`).slice(1).join(`${line}\n`));
}

function photoOf(image: HtmlElement): Item['media'][number] | null {
  const source = PHOTO_SOURCES.map((name) => image.attribute(name)).find((candidate) => candidate?.includes(PHOTO));
  const url = source === null || source === undefined ? null : whole(source);
  return url === null ? null : { type: 'image', url: url.href };
}

/** Without its query, which says where it was followed. */
function absolute(href: string): string | null {
  const url = whole(href);
  return url === null ? null : `${url.origin}${url.pathname}`;
}

function whole(href: string): URL | null {
  return URL.canParse(href, ORIGIN) ? new URL(href, ORIGIN) : null;
}
