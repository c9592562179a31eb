// eBay: the pages of feedback that an item and a seller link to, and of reviews that some products still have. Fragile: everything is read from
// HTML; Akamai shuts out who turns pages quickly, for half an hour and more.
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { placeAt, SHORT, SITES } from '#core/platforms/ebay/address.ts';
import {
  type FeedbackCursor,
  feedbackPage,
  type ItemCursor,
  itemPage,
  type Order,
  type ProfileCursor,
  profilePage,
  type StoreCursor,
  storePage,
} from '#core/platforms/ebay/lists.ts';
import { type ProductCursor, productPage } from '#core/platforms/ebay/product.ts';
import { opened } from '#core/platforms/ebay/turning.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly order: Order };
type FirstCursor = ItemCursor | StoreCursor | FeedbackCursor | ProductCursor;
type Cursor = ShortCursor | FirstCursor | ProfileCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);
/** Hosts of a second language share the cookies of their country. */
const DOMAINS = Object.keys(SITES).filter((site) => site.startsWith('ebay.'));

const OWN_HOST = /(?:^|\.)ebay\.[a-z.]{2,6}$/;

export default definePlatform<Cursor>({
  id: 'ebay',
  name: 'eBay',
  homepage: 'https://www.ebay.com',
  description: 'Feedback about an item, all feedback of a seller, and reviews of a product, on the sites of all countries.',
  category: 'shop',
  recorded: null,
  comparedWith: [{ client: 'an unnamed client', date: '2026-05' }],
  targets: [
    target(
      'item',
      REVIEWS,
      ['ebay.<country>/itm/<id>', 'ebay.<country>/itm/<slug>/<id>'],
      [
        'https://www.ebay.com/itm/256012345678',
        'https://www.ebay.co.uk/itm/a-thing/256012345678?hash=x',
        'https://m.ebay.de/itm/256012345678',
        'https://www.befr.ebay.be/itm/256012345678',
      ],
    ),
    target(
      'seller',
      REVIEWS,
      [
        'ebay.<country>/usr/<seller>',
        'ebay.<country>/fdbk/feedback_profile/<seller>',
        'ebay.<country>/fdbk/mweb_profile?username=<seller>',
      ],
      [
        'https://www.ebay.com/usr/some.seller',
        'https://www.ebay.com.au/fdbk/feedback_profile/some.seller',
        'https://www.ebay.com/fdbk/mweb_profile?fdbkType=FeedbackReceivedAsSeller&item_id=256012345678&username=some.seller',
      ],
    ),
    target('store', REVIEWS, ['ebay.<country>/str/<store>'], ['https://www.ebay.it/str/somestore']),
    target(
      'product',
      REVIEWS,
      ['ebay.<country>/urw/<slug>/product-reviews/<product>', 'ebay.<country>/p/<product>'],
      ['https://www.ebay.com/urw/A-Thing/product-reviews/240123456?pgn=2', 'https://www.ebay.com/p/240123456'],
    ),
    target('short', REVIEWS, ['ebay.us/<code>', 'ebay.to/<code>'], ['https://ebay.us/m/AbCdEf', 'https://ebay.to/3AbCdEf']),
  ],
  sorts: ['top', 'new'],
  hosts: [...DOMAINS.map((site) => `.${site}`), ...SHORT],
  walls: {
    addresses: [
      { kind: 'challenge', by: 'eBay', host: OWN_HOST, path: /^\/splashui\/captcha/, source: 'its captcha page' },
      { kind: 'block', by: 'eBay', host: OWN_HOST, path: /^\/splashui\/challenge/, source: 'its "Pardon Our Interruption"' },
      { kind: 'login', by: 'eBay', host: /^signin\.ebay\.[a-z.]{2,6}$/, source: 'its login' },
    ],
    bodies: [{ kind: 'challenge', by: 'eBay', in: 'title', mark: /^Security Measure\b/, host: OWN_HOST, source: 'its captcha page' }],
  },
  cookies: {
    need: 'optional',
    domains: DOMAINS.map((site) => `.${site}`),
    names: ['nonsession', 'dp1', 's', 'ebay'],
    login: 'https://signin.ebay.com/',
    hint: 'None are needed. Where eBay refuses or asks for a captcha: open the page in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy all cookies of the eBay site.',
  },
  pace: { perSecond: 0.3, concurrency: 1 },

  start({ target: kind, params }, options) {
    const order: Order = options.sort === 'new' ? 'new' : 'top';
    const cursor: Cursor = kind === 'short' ? { list: 'short', address: params['address'] ?? '', order } : firstOf(params, order);
    return [{ cursor, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    switch (cursor.list) {
      case 'short':
        return opened(firstOf(await paramsOfShortLink(session, cursor.address, placeAt, 'item, seller or product'), cursor.order));
      case 'item':
        return itemPage(cursor, session);
      case 'store':
        return storePage(cursor, session);
      case 'feedback':
        return feedbackPage(cursor, session);
      case 'profile':
        return profilePage(cursor, session);
      case 'product':
        return productPage(cursor, session);
    }
  },
});

function firstOf({ site = '', item = '', store = '', seller = '', product = '', path = '' }: TargetParams, order: Order): FirstCursor {
  if (item !== '') return { list: 'item', site, item, order };
  if (store !== '') return { list: 'store', site, store, order };
  if (product !== '') return { list: 'product', site, product, path, page: 1 };
  return { list: 'feedback', site, seller, item: null, order, page: 1, query: {} };
}
