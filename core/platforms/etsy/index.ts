// Etsy: the call that its own pages make for more reviews, with the token in the page; without it the few reviews within the page. Fragile:
// DataDome stands before every page now and then; the call and its answer are the site's own business.
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { placeAt } from '#core/platforms/etsy/address.ts';
import type { Sort } from '#core/platforms/etsy/ask.ts';
import { hasKey, type OfficialCursor, officialListing, officialPage, officialShop } from '#core/platforms/etsy/official.ts';
import {
  type CardsCursor,
  cardsPage,
  type ListingCursor,
  listingPage,
  type ReviewsCursor,
  reviewsPage,
  type ShopCursor,
  shopPage,
} from '#core/platforms/etsy/lists.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly sort: Sort };
type Cursor = ShortCursor | ListingCursor | ShopCursor | ReviewsCursor | CardsCursor | OfficialCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'etsy',
  name: 'Etsy',
  homepage: 'https://www.etsy.com',
  description: 'Reviews of a listing, or of everything that a shop sells.',
  category: 'shop',
  recorded: '2025-08',
  comparedWith: [
    { client: 'scrapfly-scrapers', date: '2026-01-07' },
    { client: 'an unnamed client', date: '2026-06' },
  ],
  targets: [
    target(
      'listing',
      REVIEWS,
      ['etsy.com/listing/<id>/<slug>', 'etsy.com/<region>/listing/<id>', '<shop>.etsy.com/listing/<id>'],
      [
        'https://www.etsy.com/listing/949905096/oakywood-dual-laptop-stand',
        'https://www.etsy.com/de/listing/949905096/laptopstaender?ref=shop_home',
        'https://www.etsy.com/listing/949905096/reviews?page=2',
        'https://someshop.etsy.com/listing/949905096',
      ],
    ),
    target(
      'shop',
      REVIEWS,
      ['etsy.com/shop/<name>', '<name>.etsy.com'],
      ['https://www.etsy.com/shop/SomeShop', 'https://www.etsy.com/se-en/shop/SomeShop/reviews', 'https://someshop.etsy.com/'],
    ),
    target('short', REVIEWS, ['etsy.me/<code>'], ['https://etsy.me/3AbCdEf']),
  ],
  sorts: ['top', 'new'],
  hosts: ['.etsy.com', 'etsy.me'],
  cookies: {
    need: 'optional',
    domains: ['.etsy.com'],
    names: ['session-key-www', 'session-key-apex'],
    aliases: { sessionid: 'session-key-www', token: 'api_key' },
    login: 'https://www.etsy.com/signin',
    hint: 'None are needed. Where Etsy asks for a captcha: solve it at etsy.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.etsy.com, and copy all of them, datadome above all. With a key of the official API (etsy.com/developers/your-apps: the keystring, a colon and the shared secret) given as api_key, that is asked instead.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }, options) {
    const sort: Sort = options.sort === 'new' ? 'MostRecent' : 'Relevancy';
    const cursor: Cursor = kind === 'short' ? { list: 'short', address: params['address'] ?? '', sort } : firstOf(params, sort);
    return [{ cursor, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    switch (cursor.list) {
      case 'short':
        return firstPage(firstOf(await paramsOfShortLink(session, cursor.address, placeAt, 'listing and no shop'), cursor.sort), session);
      case 'listing':
      case 'shop':
        return firstPage(cursor, session);
      case 'reviews':
        return reviewsPage(cursor, session);
      case 'cards':
        return cardsPage(cursor, session);
      case 'official':
        return officialPage(cursor, session);
    }
  },
});

function firstOf({ id = '', slug = '', shop = '' }: TargetParams, sort: Sort): ListingCursor | ShopCursor {
  return shop === '' ? { list: 'listing', id, slug, sort } : { list: 'shop', shop, sort };
}

/** By the official API where the owner has a key for it, else from the pages of the site. */
function firstPage(cursor: ListingCursor | ShopCursor, session: Session): Promise<Page<Cursor>> {
  if (hasKey(session)) return cursor.list === 'shop' ? officialShop(cursor.shop, session) : officialListing(cursor.id, session);
  return cursor.list === 'shop' ? shopPage(cursor, session) : listingPage(cursor, session);
}
