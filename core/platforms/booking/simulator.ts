import { redirect, type Simulator } from '#test/world/simulator.ts';

export interface BookingParams {
  /** Reviews of the property. Default 33. */
  readonly reviews?: number;
  /** Those that are not approved, by their index. */
  readonly unapproved?: readonly number[];
  /** How many lists one token opens. Default: all. */
  readonly tokenLasts?: number;
}

export const PROPERTY_PATH = '/hotel/gb/gardencourthotel';
const NEWEST = Date.parse('2026-01-01T12:00:00Z') / 1000;
const ID = 25732;
const UFI = -2601889;

/** By these the gateway knows the service that is asked. */
const ROUTING = {
  'apollographql-client-name': 'b-property-web-property-page',
  'x-booking-topic': 'capla_browser_b-property-web-property-page',
  'x-booking-context-action-name': 'hotel',
  'x-booking-site-type-id': '1',
};

/** Booking.com with one property, under `gardencourthotel`; `/Share-abc` leads to it, and `gonehotel` to a search. */
export function bookingSimulator(params: BookingParams): Simulator {
  let tokens = 0;
  let lists = 0;
  return ({ url, method, headers, body }) => {
    if (url.hostname !== 'www.booking.com') return null;
    if (method === 'POST' && url.pathname === '/dml/graphql') {
      if (Object.entries(ROUTING).some(([name, value]) => headers[name] !== value)) return { status: 404, body: '' };
      lists += 1;
      const isExpired = headers['x-booking-csrf-token'] !== `token-${tokens}` || lists > (params.tokenLasts ?? Infinity);
      return isExpired ? { body: { errors: [{ message: 'Invalid CSRF token' }] } } : { body: list(JSON.parse(body) as Operation, params) };
    }
    if (url.pathname.startsWith('/Share-')) return redirect(`${PROPERTY_PATH}.de.html?aid=1`);
    if (url.pathname.startsWith('/hotel/gb/gonehotel')) return redirect('/searchresults.html?city=-2601889');
    if (url.pathname.startsWith('/searchresults')) return { body: '<html><body>London</body></html>' };
    if (!url.pathname.startsWith(`${PROPERTY_PATH}.`)) return { status: 404, body: '<html><body>Not found</body></html>' };
    tokens += 1;
    lists = 0;
    return {
      body: `<!DOCTYPE html><html><head><script>booking.env={b_hotel_id: '${ID}', b_ufi: '${UFI}', b_countrycode: 'gb', b_csrf_token: 'token-${tokens}'};</script></head><body><div data-review-score="7.7"></div></body></html>`,
    };
  };
}

interface Operation {
  readonly operationName: string;
  readonly query: string;
  readonly variables: {
    readonly input: {
      readonly hotelId: number;
      readonly ufi: number;
      readonly hotelCountryCode: string;
      readonly sorter: string;
      readonly skip: number;
      readonly limit: number;
      readonly searchFeatures: { readonly destId: number; readonly destType: string };
    };
  };
}

function list({ operationName, query, variables: { input } }: Operation, { reviews = 33, unapproved = [] }: BookingParams): object {
  const isAsked = operationName === 'ReviewList' && query.includes('reviewCard') && input.searchFeatures.destId === UFI;
  if (!isAsked || input.hotelId !== ID || input.ufi !== UFI || input.hotelCountryCode !== 'gb') {
    return { data: { reviewListFrontend: { __typename: 'ReviewsFrontendError', statusCode: 404, message: 'No such hotel' } } };
  }
  const { sorter, skip, limit } = input;
  const last = Math.min(reviews, skip + limit);
  const order = (index: number) => (sorter === 'NEWEST_FIRST' ? index : reviews - 1 - index);
  const reviewCard = Array.from({ length: Math.max(0, last - skip) }, (_, place) => review(order(skip + place), unapproved));
  return { data: { reviewListFrontend: { __typename: 'ReviewListFrontendResult', reviewsCount: reviews, reviewCard } } };
}

/** Newest first: the index counts hours back. */
function review(index: number, unapproved: readonly number[]): object {
  const has = (every: number) => index % every === 1;
  return {
    __typename: 'ReviewCard',
    reviewUrl: index.toString(16).padStart(16, 'a'),
    reviewedDate: NEWEST - index * 3600,
    reviewScore: 1 + (index % 10),
    helpfulVotesCount: index % 3,
    isApproved: !unapproved.includes(index),
    partnerReply: has(4) ? { reply: `Dear guest ${index}, thank you.\n` } : null,
    guestDetails: {
      username: `Guest ${index}`,
      avatarUrl: has(6) ? null : `//media.example/${index}.png`,
      countryCode: 'dk',
      countryName: 'Denmark',
      anonymous: false,
      guestTypeTranslation: 'Couple',
    },
    textDetails: {
      title: has(2) ? `Stay ${index}` : null,
      positiveText: has(5) ? null : `Good & quiet ${index}`,
      negativeText: has(3) ? 'Small\nroom' : null,
      lang: has(7) ? 'xu' : 'en',
    },
    bookingDetails: {
      customerType: 'COUPLES',
      roomType: has(8) ? null : { id: '1', name: 'Double Room' },
      numNights: 3,
      checkinDate: '2025-12-01',
      checkoutDate: '2025-12-04',
      stayStatus: 'stayed',
    },
    photos: has(9) ? [picture(index), { id: 2, urls: [{ size: null, url: '/xdata/images/xphoto/1.jpg' }] }] : null,
  };
}

function picture(index: number): object {
  const urls = ['square80', 'max1280x900'].map((size) => ({ size, url: `https://media.example/${size}/${index}.jpg` }));
  return { id: index, urls };
}
