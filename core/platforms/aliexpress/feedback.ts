// The two doors to the reviews of a product: the feedback service, and the gateway (mtop) that the page itself asks.
import { z } from 'zod';
import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { type Site, SITES } from '#core/platforms/aliexpress/address.ts';
import { type Feedback, feedbackSchema, reviewItem } from '#core/platforms/aliexpress/review.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readAlibaba, refusalByCode } from '#core/platform-kit/families/alibaba/answer.ts';
import { askMtop } from '#core/platform-kit/families/alibaba/mtop.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** A page of one country's list. `door`: null as long as none has opened. */
export type FeedbackCursor = {
  readonly list: 'feedback';
  readonly product: string;
  readonly site: Site;
  readonly country: string;
  /** The countries that follow. */
  readonly later: readonly string[];
  /** The first country's total stands for all. */
  readonly isFirst: boolean;
  readonly door: Door | null;
  readonly page: number;
  /** As the page before counted them; null on the first. An empty answer may say 0. */
  readonly pages: number | null;
  /** Ids of the page before, in a row; empty on the first. */
  readonly former: string;
};
type Door = 'feedback' | 'mtop';

const FEEDBACK = 'https://feedback.aliexpress.com/pc/searchEvaluation.do';
const MTOP = { api: 'mtop.aliexpress.review.pc.list', version: '1.0', jsv: '2.5.1', type: 'originaljson' } as const;
/** It sends 20, whatever it is asked for. */
const PER_PAGE = 20;
/** Dates are read in it; texts stay in their own. */
const LANGUAGE = 'en_US';
const DOOR_NAMES: Readonly<Record<Door, string>> = { feedback: 'feedback', mtop: 'mtop' };
/** What stands before the first door alone. */
const SHUT: ReadonlySet<string> = new Set(['CAPTCHA', 'BLOCKED', 'NOT_FOUND', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);

const envelopeSchema = z.object({ data: z.unknown() });

/**
 * A page of reviews. Rows repeat across pages and countries, so that no page of known ones is an end, unless it is the page before again.
 * @throws CommentdockError CAPTCHA, BLOCKED, NOT_FOUND, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function feedbackPage(cursor: FeedbackCursor, session: Session): Promise<Page<FeedbackCursor>> {
  const { page, later, isFirst } = cursor;
  const { feedback, door } = await wholeFeedback(cursor, session);
  const rows = feedback.evaViewList ?? [];
  const pages = feedback.totalPage || null;
  const isShort = rows.length === 0 && isWithin(cursor, feedback);
  const items = readRows(rows, 'data.evaViewList', (row, index) => reviewItem(row, `data.evaViewList.${index}`));
  const ids = items.map(({ id }) => id).join();
  const isSame = ids !== '' && ids === cursor.former;
  const goesOn = rows.length > 0 && !isSame && (pages === null || page < pages);
  const [following, ...rest] = page === 1 ? later : [];
  return {
    items,
    next: [
      ...(goesOn ? [{ cursor: { ...cursor, door, page: page + 1, pages, former: ids }, role: 'page' as const }] : []),
      ...(following === undefined
        ? []
        : [
            {
              cursor: { ...cursor, country: following, later: rest, isFirst: false, door, page: 1, pages: null, former: '' },
              role: 'list' as const,
            },
          ]),
    ],
    ...(isFirst && page === 1 ? { total: feedback.totalNum ?? null } : {}),
    gaps: [...(isShort ? [endedEarly(cursor, pages)] : []), ...(isSame ? [sameAgain(cursor)] : [])],
    mayRepeat: true,
    door: DOOR_NAMES[door],
  };
}

/** An empty list where there should be rows comes now and then: it is asked for once more before it counts. */
async function wholeFeedback(cursor: FeedbackCursor, session: Session): Promise<{ feedback: Feedback; door: Door }> {
  const first = await askDoors(cursor, session);
  const isEmpty = (first.feedback.evaViewList ?? []).length === 0;
  return isEmpty && isWithin(cursor, first.feedback) ? askDoors({ ...cursor, door: first.door }, session) : first;
}

function isWithin({ page, pages }: FeedbackCursor, { totalPage, totalNum }: Feedback): boolean {
  const counted = Math.max(totalPage ?? 0, pages ?? 0);
  return counted > 0 ? page <= counted : (totalNum ?? 0) > 0;
}

function endedEarly({ page, pages, country }: FeedbackCursor, stated: number | null): Gap {
  const counted = Math.max(stated ?? 0, pages ?? 0);
  return {
    cause: 'notServed',
    count: 0,
    note: `AliExpress gave an empty page ${page} of ${counted === 0 ? 'an unknown number' : counted} (${country}), twice.`,
  };
}

function sameAgain({ page, country }: FeedbackCursor): Gap {
  return { cause: 'notServed', count: 0, note: `AliExpress gave page ${page - 1} again instead of page ${page} (${country}).` };
}

async function askDoors(cursor: FeedbackCursor, session: Session): Promise<{ feedback: Feedback; door: Door }> {
  if (cursor.door === 'mtop') return { feedback: await askGateway(cursor, session), door: 'mtop' };
  try {
    return { feedback: await askFeedback(cursor, session), door: 'feedback' };
  } catch (error) {
    const isShut = error instanceof CommentdockError && SHUT.has(error.code) && cursor.door === null;
    if (!isShut || isOfKnownForm(error)) throw error;
    return { feedback: await throughGateway(cursor, session, error), door: 'mtop' };
  }
}

/** JSON with a field that changed is an answer: the other door gives the same. */
function isOfKnownForm(error: CommentdockError): boolean {
  return error instanceof PlatformChanged && error.path !== '$';
}

/** @throws what the first door said where this one gives nothing either */
async function throughGateway(cursor: FeedbackCursor, session: Session, shut: CommentdockError): Promise<Feedback> {
  try {
    return await askGateway(cursor, session);
  } catch (error) {
    throw error instanceof CommentdockError ? shut : error;
  }
}

async function askFeedback({ product, country, page }: FeedbackCursor, session: Session): Promise<Feedback> {
  const answer = await session.fetch({
    url: FEEDBACK,
    query: { productId: product, lang: LANGUAGE, country, page, pageSize: PER_PAGE, filter: 'all', sort: sortOf(session) },
    headers: { accept: 'application/json', referer: `https://www.aliexpress.com/item/${product}.html` },
    accept: 'any',
  });
  const read = readAlibaba(answer);
  if (read.code !== null && read.code !== 'SUCCESS') throw refusalByCode(read);
  return feedbackIn(read.body);
}

async function askGateway({ product, site, country, page }: FeedbackCursor, session: Session): Promise<Feedback> {
  const { host, gateway } = SITES[site];
  const data = {
    productId: product,
    page,
    pageSize: PER_PAGE,
    _lang: LANGUAGE,
    filter: 'all',
    sort: sortOf(session),
    country,
    clientType: 'web',
  };
  const { body } = await askMtop(session, { ...MTOP, host: gateway, data, referer: `https://www.${host}/item/${product}.html` });
  return feedbackIn(body);
}

/** @throws PlatformChanged where there is neither a list nor a number that says that it is empty */
function feedbackIn(body: unknown): Feedback {
  const { data } = readWire(envelopeSchema, body, '');
  const feedback = readWire(feedbackSchema, data, 'data');
  if (feedback.evaViewList == null && feedback.totalNum == null) throw new PlatformChanged('data.evaViewList');
  return feedback;
}

function sortOf({ options }: Session): string {
  return options.sort === 'new' ? 'latest' : 'complex_default';
}
