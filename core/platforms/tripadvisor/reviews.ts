import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { askByName, type PersistedQuery, STALE } from '#core/platform-kit/persisted-query.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { readJson } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { reviewItem, SITE } from '#core/platforms/tripadvisor/item.ts';
import { dataSchema, type ReviewList } from '#core/platforms/tripadvisor/wire.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type Order = 'DATE' | 'SERVER_DETERMINED';

export type ReviewsCursor = {
  readonly list: 'reviews';
  /** The number of the place. */
  readonly place: string;
  /** Of its page. */
  readonly path: string;
  readonly language: string;
  readonly order: Order;
  readonly offset: number;
  /** The one review that is wanted; null: all. */
  readonly review: string | null;
};

/** Names of the query for the reviews of a place that worked so far, the newest first: what is tried before a page is watched. */
const KNOWN = ['ef1a9f94012220d3', '8793c5d897e589a1'] as const;
const NAME = /^[0-9a-f]{16}$/;
const API = `${SITE}/data/graphql/ids`;
const PER_PAGE = 10;
const PHOTOS_PER_REVIEW = 3;
const NAME_IN_REQUEST = /"preRegisteredQueryId"\s*:\s*"([0-9a-f]{16})"/;
const REVIEWS_IN_ANSWER = /"(?:ReviewsProxy_getReviewListPageForLocation|reviewListPage)"/;
/** A page asks for a good many things before it comes to reviews. */
const MOST_CALLS = 40;

/** @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED... */
export async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<ReviewsCursor>> {
  const page = { url: SITE + cursor.path, accept: 'any' } as const;
  const { value: found, by } = await plainOrBrowser(session, 'tripadvisor', {
    plain: () => ask(session, cursor, (request) => session.fetch(request)),
    browser: () => ask(session, cursor, (request) => session.inPage({ ...request, page })),
  });
  const reviews = found.reviews ?? [];
  const wanted = reviews.flatMap((review) => (review && (cursor.review === null || review.id === cursor.review) ? [review] : []));
  const offset = cursor.offset + PER_PAGE;
  const isLast = reviews.length === 0 || offset >= (found.totalCount ?? Infinity);
  if (cursor.review !== null && isLast && wanted.length === 0) {
    throw new PlatformRefusal('NOT_FOUND', 'This review is not among those of its place.');
  }
  const isWhole = isLast || (cursor.review !== null && wanted.length > 0);
  return {
    items: readRows(wanted, 'reviews', reviewItem),
    next: isWhole ? [] : [{ cursor: { ...cursor, offset }, role: 'page' }],
    ...(cursor.review === null && cursor.offset === 0 ? { total: found.totalCount ?? null } : {}),
    ...(cursor.review === null ? {} : { mayRepeat: true }),
    ...(cursor.order === 'DATE' && cursor.review === null ? { dateOrder: 'newestFirst' as const } : {}),
    door: `graphql${by}`,
  };
}

async function ask(session: Session, cursor: ReviewsCursor, send: (request: PlatformRequest) => Promise<Answer>): Promise<ReviewList> {
  const { ReviewsProxy_getReviewListPageForLocation: lists, locations } = await askByName(
    session,
    queryOn(session, SITE + cursor.path),
    async (name) => {
      const answer = await send(requestFor(cursor, name));
      if (answer.status !== 200) throw refusalOf(answer);
      return dataIn(answer);
    },
  );
  const list = lists?.[0] ?? locations?.[0]?.reviewListPage;
  const isEmpty = (list?.totalCount ?? null) === null && (list?.reviews ?? []).length === 0;
  if (!list || (isEmpty && cursor.offset === 0)) throw new PlatformRefusal('NOT_FOUND', 'Tripadvisor knows no such place.');
  return list;
}

/** A name that is not known and a variable that it does not take are both answered with errors alone. */
function dataIn(answer: Answer) {
  try {
    return graphqlData(answer, dataSchema);
  } catch (error) {
    if (error instanceof PlatformChanged && error.path === 'errors') return STALE;
    throw error;
  }
}

/** @param page what the site itself asks the query from */
function queryOn(session: Session, page: string): PersistedQuery {
  return {
    title: 'reviews of Tripadvisor',
    known: KNOWN,
    form: NAME,
    page,
    async read() {
      const { answers } = await session.capture(
        {
          url: page,
          accept: 'any',
          actions: [{ reveal: '#REVIEWS, [data-automation="reviewCard"], [data-test-target="HR_CC_CARD"]', optional: true }],
        },
        {
          url: 'www.tripadvisor.com/data/graphql/ids*',
          method: 'POST',
          count: MOST_CALLS,
          until: ({ text }) => REVIEWS_IN_ANSWER.test(text),
          accept: 'any',
        },
      );
      const asked = answers.find(({ text }) => REVIEWS_IN_ANSWER.test(text));
      return asked === undefined ? null : nameIn(asked.request.body ?? '', asked.text);
    },
  };
}

/** Several queries go in one request: the answers stand in their order. */
function nameIn(request: string, answer: string): string | null {
  const [asked, given] = [listIn(request), listIn(answer)];
  const place = given.findIndex((each) => REVIEWS_IN_ANSWER.test(JSON.stringify(each)));
  return NAME_IN_REQUEST.exec(JSON.stringify(asked[place] ?? null))?.[1] ?? null;
}

function listIn(text: string): readonly unknown[] {
  const value = readJson(text, 'queries');
  return Array.isArray(value) ? value : [value];
}

function requestFor({ place, path, language, order, offset }: ReviewsCursor, name: string): PlatformRequest {
  const variables = {
    locationId: Number(place),
    filters: [],
    limit: PER_PAGE,
    offset,
    sortType: null,
    sortBy: order,
    language,
    doMachineTranslation: true,
    photosPerReviewLimit: PHOTOS_PER_REVIEW,
  };
  return {
    url: API,
    method: 'POST',
    headers: { origin: SITE, referer: SITE + path },
    json: [{ variables, extensions: { preRegisteredQueryId: name } }],
    accept: 'any',
  };
}
