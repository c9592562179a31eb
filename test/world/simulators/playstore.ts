import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface PlayStoreParams {
  /** Reviews of the app. Default 400. */
  readonly reviews?: number;
  /** Default `com.example.app`. */
  readonly app?: string;
  /** Pages, counted from 1, whose call answers 404. */
  readonly missingPages?: readonly number[];
  /** True: the answer comes in chunks with their length before them. */
  readonly isChunked?: boolean;
}

const RPC = 'UsvDTd';
const NEWEST_S = Date.parse('2026-01-01T12:00:00Z') / 1000;

/** Google Play with one app: the review call and the details page. Every fifth review is answered, every seventh has no words. */
export function playStoreSimulator(params: PlayStoreParams): Simulator {
  const count = params.reviews ?? 400;
  const app = params.app ?? 'com.example.app';
  const isMissing = new Set(params.missingPages ?? []);

  const reviews = (body: string): SimulatedAnswer => {
    const [size, first, asked] = callOf(body);
    if (asked !== app) return envelope(null, params.isChunked === true);
    if (isMissing.has(1 + Math.floor(first / size))) return notFound();
    const length = Math.max(0, Math.min(size, count - first));
    const page = Array.from({ length }, (_, place) => review(first + place));
    const payload = first + size < count ? [page, [null, `token-${first + size}`]] : [page];
    return envelope(page.length === 0 ? [] : payload, params.isChunked === true);
  };

  return ({ url, method, body }) => {
    if (url.hostname !== 'play.google.com') return null;
    if (url.pathname === '/_/PlayStoreUi/data/batchexecute' && method === 'POST') return reviews(body);
    const isKnown = url.pathname === '/store/apps/details' && url.searchParams.get('id') === app;
    return isKnown ? { body: '<!DOCTYPE html><html><body>An app</body></html>' } : notFound();
  };
}

/** Page size, place of the first review, and app of a call. */
function callOf(body: string): [size: number, first: number, app: string] {
  const [[[, inner]]] = JSON.parse(new URLSearchParams(body).get('f.req') ?? '') as [[[string, string]]];
  const [, , [, , [size, , token]], [app]] = JSON.parse(inner) as [
    null,
    null,
    [number, number, [number, null, string | null]],
    [string, number],
  ];
  return [size, token === null ? 0 : Number(token.replace('token-', '')), app];
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
    1 + (index % 5),
    null,
    text,
    time,
    index % 4,
    reply,
    null,
    author,
    index % 3 === 0 ? null : '1.2.3',
    null,
    criteria,
  ];
}

function envelope(payload: unknown, isChunked: boolean): SimulatedAnswer {
  const calls = JSON.stringify([
    ['wrb.fr', RPC, payload === null ? null : JSON.stringify(payload), null, null, null, 'generic'],
    ['di', 42],
    ['af.httprm', 42, '1', 2],
  ]);
  const end = '[["e",4,null,null,131]]';
  const body = isChunked ? `)]}'\n\n${calls.length + 2}\n${calls}\n${end.length + 2}\n${end}\n` : `)]}'\n\n${calls}`;
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: "<!DOCTYPE html><html><body>We're sorry, the requested URL was not found on this server.</body></html>" };
}
