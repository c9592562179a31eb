// Booking.com: the page of a property names it to the site's own GraphQL, which gives the reviews. Fragile: a firewall stands before the
// page; the API wants the page's token, which has an end.
import { SELECTORS } from '#core/contract/options.ts';
import { placeAt } from '#core/platforms/booking/address.ts';
import { type Order, type ReviewsCursor, reviewsPage } from '#core/platforms/booking/reviews.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly order: Order };
type Cursor = ReviewsCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const ORDERS: Readonly<Record<string, Order>> = {
  new: 'NEWEST_FIRST',
  top: 'MOST_RELEVANT',
  old: 'OLDEST_FIRST',
  best: 'SCORE_DESC',
  controversial: 'SCORE_ASC',
};

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'booking',
  name: 'Booking.com',
  homepage: 'https://www.booking.com',
  description: "Reviews of a hotel or another property in all languages, with its answers and the guest's stay.",
  category: 'reviews',
  recorded: '2026-03',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'property',
      REVIEWS,
      [
        'booking.com/hotel/<country>/<name>.html',
        'booking.com/hotel/<country>/<name>.<language>.html',
        'booking.com/reviews/<country>/hotel/<name>.html',
      ],
      [
        'https://www.booking.com/hotel/gb/gardencourthotel.en-gb.html?aid=304142&checkin=2026-12-01#tab-reviews',
        'https://www.booking.com/hotel/de/adlon-kempinski.html',
        'https://m.booking.com/hotel/fr/some-hotel.pt-br.html',
        'https://www.booking.com/reviews/gb/hotel/gardencourthotel.html',
      ],
    ),
    target('short', REVIEWS, ['booking.com/Share-<code>'], ['https://www.booking.com/Share-AbCdEf']),
  ],
  sorts: ['new', 'top', 'old', 'best', 'controversial'],
  ignores: SELECTORS,
  hosts: ['.booking.com'],
  cookies: {
    need: 'optional',
    domains: ['.booking.com'],
    passes: ['aws-waf-token'],
    login: 'https://www.booking.com/',
    hint: 'No login is needed. Where Booking.com asks for a proof: open the page of the property in your own browser, then open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.booking.com, and copy all of them, bkng and aws-waf-token first.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target: name, params }, options) {
    const order = ORDERS[options.sort ?? 'new'] ?? 'NEWEST_FIRST';
    if (name === 'short') return [{ cursor: { list: 'short', address: params['address'] ?? '', order }, role: 'page' }];
    return [{ cursor: firstOf(params, order), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list !== 'short') return reviewsPage(cursor, session);
    const params = await paramsOfShortLink(session, cursor.address, placeAt, 'property');
    return reviewsPage(firstOf(params, cursor.order), session);
  },
});

function firstOf({ page = '', language }: TargetParams, order: Order): ReviewsCursor {
  return { list: 'reviews', page, language: language ?? null, order, skip: 0 };
}
