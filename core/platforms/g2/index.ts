// G2: the pages of its own site, in the markup of early 2025 and in today's, which is written from what others have found out. Fragile: DataDome
// stands before every page, so that a browser with the owner's cookies is needed; everything is read from HTML whose classes change.
import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { SELECTORS, type Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { linkedDataOf } from '#core/platform-kit/linked-data.ts';
import { reviewsBehindLogin } from '#core/platform-kit/login-gap.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { targetsOf, type NamedPlace } from '#core/platform-kit/place.ts';
import { cardsOf, ORIGIN, reviewIdIn, reviewOf } from '#core/platforms/g2/card.ts';

/** What an address of G2 names. */
type Place = NamedPlace<'product' | 'review'>;

const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const FOLDERS = new Set(['products', 'services']);
const SLUG = /^[\w.-]+$/;

type ListCursor = {
  readonly list: 'product';
  readonly path: string;
  readonly order: string;
  readonly page: number;
  /** What the site says there is; null where it does not say. */
  readonly total: number | null;
  /** Reviews on the pages before. */
  readonly read: number;
};

type ReviewCursor = { readonly list: 'review'; readonly path: string; readonly review: string };

type Cursor = ListCursor | ReviewCursor;

const REVIEWS = { type: 'reviews' } as const;
const NEWEST = 'most_recent';
const ORDERS: Readonly<Partial<Record<Sort, string>>> = { new: NEWEST, top: 'g2_default', best: 'highest', controversial: 'lowest' };
const SHOWN = '#reviews, [itemprop="review"]';
const TOTALS = ['a[href*="/reviews"]', '.elv-star-wrapper__desc__count'];
const SEE_ALL = /^See all\b/i;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'g2',
  name: 'G2',
  homepage: 'https://www.g2.com',
  description: 'Reviews of a product or a service for companies.',
  category: 'reviews',
  recorded: '2025-04-13',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-07-14' }],
  targets: [
    target(
      'product',
      { own: REVIEWS },
      ['g2.com/products/<product>', 'g2.com/products/<product>/reviews', 'g2.com/services/<service>/reviews'],
      [
        'https://www.g2.com/products/slack/reviews',
        'https://www.g2.com/products/slack/reviews?page=2&order=most_recent#reviews',
        'https://www.g2.com/products/slack',
        'https://www.g2.com/de/products/slack/reviews',
        'https://www.g2.com/pt-BR/products/slack/reviews',
        'https://www.g2.com/services/a-service/reviews',
      ],
    ),
    target(
      'review',
      { own: REVIEWS },
      ['g2.com/products/<product>/reviews/<product>-review-<digits>'],
      ['https://www.g2.com/products/slack/reviews/slack-review-1234567'],
    ),
  ],
  sorts: ['new', 'top', 'best', 'controversial'],
  ignores: SELECTORS,
  hosts: ['.g2.com'],
  cookies: {
    need: 'optional',
    domains: ['.g2.com'],
    names: ['user_credentials', '_g2_session_id'],
    aliases: { sessionid: '_g2_session_id', auth_token: 'user_credentials' },
    login: 'https://www.g2.com/login',
    hint: 'Needed in practice: open g2.com in your browser until it shows reviews, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.g2.com, and copy all of them (datadome, _g2_session_id, cf_clearance, and user_credentials after a login).',
  },
  pace: { perSecond: 0.25, concurrency: 1 },

  start({ target, params }, options) {
    const path = pathOf(params);
    if (target === 'review') return [{ cursor: { list: 'review', path, review: reviewIdIn(path) ?? '' }, role: 'page' }];
    const order = ORDERS[options.sort ?? 'new'] ?? NEWEST;
    return [{ cursor: { list: 'product', path, order, page: 1, total: null, read: 0 }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'review') return singlePage(cursor, session);
    try {
      return await listPage(cursor, session);
    } catch (error) {
      if (cursor.page === 1 || !(error instanceof CommentdockError) || error.code !== 'LOGIN_REQUIRED') throw error;
      return { items: [], gaps: [furtherReviews(cursor, session)] };
    }
  },
});

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { page, order, path } = cursor;
  const { answer, by } = await ask(session, `${ORIGIN}${path}?order=${order}&page=${page}`);
  const shown = parseHtml(answer.text);
  const items = readRows(cardsOf(shown), 'article', (card) => reviewOf(card));
  const total = cursor.total ?? totalOf(shown, answer.text);
  if (items.length === 0) return { ...emptyPage(shown, { ...cursor, total }, session), door: `page${by}` };
  const next: ListCursor = { ...cursor, path: pathAfter(answer.url) ?? path, page: page + 1, total, read: cursor.read + rowsGiven(items) };
  return {
    items,
    next: [{ cursor: next, role: 'page' }],
    ...(page === 1 ? { total } : {}),
    ...(order === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    door: `page${by}`,
  };
}

/** @throws PlatformChanged where the page is not one of reviews, or lacks those that it counts */
function emptyPage(shown: HtmlElement, cursor: ListCursor, session: Session): Page<Cursor> {
  const { page, total, read } = cursor;
  if (page > 1) return { items: [], gaps: total !== null && read < total ? [furtherReviews(cursor, session)] : [] };
  if ((total ?? 0) > 0 || (total === null && shown.first(SHOWN) === null)) throw new PlatformChanged('#reviews article');
  return { items: [], total: total ?? 0 };
}

async function singlePage({ path, review }: ReviewCursor, session: Session): Promise<Page<Cursor>> {
  const { answer, by } = await ask(session, `${ORIGIN}${path}`);
  const page = parseHtml(answer.text);
  const cards = cardsOf(page).length > 0 ? cardsOf(page) : page.all('article');
  const own = cards.find((card) => card.first(`a[href*="-review-${review}"]`) !== null) ?? (cards.length === 1 ? cards[0] : undefined);
  if (own === undefined) throw new PlatformChanged(`review ${review}`);
  return { items: [reviewOf(own, review)], door: `page${by}` };
}

/** @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, LOGIN_REQUIRED... */
async function ask(session: Session, url: string): Promise<{ readonly answer: Answer; readonly by: string }> {
  const { value: answer, by } = await plainOrBrowser<Answer>(session, 'g2', {
    plain: () => session.fetch({ url }),
    browser: () => session.page({ url, ready: { selector: SHOWN } }),
  });
  return { answer, by };
}

/** Products are renamed: the new name answers for the old one. */
function pathAfter(address: string): string | null {
  const place = placeAt(parsePastedUrl(address));
  return place?.kind === 'product' ? pathOf(place.params) : null;
}

function totalOf(page: HtmlElement, html: string): number | null {
  const stated = shallowest(linkedDataOf(html), 'reviewCount');
  if (typeof stated === 'number' || typeof stated === 'string') return findCount(String(stated))?.value ?? null;
  for (const selector of TOTALS) {
    const words = page.all(selector).map((element) => element.text());
    const found = selector.startsWith('a') ? words.find((each) => SEE_ALL.test(each)) : words[0];
    if (found !== undefined) return findCount(found)?.value ?? null;
  }
  return null;
}

function furtherReviews({ page, total, read }: ListCursor, session: Session) {
  return reviewsBehindLogin(session, { site: 'G2', page, missing: (total ?? 0) - read });
}

/** What the address names; null where it is nothing of G2 that could be exported. */
function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || host !== 'g2.com') return null;
  const parts = LOCALE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const [folder = '', slug = '', page, name, ...further] = parts;
  if (!FOLDERS.has(folder) || !SLUG.test(slug) || further.length > 0 || (page !== undefined && page !== 'reviews')) return null;
  const list = folder === 'services' ? { service: slug } : { product: slug };
  if (name === undefined) return folder === 'services' && page === undefined ? null : { kind: 'product', params: list };
  return SLUG.test(name) && reviewIdIn(name) !== null ? { kind: 'review', params: { ...list, review: name } } : null;
}

/** The path of what an address names, in English: reviews are the same in all languages. */
function pathOf({ product, service, review }: TargetParams): string {
  const list = service === undefined ? `/products/${product ?? ''}/reviews` : `/services/${service}/reviews`;
  return review === undefined ? list : `${list}/${review}`;
}
