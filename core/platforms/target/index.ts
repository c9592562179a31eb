// Target (United States): the review call behind the site (`ggc`), with the public key of its page; where that is shut, the few recent
// reviews of the product call (`redsky`). Fragile: keys change, and the review call refuses after many requests.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type Next, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { refusalOf, tellingOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import { reviewItem, rowSchema } from '#core/platforms/target/review.ts';
import { z } from 'zod';

/** What an address of Target names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

const SITES = new Set(['target.com', 'm.target.com']);
const SHORT_SITES = new Set(['goto.target.com', 'tgt.biz']);
const TCIN = /^A-(\d{5,12})$/i;
const PAGE_SIZE = 50;

/** Keys that the site gives to all its visitors: of the review call where its page tells none, and of the product call. */
const PUBLIC_REVIEW_KEY = 'c6b68aaef0eac4df4931aae70500b7056531cb37';
const PRODUCT_KEY = '9f36aeafbe60771e321a7cc95a78140772ab3e96';
const KEY_NAME = 'key of the review call of Target';
const KEY = /^[0-9a-f]{40}$/;
const KEY_IN_PAGE = /apiKey\\*["']\s*:\s*\\*["']([0-9a-f]{40})\b/g;
const MOST_KEYS = 3;
const STORE = '2281';
const VISITOR = '0'.repeat(32);

/** Some of the calls are refused to who does not come from the site. */
const OF_SITE = { accept: 'application/json', origin: 'https://www.target.com', referer: 'https://www.target.com/' };
const WRONG_KEY: ReadonlySet<number> = new Set([400, 401]);

/** Beyond how deep the call turns pages. */
const TOO_DEEP: ReadonlySet<number> = new Set([400, 404, 416]);

const summarySchema = z.object({
  statistics: z.object({ review_count: countSchema.nullish() }).nullish(),
  reviews: z.object({ results: rowsOf(rowSchema), total_results: countSchema.nullish(), total_pages: countSchema.nullish() }),
});

type Summary = z.output<typeof summarySchema>;

const productSchema = z.object({
  data: z
    .object({
      product: z
        .object({
          ratings_and_reviews: z.object({
            statistics: z
              .object({ review_count: countSchema.nullish(), rating: z.object({ count: countSchema.nullish() }).nullish() })
              .nullish(),
            most_recent: rowsOf(rowSchema).nullish(),
          }),
        })
        .nullable(),
    })
    .nullable(),
});

/** Which page of which list of the review call. `stars`: of one rating alone. */
interface ReviewPlace {
  readonly tcin: string;
  readonly sort: string;
  readonly stars: number | null;
  readonly page: number;
}

type ListCursor = { readonly list: 'reviews' } & { readonly [K in keyof ReviewPlace]: ReviewPlace[K] };

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly sort: string };

type Cursor = ListCursor | ShortCursor;

const RELEVANT = 'most_relevant';
const RECENT = 'most_recent';
const SORT_NAMES: Readonly<Partial<Record<Sort, string>>> = { top: RELEVANT, new: RECENT, best: 'rating_high' };

/** Reports say that the call turns no further than this page. */
const MOST_PAGES = 51;
const STARS = [5, 4, 3, 2, 1] as const;
const BY_STARS = 'Target turns no further in the list of all reviews: the rest was asked for by the number of stars.';
const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'target',
  name: 'Target',
  homepage: 'https://www.target.com',
  description: 'Reviews of a product in the United States, of all its variants.',
  category: 'shop',
  recorded: '2026-05',
  comparedWith: [{ client: 'an unnamed client', date: '2025' }],
  targets: [
    target(
      'product',
      REVIEWS,
      ['target.com/p/<name>/-/A-<tcin>', 'target.com/p/-/A-<tcin>'],
      [
        'https://www.target.com/p/apple-earpods-usb-c/-/A-89827259',
        'https://www.target.com/p/apple-earpods-usb-c/-/A-89827259?preselect=89827260#lnk=sametab',
        'https://www.target.com/p/-/A-89827259#reviews',
      ],
    ),
    target('short', REVIEWS, ['goto.target.com/<code>', 'tgt.biz/<code>'], ['https://goto.target.com/AbCdEf', 'https://tgt.biz/3AbCdEf']),
  ],
  sorts: ['top', 'new', 'best'],
  hosts: ['.target.com', 'tgt.biz'],
  cookies: {
    need: 'optional',
    domains: ['.target.com'],
    hint: 'None are needed. Where Target refuses this machine, open the page in your own browser and give all cookies of target.com: visitorId, _abck, _px3.',
  },
  whenRefused: 'browser',
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }, options) {
    const sort = SORT_NAMES[options.sort ?? 'top'] ?? RELEVANT;
    const { tcin = '', address = '' } = params;
    return [{ cursor: kind === 'short' ? { list: 'short', address, sort } : firstOf(tcin, sort), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'reviews') return listPage(cursor, session);
    const lead = await leadOfShortLink(session, cursor.address, (url) => placeAt(url)?.params['tcin'] ?? null);
    if (lead === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of Target.');
    return listPage(firstOf(lead, cursor.sort), session);
  },
});

function firstOf(tcin: string, sort: string): ListCursor {
  return { list: 'reviews', tcin, sort, stars: null, page: 0 };
}

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const isFirst = cursor.page === 0 && cursor.stars === null;
  try {
    const summary = await askReviews(session, cursor);
    return summary === 'deep' ? cappedPage([], cursor) : summaryPage(summary, cursor);
  } catch (error) {
    if (!isFirst || !isShut(error)) throw error;
    return recentPage(cursor.tcin, error, session);
  }
}

function summaryPage({ reviews }: Summary, cursor: ListCursor): Page<Cursor> {
  const { results, total_results: total, total_pages: pages } = reviews;
  const isEmpty = results.length === 0;
  const held = pages ?? (total == null ? null : Math.ceil(total / PAGE_SIZE));
  const isLast = isEmpty ? cursor.page * PAGE_SIZE >= (total ?? 0) : held !== null && cursor.page + 1 >= held;
  const stops = !isLast && (isEmpty || cursor.page + 1 >= MOST_PAGES);
  const items = readRows(results, 'results', reviewItem);
  const page = stops ? cappedPage(items, cursor) : { items, next: isLast ? [] : [after(cursor)], ...orderOf(cursor) };
  return cursor.page === 0 && cursor.stars === null ? { ...page, total: total ?? null } : page;
}

/** The end of what the call gives of a list that is longer: further lists, by their stars, give more. */
function cappedPage(items: Page['items'], cursor: ListCursor): Page<Cursor> {
  if (cursor.stars === null) {
    const next = STARS.map((stars): Next<Cursor> => ({ cursor: { ...cursor, stars, page: 0 }, role: 'list' }));
    return { items, next, notes: [BY_STARS], ...orderOf(cursor) };
  }
  const note = `Target turns no further than page ${cursor.page + 1} of the reviews with ${cursor.stars} stars. Another order (sort) may show others.`;
  return { items, gaps: [{ cause: 'notServed', count: 0, note }], ...orderOf(cursor) };
}

function after(cursor: ListCursor): Next<Cursor> {
  return { cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' };
}

/** Lists by stars begin with much that is known. */
function orderOf({ sort, stars }: ListCursor): Pick<Page, 'dateOrder' | 'mayRepeat' | 'door'> {
  const order = sort === RECENT ? { dateOrder: 'newestFirst' as const } : {};
  return { ...order, ...(stars === null ? {} : { mayRepeat: true }), door: 'review call' };
}

/** The most recent reviews alone. @throws what this last door says, or `shut` where that tells more */
async function recentPage(tcin: string, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  const product = await orShut(askProduct(session, tcin));
  if (product instanceof CommentdockError) throw tellingOf(shut, product);
  const { rows, total } = product;
  const missing = Math.max(0, (total ?? 0) - rows.length);
  const note = `Only the most recent reviews, which come with the product: the review call of Target gave none (${shut.message})`;
  return {
    items: readRows(rows, 'reviews', reviewItem),
    total,
    ...(missing > 0 || total === null ? { gaps: [{ cause: 'blocked', count: missing, note }] } : {}),
    dateOrder: 'newestFirst',
    door: 'product call',
  };
}

/** What the address names; null where it is nothing of Target that could be exported. Variants share the reviews of the product in the path. */
function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_SITES.has(host)) return segments.length > 0 ? { kind: 'short', params: { address: href.replace(/#.*$/, '') } } : null;
  if (!SITES.has(host) || segments[0] !== 'p') return null;
  const tcin = segments.map((part) => TCIN.exec(part)?.[1]).find((found) => found !== undefined);
  return tcin === undefined ? null : { kind: 'product', params: { tcin } };
}

/**
 * A page of the review call; `deep` where it turns no further.
 * @throws CommentdockError what it says instead
 */
async function askReviews(session: Session, place: ReviewPlace): Promise<Summary | 'deep'> {
  const answer = await askWithKey(session, place);
  if (answer.status === 200) return readSummary(answer, place);
  if (place.page > 0 && TOO_DEEP.has(answer.status)) return 'deep';
  throw refusalOf(answer);
}

/** With the key that worked last, else with those of the product's page, else with the public one. */
async function askWithKey(session: Session, place: ReviewPlace): Promise<Answer> {
  const learnt = session.learnt(KEY_NAME);
  let refused: Answer | null = null;
  for await (const key of keysToTry(session, place.tcin)) {
    const answer = await session.fetch(reviewRequest(place, key));
    if (answer.status === 200 && key !== PUBLIC_REVIEW_KEY) learnt.note(key, pageOf(place.tcin));
    if (!WRONG_KEY.has(answer.status)) return answer;
    learnt.drop(key);
    refused = answer;
  }
  return refused ?? session.fetch(reviewRequest(place, PUBLIC_REVIEW_KEY));
}

async function* keysToTry(session: Session, tcin: string): AsyncGenerator<string> {
  const worked = learntOf(session, KEY_NAME, KEY);
  if (worked !== null) yield worked;
  yield* await keysOf(session, tcin);
}

/** The few most recent reviews, and the number of all, that the call for the product has. @throws CommentdockError */
async function askProduct(session: Session, tcin: string) {
  const query = `key=${PRODUCT_KEY}&tcin=${tcin}&store_id=${STORE}&pricing_store_id=${STORE}&has_pricing_store_id=true&channel=WEB&visitor_id=${VISITOR}`;
  const url = `https://redsky.target.com/redsky_aggregations/v1/web/pdp_client_v1?${query}`;
  const { data } = await session.json(productSchema, { url, headers: OF_SITE });
  const product = data?.product ?? null;
  if (product === null) throw new PlatformRefusal('NOT_FOUND');
  const { statistics, most_recent: rows } = product.ratings_and_reviews;
  // Who has no ratings has no reviews, and may leave their number out.
  const total = statistics?.review_count ?? (statistics?.rating?.count === 0 ? 0 : null);
  if (rows == null && total !== 0) throw new PlatformChanged('data.product.ratings_and_reviews.most_recent');
  return { rows: rows ?? [], total };
}

/** Keys of the product's page, asked for once in a run, before the public one. */
async function keysOf(session: Session, tcin: string): Promise<readonly string[]> {
  return session.once(`target keys ${tcin}`, async () => {
    const page = await optionalText(session, { url: pageOf(tcin) });
    const found = [...(page ?? '').matchAll(KEY_IN_PAGE)].flatMap(([, key]) => key ?? []);
    return [...new Set([...found, PUBLIC_REVIEW_KEY])].slice(0, MOST_KEYS);
  });
}

function pageOf(tcin: string): string {
  return `https://www.target.com/p/-/A-${tcin}`;
}

function reviewRequest({ tcin, sort, stars, page }: ReviewPlace, key: string): PlatformRequest {
  return {
    url: 'https://r2d2.target.com/ggc/v2/summary',
    query: {
      key,
      reviewedId: tcin,
      reviewType: 'PRODUCT',
      page,
      size: PAGE_SIZE,
      sortBy: sort,
      hasOnlyPhotos: 'false',
      verifiedOnly: 'false',
      ratingFilter: stars === null ? undefined : `rating_${stars}`,
      includes: 'reviews,reviewsWithPhotos,statistics',
      entity: '',
      errorTag: 'drax_domain_reviews_api_error',
    },
    headers: OF_SITE,
    accept: 'any',
  };
}

/** @throws PlatformChanged; PlatformRefusal BLOCKED where it gives nothing of what it counts */
function readSummary(answer: Answer, { page, stars }: ReviewPlace): Summary {
  const summary = answer.json(summarySchema);
  const { results, total_results: total } = summary.reviews;
  if (page === 0 && stars === null && results.length === 0 && (total ?? 0) > 0)
    throw new PlatformRefusal('BLOCKED', `Target counts ${total} reviews and gives none of them.`);
  return summary;
}

/** True for an answer that another door may make up for: not where the export itself ends, or nothing is reached. */
function isShut(error: unknown): error is CommentdockError {
  return error instanceof CommentdockError && error.code !== 'INTERNAL';
}
