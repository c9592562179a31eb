// Shopee (eleven countries): the ratings that its own pages ask for; plain HTTP, and a page of the owner's session where that is refused.
// Fragile: programs without a session are refused nearly everywhere since 2025; how deep a list goes is not known.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { isShopee, type Kind, placeAt, SHORT_SITES, SITES } from '#core/platforms/shopee/address.ts';
import { wallAtAddress } from '#core/platforms/shopee/ask.ts';
import { type ProductCursor, productPage } from '#core/platforms/shopee/product.ts';
import { type ShopCursor, shopPage } from '#core/platforms/shopee/shop.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string };
type Cursor = ProductCursor | ShopCursor | ShortCursor;

const RATINGS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

const OWN_HOST = /(?:^|\.)shopee\.[a-z.]{2,6}$/;

export default definePlatform<Cursor>({
  id: 'shopee',
  name: 'Shopee',
  homepage: 'https://shopee.com',
  description: 'Ratings of a product, or of all products of a shop.',
  category: 'shop',
  recorded: '2020-03',
  comparedWith: [{ client: 'printing-press-library', date: '2026-07-03' }],
  targets: [
    target(
      'product',
      RATINGS,
      ['shopee.<country>/<name>-i.<shop>.<item>', 'shopee.<country>/product/<shop>/<item>', 'shopee.<country>/<shop name>/<shop>/<item>'],
      [
        'https://shopee.co.id/Kursi-kantor-i.133366641.2476032338?sp_atk=1',
        'https://shopee.com.my/product/133366641/2476032338',
        'https://shopee.sg/opaanlp/133366641/2476032338',
        'https://shopee.co.th/product/133366641/2476032338',
        'https://shopee.vn/Gh%E1%BA%BF-i.133366641.2476032338',
        'https://shopee.ph/product/133366641/2476032338',
        'https://shopee.tw/product/133366641/2476032338',
        'https://shopee.com.br/product/133366641/2476032338',
        'https://shopee.com.mx/product/133366641/2476032338',
        'https://shopee.com.co/product/133366641/2476032338',
        'https://shopee.cl/product/133366641/2476032338',
        'https://xiapi.xiapibuy.com/product/133366641/2476032338',
      ],
    ),
    target(
      'shop',
      RATINGS,
      ['shopee.<country>/<shop name>', 'shopee.<country>/shop/<shop>', 'shopee.<country>/buyer/<user>/rating?shop_id=<shop>'],
      [
        'https://shopee.co.id/a_shop.official',
        'https://shopee.vn/shop/133366641',
        'https://shopee.sg/buyer/133367000/rating?shop_id=133366641',
      ],
    ),
    target(
      'short',
      RATINGS,
      ['shope.ee/<code>', 's.shopee.<country>/<code>', '<country>.shp.ee/<code>'],
      ['https://shope.ee/AbCdEfG', 'https://s.shopee.co.id/AbCdEfG', 'https://th.shp.ee/AbCdEfG', 'https://vt.shopee.vn/AbCdEfG'],
    ),
  ],
  hosts: [...Object.keys(SITES), ...SHORT_SITES].map((site) => `.${site}`),
  walls: {
    addresses: [
      {
        kind: 'challenge',
        by: 'Shopee',
        host: OWN_HOST,
        path: /^\/(?:verify|api\/v4\/anti_fraud)\/captcha/,
        source: 'its captcha page',
      },
      { kind: 'block', by: 'Shopee', host: OWN_HOST, path: /^\/verify\/traffic/, source: 'its traffic page' },
    ],
    bodies: [
      {
        kind: 'block',
        by: 'Shopee',
        in: 'json',
        mark: /"error"\s*:\s*9030999[89]\b/,
        status: 'refusing',
        host: OWN_HOST,
        source: 'its traffic wall',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: Object.keys(SITES).map((site) => `.${site}`),
    names: ['SPC_ST'],
    hint: 'Shopee refuses most visitors who are not logged in. Log in on the site of your country, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy SPC_ST, SPC_EC, SPC_U, SPC_F and SPC_CDS.',
  },
  pace: { perSecond: 1.5, concurrency: 1 },

  start({ target: kind, params }) {
    return [{ cursor: kind === 'short' ? { list: 'short', address: params['address'] ?? '' } : firstOf(kind, params), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return leadPage(cursor.address, session);
    return cursor.list === 'product' ? productPage(cursor, session) : shopPage(cursor, session);
  },
});

function firstOf(kind: string, { host = '', shop, item = '', name, user }: TargetParams): ProductCursor | ShopCursor {
  if (kind === 'product') return { list: 'product', host, shop: shop ?? '', item, star: 0, offset: 0, seen: [0, 0, 0, 0, 0] };
  return { list: 'shop', host, shop: shop ?? null, name: name ?? null, user: user ?? null, offset: 0 };
}

/** The first page of what a short link leads to; it may lead anywhere, and is followed within Shopee alone. */
async function leadPage(address: string, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink(session, address, shopeePlaceAt);
  if (place === null)
    throw new PlatformRefusal(
      'NOT_FOUND',
      'This link leads to no product and no shop. Open it in a browser and paste the address that it shows.',
    );
  const first = firstOf(place.kind, place.params);
  return first.list === 'product' ? productPage(first, session) : shopPage(first, session);
}

/** @throws PlatformRefusal NOT_FOUND where it leaves Shopee, else what stands at the address */
function shopeePlaceAt(url: PastedUrl): NamedPlace<Kind> | null {
  if (!isShopee(url)) throw new PlatformRefusal('NOT_FOUND', `This link leads to ${url.host}, which is not Shopee.`);
  const wall = wallAtAddress(url.href);
  if (wall !== null) throw wall;
  const place = placeAt(url);
  return place?.kind === 'short' ? null : place;
}
