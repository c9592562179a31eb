import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

export const ORIGIN = 'https://www.g2.com';
const REVIEW = /-review-(\d+)$/;

/** A question and what was answered; `question` is empty where the page has none. */
interface Answer {
  readonly question: string;
  readonly paragraphs: string[];
}

/** Cards of today's markup, then those before it. */
const CARDS = ['#reviews article', '[itemprop="review"]'];
const LINK = 'a[href*="-review-"]';
const NAMES = ['.elv-text-base.elv-font-bold', '[itemprop="author"] [itemprop="name"]', '[itemprop="author"]'];
const TITLE = '.elv-text-lg.elv-font-bold, h3[itemprop="name"], div[itemprop="name"]';
const HEADING_OR_WORDS = 'h1, h2, h3, h4, h5, h6, .elv-font-bold, .l5, p';
const TAG = 'label, .tag';
/** Job and company. */
const DETAIL = '.elv-text-subtle, .paper__hd .mt-4th';
const AVATAR = '.avatar img, img.avatar';
/** The older markup puts pictures in by a script; until then another one stands in `src`. */
const SOURCES = ['data-deferred-image-src', 'src'];
const DATE = 'meta[content], time[datetime]';
/** Where people read it: "Apr 09, 2025", "4/9/2025". Some attributes have it like that too. */
const WRITTEN_DATE = 'meta[itemprop="datePublished"], time, .x-current-review-date';
const DAY = /^\d{4}-\d{2}-\d{2}/;
const RATING = '.elv-star-wrapper__desc__rating';
const OUT_OF_FIVE = /^(\d(?:[.,]\d+)?)(?:\s*\/\s*5)?$/;
const HOSTED = /(?<!\s)\s*Review collected by and hosted on G2\.com\.?/gi;
const QUOTES = /^["“”„«\s]+|(?<!["“”«»\s])["“”«»\s]+$/g;
/** "Mid-Market(51-1000 emp.)": two pieces with nothing but style between them. */
const GLUED = /(?<=\S)\(/;
const COMPANY_SIZE = /\bemp(?:loyees|\.)/i;
const VENDOR_ANSWER = /^Response from\s+(.+)$/i;
const HELPFUL = /\bHelpful\b\D{0,5}(\d[\d,.]*)/i;
const SOURCE = /^Review source:\s*(.+)$/i;
const SWITCHED_FROM = /^Switched from:?\s*(.+)$/i;

/** The cards of a page, in its order. */
export function cardsOf(page: HtmlElement): readonly HtmlElement[] {
  for (const selector of CARDS) {
    const cards = page.all(selector);
    if (cards.length > 0) return cards;
  }
  return [];
}

/**
 * The review of a card.
 * @param id of the one review that the page is about, where its card may have no link of its own
 * @throws PlatformChanged
 */
export function reviewOf(card: HtmlElement, id: string | null = null): Item {
  const link =
    card
      .all(LINK)
      .map((each) => each.attribute('href') ?? '')
      .find((href) => reviewIdIn(href) !== null) ?? null;
  const ownId = (link === null ? null : reviewIdIn(link)) ?? id;
  if (ownId === null) throw new PlatformChanged(LINK);
  const answers = answersOf(card);
  const given = answers.filter(({ question }) => !VENDOR_ANSWER.test(question));
  const reply = answers.find(({ question }) => VENDOR_ANSWER.test(question));
  const tags = card.all(TAG).flatMap((tag) => orNull(tag.text()) ?? []);
  return makeItem({
    id: ownId,
    kind: 'review',
    author: authorOf(card, tags),
    title: orNull(card.first(TITLE)?.text().replace(QUOTES, '')),
    text: given.map(wordsOf).join('\n\n'),
    ...dayOf(card),
    rating: ratingOf(card),
    ratingScale: 5,
    likes: likesOf(card),
    url: absoluteAddress(link, ORIGIN)?.replace(/[?#].*$/, '') ?? null,
    media: mediaOf(card),
    ownerReply: reply === undefined ? null : { text: orNull(reply.paragraphs.join('\n')), createdAt: null },
    extra: {
      ...detailsOf(card),
      tags: tags.length === 0 ? undefined : tags,
      source: among(tags, SOURCE),
      switchedFrom: among(tags, SWITCHED_FROM),
      incentivized: tags.some((tag) => /^Incentivi[sz]ed\b/i.test(tag)) ? true : undefined,
      answers: given.length === 0 ? undefined : given.map(({ question, paragraphs }) => ({ question, answer: paragraphs.join('\n') })),
      ownerReplyBy: reply === undefined ? undefined : VENDOR_ANSWER.exec(reply.question)?.[1],
    },
  });
}

/** Anonymous people ("Verified User in Retail") have no page of their own. */
function authorOf(card: HtmlElement, tags: readonly string[]): Partial<Item['author']> {
  const address = card.first('a[href*="/users/"]')?.attribute('href') ?? null;
  const name = NAMES.map((selector) => card.first(selector)).find((found) => found !== null);
  const picture = card.first(AVATAR);
  const avatar = SOURCES.map((source) => orNull(picture?.attribute(source))).find((source) => source !== null);
  return {
    name: orNull(name?.attribute('content') ?? name?.text()),
    url: absoluteAddress(address, ORIGIN),
    avatarUrl: absoluteAddress(avatar, ORIGIN),
    verified: tags.some((tag) => /^Validated Reviewer$/i.test(tag)) ? true : null,
  };
}

/** What stands below the name: a job, and the size of the company. */
function detailsOf(card: HtmlElement): Record<string, string | undefined> {
  const lines = card.all(DETAIL).filter((line) => !line.matches('article section *, label, label *'));
  const words = lines.flatMap((line) => orNull(line.text().replace(GLUED, ' (')) ?? []);
  return {
    jobTitle: words.find((line) => !COMPANY_SIZE.test(line) && !/\d/.test(line)),
    companySize: words.find((line) => COMPANY_SIZE.test(line)),
  };
}

/** Each heading with the paragraphs that follow it. */
function answersOf(card: HtmlElement): Answer[] {
  const sections = card.all('section');
  const parts = sections.length > 0 ? sections : card.all('[itemprop="reviewBody"]');
  return parts.flatMap((part) => {
    const answers: Answer[] = [];
    for (const element of part.all(HEADING_OR_WORDS)) {
      const words = element.text().replace(HOSTED, '').trim();
      if (words === '') continue;
      if (element.tag !== 'p') answers.push({ question: words, paragraphs: [] });
      else if (answers.length === 0) answers.push({ question: '', paragraphs: [words] });
      else answers.at(-1)?.paragraphs.push(words);
    }
    return answers.filter(({ paragraphs }) => paragraphs.length > 0);
  });
}

function wordsOf({ question, paragraphs }: Answer): string {
  return [question, ...paragraphs].filter((line) => line !== '').join('\n');
}

function dayOf(card: HtmlElement): Pick<Item, 'createdAt' | 'createdAtPrecision'> {
  const stated = card.all(DATE).map((element) => element.attribute('datetime') ?? element.attribute('content') ?? '');
  const day = stated.find((each) => DAY.test(each))?.slice(0, 10);
  if (day !== undefined) return { createdAt: `${day}T00:00:00.000Z`, createdAtPrecision: 'day' };
  const words = card.all(WRITTEN_DATE).map((element) => element.attribute('content') ?? element.text());
  const written = words.map((each) => readWrittenDate(each, 'en-US')).find((date) => date?.createdAtPrecision === 'day');
  return written ?? { createdAt: null, createdAtPrecision: null };
}

/** In halves. @throws PlatformChanged where it is stated in another form */
function ratingOf(card: HtmlElement): number | null {
  const words =
    card.first(RATING)?.text() ??
    card.first('meta[itemprop="ratingValue"]')?.attribute('content') ??
    card.first('[itemprop="ratingValue"]')?.text();
  if (words === undefined) return null;
  const found = OUT_OF_FIVE.exec(words.trim())?.[1];
  if (found === undefined) throw new PlatformChanged(RATING);
  return Number(found.replace(',', '.'));
}

function likesOf(card: HtmlElement): number | null {
  const words = card.all('button, a, [class*="helpful"]').map((element) => HELPFUL.exec(element.text())?.[1]);
  const found = words.find((each) => each !== undefined);
  return found === undefined ? null : (findCount(found)?.value ?? null);
}

function mediaOf(card: HtmlElement): Media[] {
  return card.all('article section img[src]').flatMap((image) => {
    const url = absoluteAddress(image.attribute('src'), ORIGIN);
    return url === null ? [] : [{ type: 'image' as const, url }];
  });
}

function among(tags: readonly string[], pattern: RegExp): string | undefined {
  return tags.flatMap((tag) => pattern.exec(tag)?.[1] ?? [])[0];
}

/** The digits at the end of a link to one review; null for any other link. */
export function reviewIdIn(link: string): string | null {
  const path = URL.canParse(link, ORIGIN) ? new URL(link, ORIGIN).pathname : '';
  return REVIEW.exec(path)?.[1] ?? null;
}
