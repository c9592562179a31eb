// Tripadvisor: the GraphQL that its own pages ask, by plain HTTP, else from inside a page. Fragile: a wall (DataDome) stands before most
// of the site; the name of the query changes as the site does.
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import { HOSTS, placeAt } from '#core/platforms/tripadvisor/address.ts';
import { type Order, type ReviewsCursor, reviewsPage } from '#core/platforms/tripadvisor/reviews.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly order: Order };
type Cursor = ShortCursor | ReviewsCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const ORDERS: Readonly<Record<string, Order>> = { new: 'DATE', top: 'SERVER_DETERMINED' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'tripadvisor',
  name: 'Tripadvisor',
  homepage: 'https://www.tripadvisor.com',
  description:
    "Reviews of a hotel, restaurant, attraction, tour, rental or airline in all languages, with the owner's answers; or one review.",
  category: 'reviews',
  recorded: '2026-02',
  comparedWith: [
    { client: 'scrapfly-scrapers', date: '2025-11-26' },
    { client: 'an unnamed client', date: '2026' },
  ],
  targets: [
    target(
      'place',
      REVIEWS,
      ['tripadvisor.com/<kind>_Review-g<region>-d<place>-Reviews-<name>.html', 'tripadvisor.<country>/<kind>_Review-...'],
      [
        'https://www.tripadvisor.com/Hotel_Review-g190327-d264936-Reviews-1926_Le_Soleil_Hotel_Spa-Sliema_Island_of_Malta.html',
        'https://www.tripadvisor.com/Hotel_Review-g190327-d264936-Reviews-or20-1926_Le_Soleil_Hotel_Spa-Sliema_Island_of_Malta.html#REVIEWS',
        'https://www.tripadvisor.de/Restaurant_Review-g187323-d1234567-Reviews-Some_Place-Berlin.html',
        'https://www.tripadvisor.co.uk/Attraction_Review-g186338-d188862-Reviews-British_Museum-London_England.html',
        'https://fr.tripadvisor.ca/AttractionProductReview-g187147-d11450915-Some_Tour-Paris_Ile_de_France.html',
        'https://www.tripadvisor.com/VacationRentalReview-g34227-d7654321-Some_Flat-Fort_Lauderdale.html',
        'https://www.tripadvisor.com/Airline_Review-d8729113-Reviews-Lufthansa',
      ],
    ),
    target(
      'review',
      REVIEWS,
      ['tripadvisor.com/ShowUserReviews-g<region>-d<place>-r<review>-<name>.html'],
      ['https://www.tripadvisor.com/ShowUserReviews-g190327-d264936-r1044599990-1926_Le_Soleil_Hotel_Spa-Sliema_Island_of_Malta.html'],
    ),
    target('short', REVIEWS, ['tripadvisor.app.link/<code>'], ['https://tripadvisor.app.link/AbCdEfGhIj']),
  ],
  sorts: ['new', 'top'],
  ignores: SELECTORS,
  hosts: [...Object.keys(HOSTS).map((host) => `.${host}`), 'tripadvisor.app.link'],
  cookies: {
    need: 'optional',
    domains: ['.tripadvisor.com'],
    login: 'https://www.tripadvisor.com/',
    hint: 'No login is needed. Where Tripadvisor asks for a captcha: open the page in your own browser, solve it, then open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.tripadvisor.com, and copy all of them, datadome first.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target: name, params }, options) {
    const order = ORDERS[options.sort ?? 'new'] ?? 'DATE';
    if (name === 'short') return [{ cursor: { list: 'short', address: params['address'] ?? '', order }, role: 'page' }];
    return [{ cursor: firstOf(params, order), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list !== 'short') return reviewsPage(cursor, session);
    const params = await paramsOfShortLink(session, cursor.address, placeAt, 'place');
    return reviewsPage(firstOf(params, cursor.order), session);
  },
});

function firstOf({ place = '', path = '/', language = 'en', review }: TargetParams, order: Order): ReviewsCursor {
  return { list: 'reviews', place, path, language, order, offset: 0, review: review ?? null };
}
