// Airbnb: the query that the web site itself asks for the reviews of a listing, with the site's public key. Fragile: the hash by which
// that query is known, which changes as the site does.
import { SELECTORS } from '#core/contract/options.ts';
import { HOSTS, LINK_HOSTS, placeAt } from '#core/platforms/airbnb/address.ts';
import { askReviews, type Order } from '#core/platforms/airbnb/ask.ts';
import { reviewItem } from '#core/platforms/airbnb/item.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

type ReviewsCursor = {
  readonly list: 'reviews';
  readonly listing: string;
  readonly language: string;
  readonly order: Order;
  readonly offset: number;
};
/** `language` of the pasted host; null where that has none. */
type ShortCursor = { readonly list: 'short'; readonly address: string; readonly language: string | null; readonly order: Order };
type Cursor = ReviewsCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const ORDERS: Readonly<Record<string, Order>> = {
  new: 'MOST_RECENT',
  top: 'BEST_QUALITY',
  best: 'RATING_DESC',
  controversial: 'RATING_ASC',
};

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'airbnb',
  name: 'Airbnb',
  homepage: 'https://www.airbnb.com',
  description: "Reviews of a listing in all languages, with the host's answers.",
  category: 'reviews',
  recorded: '2026-09',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'listing',
      REVIEWS,
      ['airbnb.com/rooms/<number>', 'airbnb.<country>/rooms/<number>', 'airbnb.com/luxury/listing/<number>'],
      [
        'https://www.airbnb.com/rooms/38817969?adults=2&check_in=2026-12-01#reviews',
        'https://www.airbnb.com/rooms/38817969/reviews',
        'https://www.airbnb.fr/rooms/38817969',
        'https://www.airbnb.com.br/rooms/plus/38817969',
        'https://www.airbnb.co.uk/luxury/listing/38817969',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['airbnb.com/h/<name>', 'airbnb.com/slink/<code>', 'abnb.me/<code>'],
      [
        'https://www.airbnb.com/h/the-little-house',
        'https://www.airbnb.com/slink/AbCdEf12',
        'https://abnb.me/AbCdEf12',
        'https://airbnb.app.link/AbCdEf12',
      ],
    ),
  ],
  sorts: ['new', 'top', 'best', 'controversial'],
  ignores: SELECTORS,
  hosts: [...Object.keys(HOSTS).map((host) => `.${host}`), ...LINK_HOSTS],
  walls: {
    statuses: [
      { kind: 'block', by: 'Airbnb', statuses: [420], host: /(?:^|\.)airbnb\.[a-z.]{2,6}$/, source: 'public code: refused requests' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.airbnb.com'],
    login: 'https://www.airbnb.com/login',
    hint: 'None are needed: a login shows no further reviews. Where Airbnb refuses this machine, cookies of a session in your own browser may help: open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.airbnb.com, and copy them.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target: name, params }, options) {
    const order = ORDERS[options.sort ?? 'new'] ?? 'MOST_RECENT';
    if (name === 'listing') return [{ cursor: firstOf(params, order), role: 'page' }];
    const { address = '', language = null } = params;
    return [{ cursor: { list: 'short', address, language, order }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return reviewsPage(cursor.list === 'short' ? await leadOf(cursor, session) : cursor, session);
  },
});

function firstOf({ listing = '', language = 'en' }: TargetParams, order: Order): ReviewsCursor {
  return { list: 'reviews', listing, language, order, offset: 0 };
}

async function leadOf({ address, language, order }: ShortCursor, session: Session): Promise<ReviewsCursor> {
  const lead = await paramsOfShortLink(session, address, placeAt, 'listing');
  return firstOf(language === null ? lead : { ...lead, language }, order);
}

async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<Cursor>> {
  const { list, door } = await askReviews(session, cursor);
  const offset = cursor.offset + rowsGiven(list.reviews);
  const total = list.metadata?.reviewsCount ?? null;
  const isLast = list.reviews.length === 0 || offset >= (total ?? Infinity);
  return {
    items: list.reviews.flatMap((review) => (review ? [reviewItem(review)] : [])),
    next: isLast ? [] : [{ cursor: { ...cursor, offset }, role: 'page' }],
    ...(cursor.offset === 0 ? { total } : {}),
    ...(cursor.order === 'MOST_RECENT' ? { dateOrder: 'newestFirst' as const } : {}),
    door,
  };
}
