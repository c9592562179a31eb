// Target (United States): the review call behind the site (`ggc`), with the public key of its page; where that is shut, the few recent
// reviews of the product call (`redsky`). Fragile: keys change, and the review call refuses after many requests.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';
import { placeAt } from '#core/platforms/target/address.ts';
import { askProduct, askReviews, isShut, PAGE_SIZE, type ReviewPlace, type Summary } from '#core/platforms/target/doors.ts';
import { reviewItem } from '#core/platforms/target/review.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

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
  tier: 'all',
  verified: true,
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
  options: [],
  sorts: ['top', 'new', 'best'],
  hosts: ['.target.com', 'tgt.biz'],
  cookies: {
    need: 'optional',
    domains: ['.target.com'],
    hint: 'None are needed. Where Target refuses this machine, open the page in your own browser and give all cookies of target.com: visitorId, _abck, _px3.',
  },
  transport: 'http',
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
