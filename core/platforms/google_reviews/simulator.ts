import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface GoogleReviewsParams {
  /** Reviews of any place. Default 45. */
  readonly reviews?: number;
  /** Doors that answer 404. Default: none. */
  readonly shut?: readonly ('search' | 'map' | 'page')[];
  /** How a record of the search call is laid out. Default `usual`. */
  readonly layout?: 'usual' | 'shifted' | 'bare';
}

export const FEATURE = '0x14e732fd76f0d90d:0xe5415928d6702b47';
const SEARCH_CALL = '/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy';
const MAP_CALL = '/maps/rpc/listugcposts';
const EMBEDDED = 8;
const PER_SEARCH_PAGE = 10;
const PER_MAP_PAGE = 20;
const NEWEST_MS = Date.parse('2026-01-01T12:00:00.123Z');
const LOWEST = 4;

/** Google Maps with one place, whatever is asked for: its two calls for reviews, and pages that embed the first few. */
export function googleReviewsSimulator(params: GoogleReviewsParams): Simulator {
  const { reviews: count = 45, shut = [], layout = 'usual' } = params;
  return ({ url }) => {
    const { hostname, pathname, searchParams } = url;
    if (['maps.app.goo.gl', 'goo.gl', 'g.page', 'g.co'].includes(hostname))
      return {
        status: 302,
        headers: { location: `https://www.google.com/maps/place/Some+Place/data=!4m2!3m1!1s${FEATURE.replace(':', '%3A')}` },
        body: '',
      };
    if (hostname !== 'www.google.com') return null;
    if (pathname === SEARCH_CALL) return shut.includes('search') ? notFound() : searchCall(searchParams.get('reqpld') ?? '', count, layout);
    if (pathname === MAP_CALL) return shut.includes('map') ? notFound() : mapCall(searchParams.get('pb') ?? '', count);
    if (!pathname.startsWith('/maps')) return null;
    return shut.includes('page') ? { body: `<html><a href="/maps/place/x/data=!1s${FEATURE}">here</a></html>` } : placePage(count);
  };
}

function searchCall(reqpld: string, count: number, layout: GoogleReviewsParams['layout']): SimulatedAnswer {
  const args = ((JSON.parse(reqpld) as unknown[][])[1] as unknown[][])[9] as unknown[];
  const start = Number(args[19] === '' ? 0 : atob(String(args[19])));
  const places = orderOf(count, Number(args[1])).slice(start, start + PER_SEARCH_PAGE);
  const next = start + PER_SEARCH_PAGE < count ? btoa(String(start + PER_SEARCH_PAGE)) : '';
  const inner = Array.from({ length: 11 }, () => null as unknown);
  inner[10] = [null, null, places.map((index) => flatRecord(index, layout)), null, null, null, next];
  return guarded([null, inner]);
}

function mapCall(pb: string, count: number): SimulatedAnswer {
  const start = Number(/!2s([^!]*)!5m2/.exec(pb)?.[1] ?? '0');
  const sort = Number(/!13m1!1e(\d)$/.exec(pb)?.[1]);
  if (!pb.startsWith('!1m6!1s0x')) return { status: 400, body: 'Bad' };
  if (count === 0) return guarded([null, null, null]);
  const places = orderOf(count, sort).slice(start, start + PER_MAP_PAGE);
  const next = start + PER_MAP_PAGE < count ? String(start + PER_MAP_PAGE) : null;
  return guarded([null, next, places.map((index) => [record(index), null, `token:${index}`])]);
}

function placePage(count: number): SimulatedAnswer {
  const place: unknown[] = Array.from({ length: 176 }, () => null);
  place[10] = FEATURE;
  place[175] = [
    ...Array.from({ length: 9 }, () => null),
    [[Array.from({ length: Math.min(EMBEDDED, count) }, (_, index) => (index % 2 === 0 ? record(index) : [record(index), null]))]],
  ];
  const payload = `)]}'\n${JSON.stringify([null, null, null, null, null, null, place])}`;
  const state = [
    [
      [1000, 33, 34],
      [0, 0, 0],
    ],
    null,
    null,
    [
      [null, null, null, null, null, null, ''],
      [null, null, null, null, null, null, payload],
    ],
  ];
  return {
    body: `<html><script>window.APP_OPTIONS=[];window.APP_INITIALIZATION_STATE=${JSON.stringify(state)};window.APP_FLAGS=[];</script>${FEATURE}</html>`,
  };
}

/** The lowest first turns the list around; all other orders leave it. */
function orderOf(count: number, sort: number): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return sort === LOWEST ? all.toReversed() : all;
}

function record(index: number): unknown[] {
  const micros = (NEWEST_MS - index * 3_600_000) * 1000 + 456;
  const isForeign = index % 9 === 4;
  const author = [
    `Guest ${index}`,
    `https://lh3.googleusercontent.com/a/${index}=s120-c`,
    [`https://www.google.com/maps/contrib/${1000 + index}?hl=en`],
    String(1000 + index),
    null,
    index,
    3,
  ];
  const meta: unknown[] = [
    '0x0:0xe5',
    null,
    micros,
    index % 3 === 1 ? micros + 60_000_000 : micros,
    [null, null, null, null, null, author],
    null,
    '2 weeks ago',
  ];
  meta[13] = isForeign ? ['Tripadvisor', null, null, null, 10] : ['Google', 'icon', null, null, 5];
  const photo = ['id', ['id', 10, 12, null, null, null, [`https://lh5.googleusercontent.com/p/${index}=w150-h150-k-no-p`]]];
  const body: unknown[] = [isForeign ? null : [1 + (index % 5)]];
  if (index % 2 === 0) body[2] = [photo];
  if (isForeign) body[8] = [null, 8.5];
  if (index % 7 !== 3) {
    body[14] = ['el', 'en'];
    body[15] = [[`Λόγια &amp; ${index}\nδύο`], [`Words ${index}`]];
  }
  const reply: unknown[] = [];
  if (index % 5 === 1) {
    reply[1] = micros + 86_400_000_000;
    reply[14] = [[`Thank you ${index}`]];
  }
  const links: unknown[] = [
    null,
    null,
    null,
    [`https://www.google.com/maps/reviews/data=!1sid${index}?hl=en`],
    null,
    null,
    index % 2 === 0 ? [null, [[1, index]]] : null,
  ];
  return [`id${index}`, meta, body, reply, links, 'log'];
}

/** `shifted`: two positions further, told by the answers that follow the text. `bare`: nothing tells but the length. */
function flatRecord(index: number, layout: GoogleReviewsParams['layout']): unknown[] {
  const parts: unknown[] = [
    null,
    1 + (index % 5),
    ['2 days ago', null, index % 2 === 0 ? NEWEST_MS - index * 3_600_000 : String(NEWEST_MS - index * 3_600_000)],
    [
      `Guest ${index}`,
      `https://lh3.googleusercontent.com/a/${index}=s40`,
      `https://www.google.com/maps/contrib/${1000 + index}/reviews?hl=en`,
      10,
      2,
    ],
    index % 5 === 1 ? [null, '1 day ago', 'Thanks &amp;<br>come again'] : null,
    `id${index}`,
  ];
  const text = index % 7 === 3 ? '' : `Words &amp; ${index}<br>two`;
  const photos = index % 2 === 0 ? [[`https://lh5.googleusercontent.com/p/${index}=w150`, 1]] : null;
  if (layout === 'bare') return [...parts, 'https://x.example/long', null, 'ab', photos, text, ['Google', 'icon']];
  const textAt = layout === 'shifted' ? 30 : 27;
  const answers = layout === 'shifted' ? [[[['GUIDED_DINING'], 'How?']]] : [];
  parts[12] = photos;
  parts[textAt - 1] = 'en';
  parts[textAt] = text;
  parts[textAt + 1] = text.slice(0, 9);
  return [...Array.from(parts, (part) => part ?? null), null, ...answers, null, ['Google', 'icon'], 1];
}

function guarded(body: unknown): SimulatedAnswer {
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: `)]}'\n${JSON.stringify(body)}` };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<html>Not found</html>' };
}
