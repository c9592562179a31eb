import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readAlibaba, refusalByCode } from '#core/platform-kit/families/alibaba/answer.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import { SITES } from '#core/platforms/lazada/address.ts';
import { reviewItem, reviewSchema } from '#core/platforms/lazada/review.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type ListCursor = { readonly list: 'reviews'; readonly item: string; readonly site: string; readonly page: number };

const PER_PAGE = 20;
const BY_RELEVANCE = 0;
const BY_DATE = 1;
const ALL = 0;

const answerSchema = z.object({
  success: z.boolean().nullish(),
  model: z
    .object({
      items: rowsOf(reviewSchema).nullish(),
      paging: z.object({ totalItems: countSchema.nullish(), totalPages: countSchema.nullish() }).nullish(),
    })
    .nullish(),
});

/**
 * A page of the reviews of a product.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function reviewsPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { item, site, page } = cursor;
  const answer = await session.fetch({
    url: `https://my.${site}/pdp/review/getReviewList`,
    query: {
      itemId: item,
      pageSize: PER_PAGE,
      filter: ALL,
      sort: session.options.sort === 'new' ? BY_DATE : BY_RELEVANCE,
      pageNo: page,
    },
    headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', referer: `https://www.${site}/products/-i${item}.html` },
    accept: 'any',
  });
  const { items, paging } = modelOf(answer);
  const total = paging?.totalItems ?? null;
  const pages = paging?.totalPages ?? null;
  if (items.length === 0 && page === 1 && (total ?? 0) > 0 && pages !== 0)
    throw new IncompleteAnswer(`Lazada counts ${total} reviews and shows none.`);
  const rows = items.filter((row) => row.rating !== 0);
  const setting = { language: SITES[site] ?? 'en', fetchedAt: answer.fetchedAt };
  return {
    items: readRows(rows, 'model.items', (row) => reviewItem(row, setting)),
    next: items.length === 0 || (pages !== null && page >= pages) ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total } : {}),
    gaps: gapsOf(items.length - rows.length, items.length === 0 && page > 1 && pages !== null && page <= pages ? page : null),
    door: 'review list',
  };
}

function gapsOf(placeholders: number, emptyPage: number | null): readonly Gap[] {
  const gaps: Gap[] = [];
  if (placeholders > 0)
    gaps.push({ cause: 'notServed', count: placeholders, note: 'Rows without a rating stand in for reviews that are not shown.' });
  if (emptyPage !== null)
    gaps.push({ cause: 'notServed', count: 0, note: `Lazada shows nothing from page ${emptyPage} on, though it counts more.` });
  return gaps;
}

function modelOf(answer: Answer) {
  const read = readList(answer);
  if (read.code !== null && read.code !== 'SUCCESS') throw refusalByCode(read);
  const { success, model } = readWire(answerSchema, read.body, '');
  if (success === false) throw new PlatformChanged('success', 'Lazada refuses the call. An update of Commentdock may be needed.');
  if (model == null || (model.items == null && model.paging == null)) throw new PlatformChanged('model');
  return { items: model.items ?? [], paging: model.paging };
}

/** @throws PlatformRefusal BLOCKED where a page stands in the place of the list, as for those who ask too much */
function readList(answer: Answer) {
  try {
    return readAlibaba(answer);
  } catch (error) {
    if (!(error instanceof PlatformChanged) || answer.status !== 200 || !isWebPage(answer)) throw error;
    throw new PlatformRefusal(
      'BLOCKED',
      'Lazada answers with a web page in the place of the list, as it does where one asks too much. Wait some hours, or choose another route (options.vpn).',
    );
  }
}
