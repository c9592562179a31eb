import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface TargetParams {
  /** Reviews of every product. Default 120. */
  readonly reviews?: number;
  /** What the review call answers. Default: reviews. */
  readonly reviewCall?: 'shut' | 'empty';
  /** The page of the list from which on it gives nothing. */
  readonly deepest?: number;
  /** The key that the review call takes; the page tells it. Default: the public one, and the page does not answer. */
  readonly key?: string;
}

export const TCIN = '89827259';
const PUBLIC_KEY = 'c6b68aaef0eac4df4931aae70500b7056531cb37';
const RECENT = 8;
const HOUR_MS = 3_600_000;
const NEWEST_MS = Date.parse('2026-01-31T12:00:00.447Z');

/** Target with one product; `A-404404` is unknown. Short links lead to the product, `tgt.biz/nowhere` to the start page. */
export function targetSimulator(params: TargetParams): Simulator {
  const count = params.reviews ?? 120;
  return ({ url, headers }) => {
    if (url.hostname === 'tgt.biz' || url.hostname === 'goto.target.com')
      return redirect(url.pathname === '/nowhere' ? 'https://www.target.com/' : `https://www.target.com/p/a-thing/-/A-${TCIN}?afid=x`);
    if (url.hostname === 'www.target.com') return sitePage(url.pathname, params.key);
    if (url.hostname === 'redsky.target.com') return productCall(url, count);
    if (url.hostname !== 'r2d2.target.com') return null;
    if (headers['origin'] !== 'https://www.target.com') return { status: 400, body: { message: 'Bad request' } };
    if (url.searchParams.get('key') !== (params.key ?? PUBLIC_KEY)) return { status: 401, body: { message: 'Invalid key' } };
    if (url.searchParams.get('reviewedId') !== TCIN || params.reviewCall === 'shut') return { status: 403, body: { message: 'Forbidden' } };
    return { body: summary(url.searchParams, params.reviewCall === 'empty' ? 0 : Infinity, count, params.deepest ?? Infinity) };
  };
}

function sitePage(path: string, key: string | undefined): SimulatedAnswer {
  if (path === '/' || key === undefined) return { status: 404, body: 'Not found' };
  const keys = `\\"redsky\\":{\\"apiKey\\":\\"${'a'.repeat(40)}\\"},\\"ggc\\":{\\"apiKey\\":\\"${key}\\"}`;
  return {
    body: `<html><body><script>Object.defineProperties(window,{__CONFIG__:{value:JSON.parse("{${keys}}")}})</script></body></html>`,
  };
}

function summary(query: URLSearchParams, given: number, count: number, deepest: number): object {
  const page = Number(query.get('page'));
  const size = Number(query.get('size'));
  const stars = query.get('ratingFilter')?.replace('rating_', '');
  const order = query.get('sortBy') === 'rating_high' ? places(count).toReversed() : places(count);
  const held = order.filter((place) => stars === undefined || String(starsOf(place)) === stars);
  const results = page >= deepest ? [] : held.slice(page * size, Math.min((page + 1) * size, given));
  return {
    statistics: { rating: { average: 4.3, count: count * 4 }, review_count: count },
    reviews: { results: results.map(row), total_results: held.length, total_pages: Math.ceil(held.length / size), page, size },
  };
}

function productCall(url: URL, count: number): SimulatedAnswer {
  if (url.searchParams.get('tcin') !== TCIN) return { status: 404, body: { errors: [{ message: 'No product found' }] } };
  const recent = places(Math.min(RECENT, count)).map((place) => {
    const { id, text, title, author, submitted_at } = row(place);
    return { id, text, ...(title === null ? {} : { title }), author, rating: { value: starsOf(place), submitted_at } };
  });
  const ratings = { has_verified: true, statistics: { rating: { count: count * 4 }, review_count: count }, most_recent: recent };
  return { status: 206, body: { data: { product: { tcin: TCIN, ratings_and_reviews: ratings } } } };
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

function starsOf(index: number): number {
  return 1 + (index % 5);
}

/** Newest first: the index counts hours back. */
export function row(index: number) {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    Rating: starsOf(index),
    title: index % 2 === 0 ? null : `Title &amp; ${index}`,
    text: index % 7 === 3 ? '' : `Sounds <i>fine</i>.<br/>Twice ${index} &lt;3`,
    author: { nickname: `Guest ${index}`, external_id: String(10_000 + index) },
    submitted_at: new Date(NEWEST_MS - index * HOUR_MS).toISOString(),
    is_verified: index % 2 === 1,
    is_recommended: index % 3 === 0 ? null : index % 3 === 1,
    is_syndicated: index % 4 === 1,
    syndication_source: index % 4 === 1 ? { name: 'maker.example' } : null,
    feedback: { helpful: index % 4, unhelpful: index % 3, inappropriate: 0 },
    photos: index % 3 === 1 ? [{ normal: { url: `https://target.example/${index}` } }] : [],
    secondary_ratings: index % 2 === 1 ? [{ id: 'quality', label: 'Quality', value: 4 }] : null,
    client_responses: index % 5 === 1 ? [{ response: 'Thank you.', date: '2026-02-01T09:00:00.000Z', department: 'Maker' }] : [],
  };
}
