// OpenTable: the state in the page of a restaurant, which has its first reviews; for the others what that page asks for when its pages are
// turned, and addresses of further pages where it asks for nothing. Fragile: Akamai lets hardly anybody in but browsers.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import type { Answer, Navigation, PageAction, Session } from '#core/platform-api/session.ts';
import { isWithoutBrowser, plainOrBrowser, type Reached } from '#core/platform-kit/browser-door.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { DOMAINS, restaurantAt } from '#core/platforms/opentable/address.ts';
import { itemsOf, reviewsIn, type Shown, shownIn } from '#core/platforms/opentable/restaurant.ts';

/** `page`: the first that is still to be read, of so many `pages`. `from`: the first that the page of the restaurant does not show. `by`: how pages are turned. */
type FurtherCursor = {
  readonly list: 'further';
  readonly address: string;
  readonly page: number;
  readonly from: number;
  readonly pages: number;
  readonly by: 'pager' | 'address';
};
type Cursor = { readonly list: 'first'; readonly address: string } | FurtherCursor;

const ORDERS = { new: 'newestReview', top: 'highestRating' } as const;
const REVIEWS = ':is(#reviews, [data-test*="review" i])';
const NEXT = `${REVIEWS} :is(a, button):is([aria-label*="next" i], [data-test*="next" i], [rel="next"]):not([disabled], [aria-disabled="true"])`;
const SORT = `${REVIEWS} [data-test*="sort" i]`;
const HIGHEST =
  ':is([role="option"], [role="menuitem"], li, button):is([value="highestRating"], [data-value="highestRating"], [data-test*="highest" i])';
const LOOKING_MS = 3_000;
const SILENCE_MS = 10_000;
/** Pages are turned from the first one each time: so many more at once, and so many in all. */
const PAGES_AT_ONCE = 20;
const MOST_TURNED = 100;

export default definePlatform<Cursor>({
  id: 'opentable',
  name: 'OpenTable',
  homepage: 'https://www.opentable.com',
  description: 'Reviews of a restaurant, with its answers.',
  category: 'reviews',
  recorded: '2022-09-17',
  comparedWith: [],
  targets: [
    {
      name: 'restaurant',
      patterns: [
        'opentable.com/r/<name>',
        'opentable.com/<language>/r/<name>',
        'opentable.com/restaurant/profile/<id>',
        'opentable.com/<name>',
      ],
      examples: [
        'https://www.opentable.com/r/omakaseed-new-york?page=2&sortBy=newestReview#reviews',
        'https://www.opentable.co.uk/r/a-place-london',
        'https://www.opentable.ca/fr-CA/r/un-lieu-montreal',
        'https://www.opentable.com/restaurant/profile/1238299/reserve',
        'https://www.opentable.com/omakaseed-new-york',
      ],
      match: restaurantAt,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new', 'top'],
  hosts: DOMAINS.map((domain) => `.${domain}`),
  cookies: {
    need: 'optional',
    domains: DOMAINS.map((domain) => `.${domain}`),
    hint: 'None are needed where a browser is installed. Where OpenTable denies access: open the restaurant in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.opentable.com, and copy _abck, bm_sz and ak_bmsc.',
  },
  pace: { perSecond: 0.4, concurrency: 1 },

  start({ params }) {
    return [{ cursor: { list: 'first', address: params['address'] ?? '' }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'first') return firstPage(cursor.address, session);
    if (cursor.by === 'address') return addressedPage(cursor, session);
    const turned = await orShut(turnedPages(cursor, session));
    if (!(turned instanceof CommentdockError)) return turned;
    return addressedPage({ ...cursor, by: 'address' }, session);
  },
});

async function firstPage(pasted: string, session: Session): Promise<Page<Cursor>> {
  const { value, by } = await restaurantPage(pasted, session);
  const { shown, address } = value;
  const isTop = session.options.sort === 'top';
  const isEmpty = rowsGiven(shown.reviews) === 0;
  const isWhole = shown.pages === 0 || (shown.pages === 1 && !isEmpty) || (isEmpty && (shown.total ?? 0) === 0);
  const items = itemsOf(shown.reviews);
  const sorted = isTop ? items.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0)) : items;
  // The first page is in the order of the newest: others begin anew.
  const isHeld = isTop && !isWhole;
  const page = isHeld || isEmpty ? 1 : 2;
  return {
    items: isHeld ? [] : sorted,
    next: isWhole ? [] : [{ cursor: { list: 'further', address, page, from: page, pages: shown.pages, by: 'pager' }, role: 'page' }],
    total: shown.total,
    mayRepeat: true,
    door: `page of the restaurant${by}`,
  };
}

/** The page, read where a program gets it, and in the browser where that is refused or has no state. */
async function restaurantPage(url: string, session: Session): Promise<Reached<{ readonly shown: Shown; readonly address: string }>> {
  const inBrowser = () => session.page({ url }).then(restaurantIn);
  const reached = await orShut(
    plainOrBrowser(session, new URL(url).host, {
      breaksWires: true,
      plain: () => session.fetch({ url }).then(restaurantIn),
      browser: inBrowser,
    }),
  );
  if (!(reached instanceof CommentdockError)) return reached;
  if (!(reached instanceof PlatformChanged)) throw reached;
  const again = await orShut(inBrowser());
  if (again instanceof CommentdockError) throw isWithoutBrowser(again) ? reached : again;
  return { value: again, by: ', in the browser' };
}

/** @throws PlatformRefusal NOT_FOUND where the site leads away from the restaurant; PlatformChanged */
function restaurantIn(answer: Answer): { readonly shown: Shown; readonly address: string } {
  const url = readableUrl(answer.url);
  const address = url === null ? null : (restaurantAt(url)?.['address'] ?? null);
  if (address === null) throw new PlatformRefusal('NOT_FOUND', 'OpenTable has no such restaurant any more: it leads to another page.');
  return { shown: shownIn(answer.text), address };
}

/** What the page asks for while its pages are turned, from the first on. @throws CommentdockError where it asks for nothing */
async function turnedPages(cursor: FurtherCursor, session: Session): Promise<Page<Cursor>> {
  const { address, page, from, pages } = cursor;
  const isTop = session.options.sort === 'top';
  const last = Math.min(pages, page + PAGES_AT_ONCE - 1, MOST_TURNED);
  const { answers } = await session.capture(pageTurnedTo(address, last, isTop), {
    url: `${new URL(address).host}/dapi/fe/gql*opname=*Review*`,
    method: 'POST',
    count: last - from + 1,
    timeoutMs: SILENCE_MS,
    ...(isTop ? { body: ORDERS.top } : {}),
  });
  const lists = answers.flatMap((answer) => [reviewsIn(jsonIn(answer.text)) ?? []].filter((list) => rowsGiven(list) > 0));
  if (lists.length === 0) throw new PlatformChanged('capture', 'The page of the restaurant did not ask for further reviews.');
  // Those before `page` were read by earlier calls.
  const fresh = lists.slice(page - from);
  const isCut = fresh.length < last - page + 1;
  const isCapped = last === MOST_TURNED && pages > last;
  const note = isCut
    ? 'The page of the restaurant asked for no more reviews.'
    : `Pages of reviews are turned ${MOST_TURNED} times at most.`;
  return {
    items: fresh.flatMap(itemsOf),
    next: isCut || isCapped || last >= pages ? [] : [{ cursor: { ...cursor, page: last + 1 }, role: 'page' }],
    ...(isCut || isCapped ? { gaps: [{ cause: 'notServed' as const, count: 0, note }] } : {}),
    mayRepeat: true,
    door: 'what the page of the restaurant asks for, in the browser',
  };
}

function pageTurnedTo(address: string, last: number, isTop: boolean): Navigation {
  const seek = { optional: true, timeoutMs: LOOKING_MS } as const;
  const sorting: readonly PageAction[] = isTop
    ? [
        { click: SORT, ...seek },
        { click: HIGHEST, ...seek },
      ]
    : [];
  const turning = Array.from({ length: last - 1 }, (): PageAction => ({ click: NEXT, optional: 'untilEnd', timeoutMs: LOOKING_MS }));
  return { url: address, actions: [{ reveal: REVIEWS, ...seek }, ...sorting, ...turning] };
}

/** A further page by an address of its own. A page without its state ends the list. */
async function addressedPage(cursor: FurtherCursor, session: Session): Promise<Page<Cursor>> {
  const { address, page, pages } = cursor;
  const sortBy = ORDERS[session.options.sort === 'top' ? 'top' : 'new'];
  const reached = await orShut(restaurantPage(`${address}?page=${page}&sortBy=${sortBy}`, session));
  if (reached instanceof PlatformChanged) return { items: [], gaps: [{ cause: 'notServed', count: 0, note: reached.message }] };
  if (reached instanceof CommentdockError) throw reached;
  const { shown } = reached.value;
  const isLast = rowsGiven(shown.reviews) === 0 || page >= pages;
  const isOtherOrder = page === 1 && shown.sortBy !== null && shown.sortBy !== sortBy;
  return {
    items: itemsOf(shown.reviews),
    next: isLast ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(isOtherOrder ? { notes: ['OpenTable gave the reviews in an order of its own: the sort had no effect.'] } : {}),
    door: `addresses of further pages${reached.by}`,
  };
}
