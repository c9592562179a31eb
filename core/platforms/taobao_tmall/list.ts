import { z } from 'zod';
import { CommentdockError, IncompleteAnswer, PlatformChanged } from '#core/contract/error.ts';
import type { ErrorCode } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platforms/define.ts';
import { askMtop } from '#core/platforms/families/alibaba/mtop.ts';
import { isWithoutBrowser } from '#core/platforms/kit/browser-door.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import { ITEM_PAGES, type Shop } from '#core/platforms/taobao_tmall/address.ts';
import { type BrowserCursor, browserPage } from '#core/platforms/taobao_tmall/browser.ts';
import { listSchema, reviewItem, rowsOf } from '#core/platforms/taobao_tmall/review.ts';
import type { Session } from '#core/platforms/session.ts';

export type ListCursor = { readonly list: 'reviews'; readonly item: string; readonly shop: Shop; readonly page: number };

const CALL = { host: 'h5api.m.taobao.com', api: 'mtop.wdetail.getItemRates', version: '3.0', jsv: '2.4.8', type: 'json' } as const;
const PER_PAGE = 10;
/** What the owner's own page may not meet. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'BLOCKED', 'LOGIN_REQUIRED']);

const answerSchema = z.object({ data: listSchema });

/**
 * A page of the reviews of an item; where the first one is refused and the owner gave a session, what the item's own page asks for.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor | BrowserCursor>> {
  try {
    return await gatewayPage(cursor, session);
  } catch (error) {
    if (!(error instanceof CommentdockError) || !isShut(error) || cursor.page > 1 || !session.hasCookies) throw error;
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
  const data = { auctionNumId: item, pageNo: page, pageSize: PER_PAGE };
  const { body, fetchedAt } = await askMtop(session, { ...CALL, data, referer: `${ITEM_PAGES[shop]}${item}` });
  const list = readWire(answerSchema, body, '').data;
  const found = rowsOf(list);
  const total = list.total ?? null;
  if (page === 1 && found.length === 0 && total !== 0)
    throw new IncompleteAnswer(`Taobao counts ${total ?? 'an unknown number of'} reviews and shows none.`);
  const isLast = found.length === 0 || page === (list.totalPage ?? null);
  return {
    items: found.map((row) => reviewItem(row, fetchedAt)),
    next: isLast ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total } : {}),
    gaps: isLast ? capOf(total ?? 0, page) : [],
    door: 'mtop',
  };
}

/** It counts all reviews, and turns no further than 500 pages. */
function capOf(total: number, page: number): readonly Gap[] {
  return total > page * PER_PAGE ? [{ cause: 'notServed', count: 0, note: `Taobao turns no further than page ${page} of this list.` }] : [];
}
