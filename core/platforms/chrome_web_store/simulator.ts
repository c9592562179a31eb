import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface ChromeWebStoreParams {
  /** Reviews with words of any item, in English. Default 25. */
  readonly reviews?: number;
  /** Reviews in further languages, by their codes. A code that the store does not know (`xx`, `am`) is taken for English. Default: none. */
  readonly others?: Readonly<Record<string, number>>;
  /** Ratings, with words or without. Default: as many as reviews. */
  readonly ratings?: number;
  /** The id of the call for reviews, as the page names it. Default `x1DgCd`. */
  readonly rpc?: string;
  /** False: the page answers 500. Default true. */
  readonly hasPage?: boolean;
}

/** Of an item that the store does not have. */
export const UNKNOWN_ITEM = 'p'.repeat(32);
const EMBEDDED = 10;
const NEWEST_SECONDS = Date.parse('2026-01-01T12:00:00Z') / 1000;
const HELPFUL = 1;

/** The Chrome Web Store with one item, whatever is asked for but `UNKNOWN_ITEM`. The most helpful order is the oldest first. */
export function chromeWebStoreSimulator(params: ChromeWebStoreParams): Simulator {
  const { reviews: count = 25, rpc = 'x1DgCd', hasPage = true, others = {} } = params;
  const ratings = params.ratings ?? Object.values(others).reduce((sum, each) => sum + each, count);
  return ({ url, method, body }) => {
    if (url.hostname !== 'chromewebstore.google.com') return null;
    if (method === 'POST') return reviewCall(url, body, { count: inLanguage(url.searchParams.get('hl') ?? '', count, others), rpc });
    const id = /\/([a-p]{32})\/reviews$/.exec(url.pathname)?.[1];
    if (id === undefined) return { status: 404, body: '<html>Not found</html>' };
    return hasPage ? reviewsPage(id, count, { rpc, ratings }) : { status: 500, body: '<html>Error</html>' };
  };
}

/** Those of a language are numbered after it. */
interface Numbered {
  readonly from: number;
  readonly size: number;
}

/** A list in one language alone; its own total does not tell of the others. */
function inLanguage(code: string, english: number, others: Readonly<Record<string, number>>): Numbered {
  const place = Object.keys(others).indexOf(code);
  if (place >= 0) return { from: 1000 * (place + 1), size: others[code] ?? 0 };
  return { from: 0, size: code === 'en' || code === 'xx' || code === 'am' ? english : 0 };
}

function reviewsPage(id: string, count: number, { rpc, ratings }: { readonly rpc: string; readonly ratings: number }): SimulatedAnswer {
  const listing = `AF_initDataCallback({key: 'ds:0', hash: '1', data:[["${id}","icon","Name [1]",4.5,${ratings}]], sideChannel: {}});`;
  if (id === UNKNOWN_ITEM)
    return { body: `<html><script>AF_initDataCallback({key: 'ds:0', hash: '1', data:[["front"]], sideChannel: {}});</script></html>` };
  const requests = `AF_dataServiceRequests = {'ds:0' : {id:'xY2Ddd',request:["${id}"]},'ds:1' : {id:'${rpc}',request:["${id}",[10],2,null,null,null,0]}};`;
  const list = `AF_initDataCallback({key: 'ds:1', hash: '2', data:${JSON.stringify(listOf(id, { from: 0, size: count }, EMBEDDED, 2))}, sideChannel: {}});`;
  return {
    body: `<!doctype html><html><head><script>${requests} var x = [];</script></head><body><script>${listing}</script><script>${list}</script></body></html>`,
  };
}

function reviewCall(url: URL, body: string, { count, rpc }: { count: Numbered; rpc: string }): SimulatedAnswer {
  const [[[name, inner = '[]'] = []] = []] = JSON.parse(new URLSearchParams(body).get('f.req') ?? '[]') as string[][][];
  if (name !== rpc || url.searchParams.get('rpcids') !== rpc) return envelope([['er', null, null, null, null, 400, null, null, null, 3]]);
  const [id = '', [size = 0] = [], sort = 0] = JSON.parse(inner) as [string, number[], number];
  const list = id === UNKNOWN_ITEM ? [null, [], 0] : listOf(id, count, size, sort);
  return envelope([['wrb.fr', rpc, JSON.stringify(list), null, null, null, 'generic']]);
}

function envelope(frames: unknown): SimulatedAnswer {
  const text = JSON.stringify(frames);
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `)]}'\n\n${text.length}\n${text}\n25\n[["e",4,null,null,131]]\n`,
  };
}

function listOf(id: string, { from, size: count }: Numbered, size: number, sort: number): unknown[] {
  const all = Array.from({ length: count }, (_, index) => from + index);
  const shown = (sort === HELPFUL ? all.toReversed() : all).slice(0, size);
  return [['token'], shown.map((index) => review(id, index)), count];
}

function review(id: string, index: number): unknown[] {
  const seconds = NEWEST_SECONDS - index * 3600;
  const reply = [
    'reply',
    ['Developer', 'https://lh3.googleusercontent.com/d=s32'],
    ` Thanks ${index},\r\nbye`,
    [seconds + 61, 5],
    [seconds + 60, 500_000_000],
    null,
    null,
    null,
    null,
    'en',
  ];
  return [
    `0e714621-2985-48ba-827c-${String(index).padStart(12, '0')}`,
    [`Reader ${index}`, `https://lh3.googleusercontent.com/${index}=s32`],
    1 + (index % 5),
    index % 7 === 3 ? '' : `Words <b> &amp; ${index}`,
    [seconds + 1, 5_036_401],
    [seconds, 984_833_637],
    index % 3,
    null,
    index % 2 === 1 ? reply : null,
    null,
    null,
    index % 4 === 2 ? null : '3.4.29',
    null,
    'en',
    id,
  ];
}
