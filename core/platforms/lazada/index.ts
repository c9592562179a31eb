// Lazada and Daraz (one software, ten countries): the list of reviews that product pages ask for, without a login.
// Fragile: a slider, or any other page instead of JSON, for addresses that ask much; placeholder rows; dates that may be relative.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Page } from '#core/platform-api/define.ts';
import { ALIBABA_WALLS } from '#core/platform-kit/families/alibaba/walls.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt, productAddressIn, SITES } from '#core/platforms/lazada/address.ts';
import { type ListCursor, reviewsPage } from '#core/platforms/lazada/list.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string };
type Cursor = ListCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'lazada',
  name: 'Lazada',
  homepage: 'https://www.lazada.com',
  description: 'Reviews of a product on Lazada or Daraz, in any of their countries.',
  category: 'shop',
  tier: 'all',
  verified: true,
  comparedWith: [{ client: 'an unnamed client', date: '2026-08' }],
  targets: [
    target(
      'product',
      REVIEWS,
      [
        'lazada.<country>/products/<name>-i<item>-s<variant>.html',
        'lazada.<country>/products/-i<item>.html',
        'daraz.<country>/products/<name>-i<item>.html',
      ],
      [
        'https://www.lazada.com.my/products/office-chair-i2345678901-s9876543210.html',
        'https://www.lazada.sg/products/pdp-i301234567-s1234567890.html?spm=a2o42.searchlist',
        'https://www.lazada.co.th/products/-i2345678901.html',
        'https://www.lazada.vn/products/i2345678901-s9876543210.html',
        'https://www.lazada.co.id/products/kursi-i2345678901.html',
        'https://www.lazada.com.ph/products/chair-i2345678901.html',
        'https://www.daraz.pk/products/chair-i123456789-s1234567890.html',
        'https://www.daraz.com.bd/products/chair-i123456789.html',
        'https://www.daraz.lk/products/chair-i123456789.html',
        'https://www.daraz.com.np/products/chair-i123456789.html',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['s.lazada.<country>/s.<code>', 'c.lazada.<country>/t/c.<code>', 'pages.lazada.<country>/...'],
      [
        'https://s.lazada.com.my/s.AbCdE',
        'https://c.lazada.co.th/t/c.AbCdE',
        'https://pages.lazada.sg/wow/i/sg/share?code=1',
        'https://s.daraz.pk/s.AbCdE',
      ],
    ),
  ],
  options: [],
  sorts: ['new'],
  hasOwnOrder: true,
  hosts: Object.keys(SITES).map((site) => `.${site}`),
  walls: ALIBABA_WALLS,
  cookies: {
    need: 'optional',
    domains: Object.keys(SITES).map((site) => `.${site}`),
    hint: 'Not needed. Where Lazada asks for its slider: move it on the site of your country in your own browser, then open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy x5sec.',
  },
  transport: 'http',
  whenRefused: 'browser',
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    const { address, item = '', site = '' } = params;
    return [{ cursor: address === undefined ? { list: 'reviews', item, site, page: 1 } : { list: 'short', address }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'short' ? leadPage(cursor.address, session) : reviewsPage(cursor, session);
  },
});

/** The first page of the product that a short link leads to. @throws PlatformRefusal NOT_FOUND */
async function leadPage(address: string, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink(
    session,
    address,
    (url) => {
      const found = placeAt(url);
      return found?.kind === 'product' ? found.params : null;
    },
    productAddressIn,
  );
  if (place === null)
    throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product. Open it in a browser and paste the address that it shows.');
  return reviewsPage({ list: 'reviews', item: place['item'] ?? '', site: place['site'] ?? '', page: 1 }, session);
}
