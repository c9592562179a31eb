// The pages of MyAnimeList's own site.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { type Reactions, reactionsOf, SCALE, urlOfReview } from '#core/platforms/myanimelist/review.ts';
import { readWrittenTime } from '#core/platforms/myanimelist/written-time.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const ORIGIN = 'https://myanimelist.net';

/** The reviews of one page. */
interface ReviewsPage {
  readonly items: readonly Item[];
  /** What the page counts above its list; null where it does not. */
  readonly total: number | null;
  readonly door: string;
}

/** What every page of the site has. */
const SITE_BODY = '#myanimelist, #contentWrapper, #content';
const REVIEW = '.review-element';
/** "Filtered Results: 635 / 635", where nothing is filtered out. */
const COUNT = '.filtered-results-box strong';
/** What some saw above the list instead. */
const VERDICT_COUNTS = '.anime-info-review__header strong, .manga-info-review__header strong';
const PERMALINK = '.open a[href*="reviews.php?id="], a[href*="reviews.php?id="]';
const PERMALINK_ID = /reviews\.php\?id=(\d+)/;
/** Recommended, mixed feelings, not recommended; all of them may follow as the fourth. */
const VERDICTS = 3;
/** Stands for the three dots in a text: a character that no page has. */
const DOTS = '\0';
const PRELIMINARY = /^preliminary\b(?:.*?(\d+))?/i;
const SPOILER = /^spoiler\b/i;
const MAINTENANCE = /\bdown for maintenance\b/i;
const REFUSING: ReadonlySet<number> = new Set([403, 405]);

const reactionsSchema = z.object({ num: z.coerce.number().int().nullish(), count: z.array(z.coerce.number().int()).nullish() });

/**
 * The reviews on the page under `path`; `only`: the id of the one it is about.
 * @throws CommentdockError NOT_FOUND, BLOCKED, NETWORK in times of maintenance, PLATFORM_CHANGED...
 */
export async function askPage(session: Session, path: string, only: string | null = null): Promise<ReviewsPage> {
  const url = `${ORIGIN}${path}`;
  const { value, by } = await plainOrBrowser(session, 'myanimelist', {
    plain: async () => shown(await session.fetch({ url, accept: 'any' })),
    browser: async () => shown(await session.page({ url, ready: { selector: SITE_BODY }, accept: 'any' })),
  });
  const { page, fetchedAt } = value;
  const items = readRows(page.all(REVIEW), REVIEW, (element) => reviewItem(element, fetchedAt, only));
  return { items: only === null ? items : items.filter(({ id }) => id === only), total: totalOf(page), door: `page${by}` };
}

function shown(answer: Answer): { readonly page: HtmlElement; readonly fetchedAt: Date } {
  if (REFUSING.has(answer.status)) throw answer.refusal ?? new PlatformRefusal('BLOCKED');
  if (MAINTENANCE.test(answer.text) && !answer.text.includes(REVIEW.slice(1)))
    throw new TransientFailure('MyAnimeList is down for maintenance.');
  if (answer.status !== 200) throw refusalOf(answer);
  const page = parseHtml(answer.text);
  if (page.first(SITE_BODY) === null) throw new PlatformChanged(SITE_BODY);
  return { page, fetchedAt: answer.fetchedAt };
}

function totalOf(page: HtmlElement): number | null {
  const stated = readCount(page.first(COUNT)?.text() ?? '');
  if (stated !== null) return stated.value;
  const counts = page.all(VERDICT_COUNTS).map((element) => readCount(element.text())?.value ?? null);
  const all = counts[VERDICTS];
  if (all !== undefined) return all;
  const verdicts = counts.flatMap((count) => count ?? []);
  return verdicts.length === VERDICTS ? verdicts.reduce((sum, count) => sum + count, 0) : null;
}

function reviewItem(element: HtmlElement, fetchedAt: Date, only: string | null): Item {
  const id = PERMALINK_ID.exec(element.first(PERMALINK)?.attribute('href') ?? '')?.[1] ?? only;
  if (id === null) throw new PlatformChanged('.open a');
  const user = element.first('.username a');
  const picture = element.first('.thumb img');
  const date = element.first('.update_at');
  const reactions = reactionsIn(element);
  const name = orNull(user?.text());
  return makeItem({
    id,
    kind: 'review',
    author: {
      name,
      username: name,
      url: absoluteAddress(user?.attribute('href'), ORIGIN),
      avatarUrl: absoluteAddress(picture?.attribute('data-src') ?? picture?.attribute('src'), ORIGIN),
    },
    text: textOf(element),
    ...(date === null ? {} : readWrittenTime(date.text(), orNull(date.attribute('title')), fetchedAt, '.update_at')),
    likes: reactions?.overall ?? null,
    rating: readCount(element.first('.rating .num')?.text() ?? '')?.value ?? null,
    ratingScale: SCALE,
    url: urlOfReview(id),
    extra: { reviewed: orNull(element.first('.titleblock a')?.text()) ?? undefined, ...tagsOf(element), reactions: reactions ?? undefined },
  });
}

/** The part that shows and the rest, which stands hidden behind three dots: where they were, people who open it see one blank. */
function textOf(element: HtmlElement): string {
  const instead = (_tag: string, { class: names = '' }): string | null => (/\bjs-visible\b/.test(names) ? DOTS : null);
  const [shown = '', hidden] = (element.first('.text')?.text({ whiteSpace: 'keepBlanks', instead }) ?? '').split(DOTS, 2);
  if (hidden === undefined) return shown;
  const [before, after] = [withoutBlanksBehind(shown), hidden.replace(/^ +/, '')];
  return before.endsWith('\n') || after.startsWith('\n') ? before + after : `${before} ${after}`;
}

/** An expression for the end of a text looks for it from every blank in it. */
function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

function tagsOf(element: HtmlElement): Record<string, unknown> {
  const tags = element.all('.tags .tag').flatMap((tag) => orNull(tag.text()) ?? []);
  const preliminary = tags.map((tag) => PRELIMINARY.exec(tag)).find((found) => found !== null);
  return {
    tags: tags.length > 0 ? tags : undefined,
    spoiler: tags.some((tag) => SPOILER.test(tag)),
    preliminary: preliminary !== undefined,
    episodesWatched: preliminary?.[1] === undefined ? undefined : Number(preliminary[1]),
  };
}

function reactionsIn(element: HtmlElement): Reactions | null {
  const stated = orNull(element.attribute('data-reactions'));
  if (stated === null) return null;
  const { num, count } = readWire(reactionsSchema, readJson(stated, 'data-reactions'), 'data-reactions');
  return reactionsOf(num ?? null, count ?? []);
}
