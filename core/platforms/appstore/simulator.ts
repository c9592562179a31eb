import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface AppStoreParams {
  /** Reviews in each storefront. Default 100. */
  readonly reviews?: number;
  /** Default `123456789`. */
  readonly app?: string;
  /** Storefronts that have the app. Default `us`. */
  readonly countries?: readonly string[];
  /** Forms in which the feed answers; the others are 404. Default: both. */
  readonly feed?: readonly ('json' | 'xml')[];
  /** Feed pages that answer 404. */
  readonly missingPages?: readonly number[];
  /** How many reviews the catalog gives. Default: all. */
  readonly catalogReviews?: number;
  /** Ratings that the look-up states. Default: it states none. */
  readonly ratings?: number;
}

interface Review {
  readonly id: string;
  readonly author: string;
  readonly authorId: number;
  readonly title: string;
  readonly text: string;
  readonly rating: number;
  readonly votes: number;
  /** ISO 8601 without an offset, Pacific time. */
  readonly pacificTime: string;
  readonly utc: string;
  readonly reply: string | null;
}

const FEED_PER_PAGE = 50;
const FEED_PAGES = 10;
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');
const PACIFIC_OFFSET_MS = 8 * 3_600_000;
const SHORT_LINK = '/short';

/**
 * The App Store with one app: the feed (JSON and XML, both orders, ten pages at most), the web catalog, the look-up, and the short
 * link apple.co/short. Every fifth review is answered, every seventh has no words. Answers are built once.
 */
export function appStoreSimulator(params: AppStoreParams): Simulator {
  const count = params.reviews ?? 100;
  const app = params.app ?? '123456789';
  const countries = params.countries ?? ['us'];
  const forms = new Set<string>(params.feed ?? ['json', 'xml']);
  const isMissing = new Set(params.missingPages ?? []);
  const byHelp = Array.from({ length: count }, (_, index) => index).toSorted((one, other) => votesOf(other) - votesOf(one));

  const feed = (url: URL): SimulatedAnswer => {
    const [, country = '', page = '', id = '', order = '', form = ''] =
      /^\/(\w\w)\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=(\w+)\/(json|xml)$/.exec(url.pathname) ?? [];
    const number = Number(page);
    if (!forms.has(form) || isMissing.has(number)) return notFound();
    if (number > FEED_PAGES) return { status: 400, body: 'CustomerReviews RSS page depth is limited to 10' };
    const isKnown = id === app && countries.includes(country);
    const places = isKnown ? placesOf(count, (number - 1) * FEED_PER_PAGE, FEED_PER_PAGE) : [];
    const reviews = places.map((place) => review(country, order === 'mosthelpful' ? (byHelp[place] as number) : place));
    const pages = Math.min(FEED_PAGES, Math.max(1, Math.ceil(count / FEED_PER_PAGE)));
    return form === 'json' ? feedJson(reviews, { app, country, order, number, pages }) : feedXml(reviews, app, country);
  };

  const catalog = (url: URL): SimulatedAnswer => {
    const [, country = '', id = ''] = /^\/api\/apps\/v1\/catalog\/(\w\w)\/apps\/(\d+)\/reviews$/.exec(url.pathname) ?? [];
    if (id !== app || !countries.includes(country)) return notFound();
    const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))];
    const served = Math.min(count, params.catalogReviews ?? count);
    const following = offset + limit;
    const next = following < served ? { next: `/v1/catalog/${country}/apps/${app}/reviews?offset=${following}` } : {};
    return { body: { ...next, data: placesOf(served, offset, limit).map((place) => catalogReview(review(country, place))) } };
  };

  const lookup = (url: URL): SimulatedAnswer => {
    const isKnown = url.searchParams.get('id') === app && countries.includes(url.searchParams.get('country') ?? '');
    const found = {
      trackId: Number(app),
      trackName: 'An app',
      ...(params.ratings === undefined ? {} : { userRatingCount: params.ratings }),
    };
    return {
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
      body: JSON.stringify({ resultCount: isKnown ? 1 : 0, results: isKnown ? [found] : [] }),
    };
  };

  const built = new Map<string, SimulatedAnswer>();
  const once = (url: URL, build: (url: URL) => SimulatedAnswer): SimulatedAnswer => {
    const answer = built.get(url.href) ?? asBytes(build(url));
    built.set(url.href, answer);
    return answer;
  };
  return ({ url }) => {
    if (url.hostname === 'apple.co')
      return url.pathname === SHORT_LINK ? redirect(`https://apps.apple.com/${countries[0]}/app/an-app/id${app}`) : notFound();
    if (url.hostname === 'apps.apple.com') return once(url, catalog);
    if (url.hostname !== 'itunes.apple.com') return null;
    return once(url, url.pathname === '/lookup' ? lookup : feed);
  };
}

function asBytes(answer: SimulatedAnswer): SimulatedAnswer {
  if (typeof answer.body !== 'object' || Buffer.isBuffer(answer.body)) return answer;
  const headers = { 'content-type': 'application/json', ...answer.headers };
  return { ...answer, headers, body: Buffer.from(JSON.stringify(answer.body)) };
}

function placesOf(count: number, first: number, length: number): number[] {
  return indexesOf(first, length, count);
}

function votesOf(index: number): number {
  return index % 4;
}

/** Newest first: the index counts hours back. */
function review(country: string, index: number): Review {
  const ms = NEWEST_MS - index * 3_600_000;
  return {
    id: String(9_000_000_000 + 1_000_000 * (country.charCodeAt(0) * 26 + country.charCodeAt(1)) - index),
    author: `Reader ${index % 90}`,
    authorId: 1000 + (index % 90),
    title: `Review ${index}`,
    text: index % 7 === 3 ? '' : `Uses <b> & "quotes" ${index} times\nSecond line 🎉`,
    rating: 1 + (index % 5),
    votes: votesOf(index),
    pacificTime: new Date(ms - PACIFIC_OFFSET_MS).toISOString().slice(0, 19),
    utc: new Date(ms).toISOString(),
    reply: index % 5 === 1 ? `Thank you! We answered review ${index}.` : null,
  };
}

interface FeedSheet {
  readonly app: string;
  readonly country: string;
  readonly order: string;
  readonly number: number;
  readonly pages: number;
}

function feedJson(reviews: readonly Review[], sheet: FeedSheet): SimulatedAnswer {
  const { app, country } = sheet;
  const entries = reviews.map((one) => ({
    author: { uri: { label: authorUrl(one, country) }, name: { label: one.author }, label: '' },
    updated: { label: `${one.pacificTime}-08:00` },
    'im:rating': { label: String(one.rating) },
    'im:version': { label: '1.2.3' },
    id: { label: one.id },
    title: { label: one.title },
    content: { label: one.text, attributes: { type: 'text' } },
    link: { attributes: { rel: 'related', href: reviewUrl(app, country) } },
    'im:voteSum': { label: String(one.votes) },
    'im:contentType': { attributes: { term: 'Application', label: 'Application' } },
    'im:voteCount': { label: String(one.votes + 1) },
  }));
  const entry = entries.length === 1 ? entries[0] : entries;
  return {
    body: {
      feed: {
        author: { name: { label: 'iTunes Store' }, uri: { label: 'http://www.apple.com/itunes/' } },
        ...(entries.length === 0 ? {} : { entry }),
        updated: { label: '2026-01-01T04:00:00-08:00' },
        title: { label: 'iTunes Store: Customer Reviews' },
        link: linksOf(sheet),
      },
    },
  };
}

/** They say XML in the JSON form too. */
function linksOf({ app, country, order, number, pages }: FeedSheet): object[] {
  const linkTo = (rel: string, page: number): object => ({
    attributes: {
      rel,
      href: `https://itunes.apple.com/${country}/rss/customerreviews/page=${page}/id=${app}/sortby=${order}/xml?urlDesc=/customerreviews/page=${number}/id=${app}/sortby=${order}/json`,
    },
  });
  return [
    linkTo('self', number),
    linkTo('first', 1),
    linkTo('last', pages),
    linkTo('previous', Math.max(1, number - 1)),
    linkTo('next', Math.min(pages, number + 1)),
  ];
}

function feedXml(reviews: readonly Review[], app: string, country: string): SimulatedAnswer {
  const entries = reviews.map(
    (one) => `<entry><updated>${one.pacificTime}-08:00</updated><id>${one.id}</id><title>${escaped(one.title)}</title>
    <content type="text">${escaped(one.text)}</content><im:voteSum>${one.votes}</im:voteSum><im:voteCount>${one.votes + 1}</im:voteCount>
    <im:rating>${one.rating}</im:rating><im:version>1.2.3</im:version><author><name>${escaped(one.author)}</name><uri>${authorUrl(one, country)}</uri></author>
    <link rel="related" href="${escaped(reviewUrl(app, country))}"/><content type="html">${escaped('<b>decoration</b>')}</content></entry>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns:im="http://itunes.apple.com/rss" xmlns="http://www.w3.org/2005/Atom"><id>feed</id>${entries.join('\n')}</feed>`;
  return { headers: { 'content-type': 'text/xml; charset=UTF-8' }, body };
}

function catalogReview(one: Review): object {
  const developerResponse = one.reply === null ? {} : { developerResponse: { id: Number(one.id), body: one.reply, modified: one.utc } };
  const { rating, title, text, author, utc } = one;
  return {
    id: one.id,
    type: 'user-reviews',
    attributes: { date: utc, isEdited: false, rating, review: text, title, userName: author, ...developerResponse },
  };
}

function authorUrl(one: Review, country: string): string {
  return `https://itunes.apple.com/${country}/reviews/id${one.authorId}`;
}

function reviewUrl(app: string, country: string): string {
  return `https://itunes.apple.com/${country}/review?id=${app}&type=Purple%20Software`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function redirect(location: string): SimulatedAnswer {
  return { status: 301, headers: { location }, body: '' };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><html><body>Not found</body></html>' };
}
