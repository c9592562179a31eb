import { z } from 'zod';
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { cardFiles, feedbackHosts } from '#core/platforms/wildberries/shards.ts';
import { cardFileSchema, cardSchema, type FeedbackList, listSchema } from '#core/platforms/wildberries/wire.ts';

/** The group of a product, and its other products (colours) that are known. */
interface Group {
  readonly imt: string;
  readonly others: readonly string[];
}

/** Where a list of feedbacks was found. */
interface Found {
  readonly list: FeedbackList;
  readonly host: string;
  readonly door: Door;
}
type Door = 'v1' | 'v2';

/** Rows of a page of `v2`. */
const TAKE = 30;
const SITE = 'https://www.wildberries.ru';
const HEADERS = { origin: SITE, referer: `${SITE}/` };
/** With which the check of visitors refuses. */
const BLOCKING: ReadonlySet<number> = new Set([403, 498]);
const GONE: ReadonlySet<number> = new Set([404, 410]);

/**
 * The group of a product, by the card of the shop, else by the product's own file: the host of the card refuses programs by their
 * handshake (403, 498) where those of the files and of the feedbacks do not.
 * @throws CommentdockError NOT_FOUND, BLOCKED, RATE_LIMITED, PLATFORM_CHANGED...
 */
export async function askGroup(session: Session, nm: string): Promise<Group> {
  const answer = await session.fetch({ ...cardRequest(nm), accept: 'any' });
  if (answer.status === 200 && !isWebPage(answer)) {
    const [product] = answer.json(cardSchema).products;
    if (product === undefined) throw new PlatformRefusal('NOT_FOUND');
    return groupOf(nm, product);
  }
  const refusal = refusalIn(answer);
  if (refusal !== null && !GONE.has(answer.status) && !BLOCKING.has(answer.status)) throw refusal;
  const group = await groupOfFile(session, nm);
  if (group === null) throw refusal ?? new PlatformChanged('products');
  return group;
}

/** The other products of a product's group, as far as its card says. */
export async function askOthers(session: Session, nm: string): Promise<readonly string[]> {
  const card = await optionalAnswer(session, cardSchema, cardRequest(nm));
  const [product] = card?.products ?? [];
  const group = product === undefined ? await groupOfFile(session, nm) : groupOf(nm, product);
  return group?.others ?? [];
}

/**
 * The feedbacks of a group, wherever they are: the host that should have them, the other one, then the newer list on both. Null where the
 * platform says that there are none.
 * @throws CommentdockError NOT_FOUND where none of them knows the group; BLOCKED, RATE_LIMITED...
 */
export async function findFeedbacks(session: Session, imt: string, nm: string | null): Promise<Found | null> {
  let total = 0;
  let refused: CommentdockError | null = null;
  let isKnown = false;
  for (const door of ['v1', 'v2'] as const) {
    for (const host of feedbackHosts(imt)) {
      const answer = await session.fetch(listRequest(host, door, imt, { nm, skip: 0 }));
      const refusal = refusalIn(answer);
      if (refusal !== null && !GONE.has(answer.status)) throw refusal;
      refused ??= refusal;
      if (refusal !== null) continue;
      const list = answer.json(listSchema);
      if ((list.feedbacks ?? []).length > 0) return { list, host, door };
      isKnown = true;
      total = Math.max(total, list.feedbackCount ?? 0);
    }
  }
  if (!isKnown) throw refused ?? new PlatformRefusal('NOT_FOUND');
  if (total > 0) throw new PlatformChanged('feedbacks', `Wildberries counts ${total} reviews and shows none.`);
  return null;
}

/** A page of the newer list; null where there is no such list. */
export async function askMore(
  session: Session,
  { host, imt, nm, skip }: { readonly host: string; readonly imt: string; readonly nm: string | null; readonly skip: number },
): Promise<FeedbackList | null> {
  const answer = await session.fetch(listRequest(host, 'v2', imt, { nm, skip }));
  if (GONE.has(answer.status)) return null;
  const refusal = refusalIn(answer);
  if (refusal !== null) throw refusal;
  return answer.json(listSchema);
}

/** Null where none of the hosts that may have the product's own file gives it. */
async function groupOfFile(session: Session, nm: string): Promise<Group | null> {
  for (const url of cardFiles(nm)) {
    const card = await optionalAnswer(session, cardFileSchema, { url, headers: HEADERS });
    if (card !== null) return { imt: card.imt_id, others: othersIn(nm, card.colors ?? []) };
  }
  return null;
}

function groupOf(nm: string, { root, colors }: z.output<typeof cardSchema>['products'][number]): Group {
  return {
    imt: root,
    others: othersIn(
      nm,
      (colors ?? []).flatMap((colour) => colour.nm ?? []),
    ),
  };
}

function othersIn(nm: string, colours: readonly string[]): string[] {
  return [...new Set(colours)].filter((other) => other !== nm);
}

function cardRequest(nm: string): PlatformRequest {
  return {
    url: 'https://card.wb.ru/cards/v4/detail',
    query: { appType: 1, curr: 'rub', dest: -1257786, spp: 30, lang: 'ru', nm },
    headers: HEADERS,
  };
}

function listRequest(
  host: string,
  door: Door,
  imt: string,
  { nm, skip }: { readonly nm: string | null; readonly skip: number },
): PlatformRequest {
  return {
    url: `https://${host}/feedbacks/${door}/${imt}`,
    ...(door === 'v1' ? {} : { query: { take: TAKE, skip, order: 'dateDesc', nm: nm ?? undefined } }),
    headers: HEADERS,
    accept: 'any',
  };
}

function refusalIn(answer: Answer): CommentdockError | null {
  if (answer.status === 200) return null;
  return BLOCKING.has(answer.status) ? new PlatformRefusal('BLOCKED') : refusalOf(answer);
}
