import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { madeUpId, tellApart, type TellApart } from '#core/platform-kit/hash.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** Rows of the list, and of the table that profiles have. */
export const ROW = 'li.fdbk-container, tr[data-feedback-id]';
const USER = '.fdbk-container__details__info__username, .card__from';
const SIGN =
  '[data-test-type], .fdbk-container__details__info__icon svg[aria-label], .card__feedback svg[aria-label], svg[class*="feedback-positive"], svg[class*="feedback-neutral"], svg[class*="feedback-negative"]';
const COMMENT = '.fdbk-container__details__comment span, .card__comment span, .card__comment';
const AGE =
  '.fdbk-container__details__info__divide__time, .card__date, span[aria-label^="Past"], span[aria-label^="More than"], td:nth-of-type(3)';
const LINK = 'a[href*="/itm/"]';
/** What the feedback is about: a link in it, or words only where the item is no longer shown. */
const ABOUT = `.fdbk-container__details__item-link, .card__item, ${LINK}`;
const VERIFIED = '.fdbk-container__details__verified__purchase';
const REPLY = '[class*="fdbk-container__details__reply"], .card__reply';
const PHOTO = '.fdbk-container__details img, .card__image img';
const ICONS = '[class*="__icon"] *, [class*="__info"] *';
const ITEM = /\/itm\/(?:[^/?#]+\/)?(\d+)/;
/** "A thing (#256012345678)". */
const NUMBER = /\s*\(#(\d{9,})\)\s*$/;
/** "Buyer: b***r (1,234) - Feedback left by buyer.": a name has no blanks. */
const BUYER = /^(?:[^:]{1,30}:\s*)?([^\s(]+)\s*(?:\(([\d.,'\s\u00a0]+)\))?/;
/** "Reply from: seller", and the words of the seller. */
const REPLY_HEAD = /^[^:\n]{1,40}:\s*[^\s]+\s*/;

/** What a sign says in the languages of the sites, as a part of the word. */
const RATINGS: readonly { readonly word: string; readonly rating: number; readonly sign: RegExp }[] = [
  { word: 'positive', rating: 1, sign: /posit|pozyt|正面|好評/i },
  { word: 'neutral', rating: 0, sign: /neutr|中立|中評/i },
  { word: 'negative', rating: -1, sign: /n[eé]gati?|negaty|負面|負評/i },
];

/** The item that a row is about; null where it does not say. */
export function itemOf(row: HtmlElement): string | null {
  return ITEM.exec(row.first(LINK)?.attribute('href') ?? '')?.[1] ?? NUMBER.exec(row.first(ABOUT)?.text() ?? '')?.[1] ?? null;
}

/** The items of one list on a page: a buyer may say the same more than once. @throws PlatformChanged for a sign of another form */
export function feedbackItems(rows: readonly HtmlElement[]): Item[] {
  const apart = tellApart();
  return readRows(rows, ROW, (row) => feedbackItem(row, apart));
}

/** Feedback has no instant and no address of its own. */
function feedbackItem(row: HtmlElement, apart: TellApart): Item {
  const [, username = null, score] = BUYER.exec(row.first(USER)?.text().trim() ?? '') ?? [];
  const comment = row.first(COMMENT);
  const text = orNull(comment?.text()) ?? orNull(comment?.attribute('aria-label'));
  const title = orNull(row.first(ABOUT)?.text().replace(NUMBER, ''));
  const sign = signOf(row);
  const id = orNull(row.attribute('data-feedback-id') ?? row.first('[data-feedback-id]')?.attribute('data-feedback-id'));
  return makeItem({
    id: id ?? apart(madeUpId(username, text, itemOf(row) ?? title)),
    kind: 'review',
    author: { username },
    text,
    relativeTime: ageOf(row),
    rating: sign?.rating ?? null,
    media: photosOf(row),
    ownerReply: replyOf(row),
    extra: {
      feedback: sign?.word,
      feedbackScore: score === undefined ? undefined : readCount(score)?.value,
      itemTitle: title ?? undefined,
      itemId: itemOf(row) ?? undefined,
      verifiedPurchase: row.first(VERIFIED) === null ? undefined : true,
    },
  });
}

function signOf(row: HtmlElement): (typeof RATINGS)[number] | null {
  const sign = row.first(SIGN);
  if (sign === null) return null;
  const words = ['data-test-type', 'aria-label', 'class'].map((name) => sign.attribute(name) ?? '').join(' ');
  const found = RATINGS.find((candidate) => candidate.sign.test(words));
  if (found === undefined) throw new PlatformChanged('fdbk-container__details__info__icon');
  return found;
}

function ageOf(row: HtmlElement): string | null {
  const age = row.first(AGE);
  return orNull(age?.text()) ?? orNull(age?.attribute('aria-label'));
}

function replyOf(row: HtmlElement): Item['ownerReply'] {
  const words = orNull(row.first(REPLY)?.text());
  const text = words === null ? null : orNull(words.replace(REPLY_HEAD, ''));
  return text === null ? null : { text, createdAt: null };
}

function photosOf(row: HtmlElement): Item['media'] {
  return row.all(PHOTO).flatMap((image) => {
    const url = withScheme(image.attribute('src')) ?? withScheme(image.attribute('data-src'));
    return image.matches(ICONS) || url === null || !url.startsWith('http') ? [] : [{ type: 'image' as const, url }];
  });
}
