import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface PlayStoreParams {
  /** Reviews of the app. Default 400. */
  readonly reviews?: number;
  /** Default `com.example.app`. */
  readonly app?: string;
  /** Stores that have the app. Default: all. */
  readonly countries?: readonly string[];
  /** True: the answer comes in chunks with their length before them. */
  readonly isChunked?: boolean;
  /** Every list ends after so many reviews, whatever there are. Default: none does. */
  readonly listEnd?: number;
  /** A call for more is refused as malformed. Default: any number is given. */
  readonly mostAtOnce?: number;
  /** Reviews that the page of the app states. Default: it states nothing. */
  readonly stated?: number;
}

interface Call {
  readonly rpc: string;
  readonly app: string;
  /** 1 helpfulness, 2 newest, 3 rating. */
  readonly sort: number;
  readonly score: number | null;
  readonly size: number;
  /** Place of the first review in the list. */
  readonly first: number;
}

const NEWEST_S = Date.parse('2026-01-01T12:00:00Z') / 1000;
const INVALID_ARGUMENT = 3;

/**
 * Google Play with one app: the review call, plain (UsvDTd) and narrowed to one rating (oCPfdb), and the details page. Every fifth
 * review is answered, every seventh has no words. Answers are built once.
 */
export function playStoreSimulator(params: PlayStoreParams): Simulator {
  const count = params.reviews ?? 400;
  const app = params.app ?? 'com.example.app';
  const hasApp = (country: string): boolean => params.countries === undefined || params.countries.includes(country);
  const lists = new Map<string, readonly number[]>();
  const listOf = ({ sort, score }: Call): readonly number[] => {
    const name = `${sort} ${score}`;
    const list = lists.get(name) ?? orderedBy(sort, count, score).slice(0, params.listEnd ?? count);
    lists.set(name, list);
    return list;
  };

  const reviews = (body: string, country: string): SimulatedAnswer => {
    const call = callOf(body);
    const { rpc, size, first } = call;
    const inEnvelope = (payload: unknown, status: unknown = null): SimulatedAnswer =>
      envelope({ rpc, payload, status, isChunked: params.isChunked === true });
    if (call.app !== app || !hasApp(country)) return inEnvelope(null);
    if (size > (params.mostAtOnce ?? size)) return inEnvelope(null, [INVALID_ARGUMENT]);
    const list = listOf(call);
    const page = list.slice(first, first + size).map(review);
    const token = first + size < list.length ? [[null, `token-${first + size}`]] : [];
    // The narrowed call has one slot more.
    return inEnvelope(page.length === 0 ? [] : [page, ...token, ...(rpc === 'oCPfdb' && token.length > 0 ? [[]] : [])]);
  };

  const built = new Map<string, SimulatedAnswer>();
  return ({ url, method, body }) => {
    if (url.hostname === 'g.co')
      return { status: 302, headers: { location: `https://play.google.com/store/apps/details?id=${app}` }, body: '' };
    if (url.hostname !== 'play.google.com') return null;
    const country = url.searchParams.get('gl') ?? '';
    if (url.pathname === '/_/PlayStoreUi/data/batchexecute' && method === 'POST') {
      const key = `${country} ${body}`;
      const answer = built.get(key) ?? reviews(body, country);
      built.set(key, answer);
      return answer;
    }
    const isKnown = url.pathname === '/store/apps/details' && url.searchParams.get('id') === app && hasApp(country);
    return isKnown ? { body: detailsPage(params.stated) } : notFound();
  };
}

function callOf(body: string): Call {
  const [[[rpc, inner]]] = JSON.parse(new URLSearchParams(body).get('f.req') ?? '') as [[[string, string]]];
  const [selection, [app]] = (JSON.parse(inner) as unknown[]).filter((part) => part !== null) as [
    [number, number, [number, null?, (string | null)?], null, (number | null)[]],
    [string, number],
  ];
  const [, sort, [size, , token], , filters] = selection;
  return { rpc, app, sort, score: filters[1] ?? null, size, first: token == null ? 0 : Number(token.replace('token-', '')) };
}

function orderedBy(sort: number, count: number, score: number | null): number[] {
  const places = Array.from({ length: count }, (_, index) => index).filter((index) => score === null || ratingOf(index) === score);
  if (sort === 1) return places.toSorted((one, other) => likesOf(other) - likesOf(one));
  return sort === 3 ? places.toSorted((one, other) => ratingOf(other) - ratingOf(one)) : places;
}

function ratingOf(index: number): number {
  return 1 + (index % 5);
}

function likesOf(index: number): number {
  return index % 4;
}

/** Newest first: the index counts hours back. */
function review(index: number): unknown[] {
  const time = [NEWEST_S - index * 3_600, 77_000_000];
  const avatar = [null, 2, null, [null, null, `https://play-lh.example/${index % 90}=mo`]];
  const author = [String(100_000_000_000 + (index % 90)), `Reader ${index % 90}`, null, [avatar, true]];
  const reply = index % 5 === 1 ? ['An app', `Thank you! We answered review ${index}.`, time] : null;
  const criteria = index % 10 === 4 ? [[['vaf_app_quality_stability', [index % 3]]]] : null;
  const text = index % 7 === 3 ? null : `Used ${index} times & <3 🎉\nSecond line`;
  return [
    `review-${index}`,
    [author[1], avatar],
    ratingOf(index),
    null,
    text,
    time,
    likesOf(index),
    reply,
    null,
    author,
    index % 3 === 0 ? null : '1.2.3',
    null,
    criteria,
  ];
}

function envelope(answer: { readonly rpc: string; readonly payload: unknown; readonly status: unknown; readonly isChunked: boolean }) {
  const { rpc, payload, status, isChunked } = answer;
  const calls = JSON.stringify([
    ['wrb.fr', rpc, payload === null ? null : JSON.stringify(payload), null, null, status, 'generic'],
    ['di', 42],
    ['af.httprm', 42, '1', 2],
  ]);
  const end = '[["e",4,null,null,131]]';
  const body = isChunked ? `)]}'\n\n${calls.length + 2}\n${calls}\n${end.length + 2}\n${end}\n` : `)]}'\n\n${calls}`;
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: Buffer.from(body) };
}

function detailsPage(stated: number | undefined): string {
  const figures = [['4.2', 4.2], [null], ['9,000', 9_000], [String(stated), stated]];
  const data = [null, [null, null, Array.from({ length: 52 }, (_, slot) => (slot === 51 ? figures : null))]];
  const script = `<script nonce="x">AF_initDataCallback({key: 'ds:5', hash: '8', data:${JSON.stringify(data)}, sideChannel: {}});</script>`;
  return `<!DOCTYPE html><html><body>An app${stated === undefined ? '' : script}</body></html>`;
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: "<!DOCTYPE html><html><body>We're sorry, the requested URL was not found on this server.</body></html>" };
}
