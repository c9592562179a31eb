import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface MetacriticParams {
  /** Reviews of every list. Default 45. */
  readonly reviews?: number;
  /** Platforms of the game, one of which may have no list (`wii`). Default: pc and playstation-5. `nobody`: the API does not say. */
  readonly platforms?: readonly string[] | 'nobody';
  /** The key that the gateway takes, which the site's pages name. Default: any. */
  readonly key?: string;
}

/** A work that does not exist. */
export const UNKNOWN = 'not-there';

/** However many are asked for. */
const PER_PAGE = 20;
const NEWEST_MS = Date.parse('2026-01-31T00:00:00Z');
const DAY_MS = 86_400_000;

/** Metacritic with the same reviews of everything; the second platform of a game shares some with the first. */
export function metacriticSimulator(params: MetacriticParams = {}): Simulator {
  const count = params.reviews ?? 45;
  const platforms = params.platforms ?? ['pc', 'playstation-5'];
  return ({ url }) => {
    if (url.hostname === 'www.metacritic.com') return url.pathname === '/' ? { body: frontPage(params.key ?? 'x') } : null;
    if (url.hostname !== 'backend.metacritic.com') return null;
    if (params.key !== undefined && url.searchParams.get('apiKey') !== params.key)
      return { status: 401, body: { fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2.InvalidApiKey' } } } };
    if (url.pathname.includes(UNKNOWN)) return { status: 404, body: { errors: [{ message: 'Not found' }] } };
    if (/^\/games\/metacritic\/[\w-]+\/web$/.test(url.pathname)) return game(platforms);
    const [, of, works, platform] =
      /^\/reviews\/metacritic\/(user|critic)\/(games|movies|shows)\/[\w-]+(?:\/seasons\/season-\d+)?(?:\/platform\/([\w-]+))?\/web$/.exec(
        url.pathname,
      ) ?? [];
    if (of === undefined || works === undefined) return { body: { errors: [{ message: `No such type: ${url.pathname}` }] } };
    if (platform === 'wii') return { status: 404, body: {} };
    return list({ of, works, platform: platform ?? (works === 'games' ? 'pc' : null), count }, url.searchParams);
  };
}

/** The state of the page holds the addresses that it was made from. */
function frontPage(key: string): string {
  const address = `https://backend.metacritic.com/composer/metacritic/pages/home/web?contentOnly=true&apiKey=${key}`;
  return `<!DOCTYPE html><html><body><script>window.__NUXT__={fetch:{"0":{src:${JSON.stringify(address)}}}};</script></body></html>`;
}

function game(platforms: NonNullable<MetacriticParams['platforms']>): SimulatedAnswer {
  if (platforms === 'nobody') return { status: 404, body: {} };
  return { body: { data: { item: { platforms: platforms.map((slug) => ({ name: slug.toUpperCase(), slug })) } } } };
}

interface List {
  readonly of: string;
  readonly works: string;
  readonly platform: string | null;
  readonly count: number;
}

function list({ of, works, platform, count }: List, query: URLSearchParams): SimulatedAnswer {
  const offset = Number(query.get('offset'));
  const shift = platform === 'playstation-5' ? 1000 : 0;
  const order = (index: number): number => (query.get('sort') === 'score' ? count - 1 - index : index);
  const indices = Array.from({ length: count }, (_, index) => index).slice(offset, offset + PER_PAGE);
  const critic = works === 'shows' ? seasonReview : criticReview;
  const items = indices.map((index) => (of === 'user' ? userReview(order(index), shift, platform) : critic(order(index), platform)));
  return { body: { data: { id: 'x', totalResults: count, items }, links: { next: { href: null } }, meta: {} } };
}

/** The first five stand in the lists of all platforms. */
function userReview(index: number, shift: number, platform: string | null): object {
  const id = index < 5 ? index : index + shift;
  return {
    id: `uuid-${id}`,
    author: `Player ${id}`,
    authorSlug: `player-${id}`,
    quote: index % 9 === 7 ? '' : `Words of ${id}\nand more`,
    score: index % 11,
    date: dayOf(index),
    spoiler: index % 4 === 1,
    thumbsUp: index,
    thumbsDown: 1,
    platform: platform === null ? null : { name: platform.toUpperCase(), slug: platform },
  };
}

/** Without an id. Every third has no date, no author and no score. */
function criticReview(index: number, platform: string | null): object {
  const isBare = index % 3 === 2;
  return {
    publicationName: `Paper ${index}`,
    publicationSlug: `paper-${index}`,
    author: isBare ? null : `Writer ${index}`,
    quote: `An excerpt ${index}`,
    score: isBare ? null : 100 - index,
    date: isBare ? null : dayOf(index),
    url: `https://paper.example/${index}`,
    reviewedProduct: { title: 'A work', platform: platform === null ? null : { name: platform.toUpperCase(), slug: platform } },
  };
}

/**
 * Of a season of a series, all put into the site on one day: four critics write about three seasons, each more than once, and of the fourth and
 * the sixteenth nothing is quoted.
 */
function seasonReview(index: number): object {
  const season = 1 + (index % 3);
  const product = { id: 5_000_300_098 + season, type: 'shows', title: `A series: Season ${season}`, url: `/tv/a-series/season-${season}/` };
  return {
    publicationName: `Paper ${index % 4}`,
    publicationSlug: `paper-${index % 4}`,
    author: `Writer ${index % 4}`,
    authorSlug: index % 4 === 1 ? null : `writer-${index % 4}`,
    image: null,
    quote: index === 3 || index === 15 ? '' : `An excerpt ${index}`,
    score: 100 - index,
    date: '2013-07-17',
    url: '',
    reviewedProduct: { ...product, tvTaxonomy: { season: { id: product.id, name: `Season ${season}` } } },
    season: null,
  };
}

function dayOf(index: number): string {
  return new Date(NEWEST_MS - index * DAY_MS).toISOString().slice(0, 10);
}
