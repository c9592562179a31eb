import { z } from 'zod';
import { CommentdockError, type ErrorCode, IncompleteAnswer, PlatformChanged } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { askMtop } from '#core/platform-kit/families/alibaba/mtop.ts';
import { isWithoutBrowser } from '#core/platform-kit/browser-door.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { ITEM_PAGES, type Shop } from '#core/platforms/taobao_tmall/address.ts';
import { type BrowserCursor, browserPage } from '#core/platforms/taobao_tmall/browser.ts';
import { listSchema, reviewItem, reviewsIn } from '#core/platforms/taobao_tmall/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `reviews`: the list of the mobile pages; `rates`: that of the item's page of today. */
export type ListCursor = { readonly list: keyof typeof CALLS; readonly item: string; readonly shop: Shop; readonly page: number };

interface Call {
  readonly host: string;
  readonly api: string;
  readonly version: string;
  readonly jsv: string;
  readonly type: 'json';
  readonly perPage: number;
  readonly asked: Readonly<Record<string, string | number | boolean>>;
  readonly door: string;
}

const CALLS = {
  reviews: {
    host: 'h5api.m.taobao.com',
    api: 'mtop.wdetail.getItemRates',
    version: '3.0',
    jsv: '2.4.8',
    type: 'json',
    perPage: 10,
    asked: {},
    door: 'mtop',
  },
  // At the gateway of the other shop, for items of both: that of Taobao refuses it to whoever is no page, without so much as a slider.
  rates: {
    host: 'h5api.m.tmall.com',
    api: 'mtop.taobao.rate.detaillist.get',
    version: '6.0',
    jsv: '2.7.5',
    type: 'json',
    perPage: 20,
    asked: { showTrueCount: false, rateType: '', searchImpr: '-8', orderType: '', expression: '', skuVids: '', rateSrc: 'pc_rate_list' },
    door: 'mtop, list of the page',
  },
} as const satisfies Readonly<Record<string, Call>>;
/** What the owner's own page may not meet. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'BLOCKED', 'LOGIN_REQUIRED']);

const answerSchema = z.object({ data: listSchema });

/**
 * A page of the reviews of an item; where the first one is refused and the owner gave a session, the list of the item's page, and where
 * that is refused too, what the page itself asks for.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor | BrowserCursor>> {
  try {
    return await gatewayPage(cursor, session);
  } catch (error) {
    if (!(error instanceof CommentdockError) || !isShut(error) || cursor.page > 1 || !session.hasCookies) throw error;
    const rates = await orShut(gatewayPage({ ...cursor, list: 'rates' }, session));
    if (!(rates instanceof CommentdockError)) return rates;
    return inBrowser({ list: 'browser', item: cursor.item, shop: cursor.shop, taken: 0 }, session, error);
  }
}

/** A call that the gateway no longer knows, or answers with nothing, is shut too. */
function isShut(error: CommentdockError): boolean {
  return SHUT.has(error.code) || error instanceof IncompleteAnswer || (error instanceof PlatformChanged && error.path === 'ret');
}

/** @throws `refusal` where there is no browser, or it does not get there */
async function inBrowser(cursor: BrowserCursor, session: Session, refusal: CommentdockError): Promise<Page<BrowserCursor>> {
  try {
    return await browserPage(cursor, session);
  } catch (error) {
    throw isWithoutBrowser(error) ? refusal : error;
  }
}

async function gatewayPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { item, shop, page } = cursor;
  const { perPage, asked, door, ...call }: Call = CALLS[cursor.list];
  const data = { ...asked, auctionNumId: item, pageNo: page, pageSize: perPage };
  const { body, fetchedAt } = await askMtop(session, { ...call, data, referer: `${ITEM_PAGES[shop]}${item}` });
  const list = readWire(answerSchema, body, '').data;
  const found = reviewsIn(list);
  const total = list.total ?? null;
  if (page === 1 && found.length === 0 && total !== 0)
    throw new IncompleteAnswer(`Taobao counts ${total ?? 'an unknown number of'} reviews and shows none.`);
  const isLast = found.length === 0 || page === (list.totalPage ?? null);
  return {
    items: readRows(found, 'rateList', (row) => reviewItem(row, fetchedAt)),
    next: isLast ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total } : {}),
    gaps: isLast ? capOf(total ?? 0, page, perPage) : [],
    door,
  };
}

/** It counts all reviews, and turns no further than 500 pages. */
function capOf(total: number, page: number, perPage: number): readonly Gap[] {
  return total > page * perPage ? [{ cause: 'notServed', count: 0, note: `Taobao turns no further than page ${page} of this list.` }] : [];
}
