// Trustpilot: the data that its own pages carry, as HTML (`__NEXT_DATA__`) and as data pages (`_next/data`), keyless. Fragile: a
// script challenge may stand before every page, and old pages are shown to people with a login only.
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { reviewsBehindLogin } from '#core/platform-kit/login-gap.ts';
import { companyAt, companyIn, companyPath, idUnder } from '#core/platforms/trustpilot/address.ts';
import { dataPage, htmlPage, LOGIN_WALL, type LoginWall, type PageData } from '#core/platforms/trustpilot/doors.ts';
import { reviewSchema, toItem } from '#core/platforms/trustpilot/review.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { orShut } from '#core/platform-kit/knock.ts';

const REVIEWS_PER_PAGE = 20;

/** Reports say that people without a login are shown this many pages. */
const OPEN_PAGES = 10;

const companySchema = z.object({
  businessUnit: z.object({ numberOfReviews: countSchema.nullish() }).nullish(),
  reviews: rowsOf(reviewSchema),
  filters: z
    .object({
      pagination: z.object({ totalPages: countSchema.nullish(), totalCount: countSchema.nullish() }).nullish(),
    })
    .nullish(),
});
const personSchema = z.object({ reviews: rowsOf(reviewSchema) });
const singleSchema = z.object({ review: reviewSchema });

type CompanyCursor = {
  readonly list: 'company';
  readonly domain: string;
  readonly sort: 'recency' | 'relevance';
  readonly page: number;
  /** What the pages before said. */
  readonly buildId: string | null;
  readonly pages: number | null;
  readonly listed: number | null;
};
type PersonCursor = { readonly list: 'person'; readonly id: string; readonly page: number };
type SingleCursor = { readonly list: 'single'; readonly id: string };
type TrustpilotCursor = CompanyCursor | PersonCursor | SingleCursor;
type CompanyData = PageData<z.output<typeof companySchema>>;

export default definePlatform<TrustpilotCursor>({
  id: 'trustpilot',
  name: 'Trustpilot',
  homepage: 'https://www.trustpilot.com',
  description: 'Reviews of a company in every language with its answers, the reviews a person wrote, or one review.',
  category: 'reviews',
  recorded: '2026-02-12',
  comparedWith: [{ client: 'trustpilot_scraper', date: '2026-08' }],
  targets: [
    {
      name: 'company',
      patterns: ['trustpilot.com/review/<domain>', '<country>.trustpilot.com/review/<domain>', 'trustpilot.com/review/<domain>%2F<path>'],
      examples: [
        'https://www.trustpilot.com/review/www.bhphotovideo.com',
        'https://de.trustpilot.com/review/iggm.com?languages=all&stars=1',
        'https://nl-be.trustpilot.com/review/iggm.com',
        'https://www.trustpilot.com/review/shop.example%2Fen',
      ],
      match: companyAt,
      exports: { own: { type: 'reviews' } },
    },
    {
      name: 'review',
      patterns: ['trustpilot.com/reviews/<review id>'],
      examples: ['https://www.trustpilot.com/reviews/65718f1ba9549dd90f396b4a'],
      match: (url) => idUnder(url, 'reviews', 'review'),
      exports: { own: { type: 'reviews' } },
    },
    {
      name: 'person',
      patterns: ['trustpilot.com/users/<user id>'],
      examples: ['https://www.trustpilot.com/users/56a820850000ff000a0034aa'],
      match: (url) => idUnder(url, 'users', 'person'),
      exports: { own: { type: 'reviews', order: 'served' } },
    },
  ],
  sorts: ['new', 'top'],
  hosts: ['.trustpilot.com'],
  walls: {
    addresses: [
      { kind: 'login', by: 'Trustpilot', host: /(?:^|\.)trustpilot\.com$/, path: /^\/users\/connect/, source: 'pages after the tenth' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.trustpilot.com'],
    names: ['jwt', 'TP.uuid', 'aws-waf-token'],
    aliases: { sessionid: 'jwt', auth_token: 'jwt' },
    login: 'https://www.trustpilot.com/users/connect',
    hint: 'Log in at trustpilot.com and give all cookies of that site: pages after the tenth may be shown to members only.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target, params }, options) {
    const { domain = '', review = '', person = '' } = params;
    if (target === 'review') return [{ cursor: { list: 'single', id: review }, role: 'page' }];
    if (target === 'person') return [{ cursor: { list: 'person', id: person, page: 1 }, role: 'page' }];
    const sort = options.sort === 'top' ? 'relevance' : 'recency';
    return [{ cursor: { list: 'company', domain, sort, page: 1, buildId: null, pages: null, listed: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'single') return singlePage(cursor, session);
    return cursor.list === 'person' ? personPage(cursor, session) : companyPage(cursor, session);
  },
});

async function singlePage({ id }: SingleCursor, session: Session): Promise<Page<TrustpilotCursor>> {
  const { props } = pastWall(await htmlPage(session, `/reviews/${id}`, undefined, singleSchema));
  return { items: [toItem(props.review, null)], door: 'page' };
}

async function personPage(cursor: PersonCursor, session: Session): Promise<Page<TrustpilotCursor>> {
  const { id, page } = cursor;
  const query = page === 1 ? undefined : { page };
  const found = await orShut(htmlPage(session, `/users/${id}`, query, personSchema));
  if (found === LOGIN_WALL || found instanceof CommentdockError) return closedList([found], page, null, session);
  const { reviews } = found.props;
  return {
    items: readRows(reviews, 'reviews', (review) => toItem(review, id)),
    next: reviews.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    door: 'page',
  };
}

async function companyPage(cursor: CompanyCursor, session: Session): Promise<Page<TrustpilotCursor>> {
  const { page, sort, buildId, domain } = cursor;
  const path = companyPath(domain);
  const shut: (CommentdockError | LoginWall)[] = [];
  if (page > 1 && buildId !== null) {
    const query = { businessUnit: domain, languages: 'all', page, sort };
    const data = await orShut(dataPage(session, { buildId, path, query }, companySchema));
    if (data !== LOGIN_WALL && !(data instanceof CommentdockError)) return listPage(data, cursor, 'data page', session);
    shut.push(data);
  }
  const html = await orShut(htmlPage(session, path, { languages: 'all', page: page === 1 ? undefined : page, sort }, companySchema));
  if (html !== LOGIN_WALL && !(html instanceof CommentdockError)) return listPage(html, cursor, 'page', session);
  return closedList([...shut, html], page, cursor.listed, session);
}

function listPage({ props, buildId, path }: CompanyData, cursor: CompanyCursor, door: string, session: Session): Page<TrustpilotCursor> {
  const { page, sort } = cursor;
  const pages = props.filters?.pagination?.totalPages ?? cursor.pages;
  const listed = props.filters?.pagination?.totalCount ?? cursor.listed;
  const isEmpty = props.reviews.length === 0;
  const domain = companyIn(path) ?? cursor.domain;
  const goesOn = !isEmpty && (pages === null || page < pages);
  const endsEarly = isEmpty && page > 1 && pages !== null && page <= pages;
  return {
    items: readRows(props.reviews, 'reviews', (review) => toItem(review, null)),
    next: goesOn ? [{ cursor: { ...cursor, domain, page: page + 1, buildId, pages, listed }, role: 'page' }] : [],
    ...(page === 1 ? { total: props.businessUnit?.numberOfReviews ?? null } : {}),
    ...(endsEarly ? { gaps: [olderPages(page, listed, session)] } : {}),
    ...(sort === 'recency' ? { dateOrder: 'newestFirst' as const } : {}),
    door,
  };
}

/**
 * Every door to a page is shut. Older pages that want a login end the list.
 * @throws CommentdockError what the last door said, for any other reason
 */
function closedList(
  shut: readonly (CommentdockError | LoginWall)[],
  page: number,
  listed: number | null,
  session: Session,
): Page<TrustpilotCursor> {
  const last = shut.at(-1) ?? LOGIN_WALL;
  const isOldPage = page > OPEN_PAGES && !session.hasCookies && last !== LOGIN_WALL && last.code === 'BLOCKED';
  if (page > 1 && (shut.includes(LOGIN_WALL) || isOldPage)) return { items: [], gaps: [olderPages(page, listed, session)] };
  throw last === LOGIN_WALL ? new PlatformRefusal('LOGIN_REQUIRED') : last;
}

function olderPages(page: number, listed: number | null, session: Session) {
  return reviewsBehindLogin(session, { site: 'Trustpilot', page, missing: (listed ?? 0) - (page - 1) * REVIEWS_PER_PAGE });
}

function pastWall<T>(page: T | LoginWall): T {
  if (page === LOGIN_WALL) throw new PlatformRefusal('LOGIN_REQUIRED');
  return page;
}
