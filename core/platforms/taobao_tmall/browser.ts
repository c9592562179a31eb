// What an item's own page asks for while it is scrolled, in the owner's session. Known from public code alone.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { readAlibaba, refusalByCode } from '#core/platform-kit/families/alibaba/answer.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { ITEM_PAGES, type Shop } from '#core/platforms/taobao_tmall/address.ts';
import { listSchema, reviewItem, reviewsIn } from '#core/platforms/taobao_tmall/review.ts';
import type { AnswerMatch, CapturedAnswer, Navigation, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `taken`: answers that earlier pages have read. */
export type BrowserCursor = { readonly list: 'browser'; readonly item: string; readonly shop: Shop; readonly taken: number };

/** The lists that pages of the last years ask for; calls in a callback count as scripts. */
const LISTS: AnswerMatch = {
  url: [
    'h5api.m.*/h5/mtop.taobao.rate.detaillist.get/*',
    'h5api.m.*/h5/mtop.alibaba.review.list.for.new.pc.detail/*',
    'h5api.m.*/h5/mtop.wdetail.getitemrates/*',
  ],
  types: ['xhr', 'fetch', 'script'],
};
/** Opens all reviews, which then scroll in a drawer of their own. */
const OPENS_ALL = '[class*="ShowButton"]';
const DRAWER = '[class*="comments--" i]';
const SCROLLED = `html:not(:has(${DRAWER})), ${DRAWER}`;

const answerSchema = z.object({ data: listSchema });

/**
 * The next answer that the page gets; it shows some reviews before it shows all.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, PLATFORM_CHANGED; BROWSER_MISSING where there is no browser
 */
export async function browserPage(cursor: BrowserCursor, session: Session): Promise<Page<BrowserCursor>> {
  const { item, shop, taken } = cursor;
  const place: Navigation = {
    url: `${ITEM_PAGES[shop]}${item}`,
    actions: [
      { reveal: OPENS_ALL, optional: true },
      { click: OPENS_ALL, optional: true },
      { waitFor: DRAWER, optional: true },
    ],
  };
  const { answers, ended } = await session.scroll(place, LISTS, { skip: taken, container: SCROLLED });
  if (taken === 0 && answers.length === 0)
    throw new PlatformChanged('capture', 'The page of the item did not ask for its reviews. An update of Commentdock may be needed.');
  const lists = answers.map((answer) => ({ list: listIn(answer), fetchedAt: answer.fetchedAt }));
  const total = lists.map(({ list }) => list.total ?? null).find((count) => count !== null);
  return {
    items: lists.flatMap(({ list, fetchedAt }) => readRows(reviewsIn(list), 'rateList', (row) => reviewItem(row, fetchedAt))),
    next: ended || answers.length === 0 ? [] : [{ cursor: { ...cursor, taken: taken + answers.length }, role: 'page' }],
    ...(total === undefined ? {} : { total }),
    mayRepeat: true,
    door: "the item's page, in the browser",
  };
}

function listIn(answer: CapturedAnswer): z.output<typeof listSchema> {
  const read = readAlibaba(answer);
  if (read.code !== 'SUCCESS') throw refusalByCode(read);
  return readWire(answerSchema, read.body, '').data;
}
