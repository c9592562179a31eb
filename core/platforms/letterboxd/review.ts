import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { type Dated, datedByWords } from '#core/platform-kit/dated-words.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import type { HtmlTextRules } from '#core/platform-kit/html-text.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { ORIGIN } from '#core/platforms/letterboxd/ask.ts';

/** Where an article stands. `member`: whose list it is; null on the pages of a film. */
interface Setting {
  readonly page: HtmlElement;
  readonly member: string | null;
  readonly fetchedAt: Date;
}

/** Reviews in today's markup, and in that of members' lists and of films before it. */
export const REVIEW = 'article.production-viewing[data-viewing-id], article[data-object-id^="viewing:"], li.film-detail[data-viewing-id]';
export const BODY = '.js-review-body, .body-text:not(.js-spoiler-container)';
const SCALE = 5;
const STARS = /^(★*)(½?)$/;
const RATED = /\brated-(\d{1,2})\b/;
const OWN_ADDRESS = /^\/([^/]+)\/film\/([^/]+)\//;
const DATES = ['.date ._nobr', 'small.-date', '.date', 'span._nobr', 'time[datetime]'];
const WARNINGS = /\b(?:contains-spoilers|js-spoiler-container)\b/;
const TEXT_RULES: HtmlTextRules = { omit: (_tag, attributes) => WARNINGS.test(attributes['class'] ?? '') };

/** Where the whole text is, of a review that the page shortens; null for any other. */
export function fullTextPath(article: HtmlElement): string | null {
  if (article.first('.collapsed-text') === null) return null;
  const path = article.first('[data-full-text-url]')?.attribute('data-full-text-url') ?? null;
  return path?.startsWith('/') ? path : null;
}

/**
 * A review. `fullText`: HTML of the whole text where the page shortens it and it was given.
 * @throws PlatformChanged
 */
export function reviewItem(article: HtmlElement, setting: Setting, fullText: string | null): Item {
  const body = article.first(BODY);
  const excerpt = article.first('.collapsed-text');
  const address = addressOf(article, setting.member);
  const whole = fullText === null ? '' : parseHtml(fullText).text(TEXT_RULES);
  const comments = countIn(article.first('a.metadata[href$="#comments"] .label')?.rawText, '#comments');
  const likes = countIn(article.first('.like-link-target[data-count]')?.attribute('data-count'), 'data-count');
  return makeItem({
    id: idOf(article),
    kind: 'review',
    author: {
      name: orNull(article.first('.displayname')?.text() ?? setting.page.first('.displayname')?.text()),
      username: address.username,
      url: `${ORIGIN}/${address.username}/`,
      avatarUrl: withScheme(article.first('a.avatar img')?.attribute('src')),
    },
    text: whole !== '' ? whole : ((excerpt ?? body)?.text(TEXT_RULES) ?? ''),
    ...dateOf(article, setting.fetchedAt),
    likes: likes?.value ?? null,
    replyCount: comments?.value ?? (article.matches('.production-viewing') ? 0 : null),
    approximate: likes?.approximate === true || comments?.approximate === true ? true : null,
    rating: ratingOf(article),
    ratingScale: SCALE,
    language: orNull(body?.attribute('lang')),
    url: address.url,
    extra: {
      likedFilm: article.first('.inline-liked, .icon-liked') !== null,
      spoiler: hidesSpoilers(article, body),
      textTruncated: excerpt !== null && whole === '',
      ...(setting.member === null ? {} : filmOf(article, address.slug)),
    },
  });
}

function idOf(article: HtmlElement): string {
  const id = article.attribute('data-viewing-id') ?? article.attribute('data-object-id')?.replace('viewing:', '');
  if (!id) throw new PlatformChanged('data-viewing-id');
  return id;
}

interface Address {
  readonly username: string;
  readonly url: string | null;
  readonly slug: string | null;
}

function addressOf(article: HtmlElement, member: string | null): Address {
  const hrefs = [article.first('a.context'), ...article.all('a[href]')].map((link) => link?.attribute('href') ?? '');
  const href = hrefs.find((candidate) => OWN_ADDRESS.test(candidate));
  const [, owner, slug] = OWN_ADDRESS.exec(href ?? '') ?? [];
  const username = owner ?? member;
  if (username === null) throw new PlatformChanged('a.context[href]');
  return { username, url: href === undefined ? null : `${ORIGIN}${href.split('#', 1)[0]}`, slug: slug ?? null };
}

/** Stars and half a star as a sign reads them out, else the class that counts halves; null where the member gave none. */
function ratingOf(article: HtmlElement): number | null {
  const sign = article.first('svg.-rating');
  if (sign !== null) {
    const [, stars, half] = STARS.exec(sign.attribute('aria-label')?.trim() ?? '-') ?? [];
    if (stars === undefined) throw new PlatformChanged('svg.-rating[aria-label]');
    return stars.length + (half === '' ? 0 : 0.5);
  }
  const halves = RATED.exec(article.first('.rating[class*="rated-"]')?.attribute('class') ?? '')?.[1];
  return halves === undefined || halves === '0' ? null : Number(halves) / 2;
}

function countIn(text: string | null | undefined, path: string) {
  if (text === null || text === undefined) return null;
  const count = readCount(text);
  if (count === null) throw new PlatformChanged(path);
  return count;
}

/** @throws PlatformChanged where an attribute is no date, and what shows is none either */
function dateOf(article: HtmlElement, fetchedAt: Date): Dated {
  const stated = orNull((article.first('.date time[datetime]') ?? article.first('time[datetime]'))?.attribute('datetime'));
  const createdAt = isoFromUtcText(stated);
  if (createdAt !== null) return { createdAt, createdAtPrecision: stated?.includes(':') ? 'second' : 'day', relativeTime: null };
  const selector = DATES.find((candidate) => article.first(candidate) !== null);
  const dated = datedByWords(selector === undefined ? null : article.first(selector)?.text(), 'en', fetchedAt);
  if (stated !== null && dated.createdAt === null) throw new PlatformChanged('time[datetime]');
  return dated;
}

function hidesSpoilers(article: HtmlElement, body: HtmlElement | null): boolean {
  const isHidden = article.first('.js-spoiler-container') !== null && body?.attribute('hidden') != null;
  return isHidden || article.first('.contains-spoilers') !== null;
}

/** The film of a review in a member's list: the poster beside it names it, and the first link with words. */
function filmOf(article: HtmlElement, slug: string | null): Record<string, unknown> {
  const row = article.closest('.listitem, li') ?? article;
  const poster = row.first('[data-item-slug]') ?? row.first('[data-film-slug]');
  const titles = article.all('a[href*="/film/"]').filter((link) => !link.matches('.context, .metadata') && link.text() !== '');
  return {
    filmTitle: orNull(titles[0]?.text()),
    filmSlug: poster?.attribute('data-item-slug') ?? poster?.attribute('data-film-slug') ?? slug,
  };
}
