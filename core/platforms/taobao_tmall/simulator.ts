import { gatewayAnswer, signedAddress } from '#test/world/mtop-gateway.ts';
import { scrolledPage } from '#test/world/scrolled-page.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface TaobaoParams {
  /** Reviews of the item. Default 25. */
  readonly reviews?: number;
  /** Pages that the list turns to at most. Default 500. */
  readonly mostPages?: number;
  /** What the gateway says instead of the list. */
  readonly refusal?: string;
  /** True: Tmall's gateway gives the list of today's page, of items of both shops; Taobao's refuses it, as in September 2026. */
  readonly hasRates?: boolean;
}

export const ITEM = '521422451240';
const PER_PAGE = 10;
const NEWEST_MS = Date.parse('2026-01-20T00:00:00Z');
const DAY_MS = 86_400_000;

/** Taobao with one item. `m.tb.cn/h.item` leads to it by a script in a page, `h.login` to the login, `h.slider` to the slider, `h.away` elsewhere. */
export function taobaoSimulator(params: TaobaoParams): Simulator {
  const count = params.reviews ?? 25;
  return ({ url }) => {
    if (url.hostname === 'm.tb.cn') return shortLink(url.pathname);
    if (url.hostname === 'item.taobao.com' && url.searchParams.get('id') === ITEM) return { body: itemPage(count) };
    if (url.pathname === '/h5/mtop.taobao.rate.detaillist.get/6.0/' && params.hasRates === true)
      return url.hostname === 'h5api.m.tmall.com' ? gatewayAnswer(url, (_api, data) => rates(data, count)) : FORBIDDEN;
    if (url.hostname !== 'h5api.m.taobao.com' || url.pathname !== '/h5/mtop.wdetail.getitemrates/3.0/') return null;
    if (params.refusal !== undefined) return { body: { ret: [params.refusal], data: {} } };
    return gatewayAnswer(url, (_api, { auctionNumId, pageNo, pageSize }) => {
      const size = Number(pageSize);
      const first = (Number(pageNo) - 1) * size;
      const known = auctionNumId === ITEM ? count : 0;
      const rows = Array.from({ length: Math.max(0, Math.min(size, known - first)) }, (_, place) => rate(first + place));
      const pages = Math.min(Math.ceil(known / PER_PAGE), params.mostPages ?? 500);
      return { data: { total: String(known), totalPage: String(pages), feedAllCount: String(known), rateList: rows } };
    });
  };
}

const FORBIDDEN: SimulatedAnswer = {
  body: {
    ret: ['FAIL_SYS_USER_VALIDATE', 'RGV587_ERROR::SM'],
    data: { url: 'https://h5api.m.taobao.com/punish?action=denycdc_forbidden&pureCaptcha=' },
  },
};

/** The list of today's page: it counts no pages, and knows who asks by what the page says. */
function rates({ auctionNumId, pageNo, pageSize, rateSrc, searchImpr }: Record<string, unknown>, count: number): { readonly data: object } {
  const known = auctionNumId === ITEM && rateSrc === 'pc_rate_list' && searchImpr === '-8' ? count : 0;
  const size = Number(pageSize);
  const first = (Number(pageNo) - 1) * size;
  const rows = Array.from({ length: Math.max(0, Math.min(size, known - first)) }, (_, place) => rate(first + place));
  return { data: { total: String(known), hasNext: String(first + size < known), rateList: rows } };
}

/** The page of the item: behind its button a drawer, in which the reviews come as one scrolls. Its script signs with the token. */
function itemPage(count: number): string {
  const pieces = Array.from({ length: Math.ceil(count / PER_PAGE) + 1 }, (_, index) =>
    signedAddress('https://h5api.m.taobao.com/h5/mtop.wdetail.getitemrates/3.0/', {
      auctionNumId: ITEM,
      pageNo: index + 1,
      pageSize: PER_PAGE,
    }),
  );
  return scrolledPage({
    title: '商品',
    address: `${JSON.stringify(pieces)}[n]`,
    rows: 'answer.data.rateList.length',
    opener: { html: '<div class="ShowButton--x1">全部评价</div>', selector: '[class*="ShowButton"]' },
    box: 'comments--a1',
  });
}

/** A row as the gateway gives it: all of it is text. */
export function rate(index: number): object {
  return {
    id: String(1_055_000_000_000 + index),
    auctionNumId: ITEM,
    userNick: 'x**9',
    headPicUrl: '//wwc.example/portrait.jpg',
    userStar: '6',
    feedback: index % 7 === 3 ? '' : `评价 ${index} &amp; 好`,
    feedbackDate: new Date(NEWEST_MS - index * DAY_MS).toISOString().slice(0, 10),
    feedPicPathList: index % 3 === 1 ? ['//img.example/1.jpg', '//img.example/2.jpg'] : [],
    ...(index % 6 === 1 ? { video: { cloudVideoUrl: '//cloud.example/1.mp4', coverUrl: '//img.example/1.jpg' } } : {}),
    ...(index % 8 === 1 ? { appendedFeed: { appendedFeedback: '还不错', intervalDay: '2', reply: '', appendFeedPicPathList: [] } } : {}),
    reply: index % 5 === 1 ? '谢谢' : '',
    rateType: '1',
    skuMap: index % 2 === 0 ? {} : { 颜色: '红', 尺码: 'M' },
    interactInfo: { likeCount: String(index % 4) },
  };
}

function shortLink(path: string): SimulatedAnswer {
  const leads: Readonly<Record<string, string>> = {
    '/h.item': `https://item.taobao.com/item.htm?ut_sk=1&id=${ITEM}&sourceType=item`,
    '/h.login': 'https://login.taobao.com/member/login.jhtml',
    '/h.slider': 'https://item.taobao.com/_____tmd_____/punish?x5secdata=1',
    '/h.away': 'https://www.example.com/',
  };
  const lead = leads[path];
  return { body: lead === undefined ? '<html>活动</html>' : `<html><script>var url = '${lead}';</script></html>` };
}
