// Glassdoor: the call that the site's own pages make for reviews; the ids that it asks by stand in the page. Fragile: Cloudflare stands
// before both, so that a browser may be needed; a single review is read from data in its page, never proven.
import { CommentdockError, EmptyAnswer } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Gap, type Next, type Page } from '#core/platform-api/define.ts';
import { pageOf, placeAt, SITES } from '#core/platforms/glassdoor/address.ts';
import { askEmployer, askReview, askReviews, PAGE_SIZE, type Question, type ReviewList } from '#core/platforms/glassdoor/doors.ts';
import { toItem } from '#core/platforms/glassdoor/review.ts';
import { reviewsBehindLogin } from '#core/platform-kit/login-gap.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type EmployerCursor = {
  readonly list: 'employer';
  readonly employer: string;
  readonly address: string;
  readonly sort: Question['sort'];
};
type ReviewsCursor = Question & {
  readonly list: 'reviews';
  /** What the page before said: how many reviews there are in this language. */
  readonly listed: number | null;
};
type ReviewCursor = { readonly list: 'review'; readonly review: string; readonly address: string };
type Cursor = EmployerCursor | ReviewsCursor | ReviewCursor;

const REVIEWS = { type: 'reviews' } as const;
const MAIN_LANGUAGE = 'eng';
/** Languages of the site. Asked for only where a list in English is not all. */
const FURTHER_LANGUAGES = ['deu', 'fra', 'spa', 'por', 'nld', 'ita'];

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'glassdoor',
  name: 'Glassdoor',
  homepage: 'https://www.glassdoor.com',
  description: 'Reviews of an employer by those who work or worked there.',
  category: 'reviews',
  recorded: '2026-01',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-05-14' }],
  targets: [
    target(
      'employer',
      { own: REVIEWS },
      ['glassdoor.com/Reviews/<employer>-Reviews-E<id>.htm', 'glassdoor.com/Overview/Working-at-<employer>-EI_IE<id>.<n>.htm'],
      [
        'https://www.glassdoor.com/Reviews/eBay-Reviews-E7853.htm',
        'https://www.glassdoor.com/Reviews/eBay-Reviews-E7853_P2.htm?sort.sortType=RD&sort.ascending=false',
        'https://www.glassdoor.com/Overview/Working-at-eBay-EI_IE7853.11,15.htm',
        'https://www.glassdoor.com/Salary/eBay-Salaries-E7853.htm',
        'https://www.glassdoor.de/Bewertungen/eBay-Bewertungen-E7853.htm',
        'https://www.glassdoor.co.uk/Interview/eBay-Interview-Questions-E7853.htm',
      ],
    ),
    target(
      'review',
      { own: REVIEWS },
      ['glassdoor.com/Reviews/Employee-Review-<employer>-RVW<id>.htm'],
      ['https://www.glassdoor.com/Reviews/Employee-Review-eBay-RVW97772209.htm'],
    ),
  ],
  sorts: ['new', 'top'],
  ignores: SELECTORS,
  hosts: SITES.map((site) => `.${site}`),
  walls: {
    addresses: [
      {
        kind: 'login',
        by: 'Glassdoor',
        host: /(?:^|\.)glassdoor\.[a-z.]{2,6}$/,
        path: /^\/(?:profile|member\/profile)\/login/,
        source: 'its login',
      },
    ],
    bodies: [
      {
        kind: 'challenge',
        by: 'Glassdoor',
        in: 'title',
        mark: /^(?:Security \| Glassdoor|Help Us Protect Glassdoor)$/,
        source: 'its check of visitors',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: SITES.map((site) => `.${site}`),
    names: ['at', 'gdId'],
    aliases: { sessionid: 'GSESSIONID', auth_token: 'at' },
    login: 'https://www.glassdoor.com/profile/login_input.htm',
    hint: 'Needed in practice: open glassdoor.com in your browser, log in, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.glassdoor.com, and copy all of them (gdId, GSESSIONID, cf_clearance, at).',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target, params, url }, options) {
    const { employer = '', review = '' } = params;
    const address = pageOf(parsePastedUrl(url), params['employer']);
    if (target === 'review') return [{ cursor: { list: 'review', review, address }, role: 'page' }];
    return [{ cursor: { list: 'employer', employer, address, sort: options.sort === 'top' ? 'RELEVANCE' : 'DATE' }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'review') return { items: [toItem(await askReview(session, cursor), null)], door: 'page' };
    if (cursor.list === 'reviews') return reviewsPage(cursor, session);
    const employer = await askEmployer(session, cursor);
    return reviewsPage({ list: 'reviews', employer, sort: cursor.sort, language: MAIN_LANGUAGE, page: 1, listed: null }, session);
  },
});

async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<Cursor>> {
  try {
    const { list, by } = await askReviews(session, cursor);
    return { ...listPage(list, cursor, session), door: `reviews call${by}` };
  } catch (error) {
    if (cursor.page > 1 && error instanceof CommentdockError && error.code === 'LOGIN_REQUIRED')
      return { items: [], gaps: [olderReviews(cursor, session)] };
    throw error;
  }
}

function listPage(list: ReviewList, cursor: ReviewsCursor, session: Session): Page<Cursor> {
  const { page, language } = cursor;
  const { reviews, currentPage, allReviewsCount, filteredReviewsCount } = list;
  const pages = pagesOf(list);
  const listed = filteredReviewsCount ?? cursor.listed ?? allReviewsCount ?? null;
  const isFirst = page === 1 && language === MAIN_LANGUAGE;
  const total = isFirst ? { total: allReviewsCount ?? null } : {};
  const isEmpty = reviews.length === 0;
  if (isEmpty && page === 1 && (listed ?? 0) > 0 && pages !== 0)
    throw new EmptyAnswer(
      `Glassdoor says that there are ${listed} reviews, and gives none. Log in in your own browser and give that session's cookies and user agent (options.cookies, options.userAgent).`,
    );
  const items = readRows(reviews, 'reviews', (review) => toItem(review, cursor.employer.name));
  const isAnotherPage = page > 1 && currentPage != null && currentPage !== page;
  const endsEarly = isEmpty && page > 1 && pages !== null && page <= pages;
  // Another page than the one that was asked for: what is known of it already falls out.
  if (isAnotherPage || endsEarly) return { items, gaps: [olderReviews({ ...cursor, listed }, session)] };
  // Where no pages are counted, a list that may hold known reviews alone would have no end; the main one has its end in an empty page.
  const goesOn = !isEmpty && ((list.numberOfPages == null && language === MAIN_LANGUAGE) || page < (pages ?? 0));
  const following: Next<Cursor>[] = goesOn ? [{ cursor: { ...cursor, page: page + 1, listed }, role: 'page', expect: PAGE_SIZE }] : [];
  return {
    items,
    next: [...following, ...(isFirst ? furtherLists(list, cursor) : [])],
    ...total,
    ...(cursor.sort === 'DATE' ? { dateOrder: 'newestFirst' as const } : {}),
    ...(language === MAIN_LANGUAGE ? {} : { mayRepeat: true }),
  };
}

/** How many pages a list has: answers of August 2026 and later count its reviews alone. Null where nothing is counted. */
function pagesOf({ numberOfPages, filteredReviewsCount }: ReviewList): number | null {
  return numberOfPages ?? (filteredReviewsCount == null ? null : Math.ceil(filteredReviewsCount / PAGE_SIZE));
}

/** A list is in one language. Where it is not all, the others may hold the rest. */
function furtherLists({ allReviewsCount, filteredReviewsCount }: ReviewList, cursor: ReviewsCursor): Next<Cursor>[] {
  if (filteredReviewsCount == null || (allReviewsCount ?? 0) <= filteredReviewsCount) return [];
  return FURTHER_LANGUAGES.map((language) => ({ cursor: { ...cursor, language, page: 1, listed: null }, role: 'list' }));
}

function olderReviews({ page, listed }: ReviewsCursor, session: Session): Gap {
  return reviewsBehindLogin(session, { site: 'Glassdoor', page, missing: (listed ?? 0) - (page - 1) * PAGE_SIZE });
}
