import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { nameInAddress, ORIGIN, placeAt, reviewsAddress } from '#core/platforms/glassdoor/address.ts';
import { reviewSchema } from '#core/platforms/glassdoor/review.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** What the list of an employer's reviews is asked by. */
type Employer = {
  readonly id: number;
  readonly profile: number;
  /** As addresses write it; null where the page's address does not say. */
  readonly name: string | null;
};

export type Question = {
  readonly employer: Employer;
  readonly sort: 'DATE' | 'RELEVANCE';
  /** ISO 639-3: `eng`. */
  readonly language: string;
  /** Counts from 1. */
  readonly page: number;
};

const REVIEWS_CALL = `${ORIGIN}/bff/employer-profile-mono/employer-reviews`;
/** All of them: those that the site takes by default hide some reviews. */
const EMPLOYMENTS = ['REGULAR', 'PART_TIME', 'CONTRACT', 'INTERN', 'FREELANCE'];
export const PAGE_SIZE = 10;
/** Reviews with as many pages are not there, or the ids are of nobody. */
const UNKNOWN_IDS = 400;

const EMPLOYER = /"employer":\s*\{/g;
const EMPLOYER_ID = /"id":\s*"?(\d+)/;
const PROFILE_ID = /"profileId":\s*"?(\d+)/;
/** Characters behind the beginning of an employer's data in which its ids stand. */
const IDS_WITHIN = 5_000;

const count = countSchema.nullish();
const listSchema = z.object({
  employerReviews: z.object({
    reviews: rowsOf(reviewSchema),
    numberOfPages: count,
    currentPage: count,
    allReviewsCount: count,
    filteredReviewsCount: count,
  }),
});
export type ReviewList = z.output<typeof listSchema>['employerReviews'];

/**
 * The ids of an employer from its page of reviews.
 * @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export async function askEmployer(session: Session, { employer, address }: { employer: string; address: string }): Promise<Employer> {
  const answer = await askPage(session, address);
  const found = idsIn(answer.text);
  const ids = found.find(({ id }) => id === employer) ?? found[0];
  if (ids !== undefined)
    return { id: Number(ids.id), profile: Number(ids.profile), name: nameInAddress(answer.url) ?? nameInAddress(address) };
  if (placeAt(parsePastedUrl(answer.url)) === null) throw new PlatformRefusal('NOT_FOUND');
  throw new PlatformChanged('employer.profileId');
}

/**
 * One page of an employer's reviews, and by which way it came.
 * @throws CommentdockError NOT_FOUND where the ids are unknown, LOGIN_REQUIRED, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export async function askReviews(session: Session, question: Question): Promise<{ list: ReviewList; by: string }> {
  const url = reviewsAddress(question.employer.id);
  const request: PlatformRequest = {
    url: REVIEWS_CALL,
    method: 'POST',
    headers: { referer: url },
    json: bodyOf(question),
    accept: [UNKNOWN_IDS],
  };
  const { value: answer, by } = await plainOrBrowser(session, 'glassdoor', {
    plain: () => session.fetch(request),
    browser: () => session.inPage({ ...request, page: { url, accept: 'any' } }),
  });
  if (answer.status === UNKNOWN_IDS) throw new PlatformRefusal('NOT_FOUND');
  return { list: graphqlData(answer, listSchema).employerReviews, by };
}

/**
 * A single review as the data of its page has it, unchecked.
 * @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export async function askReview(session: Session, { review, address }: { review: string; address: string }) {
  const { text } = await askPage(session, address);
  const data = nextDataOf(text) ?? jsonBehind(text, /"apolloState":\s*/);
  const cache = nearest(data, (part) => 'ROOT_QUERY' in part) ?? {};
  const found = nearest(data, (part) => 'reviewId' in part && String(part.reviewId) === review);
  if (found === undefined) throw new PlatformChanged(`review ${review}`);
  return readWire(reviewSchema, withReferences(found, cache), 'review');
}

function askPage(session: Session, url: string): Promise<Answer> {
  const ways = { plain: () => session.fetch({ url }), browser: () => session.page({ url }) };
  return plainOrBrowser<Answer>(session, 'glassdoor', ways).then(({ value }) => value);
}

/** Pages write their data as it is, or within a text of a script. */
function idsIn(html: string): { readonly id: string; readonly profile: string }[] {
  const text = html.replace(/(?<!\\)\\+"/g, '"');
  return [...text.matchAll(EMPLOYER)].flatMap(({ index, 0: mark }) => {
    const [own = ''] = text.slice(index + mark.length, index + mark.length + IDS_WITHIN).split(/"employer":\s*\{/);
    const [id, profile] = [EMPLOYER_ID.exec(own)?.[1], PROFILE_ID.exec(own)?.[1]];
    return id === undefined || profile === undefined ? [] : [{ id, profile }];
  });
}

/** The parts of an object that stand elsewhere in its cache (`{"__ref": "JobTitle:1"}`), put in their place. */
function withReferences(part: object, cache: object): Record<string, unknown> {
  const places = new Map<string, unknown>(Object.entries(cache));
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    const reference = typeof value === 'object' && value !== null && '__ref' in value ? value.__ref : undefined;
    return typeof reference === 'string' && places.has(reference) ? places.get(reference) : value;
  };
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, whole(value)]));
}

function bodyOf({ employer, sort, language, page }: Question): object {
  return {
    applyDefaultCriteria: true,
    employerId: employer.id,
    employmentStatuses: EMPLOYMENTS,
    jobTitle: null,
    goc: null,
    location: {},
    defaultLanguage: language,
    language,
    mlHighlightSearch: null,
    onlyCurrentEmployees: false,
    overallRating: null,
    pageSize: PAGE_SIZE,
    page,
    preferredTldId: 0,
    reviewCategories: [],
    sort,
    textSearch: '',
    worldwideFilter: false,
    dynamicProfileId: employer.profile,
    useRowProfileTldForRatings: true,
    enableKeywordSearch: true,
  };
}
