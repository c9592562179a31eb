import { PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { askByName, STALE } from '#core/platform-kit/persisted-query.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { pageOf, SITE } from '#core/platforms/yelp/business.ts';
import { documentsOf } from '#core/platforms/yelp/documents.ts';
import { reviewItem } from '#core/platforms/yelp/item.ts';
import { batchSchema, type Feed, feedSchema } from '#core/platforms/yelp/wire.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

export type Order = 'DATE_DESC' | 'RELEVANCE_DESC' | 'DATE_ASC' | 'RATING_DESC' | 'RATING_ASC';

/** Reviews of a business in one language. */
export type FeedCursor = {
  readonly list: 'feed';
  readonly id: string;
  /** As the address has it. */
  readonly business: string;
  readonly language: string;
  readonly order: Order;
  /** How many reviews of this list came before. */
  readonly offset: number;
  /** The list that the export began with: it opens those of the other languages. */
  readonly isFirst: boolean;
};

const OPERATION = 'GetBusinessReviewFeed';
const PER_PAGE = 10;
/** The whole body of an answer to a number that is not known. */
const UNKNOWN_DOCUMENT = 'Forbidden';
const DATE_ORDERS: Readonly<Partial<Record<Order, 'newestFirst' | 'oldestFirst'>>> = { DATE_DESC: 'newestFirst', DATE_ASC: 'oldestFirst' };

export async function feedPage(cursor: FeedCursor, session: Session): Promise<Page<FeedCursor>> {
  const { value: answer, by } = await plainOrBrowser(session, 'the API of yelp', {
    plain: () => ask(session, cursor, (request) => session.fetch(request)),
    browser: () => ask(session, cursor, (request) => session.inPage({ ...request, page: { url: pageOf(cursor.business), accept: 'any' } })),
  });
  const { business } = graphqlData(answer, feedSchema);
  if (!business) throw new PlatformRefusal('NOT_FOUND', 'Yelp knows no such business.');
  const dateOrder = DATE_ORDERS[cursor.order];
  return {
    items: business.reviews.edges.flatMap(({ node }) => (node ? [reviewItem(node, business.alias ?? cursor.business)] : [])),
    next: [...nextPage(cursor, business), ...otherLanguages(cursor, business)],
    ...(cursor.isFirst && cursor.offset === 0 ? { total: business.reviewCount ?? null } : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door: `gql${by}`,
  };
}

type Business = NonNullable<Feed['business']>;

function nextPage(cursor: FeedCursor, { reviews, reviewCount }: Business): Next<FeedCursor>[] {
  const offset = cursor.offset + rowsGiven(reviews.edges);
  const ends = reviews.edges.length === 0 || reviews.pageInfo?.hasNextPage === false || offset >= (reviewCount ?? Infinity);
  return ends ? [] : [{ cursor: { ...cursor, offset }, role: 'page' }];
}

/** The API gives one language at a time, and says with the first page which others there are. */
function otherLanguages(cursor: FeedCursor, { reviewCountsByLanguage }: Business): Next<FeedCursor>[] {
  if (!cursor.isFirst || cursor.offset > 0) return [];
  const others = (reviewCountsByLanguage ?? []).filter(({ language, count }) => language !== cursor.language && count !== 0);
  return others.map(({ language }) => ({ cursor: { ...cursor, language, isFirst: false }, role: 'list' }));
}

/** @throws CommentdockError NOT_FOUND, RATE_LIMITED, BLOCKED, CAPTCHA, PLATFORM_CHANGED */
function ask(session: Session, cursor: FeedCursor, send: (request: PlatformRequest) => Promise<Answer>): Promise<Answer> {
  return askByName(session, documentsOf(session, pageOf(cursor.business, 'questions')), async (documentId) => {
    const answer = await send(requestFor(cursor, documentId));
    if (answer.status === 403 && answer.text.trim() === UNKNOWN_DOCUMENT) return STALE;
    refuse(answer);
    return answer;
  });
}

function requestFor({ id, business, language, order, offset }: FeedCursor, documentId: string): PlatformRequest {
  const variables = {
    encBizId: id,
    reviewsPerPage: PER_PAGE,
    selectedReviewEncId: '',
    hasSelectedReview: false,
    sortBy: order,
    languageCode: language,
    ratings: [5, 4, 3, 2, 1],
    queryText: '',
    isSearching: false,
    after: offset === 0 ? null : btoa(JSON.stringify({ version: 1, type: 'offset', offset })),
    isTranslating: false,
    translateLanguageCode: 'en',
    reactionsSourceFlow: 'businessPageReviewSection',
    minConfidenceLevel: 'HIGH_CONFIDENCE',
    highlightType: '',
    highlightIdentifier: '',
    isHighlighting: false,
  };
  return {
    url: `${SITE}/gql/batch`,
    method: 'POST',
    headers: { origin: SITE, referer: pageOf(business), 'x-apollo-operation-name': OPERATION },
    json: [{ operationName: OPERATION, variables, extensions: { operationType: 'query', documentId } }],
    accept: 'any',
  };
}

function refuse(answer: Answer): void {
  const { status, text, headers } = answer;
  if (status === 403 && text === '' && headers['retry-after'] !== undefined) {
    const secondsToWait = Number(headers['retry-after']);
    throw new ThrottledFailure(undefined, Number.isFinite(secondsToWait) ? { secondsToWait } : {});
  }
  if (status !== 200) throw refusalOf(answer);
  const codes = answer.json(batchSchema).flatMap(({ errors }) => (errors ?? []).map(({ extensions }) => extensions?.code));
  if (codes.includes('BAD_ENCID')) throw new PlatformRefusal('NOT_FOUND', 'Yelp knows no such business.');
}
