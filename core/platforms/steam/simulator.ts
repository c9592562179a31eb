import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

interface SteamParams {
  /** Reviews of the app. Default 350. */
  readonly reviews?: number;
  /** Default `10`. */
  readonly app?: string;
  /** Which doors answer; the others are 404. Default: the store's list. */
  readonly doors?: readonly ('store' | 'service')[];
  /** Most reviews of one page, whatever is asked for. Default 100. */
  readonly pageSize?: number;
  /** How the list ends: an empty page (default), the last cursor again, or no cursor. */
  readonly end?: 'emptyPage' | 'sameCursor' | 'noCursor';
}

const NEWEST_S = Date.parse('2026-01-01T12:00:00Z') / 1000;

/** Steam with the reviews of one app, through the store's list and the review service. Other apps have none. Every fifth review is answered. */
export function steamSimulator(params: SteamParams): Simulator {
  const count = params.reviews ?? 350;
  const doors = new Set(params.doors ?? ['store']);
  const app = params.app ?? '10';

  const page = (url: URL, isNewest: boolean): { readonly reviews: object[]; readonly cursor?: string; readonly isFirst: boolean } => {
    const asked = url.searchParams.get('cursor') ?? '*';
    const first = asked === '*' ? 0 : Number(/\d+/.exec(asked)?.[0]);
    const last = Math.min(first + Math.min(params.pageSize ?? 100, Number(url.searchParams.get('num_per_page'))), count);
    const reviews = Array.from({ length: Math.max(0, last - first) }, (_, place) =>
      review(isNewest ? first + place : count - 1 - first - place),
    );
    const isFirst = asked === '*';
    if (last < count || params.end === undefined || params.end === 'emptyPage') return { reviews, cursor: `AoJ${last}+/=`, isFirst };
    return params.end === 'sameCursor' ? { reviews, cursor: asked, isFirst } : { reviews, isFirst };
  };

  const storeList = (url: URL): SimulatedAnswer => {
    if (!doors.has('store')) return { status: 404, body: {} };
    if (url.pathname !== `/appreviews/${app}`)
      return { body: { success: 1, query_summary: { num_reviews: 0, total_reviews: 0 }, reviews: [], cursor: '*' } };
    const { reviews, cursor, isFirst } = page(url, url.searchParams.get('filter') === 'recent');
    return {
      body: { success: 1, query_summary: { num_reviews: reviews.length, ...(isFirst ? { total_reviews: count } : {}) }, reviews, cursor },
    };
  };

  const service = (url: URL): SimulatedAnswer => {
    if (!doors.has('service')) return { status: 404, body: {} };
    if (url.searchParams.get('appid') !== app) return { body: { response: {} } };
    const { reviews, cursor } = page(url, url.searchParams.get('filter') === '1');
    return { body: { response: reviews.length === 0 ? { cursor } : { reviews, cursor, total_matching: count } } };
  };

  return ({ url }) => {
    if (url.hostname === 'store.steampowered.com' && url.pathname.startsWith('/appreviews/')) return storeList(url);
    return url.hostname === 'api.steampowered.com' ? service(url) : null;
  };
}

/** `index` 0 is the newest. */
function review(index: number): object {
  const created = NEWEST_S - index * 3600;
  return {
    recommendationid: String(100_000_000 - index),
    author: { steamid: String(76_561_190_000_000_000n + BigInt(index)), playtime_forever: index, playtime_at_review: index },
    language: index % 3 === 0 ? 'schinese' : 'english',
    review: index % 7 === 0 ? '' : `Review ${index} [b]bold[/b] & more\nsecond line`,
    timestamp_created: created,
    timestamp_updated: index % 4 === 0 ? created + 60 : created,
    voted_up: index % 5 !== 0,
    votes_up: index % 11,
    votes_funny: 0,
    comment_count: String(index % 2),
    steam_purchase: true,
    received_for_free: false,
    written_during_early_access: false,
    ...(index % 5 === 0 ? { developer_response: 'Thank you.\n', timestamp_dev_responded: created + 600 } : {}),
  };
}
