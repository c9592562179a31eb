// Mercado Libre (Mercado Livre in Brazil): the reviews that a product's page loads by itself, keyless, on the site of its country. Fragile: no
// total and no dates but relative ones; the site lists some 300 of each number of stars.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import { type Place, placeAt, SITES } from '#core/platforms/mercadolibre/address.ts';
import { firstPage, type ListCursor, listPage } from '#core/platforms/mercadolibre/list.ts';
import { type OfficialCursor, officialPage } from '#core/platforms/mercadolibre/official.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string };
type Cursor = ShortCursor | ListCursor | OfficialCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const VERIFICATION = '/gz/account-verification';
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'mercadolibre',
  name: 'Mercado Libre',
  homepage: 'https://www.mercadolibre.com',
  description: 'Reviews of an item or a product, on the sites of all its countries.',
  category: 'shop',
  recorded: '2026-06',
  comparedWith: [{ client: 'an unnamed client', date: '2026-07' }],
  withoutTotal: ['reviews'],
  targets: [
    target(
      'item',
      REVIEWS,
      ['articulo.mercadolibre.com.<country>/ML<x>-<id>-<slug>', 'produto.mercadolivre.com.br/MLB-<id>-<slug>'],
      [
        'https://produto.mercadolivre.com.br/MLB-3856668644-manta-para-sofa-_JM',
        'https://articulo.mercadolibre.com.ar/MLA-1234567890-una-silla-_JM',
        'https://articulo.mercadolibre.cl/MLC-1234567890',
        'https://articulo.mercadolibre.com.co/MCO-1234567890-una-silla-_JM#reviews',
      ],
    ),
    target(
      'product',
      REVIEWS,
      ['mercadolibre.com.<country>/<slug>/p/ML<x><id>', 'mercadolibre.com.<country>/<slug>/up/ML<x>U<id>'],
      [
        'https://www.mercadolibre.com.mx/un-telefono/p/MLM15254905?pdp_filters=item_id:MLM123',
        'https://www.mercadolivre.com.br/p/MLB15254905',
        'https://www.mercadolibre.co.cr/una-silla/up/MCRU1234567',
      ],
    ),
    target(
      'reviews',
      REVIEWS,
      ['mercadolibre.com.<country>/noindex/catalog/reviews/ML<x><id>'],
      ['https://www.mercadolibre.com.ar/noindex/catalog/reviews/MLA15254905?noIndex=true&access=view_all&modal=true&controlled=true'],
    ),
    target(
      'short',
      REVIEWS,
      ['mercadolibre.com/sec/<code>', 'meli.la/<code>'],
      ['https://mercadolibre.com/sec/1AbCdEf', 'https://meli.la/1AbCdEf'],
    ),
  ],
  hosts: ['.mercadolibre.com', '.mercadolivre.com', ...Object.values(SITES).map(({ domain }) => `.${domain}`), 'meli.la'],
  walls: {
    addresses: [
      {
        kind: 'block',
        by: 'Mercado Libre',
        host: /(?:^|\.)mercadoli(?:bre|vre)\.[a-z.]{2,6}$/,
        path: /^\/gz\/account-verification/,
        source: 'its page for clients it takes for programs',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: Object.values(SITES).map(({ domain }) => `.${domain}`),
    aliases: { token: 'access_token' },
    hint: 'None are needed. Where the site asks to verify the account: open the product in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy all of them. With a token of the official API (developers.mercadolibre.com) given as access_token, that is asked first.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start({ target: kind, params }) {
    return [{ cursor: kind === 'short' ? { list: 'short', address: params['address'] ?? '' } : firstOf(params), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short')
      return firstPage(firstOf(await paramsOfShortLink(session, cursor.address, placeOfLead, 'item and no product')), session);
    if (cursor.list === 'official') return officialPage(cursor, session);
    return cursor.offset === 0 && cursor.stars === null ? firstPage(cursor, session) : listPage(cursor, session);
  },
});

function firstOf({ id = '', isItem = '', item = '' }: TargetParams): ListCursor {
  return {
    list: 'reviews',
    id,
    item: item === '' ? null : item,
    isItem: isItem === 'true',
    isGuess: isItem === '',
    stars: null,
    offset: 0,
  };
}

/** @throws PlatformRefusal BLOCKED for a link that leads to a check of the client */
function placeOfLead(url: PastedUrl): Place | null {
  if (url.path.startsWith(VERIFICATION)) throw new PlatformRefusal('BLOCKED');
  return placeAt(url);
}
