// AliExpress (aliexpress.com, aliexpress.us): the feedback service, which needs no login, then the gateway that the page itself asks.
// Fragile: a slider comes up for addresses that ask much; rows repeat, and the total depends on the country.
import { PlatformRefusal } from '#core/contract/error.ts';
import { placeAt, type Site } from '#core/platforms/aliexpress/address.ts';
import { type FeedbackCursor, feedbackPage } from '#core/platforms/aliexpress/feedback.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { ALIBABA_WALLS } from '#core/platform-kit/families/alibaba/walls.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly countries: readonly string[] };
type Cursor = FeedbackCursor | ShortCursor;

const DEFAULT_COUNTRY = 'US';
const REVIEWS = { own: { type: 'reviews' } } as const;
const LEADS_NOWHERE = 'This link leads to no product. Open it in a browser and paste the address that it shows.';

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'aliexpress',
  name: 'AliExpress',
  homepage: 'https://www.aliexpress.com',
  description: 'Reviews of a product, as buyers of one country or of several see them.',
  category: 'shop',
  recorded: '2025-12',
  comparedWith: [
    { client: 'scrapfly-scrapers', date: '2026-01-31' },
    { client: 'an unnamed client', date: '2026-08' },
  ],
  targets: [
    target(
      'item',
      REVIEWS,
      [
        'aliexpress.com/item/<id>.html',
        '<language>.aliexpress.com/item/<id>.html',
        'aliexpress.us/item/<id>.html',
        'm.aliexpress.com/item/<id>.html',
      ],
      [
        'https://www.aliexpress.com/item/1005006717259012.html',
        'https://www.aliexpress.com/item/A-cordless-drill/32812345678.html?spm=a2g0o.home',
        'https://es.aliexpress.com/item/1005006717259012.html',
        'https://www.aliexpress.us/item/3256806530944260.html',
        'https://m.aliexpress.com/item/1005006717259012.html',
        'https://feedback.aliexpress.com/display/productEvaluation.htm?productId=1005006717259012&ownerMemberId=1',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['a.aliexpress.com/_<code>', 's.click.aliexpress.com/e/_<code>', 'star.aliexpress.com/share/<code>'],
      [
        'https://a.aliexpress.com/_mAbCdEf',
        'https://s.click.aliexpress.com/e/_DeFgHiJ',
        'https://star.aliexpress.com/share/share.htm?code=1',
      ],
    ),
  ],
  options: ['countries'],
  sorts: ['new'],
  hasOwnOrder: true,
  hosts: ['.aliexpress.com', '.aliexpress.us'],
  walls: ALIBABA_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.aliexpress.com', '.aliexpress.us'],
    hint: 'Not needed. Where AliExpress asks for its slider: move it at aliexpress.com in your own browser, then open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy x5sec.',
  },
  whenRefused: 'browser',
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }, options) {
    const wanted = [...new Set(options.countries.map((code) => code.toUpperCase()))];
    const countries = wanted.length === 0 ? [DEFAULT_COUNTRY] : wanted;
    const { address, product = '', site = 'com' } = params;
    if (address !== undefined) return [{ cursor: { list: 'short', address, countries }, role: 'page' }];
    return [{ cursor: firstOf(product, site === 'us' ? 'us' : 'com', countries), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'short' ? leadPage(cursor, session) : feedbackPage(cursor, session);
  },
});

function firstOf(product: string, site: Site, [country = DEFAULT_COUNTRY, ...later]: readonly string[]): FeedbackCursor {
  return { list: 'feedback', product, site, country, later, isFirst: true, door: null, page: 1, pages: null, former: '' };
}

/** The first page of the product that a short link leads to. @throws PlatformRefusal NOT_FOUND */
async function leadPage({ address, countries }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink(session, address, itemBehind);
  if (place === null) throw new PlatformRefusal('NOT_FOUND', LEADS_NOWHERE);
  return feedbackPage(firstOf(place['product'] ?? '', place['site'] === 'us' ? 'us' : 'com', countries), session);
}

function itemBehind(url: PastedUrl) {
  if (url.path.startsWith('/error/404')) throw new PlatformRefusal('NOT_FOUND', 'The product that this link leads to is gone.');
  if (isHost(url, 'aliexpress.ru'))
    throw new PlatformRefusal(
      'NOT_FOUND',
      'This link leads to aliexpress.ru, the site of another company. Paste an address of aliexpress.com.',
    );
  const place = placeAt(url);
  return place?.kind === 'item' ? place.params : null;
}
