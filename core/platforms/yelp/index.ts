// Yelp: the GraphQL that its own pages ask, open to anybody; the page of a business is read for its id alone. Fragile: the number of the
// query, which changes as the site does; a wall (DataDome) stands before most pages.
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';
import { HOSTS, placeAt } from '#core/platforms/yelp/address.ts';
import { idIn, idOf } from '#core/platforms/yelp/business.ts';
import { type FeedCursor, feedPage, type Order } from '#core/platforms/yelp/feed.ts';

type BusinessCursor = { readonly list: 'business'; readonly business: string; readonly language: string; readonly order: Order };
type ShortCursor = { readonly list: 'short'; readonly address: string; readonly order: Order };
type Cursor = BusinessCursor | ShortCursor | FeedCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const ORDERS: Readonly<Record<string, Order>> = {
  new: 'DATE_DESC',
  top: 'RELEVANCE_DESC',
  old: 'DATE_ASC',
  best: 'RATING_DESC',
  controversial: 'RATING_ASC',
};

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'yelp',
  name: 'Yelp',
  homepage: 'https://www.yelp.com',
  description: "Reviews of a business in every language, with the owner's answers.",
  category: 'reviews',
  recorded: '2025-08',
  comparedWith: [
    { client: 'scrapfly-scrapers', date: '2026-04-02' },
    { client: 'an unnamed client', date: '2026-09-26' },
  ],
  targets: [
    target(
      'business',
      REVIEWS,
      ['yelp.com/biz/<name>', 'yelp.com/biz/<id>', 'yelp.<country>/biz/<name>'],
      [
        'https://www.yelp.com/biz/vons-1000-spirits-seattle-4?sort_by=date_desc#reviews',
        'https://m.yelp.com/biz/Lw7NmZ3j-WEye97ywEmkXQ',
        'https://de.yelp.com/biz/vons-1000-spirits-seattle-4',
        'https://www.yelp.co.uk/biz/dishoom-london',
        'https://fr.yelp.ca/biz/schwartzs-montr%C3%A9al',
      ],
    ),
    target('short', REVIEWS, ['yelp.to/<code>'], ['https://yelp.to/AbCdEf12']),
  ],
  sorts: ['new', 'top', 'old', 'best', 'controversial'],
  ignores: SELECTORS,
  hosts: [...Object.keys(HOSTS).map((host) => `.${host}`), 'yelp.to', '.yelpcdn.com'],
  staticHosts: ['.yelpcdn.com'],
  walls: {
    bodies: [
      {
        kind: 'block',
        by: 'Yelp',
        in: 'words',
        mark: /\bThis page is not available\b/i,
        status: 'refusing',
        host: /(?:^|\.)yelp\.[a-z.]{2,6}$/,
        source: 'its page for addresses that asked too much',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.yelp.com'],
    login: 'https://www.yelp.com/login',
    hint: 'None are needed as a rule. Where Yelp asks for a captcha: open the page of the business in your own browser, solve it, then open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.yelp.com, and copy datadome.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target: name, params }, options) {
    const order = ORDERS[options.sort ?? 'new'] ?? 'DATE_DESC';
    if (name === 'short') return [{ cursor: { list: 'short', address: params['address'] ?? '', order }, role: 'page' }];
    return [{ cursor: firstOf(params, order), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'feed') return feedPage(cursor, session);
    if (cursor.list !== 'short') return businessPage(cursor, session);
    const params = await paramsOfShortLink(session, cursor.address, placeAt, 'business');
    return businessPage(firstOf(params, cursor.order), session);
  },
});

function firstOf({ business = '', language = 'en' }: TargetParams, order: Order): BusinessCursor {
  return { list: 'business', business, language, order };
}

async function businessPage({ business, language, order }: BusinessCursor, session: Session): Promise<Page<Cursor>> {
  const id = idIn(business) ?? (await idOf(session, business));
  return feedPage({ list: 'feed', id, business, language, order, offset: 0, isFirst: true }, session);
}
