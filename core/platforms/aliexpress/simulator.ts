import { gatewayAnswer, SLIDER, type TokenEnd } from '#test/world/mtop-gateway.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface AliExpressParams {
  /** Reviews that buyers of one country see. Default 45. */
  readonly reviews?: number;
  /** The feedback service shows a slider instead. Default false. */
  readonly hasSlider?: boolean;
  /** Default: `open`. */
  readonly gateway?: 'open' | 'slider';
  /** The token that sessions hold from before is over. Default: it is good. */
  readonly tokenEnd?: TokenEnd;
  /** Pages that are empty once before they come. */
  readonly emptyOnce?: readonly number[];
}

export const PRODUCT = '1005001234567890';
const PER_PAGE = 20;
/** The last rows of a page stand on the next one too. */
const STEP = 18;
const NEWEST_MS = Date.parse('2026-01-20T00:00:00Z');
const HOSTS = new Set(['feedback.aliexpress.com', 'acs.aliexpress.com', 'acs.aliexpress.us', 'a.aliexpress.com', 's.click.aliexpress.com']);

/**
 * AliExpress with one product. Buyers outside the USA see other reviews, most of them the same. `a.aliexpress.com/_product` leads to it
 * over another link, `_gone` to the page of what is gone, `_russia` to the other company's site.
 */
export function aliExpressSimulator(params: AliExpressParams): Simulator {
  const empty = new Set(params.emptyOnce ?? []);
  const list = (query: { productId?: unknown; page?: unknown; country?: unknown; sort?: unknown }): object => {
    if (query.productId !== PRODUCT) return { evaViewList: [], currentPage: 1, totalPage: 0, totalNum: 0 };
    const page = Number(query.page);
    return listOf(params.reviews ?? 45, page, query, empty.delete(page));
  };
  return ({ url }) => {
    if (!HOSTS.has(url.hostname)) return null;
    if (url.hostname.startsWith('acs.'))
      return params.gateway === 'slider'
        ? { body: { ret: ['FAIL_SYS_USER_VALIDATE::slide'], data: { url: '/punish' } } }
        : gatewayAnswer(url, (_api, data) => ({ data: list(data) }), params.tokenEnd);
    if (url.hostname === 'feedback.aliexpress.com')
      return params.hasSlider === true ? SLIDER : { body: { data: list(Object.fromEntries(url.searchParams)) } };
    return shortLink(url.pathname);
  };
}

function shortLink(path: string): SimulatedAnswer {
  const leads: Readonly<Record<string, string>> = {
    '/_product': 'https://s.click.aliexpress.com/e/_again',
    '/e/_again': `https://www.aliexpress.com/item/${PRODUCT}.html?gatewayAdapt=glo2usa`,
    '/_gone': 'https://www.aliexpress.com/error/404.html',
    '/_russia': `https://aliexpress.ru/item/${PRODUCT}.html`,
  };
  const location = leads[path];
  return location === undefined ? { body: '<html>Nothing here</html>' } : { status: 302, headers: { location }, body: '' };
}

function listOf(count: number, page: number, query: { country?: unknown; sort?: unknown }, isEmpty: boolean): object {
  const first = (page - 1) * STEP;
  const shift = query.country === 'US' ? 0 : 10;
  const size = isEmpty ? 0 : Math.max(0, Math.min(PER_PAGE, count - first));
  const order = (place: number): number => shift + (query.sort === 'latest' ? count - 1 - place : place);
  return {
    currentPage: page,
    totalPage: Math.ceil(Math.max(0, count - PER_PAGE) / STEP) + (count > 0 ? 1 : 0),
    totalNum: count + 3,
    evaViewList: Array.from({ length: size }, (_, place) => review(order(first + place))),
    productEvaluationStatistic: { evarageStar: 4.5, totalNum: count + 3 },
  };
}

function review(index: number): object {
  const date = new Date(NEWEST_MS - index * 86_400_000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const id = `5019${String(index).padStart(13, '0')}`;
  return {
    evaluationId: Number(id),
    evaluationIdStr: id,
    anonymous: index % 3 === 0,
    buyerName: index % 3 === 0 ? 'AliExpress Shopper' : 'A***b ',
    ...(index % 2 === 0 ? { buyerHeadPortrait: '//ae01.example/portrait.jpg' } : {}),
    buyerCountry: 'DE',
    buyerEval: 20 * (1 + (index % 5)),
    buyerFeedback: index % 7 === 3 ? '' : ` Bewertung ${index} & mehr `,
    buyerTranslationFeedback: `Review ${index} & more`,
    evalDate: date,
    upVoteCount: index % 4,
    downVoteCount: 0,
    skuInfo: 'Color:Red Plug Type:EU ',
    logistics: 'Standard',
    reviewType: 'REVIEW',
    ...(index % 5 === 1 ? { images: ['//ae01.example/1.jpg', 'https://ae01.example/2.jpg'], thumbnails: ['//ae01.example/1_s.jpg'] } : {}),
    ...(index % 6 === 1 ? { sellerReply: 'Thank you', buyerFbSellerReplyTranslation: 'Danke' } : {}),
    ...(index % 9 === 1 ? { buyerAddFbContent: 'Still works', buyerAddFbDate: date, buyerAddFbDays: 0 } : {}),
  };
}
