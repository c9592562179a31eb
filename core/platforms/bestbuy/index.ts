// Best Buy (United States): the call behind the site's own review pages, keyless, by the number of the article. Fragile: Akamai lets
// requests of programs hang, and visitors from elsewhere meet a gate that asks for a country.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import { linkedNodeOf } from '#core/platform-kit/linked-data.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import { reviewItem, topicSchema } from '#core/platforms/bestbuy/review.ts';
import { z } from 'zod';

/** What an address of Best Buy names: an article by its number, or a product whose page tells the number. */
type Place = NamedPlace<'article' | 'product'>;

/** The store of Canada runs on another site. */
const SITES = new Set(['bestbuy.com', 'm.bestbuy.com']);
const SKU = /^\d{4,10}$/;
const SKU_PAGE = /^(\d{4,10})\.p$/;
const BSIN = /^(?=.*[A-Z])[A-Z0-9]{6,14}$/;
const REVIEW_PATHS = new Set(['reviews', 'customer-reviews']);
const ORIGIN = 'https://www.bestbuy.com';
const PAGE_SIZE = 20;
const SITE = 'Best Buy';

/** What a visitor has who once chose the United States at the gate of countries, and what the address of a page says for it. */
const PAST_THE_GATE = { cookie: 'intl_splash=false' };
const NO_GATE = { intl: 'nosplash' };
const GATE = /\bchoose a country\b|\bselect your country\b|[?&]intl=nosplash/i;
const DENIED = /\bAccess Denied\b|\bAkamai-Reference\b|\bblocked\.html\b/i;
const SKU_IN_PAGE = /"skuId"\s*:\s*"?(\d{4,10})\b/;
const ugcSchema = z.object({ totalPages: countSchema.nullish(), topics: rowsOf(topicSchema).nullish() });
const productSchema = z.object({ sku: z.union([z.string(), z.int()]).transform(String) });

/** One page of reviews, and by which door it came. */
interface Topics {
  readonly topics: readonly z.output<typeof topicSchema>[];
  /** Null where the answer does not say. */
  readonly pages: number | null;
  readonly door: string;
}

type ListCursor = { readonly list: 'article'; readonly sku: string; readonly sort: string; readonly page: number };

/** A product by its path: the page tells the number of the article. */
type ProductCursor = { readonly list: 'product'; readonly path: string; readonly sort: string };

type Cursor = ListCursor | ProductCursor;

const NEWEST = 'MOST_RECENT';
const MOST_HELPFUL = 'MOST_HELPFUL';
const SORT_NAMES: Readonly<Partial<Record<Sort, string>>> = { top: MOST_HELPFUL, new: NEWEST, best: 'HIGHEST_RATING' };
const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'bestbuy',
  name: 'Best Buy',
  homepage: 'https://www.bestbuy.com',
  description: 'Reviews of a product in the United States, with the answers of its brand.',
  category: 'shop',
  recorded: '2025-12',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-05-21' }],
  withoutTotal: ['reviews'],
  targets: [
    target(
      'article',
      REVIEWS,
      ['bestbuy.com/site/<name>/<sku>.p', 'bestbuy.com/site/reviews/<name>/<sku>', 'bestbuy.com/product/<name>/<bsin>/sku/<sku>'],
      [
        'https://www.bestbuy.com/site/sony-playstation-5-slim-console/6565065.p?skuId=6565065',
        'https://www.bestbuy.com/site/reviews/sony-playstation-5-slim-console/6565065?page=2&sort=MOST_RECENT',
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26/sku/6565065',
      ],
    ),
    target(
      'product',
      REVIEWS,
      ['bestbuy.com/product/<name>/<bsin>', 'bestbuy.com/product/<name>/<bsin>/reviews'],
      [
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26',
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26/reviews',
      ],
    ),
  ],
  sorts: ['top', 'new', 'best'],
  hosts: ['.bestbuy.com'],
  cookies: {
    need: 'optional',
    domains: ['.bestbuy.com'],
    hint: 'None are needed. Where Best Buy refuses this machine, open the page in your own browser and give all cookies of bestbuy.com: _abck, bm_sz, SID, CTT, intl_splash.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }, options) {
    const sort = SORT_NAMES[options.sort ?? 'top'] ?? MOST_HELPFUL;
    const { sku = '', path = '' } = params;
    return [{ cursor: kind === 'product' ? { list: 'product', path, sort } : { list: 'article', sku, sort, page: 1 }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'article') return listPage(cursor, session);
    return listPage({ list: 'article', sku: await askSku(session, cursor.path), sort: cursor.sort, page: 1 }, session);
  },
});

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { topics, pages, door } = await askTopics(session, cursor);
  const endsEarly = topics.length === 0 && pages !== null && cursor.page <= pages;
  if (endsEarly && cursor.page === 1) throw new PlatformChanged('topics');
  const goesOn = topics.length > 0 && (pages === null || cursor.page < pages);
  return {
    items: readRows(topics, 'topics', reviewItem),
    next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [],
    ...(endsEarly
      ? { gaps: [{ cause: 'notServed', count: 0, note: `Best Buy gave nothing from page ${cursor.page} of ${pages} on.` }] }
      : {}),
    ...(cursor.sort === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    door,
  };
}

/** What the address names; null where it is nothing of Best Buy that could be exported. */
function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || !SITES.has(host)) return null;
  const sku = query.get('skuId')?.trim() || skuIn(segments);
  if (sku !== null && SKU.test(sku)) return { kind: 'article', params: { sku } };
  if (segments[0] !== 'product') return null;
  const at = segments.findIndex((part, index) => index > 0 && BSIN.test(part));
  return at === -1 ? null : { kind: 'product', params: { path: segments.slice(0, at + 1).join('/') } };
}

function skuIn(segments: readonly string[]): string | null {
  const [folder, second = ''] = segments;
  if (folder === 'product') return segments[segments.indexOf('sku') + 1] ?? null;
  if (folder !== 'site') return null;
  const page = segments.map((part) => SKU_PAGE.exec(part)?.[1]).find((found) => found !== undefined);
  if (page !== undefined) return page;
  return REVIEW_PATHS.has(second) ? (segments.slice(2).findLast((part) => SKU.test(part)) ?? null) : null;
}

/** A page of the reviews of an article. @throws CommentdockError BLOCKED, GEO_BLOCKED, PLATFORM_CHANGED... */
async function askTopics(session: Session, at: { readonly sku: string; readonly sort: string; readonly page: number }): Promise<Topics> {
  const url = `${ORIGIN}/ugc/v2/reviews?page=${at.page}&pageSize=${PAGE_SIZE}&sku=${at.sku}&sort=${at.sort}`;
  const { value, by } = await plainOrBrowser(session, SITE, {
    breaksWires: true,
    plain: () => pastGate((query) => session.fetch({ url, headers: { accept: 'application/json', ...PAST_THE_GATE }, ...query })),
    browser: async () => refused(await session.inPage({ url, headers: { accept: 'application/json' } })),
  });
  const { topics, totalPages } = value.json(ugcSchema);
  if (topics == null && totalPages !== 0) throw new PlatformChanged('topics');
  return { topics: topics ?? [], pages: totalPages ?? null, door: `review call${by}` };
}

/** The number of the article that the page of a product shows. @throws CommentdockError as `askTopics`; NOT_FOUND */
async function askSku(session: Session, path: string): Promise<string> {
  const url = `${ORIGIN}/${path.split('/').map(percentEncoded).join('/')}`;
  const { value } = await plainOrBrowser(session, SITE, {
    breaksWires: true,
    plain: () => pastGate((query) => session.fetch({ url, headers: PAST_THE_GATE, ...query })),
    browser: async () => refused(await session.page({ url: `${url}?intl=nosplash` })),
  });
  const product = checked(productSchema, linkedNodeOf(value.text, 'Product'));
  const sku = product.success ? product.data.sku : SKU_IN_PAGE.exec(value.text.replaceAll('\\"', '"'))?.[1];
  if (sku === undefined || !/^\d+$/.test(sku)) throw new PlatformChanged('skuId');
  return sku;
}

/** Asks again by the way around the gate where that stands there though the cookie was sent. */
async function pastGate(ask: (query: Pick<PlatformRequest, 'query'>) => Promise<Answer>): Promise<Answer> {
  const answer = await ask({});
  return refused(isGate(answer) ? await ask({ query: NO_GATE }) : answer);
}

/** @throws PlatformRefusal */
function refused(answer: Answer): Answer {
  if (isGate(answer))
    throw new PlatformRefusal(
      'GEO_BLOCKED',
      'Best Buy asks for a country instead of an answer. Choose a route (options.vpn) in the United States.',
    );
  if (!answer.isJson && answer.text.length < 10_000 && DENIED.test(answer.text)) throw new PlatformRefusal('BLOCKED');
  return answer;
}

/** Whole pages of the site may speak of countries, too. */
function isGate(answer: Answer): boolean {
  return !answer.isJson && GATE.test(answer.text) && !/"skuId|"@type"\s*:\s*"Product"/.test(answer.text.replaceAll('\\"', '"'));
}
