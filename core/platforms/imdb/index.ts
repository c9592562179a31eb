// IMDb: the GraphQL behind its pages, without a key, and the few reviews on the page of a title where that is shut. Fragile: the API is
// documented nowhere; a firewall may stand before every page; the page of a single review is not proven.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS, type Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { refusalOf, tellingOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser, type Reached } from '#core/platform-kit/browser-door.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { AMAZON_WALLS } from '#core/platform-kit/families/amazon/walls.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { pageSchema, type Review, reviewItem, reviewSchema, type TitleReviews, titleSchema } from '#core/platforms/imdb/wire.ts';
import { z } from 'zod';

/** What an address of IMDb names. `short`: a link that leads to one of the others. */
type Place = NamedPlace<'title' | 'review' | 'short'>;

const HOST = 'imdb.com';
const SHORT = 'imdb.to';
const TITLE = /^tt\d+$/;
const REVIEW = /^rw\d+$/;
const CODE = /^[\w-]+$/;
const ORIGIN = 'https://www.imdb.com';
const API = 'https://api.graphql.imdb.com/';

/** Without the first three the balancer before the API answers 403, since the end of July 2026. */
const HEADERS = {
  origin: ORIGIN,
  referer: `${ORIGIN}/`,
  'x-imdb-client-name': 'imdb-web-next',
  'x-imdb-user-country': 'US',
  accept: 'application/json',
};

const PAGE_SIZE = 50;

/** Orders of the API; the first is the one without a wish. */
const ORDERS = {
  new: 'SUBMISSION_DATE',
  top: 'HELPFULNESS_SCORE',
  best: 'AUTHOR_RATING',
  controversial: 'TOTAL_VOTES',
} as const satisfies Partial<Record<Sort, string>>;

type Order = keyof typeof ORDERS;

const SORTS = ['new', 'top', 'best', 'controversial'] as const satisfies readonly Order[];

/** `after`: the mark of the page before, null for the first one. */
type Question = {
  readonly title: string;
  readonly order: Order;
  readonly after: string | null;
};

/** An answer about a title that does not exist, with errors beside it or without. */
const unknownSchema = z.object({ data: z.object({ title: z.null() }) });

/** Statuses with which the firewall before the site asks for a script to run, whatever stands in the page. */
const WALL: ReadonlySet<number> = new Set([202, 403, 405]);
const SIGN_IN = /^\/(?:registration\/signin|ap\/signin)/;

/** The few reviews on the page of a title. */
interface Featured {
  /** Null where the page has no such part. */
  readonly reviews: readonly Review[] | null;
  /** How many there are in it, those too that could not be read. */
  readonly given: number;
  readonly total: number | null;
  readonly door: string;
}

type TitleCursor = Question & { readonly list: 'title' };

type ReviewCursor = { readonly list: 'review'; readonly review: string };

type ShortCursor = { readonly list: 'short'; readonly code: string; readonly order: Order };

type Cursor = TitleCursor | ReviewCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'imdb',
  name: 'IMDb',
  homepage: 'https://www.imdb.com',
  description: 'Reviews of a film, a series or an episode, or one review.',
  category: 'reviews',
  recorded: '2026-07',
  comparedWith: [
    { client: 'imdbinfo', date: '2026-08-25' },
    { client: 'imdbGraphQLPHP', date: '2026-07-30' },
  ],
  targets: [
    target(
      'title',
      REVIEWS,
      ['imdb.com/title/<tt id>', 'imdb.com/title/<tt id>/reviews'],
      [
        'https://www.imdb.com/title/tt0111161/',
        'https://www.imdb.com/title/tt0111161/reviews/?sort=submission_date&dir=desc&ref_=tt_urv',
        'https://www.imdb.com/de/title/tt0903747/ratings/',
        'https://www.imdb.com/fr-fr/title/tt0903747/',
        'https://m.imdb.com/title/tt0111161/',
      ],
    ),
    target('review', REVIEWS, ['imdb.com/review/<rw id>'], ['https://www.imdb.com/review/rw6606154/']),
    target('short', REVIEWS, ['imdb.to/<code>'], ['https://imdb.to/3xAmPle']),
  ],
  sorts: SORTS,
  ignores: SELECTORS,
  hosts: ['.imdb.com', 'imdb.to'],
  walls: AMAZON_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.imdb.com'],
    passes: ['aws-waf-token'],
    names: ['at-main', 'session-id', 'ubid-main'],
    login: 'https://www.imdb.com/registration/signin',
    hint: 'None are needed. Where IMDb shows a check before its pages, open one in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.imdb.com, and copy aws-waf-token; after a login also at-main, session-id and ubid-main.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }, options) {
    const { title = '', review, code } = params;
    const order = SORTS.find((sort) => sort === options.sort) ?? 'new';
    if (code !== undefined) return [{ cursor: { list: 'short', code, order }, role: 'page' }];
    if (review !== undefined) return [{ cursor: { list: 'review', review }, role: 'page' }];
    return [{ cursor: { list: 'title', title, order, after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return leadPage(cursor, session);
    return cursor.list === 'review' ? singlePage(cursor, session) : titlePage(cursor, session);
  },
});

/** @throws PlatformRefusal NOT_FOUND where it leads to no title and no review */
async function leadPage({ code, order }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const params = await leadOfShortLink(session, `https://imdb.to/${code}`, (url) => {
    const place = placeAt(url);
    return place === null || place.kind === 'short' ? null : place.params;
  });
  if (params === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no title and no review.');
  const { title = '', review } = params;
  return review === undefined
    ? titlePage({ list: 'title', title, order, after: null }, session)
    : singlePage({ list: 'review', review }, session);
}

/** What the address names, whatever language or page of it; null where it is nothing of IMDb that could be exported. */
function placeAt(url: PastedUrl): Place | null {
  const { protocol, host, segments } = url;
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const [code = ''] = segments;
    return segments.length === 1 && CODE.test(code) ? { kind: 'short', params: { code } } : null;
  }
  if (!isHost(url, HOST)) return null;
  const review = idUnder(segments, 'review', REVIEW);
  if (review !== null) return { kind: 'review', params: { review } };
  const title = idUnder(segments, 'title', TITLE);
  return title === null ? null : { kind: 'title', params: { title } };
}

function idUnder(segments: readonly string[], folder: string, shape: RegExp): string | null {
  const id = segments[segments.indexOf(folder) + 1] ?? '';
  return segments.includes(folder) && shape.test(id) ? id : null;
}

/**
 * One page of a title's reviews; null for an unknown title.
 * @throws CommentdockError PLATFORM_CHANGED and so on where the door is shut
 */
async function askReviews(session: Session, question: Question): Promise<TitleReviews | null> {
  const answer = await session.fetch({
    url: API,
    method: 'POST',
    headers: HEADERS,
    json: { query: queryOf(question) },
    accept: 'any',
  });
  // The API is gone, not the title.
  if (answer.status === 404 || answer.status === 410) throw new PlatformChanged('status');
  if (answer.status !== 200) throw refusalOf(answer);
  if (answer.isJson && fits(unknownSchema, answer.json(z.unknown()))) return null;
  return graphqlData(answer, titleSchema).title.reviews;
}

/** Nothing is a variable: the names of their types are not known. */
function queryOf({ title, order, after }: Question): string {
  const place = `first: ${PAGE_SIZE}${after === null ? '' : `, after: ${JSON.stringify(after)}`}`;
  return `query { title(id: ${JSON.stringify(title)}) { reviews(${place}, sort: {by: ${ORDERS[order]}, order: DESC}) {
  total
  edges { node {
    id spoiler language authorRating submissionDate
    author { nickName userId username { text } }
    summary { originalText language }
    text { originalText { plaidHtml } }
    helpfulness { upVotes downVotes }
  } }
  pageInfo { endCursor hasNextPage }
} } }`;
}

/** @throws CommentdockError NOT_FOUND, CAPTCHA, LOGIN_REQUIRED, PLATFORM_CHANGED... */
async function askFeatured(session: Session, title: string): Promise<Featured> {
  const { value, by } = await askData(session, `/title/${title}/`);
  const { featuredReviews, reviews } = readWire(pageSchema, value, '__NEXT_DATA__').props.pageProps.mainColumnData;
  return {
    reviews: featuredReviews?.edges.map(({ node }) => node) ?? null,
    given: rowsGiven(featuredReviews?.edges ?? []),
    total: reviews?.total ?? null,
    door: `page${by}`,
  };
}

/**
 * The review on its own page, wherever in it.
 * @throws CommentdockError as above
 */
async function askReview(session: Session, review: string): Promise<{ readonly review: Review; readonly door: string }> {
  const { value, by } = await askData(session, `/review/${review}/`);
  const isReview = (part: object) => 'id' in part && part.id === review && 'text' in part;
  return { review: readWire(reviewSchema, nearest(value, isReview), 'review'), door: `page${by}` };
}

async function askData(session: Session, path: string): Promise<Reached<unknown>> {
  const url = `${ORIGIN}${path}`;
  return plainOrBrowser(session, 'imdb', {
    plain: async () => dataIn(await session.fetch({ url, accept: 'any' })),
    browser: async () => dataIn(await session.page({ url, ready: { selector: '#__NEXT_DATA__' }, accept: 'any' })),
  });
}

function dataIn(answer: Answer): unknown {
  const { status, text } = answer;
  const data = status === 200 || WALL.has(status) ? nextDataOf(text) : null;
  if (data !== null) return data;
  if (SIGN_IN.test(new URL(answer.url).pathname)) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (WALL.has(status)) throw answer.refusal ?? new PlatformRefusal('CAPTCHA');
  throw status === 200 ? new PlatformChanged('__NEXT_DATA__') : refusalOf(answer);
}

/** A page of the API; for the first one, where it is shut, the few reviews on the page of the title. */
async function titlePage(cursor: TitleCursor, session: Session): Promise<Page<TitleCursor>> {
  const asked = askReviews(session, cursor);
  const found = cursor.after === null ? await orShut(asked) : await asked;
  if (found instanceof CommentdockError) return featuredPage(cursor, found, session);
  if (found === null) throw new PlatformRefusal('NOT_FOUND');
  return listPage(found, cursor);
}

async function singlePage({ review }: ReviewCursor, session: Session): Promise<Page<never>> {
  const found = await askReview(session, review);
  return { items: [reviewItem(found.review)], door: found.door };
}

function listPage({ total, edges, pageInfo }: TitleReviews, cursor: TitleCursor): Page<TitleCursor> {
  const after = pageInfo?.endCursor ?? null;
  const goesOn = pageInfo?.hasNextPage === true && edges.length > 0 && after !== null && after !== cursor.after;
  return {
    items: readRows(edges, 'edges', ({ node }) => reviewItem(node)),
    next: goesOn ? [{ cursor: { ...cursor, after }, role: 'page' }] : [],
    ...(total === null || total === undefined ? {} : { total }),
    ...(cursor.order === 'new' ? { dateOrder: 'newestFirst' as const } : {}),
    door: 'GraphQL',
  };
}

/** @throws `shut`, why the API gave nothing, where the page shows no reviews though there may be some */
async function featuredPage({ title }: TitleCursor, shut: CommentdockError, session: Session): Promise<Page<TitleCursor>> {
  const featured = await orShut(askFeatured(session, title));
  if (featured instanceof CommentdockError) throw tellingOf(shut, featured);
  const { reviews, given, total, door } = featured;
  if (reviews === null ? total !== 0 : reviews.length === 0 && (total ?? 0) > 0) throw shut;
  const items = readRows(reviews ?? [], 'reviews', reviewItem);
  const missing = Math.max(0, (total ?? 0) - given);
  const note = `Only the reviews on the page of the title, in its own order: the API of IMDb gave none (${shut.message})`;
  return { items, total, ...(missing > 0 || total === null ? { gaps: [{ cause: 'blocked' as const, count: missing, note }] } : {}), door };
}
