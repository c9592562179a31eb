import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { SITE } from '#core/platforms/booking/address.ts';
import { reviewItem } from '#core/platforms/booking/item.ts';
import { askProperty, forgetProperty, pageOf, placeOf, type Property } from '#core/platforms/booking/property.ts';
import { REVIEW_LIST } from '#core/platforms/booking/query.ts';
import { listSchema, type ReviewList, type WireReview } from '#core/platforms/booking/wire.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type Order = 'NEWEST_FIRST' | 'MOST_RELEVANT' | 'OLDEST_FIRST' | 'SCORE_DESC' | 'SCORE_ASC';

export type ReviewsCursor = {
  readonly list: 'reviews';
  /** `/hotel/gb/name` */
  readonly page: string;
  /** Of the page; null: its own. */
  readonly language: string | null;
  readonly order: Order;
  readonly skip: number;
};

/** By these the site's gateway knows which of its services a page asks. */
const ROUTING = {
  'apollographql-client-name': 'b-property-web-property-page',
  'x-booking-topic': 'capla_browser_b-property-web-property-page',
  'x-booking-context-action-name': 'hotel',
  'x-booking-site-type-id': '1',
};
const PER_PAGE = 10;
const DEFAULT_LANGUAGE = 'en-gb';
const DATE_ORDERS: Readonly<Partial<Record<Order, 'newestFirst' | 'oldestFirst'>>> = {
  NEWEST_FIRST: 'newestFirst',
  OLDEST_FIRST: 'oldestFirst',
};

/** @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED... */
export async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<ReviewsCursor>> {
  const property = await askProperty(session, pageOf(cursor.page, cursor.language));
  const { value: list, by } = await askList(session, cursor, property);
  const cards = list.reviewCard ?? [];
  const shown = cards.filter(({ isApproved }) => isApproved !== false);
  const skip = cursor.skip + PER_PAGE;
  const isLast = cards.length === 0 || skip >= (list.reviewsCount ?? Infinity);
  const dateOrder = DATE_ORDERS[cursor.order];
  return {
    items: readRows(shown, 'reviewCard', reviewItem),
    next: isLast ? [] : [{ cursor: { ...cursor, skip }, role: 'page' }],
    gaps: heldBack(cards, shown),
    // A page of nothing but reviews held back is no end.
    ...(cards.length > 0 && shown.length === 0 ? { mayRepeat: true } : {}),
    ...(cursor.skip === 0 ? { total: list.reviewsCount ?? null } : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door: `graphql${by}`,
  };
}

function heldBack(cards: readonly WireReview[], shown: readonly WireReview[]): Gap[] {
  const count = cards.length - shown.length;
  return count === 0 ? [] : [{ cause: 'hidden', count, note: 'Booking.com lists reviews that it has not approved; they are left out.' }];
}

async function askList(session: Session, cursor: ReviewsCursor, property: Property) {
  const page = pageOf(cursor.page, cursor.language);
  try {
    return await plainOrBrowser(session, 'booking', {
      plain: async () => listIn(await session.fetch(requestFor(cursor, property, page))),
      browser: async () => listIn(await session.inPage({ ...requestFor(cursor, property, page), page: placeOf(page) })),
    });
  } catch (error) {
    // An old token is answered with errors: whoever asks again begins with the page.
    if (error instanceof PlatformChanged) forgetProperty(session);
    throw error;
  }
}

function listIn(answer: Answer): ReviewList {
  if (answer.status === 202) throw new PlatformRefusal('CAPTCHA');
  if (answer.status !== 200) throw refusalOf(answer);
  const list = graphqlData(answer, listSchema).reviewListFrontend;
  const { statusCode, reviewCard, reviewsCount } = list;
  if (typeof statusCode === 'number') throw refusalOf({ status: statusCode });
  if (!reviewCard && reviewsCount !== 0) throw new PlatformChanged('data.reviewListFrontend.reviewCard');
  return list;
}

function requestFor({ language, order, skip }: ReviewsCursor, property: Property, page: string): PlatformRequest {
  const { id, ufi, country, token } = property;
  const input = {
    hotelId: id,
    ufi,
    hotelCountryCode: country,
    sorter: order,
    filters: { text: '' },
    skip,
    limit: PER_PAGE,
    upsortReviewUrl: '',
    searchFeatures: { destId: ufi, destType: 'CITY' },
  };
  return {
    url: `${SITE}/dml/graphql`,
    method: 'POST',
    query: { lang: language ?? DEFAULT_LANGUAGE },
    headers: { ...ROUTING, origin: SITE, referer: page, ...(token === null ? {} : { 'x-booking-csrf-token': token }) },
    json: {
      operationName: 'ReviewList',
      variables: { shouldShowReviewListPhotoAltText: true, input },
      extensions: {},
      query: REVIEW_LIST,
    },
    accept: 'any',
  };
}
