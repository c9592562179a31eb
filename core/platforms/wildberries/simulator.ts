import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface WildberriesParams {
  /** Reviews of the group. Default 80. */
  readonly reviews?: number;
  /** How many of them the whole file holds. Default: all. */
  readonly inFile?: number;
  /** The host that has them. Default: the one that the rule names. */
  readonly host?: 1 | 2;
  /** False: there is no file, only the newer list. Default true. */
  readonly hasFile?: boolean;
  /** What the host of the shop's card says instead: it is gone (404), or it refuses the handshake of programs, as none of the other hosts does. */
  readonly cardRefuses?: 403 | 404 | 498;
}

/** A product, another colour of it, and their group, which the rule puts on host 1. */
export const NM = 110275182;
export const OTHER_NM = 84393503;
export const IMT = 201962923;
/** A product of the group with a number above those that are known: its own file is on host 43. */
export const NEW_NM = 1070000000;
/** No product. */
export const UNKNOWN = 99999999;

const CARD_FILES = new Set([
  `basket-07.wbbasket.ru/vol1102/part110275/${NM}/info/ru/card.json`,
  `basket-43.wbbasket.ru/vol10700/part1070000/${NEW_NM}/info/ru/card.json`,
]);
const CARD_FILE = { imt_id: IMT, nm_id: NM, colors: [NM, OTHER_NM], full_colors: [{ nm_id: NM }, { nm_id: OTHER_NM }] };
const NEWEST_MS = Date.parse('2026-01-31T12:00:00Z');
const HOUR_MS = 3_600_000;

/** Wildberries with one group of two colours. */
export function wildberriesSimulator(params: WildberriesParams = {}): Simulator {
  const count = params.reviews ?? 80;
  return ({ url }) => {
    const { hostname, pathname, searchParams } = url;
    if (hostname === 'card.wb.ru') return cardAnswer(Number(searchParams.get('nm')), params);
    if (hostname.endsWith('.wbbasket.ru'))
      return CARD_FILES.has(`${hostname}${pathname}`) ? { body: CARD_FILE } : { status: 404, body: '' };
    const [, host] = /^feedbacks([12])\.wb\.ru$/.exec(hostname) ?? [];
    const [, door, imt] = /^\/feedbacks\/(v[12])\/(\d+)$/.exec(pathname) ?? [];
    if (host === undefined || door === undefined) return null;
    if (Number(imt) !== IMT || (door === 'v1' && params.hasFile === false)) return { status: 404, body: '' };
    const isHere = Number(host) === (params.host ?? 1) && count > 0;
    if (!isHere) return { body: { feedbackCount: 0, feedbacks: null } };
    const file = order(count).slice(0, params.inFile ?? count);
    const rows = door === 'v1' ? file : pageOf(count, searchParams);
    return { body: { valuation: '4.8', feedbackCount: count, feedbacks: rows.map(feedback) } };
  };
}

function cardAnswer(nm: number, { cardRefuses, reviews }: WildberriesParams): SimulatedAnswer {
  if (cardRefuses !== undefined) return { status: cardRefuses, body: cardRefuses === 403 ? '<html><body>403 Forbidden</body></html>' : '' };
  if (nm === UNKNOWN) return { body: { products: [] } };
  return { body: { products: [{ id: nm, root: IMT, colors: [{ nm: NM }, { nm: OTHER_NM }], feedbacks: reviews ?? 80 }] } };
}

/** The order of the file is nobody's: by rank. */
function order(count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return [...all.filter((index) => index % 2 === 1), ...all.filter((index) => index % 2 === 0)];
}

function pageOf(count: number, query: URLSearchParams): number[] {
  const skip = Number(query.get('skip'));
  const ofProduct = Array.from({ length: count }, (_, index) => index).filter((index) => String(nmOf(index)) === query.get('nm'));
  return ofProduct.slice(skip, skip + Number(query.get('take')));
}

function nmOf(index: number): number {
  return index % 3 === 2 ? OTHER_NM : NM;
}

/** The index counts hours back. Every fifth is a rating without words or name. */
function feedback(index: number): object {
  const isBare = index % 5 === 4;
  return {
    id: `fb${index}`,
    wbUserId: isBare ? 0 : 5000 + index,
    globalUserId: String(9000 + index),
    wbUserDetails: { name: isBare ? '' : `Покупатель ${index}`, country: 'ru', hasPhoto: false },
    nmId: nmOf(index),
    text: isBare ? '' : `Хороший товар ${index} &amp; дождь`,
    pros: isBare ? '' : 'Тёплый',
    cons: '',
    matchingSize: 'ok',
    productValuation: (index % 5) + 1,
    color: 'черный',
    size: 'универсальный',
    createdDate: new Date(NEWEST_MS - index * HOUR_MS).toISOString().replace('.000', ''),
    updatedDate: '2026-02-01T00:00:00Z',
    answer:
      index % 4 === 1
        ? { text: 'Спасибо!', createDate: '2026-02-01T10:00:00Z', lastUpdate: '0001-01-01T00:00:00Z', supplierId: 39825 }
        : null,
    photo: index % 4 === 1 ? [205072518] : null,
    video: null,
    votes: { pluses: index % 7, minuses: index % 2 },
    rank: index,
    statusId: index % 3 === 0 ? 16 : 0,
    bables: index % 3 === 0 ? ['Тепло'] : [],
  };
}
