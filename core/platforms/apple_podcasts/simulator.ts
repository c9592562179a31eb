import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface ApplePodcastsParams {
  /** Reviews of the show in each storefront. Default 120. */
  readonly reviews?: number;
  /** Storefronts that have the show. Default `us`. */
  readonly countries?: readonly string[];
  /** Forms in which the feed answers; the others are 404. Default: both. */
  readonly feed?: readonly ('json' | 'xml')[];
  /** The feed says that there are none. */
  readonly isFeedDark?: boolean;
  /** Where the key of the catalog stands. Default: in the page. */
  readonly key?: 'meta' | 'script' | 'nowhere';
  /** Status of the catalog. */
  readonly catalogStatus?: number;
  /** The page has reviews, the newest of which says its day in words. */
  readonly hasPageReviews?: boolean;
  /** Status of every answer. */
  readonly status?: number;
}

const SHOW = '1200361736';
const FEED_PER_PAGE = 50;
const MOST_PAGES = 10;
const ON_PAGE = 10;
const NEWEST_MS = Date.UTC(2026, 0, 20, 12);
const KEY = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJjYXRzIn0.c2lnbmF0dXJlLXB1cnI';

interface Review {
  readonly id: string;
  readonly author: string;
  readonly title: string;
  readonly text: string;
  readonly rating: number;
  readonly votes: number;
  readonly at: string;
}

function reviewAt(index: number): Review {
  return {
    id: String(9_000_000_000 - index),
    author: `Listener ${index}`,
    title: `Review ${index}`,
    text: index % 7 === 3 ? '' : `I listen & purr ${index} times.\nEvery day.`,
    rating: 1 + (index % 5),
    votes: index % 4,
    at: new Date(NEWEST_MS - index * 3_600_000).toISOString().replace('.000', ''),
  };
}

/** Apple's stores with one show: the feed in both forms, the page, its script, the catalog behind the key, and the look-up. */
export function applePodcastsSimulator(params: ApplePodcastsParams): Simulator {
  return ({ url, headers }) => {
    const { hostname, pathname } = url;
    if (!hostname.endsWith('.apple.com') || hostname.endsWith('apps.apple.com')) return null;
    if (params.status !== undefined) return { status: params.status, body: '<!DOCTYPE html><title>Apple</title>' };
    if (hostname === 'podcasts.apple.com')
      return pathname.startsWith('/assets/') ? { body: `const a=1;const t="${KEY}";` } : showOf(pathname, params);
    if (hostname === 'amp-api.podcasts.apple.com') return catalogOf(url, headers, params);
    // The store of apps has the same look-up and the same feed.
    if (!url.href.includes(SHOW)) return null;
    return pathname === '/lookup' ? lookUp(url, params) : feedOf(pathname, params);
  };
}

function isSold(country: string, show: string, { countries = ['us'] }: ApplePodcastsParams): boolean {
  return show === SHOW && countries.includes(country);
}

function gone(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><title>Not found</title>' };
}

function feedOf(path: string, params: ApplePodcastsParams): SimulatedAnswer {
  const [, country = '', page = '', show = '', order = '', form = ''] =
    /^\/(\w\w)\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=(\w+)\/(json|xml)$/.exec(path) ?? [];
  const { reviews = 120, feed = ['json', 'xml'], isFeedDark = false } = params;
  if (!(feed as readonly string[]).includes(form)) return gone();
  if (Number(page) > MOST_PAGES) return { status: 400, body: 'CustomerReviews RSS page depth is limited to 10' };
  const isEmpty = isFeedDark || !isSold(country, show, params);
  const all = indexesOf(0, reviews, reviews);
  const ordered = order === 'mosthelpful' ? all.toSorted((one, other) => (other % 4) - (one % 4)) : all;
  const rows = isEmpty ? [] : ordered.slice((Number(page) - 1) * FEED_PER_PAGE, Number(page) * FEED_PER_PAGE).map(reviewAt);
  return form === 'json' ? feedJson(rows, country) : feedXml(rows, country);
}

function feedJson(rows: readonly Review[], country: string): SimulatedAnswer {
  const own = { 'im:name': { label: 'Purring cats' }, id: { label: `https://podcasts.apple.com/${country}/podcast/id${SHOW}` } };
  const entries = rows.map((row) => ({
    author: { uri: { label: `https://itunes.apple.com/${country}/reviews/id${row.id.slice(-6)}` }, name: { label: row.author }, label: '' },
    updated: { label: row.at },
    'im:rating': { label: String(row.rating) },
    id: { label: row.id },
    title: { label: row.title },
    content: { label: row.text, attributes: { type: 'text' } },
    link: { attributes: { rel: 'related', href: `https://itunes.apple.com/${country}/review?id=${SHOW}&type=Podcast` } },
    'im:voteSum': { label: String(row.votes) },
    'im:voteCount': { label: String(row.votes + 1) },
  }));
  return { body: { feed: { author: { name: { label: 'iTunes Store' } }, ...(entries.length > 0 ? { entry: [own, ...entries] } : {}) } } };
}

function feedXml(rows: readonly Review[], country: string): SimulatedAnswer {
  const entries = rows.map(
    (
      row,
    ) => `<entry><updated>${row.at}</updated><id>${row.id}</id><title>${row.title}</title><content type="text">${row.text.replaceAll('&', '&amp;')}</content>
    <im:voteSum>${row.votes}</im:voteSum><im:voteCount>${row.votes + 1}</im:voteCount><im:rating>${row.rating}</im:rating>
    <author><name>${row.author}</name><uri>https://itunes.apple.com/${country}/reviews/id${row.id.slice(-6)}</uri></author>
    <link rel="related" href="https://itunes.apple.com/${country}/review?id=${SHOW}&amp;type=Podcast"/></entry>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?><feed xmlns:im="http://itunes.apple.com/rss" xmlns="http://www.w3.org/2005/Atom">${entries.join('\n')}</feed>`;
  return { headers: { 'content-type': 'text/xml; charset=UTF-8' }, body };
}

function showOf(path: string, params: ApplePodcastsParams): SimulatedAnswer {
  const [, country = '', show = ''] = /^\/(\w\w)\/podcast\/id(\d+)$/.exec(path) ?? [];
  if (!isSold(country, show, params)) return gone();
  const { key = 'meta', hasPageReviews = false, reviews = 120 } = params;
  const configuration = encodeURIComponent(JSON.stringify({ MEDIA_API: { token: KEY } }));
  const meta = key === 'meta' ? `<meta name="web-experience-app/config/environment" content="${configuration}">` : '';
  const script = key === 'script' ? '<script type="module" crossorigin src="/assets/index-1a2b3c.js"></script>' : '';
  const review = indexesOf(0, ON_PAGE, reviews).map((index) => {
    const { author, title, text, rating, at } = reviewAt(index);
    return {
      '@type': 'Review',
      author,
      datePublished: index === 0 ? '20 janv. 2026' : at.slice(0, 10),
      name: title,
      ...(text === '' ? {} : { reviewBody: text.replaceAll('&', '&amp;') }),
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    };
  });
  const data = {
    '@context': 'http://schema.org',
    '@type': 'CreativeWorkSeries',
    name: 'Purring cats',
    ...(hasPageReviews ? { review } : {}),
  };
  return {
    body: `<!DOCTYPE html><html><head>${meta}<script id="schema:show" type="application/ld+json">${JSON.stringify(data)}</script>${script}</head><body><h1>Purring cats</h1></body></html>`,
  };
}

function catalogOf(url: URL, headers: Readonly<Record<string, string>>, params: ApplePodcastsParams): SimulatedAnswer {
  const { reviews = 120, catalogStatus } = params;
  if (catalogStatus !== undefined) return { status: catalogStatus, body: '' };
  if (headers['authorization'] !== `Bearer ${KEY}` || headers['origin'] !== 'https://podcasts.apple.com') return { status: 401, body: '' };
  const [, country = '', show = ''] = /^\/v1\/catalog\/(\w\w)\/podcasts\/(\d+)\/reviews$/.exec(url.pathname) ?? [];
  if (!isSold(country, show, params)) return gone();
  const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))];
  const data = indexesOf(offset, limit, reviews).map((index) => {
    const { id, author, title, text, rating, at } = reviewAt(index);
    return { id, type: 'user-reviews', attributes: { date: at, isEdited: index % 9 === 8, rating, review: text, title, userName: author } };
  });
  const next = offset + limit < reviews ? { next: `/v1/catalog/${country}/podcasts/${show}/reviews?l=en-US&offset=${offset + limit}` } : {};
  return { body: { ...next, data } };
}

function lookUp(url: URL, params: ApplePodcastsParams): SimulatedAnswer {
  const isKnown = isSold(url.searchParams.get('country') ?? '', url.searchParams.get('id') ?? '', params);
  const results = isKnown ? [{ collectionName: 'Purring cats', artistName: 'Cats', trackCount: 12 }] : [];
  return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: JSON.stringify({ resultCount: results.length, results }) };
}
