import { PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import { SITES, siteOf } from '#core/platforms/mercadolibre/address.ts';
import { firstOfficial, type OfficialCursor } from '#core/platforms/mercadolibre/official.ts';
import { reviewItem, reviewSchema } from '#core/platforms/mercadolibre/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

export type ListCursor = {
  readonly list: 'reviews';
  readonly id: string;
  /** What the id is of; `isGuess` where the address did not say. */
  readonly isItem: boolean;
  readonly isGuess: boolean;
  /** The item that the official API knows the reviews by; null where the address names none. */
  readonly item: string | null;
  /** Null: of all stars. */
  readonly stars: number | null;
  readonly offset: number;
};

const PAGE_SIZE = 15;
/** From here on the list of all stars goes on by those of each. */
const LISTED_AT_ONCE = 300;
/** Behind it the site answers with nothing. */
const LAST_OFFSET = 315;
const STARS = [5, 4, 3, 2, 1];
const CAPPED: Gap = {
  cause: 'notServed',
  count: 0,
  note: `Mercado Libre lists about ${LISTED_AT_ONCE} reviews of each number of stars; there may be more.`,
};

const answerSchema = z.object({ reviews: rowsOf(reviewSchema) });

/** The first page: of the official API where the owner has a token for it. */
export async function firstPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor | OfficialCursor>> {
  const { item, id } = cursor;
  const official = item === null ? null : await firstOfficial({ item, product: item === id ? null : id }, session);
  if (official === null) return listPage(cursor, session);
  if (!('shut' in official)) return official;
  return { ...(await listPage(cursor, session)), notes: [`The official API gave nothing (${official.shut.message})`] };
}

/** A page of the list. Fewer rows than asked for end it. */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { value: answer, by } = await ask(cursor, session);
  const { reviews } = answer.json(answerSchema);
  const { language = 'es' } = SITES[siteOf(cursor.id)] ?? {};
  const isFull = rowsGiven(reviews) >= PAGE_SIZE;
  const isOtherKind = cursor.isGuess && cursor.offset === 0 && reviews.length === 0;
  const isCapped = isFull && cursor.stars !== null && cursor.offset >= LAST_OFFSET;
  return {
    items: readRows(reviews, 'reviews', (review) => reviewItem(review, language, answer.fetchedAt)),
    next: isOtherKind ? [{ cursor: { ...cursor, isItem: !cursor.isItem, isGuess: false }, role: 'page' }] : isFull ? nextOf(cursor) : [],
    ...(isCapped ? { gaps: [CAPPED] } : {}),
    ...(isOtherKind || cursor.stars !== null ? { mayRepeat: true } : {}),
    door: `reviews of the site${by}`,
  };
}

function nextOf(cursor: ListCursor): Next<ListCursor>[] {
  const offset = cursor.offset + PAGE_SIZE;
  if (cursor.stars === null && offset >= LISTED_AT_ONCE)
    return STARS.map((stars) => ({ cursor: { ...cursor, isGuess: false, stars, offset: 0 }, role: 'list' }));
  return offset > LAST_OFFSET ? [] : [{ cursor: { ...cursor, offset }, role: 'page' }];
}

function ask({ id, isItem, stars, offset }: ListCursor, session: Session) {
  const site = siteOf(id);
  const page = `https://www.${SITES[site]?.domain ?? ''}/noindex/catalog/reviews/${id}`;
  const request: PlatformRequest = {
    url: `${page}/search`,
    query: {
      objectId: id,
      siteId: site,
      isItem: String(isItem),
      order: 'dateCreated',
      offset,
      limit: PAGE_SIZE,
      rating: stars ?? undefined,
    },
    headers: { accept: 'application/json', referer: page },
  };
  return plainOrBrowser(session, 'mercadolibre', {
    plain: async () => listOf(await session.fetch(request)),
    browser: async () => listOf(await session.inPage({ ...request, page: { url: page, accept: 'any' } })),
  });
}

/** @throws PlatformRefusal BLOCKED for a page: the site shows one, empty or about the account, to clients it takes for programs */
function listOf(answer: Answer): Answer {
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED');
  return answer;
}
