import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface GlassdoorParams {
  /** Reviews in English. Default 25. */
  readonly reviews?: number;
  /** Reviews in German, in a list of their own. Default 0. */
  readonly german?: number;
  /** Pages shown without a login; a further one gives the last of them again. Default: all. */
  readonly openPages?: number;
  /** False: the answers count no pages, as since August 2026. Default true. */
  readonly countsPages?: boolean;
}

interface Question {
  readonly employerId: number;
  readonly dynamicProfileId: number;
  readonly employmentStatuses: readonly string[];
  readonly language: string;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
}

const EMPLOYER = 7853;
/** Another number than the employer's. */
const PROFILE = 4711;
const NEWEST_MS = Date.parse('2026-01-20T10:00:00.500Z');
const GERMAN_FROM = 500;

/** Glassdoor with one employer in all its countries; any other is unknown. Every fourth review is answered, every sixth of the German ones translated. */
export function glassdoorSimulator({ reviews = 25, german = 0, openPages = Infinity, countsPages = true }: GlassdoorParams): Simulator {
  return ({ url, method, body }) => {
    if (!/^www\.glassdoor\.[a-z.]+$/.test(url.hostname)) return null;
    if (method === 'POST') {
      if (url.href !== 'https://www.glassdoor.com/bff/employer-profile-mono/employer-reviews') return null;
      return listAnswer(JSON.parse(body) as Question, { eng: reviews, deu: german }, { openPages, countsPages });
    }
    const id = /-RVW(\d+)\.htm$/.exec(url.pathname)?.[1];
    if (id !== undefined) return reviewPage(Number(id) - 1_000, reviews);
    return url.pathname.includes(`-E${EMPLOYER}`) && url.search === '' ? employerPage() : notFound();
  };
}

function listAnswer(
  question: Question,
  counts: Readonly<Record<string, number>>,
  { openPages, countsPages }: { readonly openPages: number; readonly countsPages: boolean },
): SimulatedAnswer {
  const { employerId, dynamicProfileId, pageSize, language, sort } = question;
  if (employerId !== EMPLOYER || dynamicProfileId !== PROFILE || question.employmentStatuses.length < 5) return { status: 400, body: {} };
  const count = counts[language] ?? 0;
  const page = Math.min(question.page, openPages);
  const first = (page - 1) * pageSize;
  const places = indexesOf(first, pageSize, count);
  const offset = language === 'deu' ? GERMAN_FROM : 0;
  const employerReviews = {
    reviews: places.map((place) => review(offset + (sort === 'DATE' ? place : count - 1 - place))),
    ...(countsPages ? { numberOfPages: Math.ceil(count / pageSize) } : {}),
    currentPage: page,
    allReviewsCount: Object.values(counts).reduce((sum, each) => sum + each, 0),
    filteredReviewsCount: count,
    ratedReviewsCount: count,
    ratings: { overallRating: 3.9 },
  };
  return { body: { data: { employerReviews } } };
}

/** Newest first: the index counts hours back. */
function review(index: number): object {
  const dateTime = new Date(NEWEST_MS - index * 3_600_000).toISOString().replace('Z', '');
  const isTranslated = index >= GERMAN_FROM && index % 6 === 2;
  const isBare = index % 5 === 4;
  return {
    reviewId: 1_000 + index,
    reviewDateTime: dateTime,
    summary: `Review ${index}`,
    summaryOriginal: isTranslated ? `Bewertung ${index}` : null,
    pros: `Good people & tea\r\nsince ${index}`,
    prosOriginal: isTranslated ? `Gute Leute ${index}` : null,
    cons: 'Long days',
    consOriginal: null,
    advice: isBare ? null : 'Go on',
    adviceOriginal: null,
    languageId: index < GERMAN_FROM || isTranslated ? 'eng' : 'deu',
    originalLanguageId: isTranslated ? 'deu' : null,
    translationMethod: isTranslated ? 'MACHINE' : null,
    ratingOverall: 1 + (index % 5),
    ratingWorkLifeBalance: isBare ? 0 : 4.5,
    ratingCeo: isBare ? null : 'APPROVE',
    ratingRecommendToFriend: 'POSITIVE',
    ratingBusinessOutlook: null,
    countHelpful: index % 3,
    countNotHelpful: index % 2,
    employerResponses:
      index % 4 === 1
        ? [
            { id: 1, response: `Thank you\r\nfor ${index}`, responseDateTime: dateTime },
            { id: 2, response: 'Once more', responseDateTime: dateTime },
          ]
        : [],
    jobTitle: isBare ? null : { id: 5, text: 'Engineer' },
    location: isBare ? null : { id: 6, name: 'San Jose, CA', type: 'CITY' },
    isCurrentJob: index % 2 === 0,
    lengthOfEmployment: index % 8,
    employmentStatus: isBare ? null : 'REGULAR',
    featured: index === 0,
    employer: { id: EMPLOYER, shortName: 'The Shop' },
  };
}

/** The ids stand within a text of a script, after those of another employer. */
function employerPage(): SimulatedAnswer {
  const data = JSON.stringify({
    competitor: { employer: { id: '1', name: 'Other "1"', profileId: '2' } },
    employer: { id: String(EMPLOYER), name: 'The Shop', links: { all: '/x' }, profileId: String(PROFILE) },
  });
  return htmlPage(`self.__next_f.push([1,${JSON.stringify(data)}])`);
}

function reviewPage(index: number, count: number): SimulatedAnswer {
  if (index >= count) return notFound();
  const cache = {
    ROOT_QUERY: { 'employerReview({"id":1})': { __ref: 'Review:1' } },
    'Review:1': { ...review(index), jobTitle: { __ref: 'JobTitle:5' } },
    'JobTitle:5': { id: 5, text: 'Engineer' },
  };
  return htmlPage(`window.appCache={"apolloState":${JSON.stringify(cache)}};`);
}

function htmlPage(script: string): SimulatedAnswer {
  return { body: `<!DOCTYPE html><html><body><div class="hardsellOverlay"></div><script>${script}</script></body></html>` };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><html><body>Page not found</body></html>' };
}
