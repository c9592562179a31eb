import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Gap, Page } from '#core/platforms/define.ts';
import { shallowest } from '#core/platforms/kit/json-tree.ts';
import { isWebPage, refusalOf } from '#core/platforms/kit/refusal.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import { commentItem, commentOfNode, parentOf } from '#core/platforms/change_org/items.ts';
import { type Comment, commentSchema, commentsSchema, errorSchema, nodeSchema, petitionSchema } from '#core/platforms/change_org/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';
import { z } from 'zod';

/** `id`: the petition's number, null until it has been read. */
export type ApiCursor = {
  readonly list: 'api';
  readonly slug: string;
  readonly id: string | null;
  readonly starter: string | null;
  readonly offset: number;
};
/** The petition's page in a browser. `taken`: answers that have been read; `refusal`: why the API is not asked. */
export type PageCursor = {
  readonly list: 'page';
  readonly slug: string;
  readonly taken: number;
  readonly refusal: 'NOT_FOUND' | 'BLOCKED';
};
export type CommentsCursor = ApiCursor | PageCursor;

const SITE = 'https://www.change.org';
const API = `${SITE}/api-proxy/-`;
const PAGE_SIZE = 100;
/** The server's own order is by votes. */
const ORDERS: Readonly<Partial<Record<Sort, string>>> = { new: 'created_at' };
/** Refusals that a browser may get past. */
const SHUT = new Set(['NOT_FOUND', 'BLOCKED', 'CAPTCHA']);
/** Lists of comments in answers to a page's own questions, by the name that they have there. */
const LISTS = ['nodes', 'items', 'edges'];

/** Reasons for signing from the API; the first page reads the petition too, and goes to the browser where the API is shut. */
export async function apiPage(cursor: ApiCursor, session: Session): Promise<Page<CommentsCursor>> {
  try {
    return await fromApi(cursor, session);
  } catch (error) {
    const isShut = error instanceof PlatformRefusal && SHUT.has(error.code);
    if (!isShut || cursor.offset > 0) throw error;
    const refusal = error.code === 'NOT_FOUND' ? 'NOT_FOUND' : 'BLOCKED';
    return browserPage({ list: 'page', slug: cursor.slug, taken: 0, refusal }, session);
  }
}

async function fromApi(cursor: ApiCursor, session: Session): Promise<Page<CommentsCursor>> {
  const at = cursor.id === null ? await readPetition(cursor, session) : cursor;
  const answer = await ask(session, {
    url: `${API}/comments`,
    query: {
      limit: PAGE_SIZE,
      offset: at.offset,
      commentable_type: 'Event',
      commentable_id: at.id ?? undefined,
      order_by: ORDERS[session.options.sort ?? 'top'],
    },
  });
  const { items, last_page: isLast, total_count: total } = answer.json(commentsSchema);
  const isOver = isLast === true || items.length === 0;
  return {
    ...rows(items, at.slug, at.starter, session),
    next: isOver ? [] : [{ cursor: { ...at, offset: at.offset + items.length }, role: 'page' }],
    ...(cursor.offset === 0 ? { total: total ?? null } : {}),
    door: 'API',
  };
}

/** What the petition's page of comments receives while it is scrolled. */
export async function browserPage(cursor: PageCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { answers, ended } = await session.scroll(
    { url: `${SITE}/p/${cursor.slug}/c` },
    { url: 'www.change.org/api-proxy/*', count: 1 },
    { skip: cursor.taken },
  );
  const lists = answers.flatMap((answer) => commentsIn(answer) ?? []);
  if (ended && cursor.taken === 0 && lists.length === 0 && answers.every((answer) => commentsIn(answer) === null))
    throw new PlatformRefusal(cursor.refusal);
  return {
    ...rows(lists, cursor.slug, null, session),
    next: ended ? [] : [{ cursor: { ...cursor, taken: cursor.taken + answers.length }, role: 'page' }],
    door: 'page',
  };
}

/** Deleted ones stay in the list and have nothing in them; answers stand among the others, wanted or not. */
function rows(
  comments: readonly Comment[],
  slug: string,
  starter: string | null,
  session: Session,
): Pick<Page, 'items' | 'gaps' | 'mayRepeat'> {
  const there = comments.filter((comment) => !comment.deleted_at);
  const kept = there.filter((comment) => session.options.replies || parentOf(comment) === null);
  const gaps: readonly Gap[] = [
    { cause: 'deleted', count: comments.length - there.length },
    { cause: 'filtered', count: there.length - kept.length },
  ];
  return {
    items: kept.map((comment) => commentItem(comment, slug, starter)),
    gaps: gaps.filter(({ count }) => count > 0),
    mayRepeat: kept.length === 0,
  };
}

/** Comments in an answer that a page received, in either form; null where it is about something else. */
function commentsIn(answer: Answer): Comment[] | null {
  if (!answer.isJson) return null;
  const body = answer.json(z.unknown());
  for (const name of LISTS) {
    const found = shallowest(body, name, isCommentList);
    if (found === undefined) continue;
    const entries = readWire(z.array(z.looseObject({ node: z.unknown().optional() })), found, name).map((entry) => entry.node ?? entry);
    return entries.map((entry) => (isOld(entry) ? readWire(commentSchema, entry, name) : commentOfNode(readWire(nodeSchema, entry, name))));
  }
  return null;
}

function isCommentList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const [first] = value as readonly unknown[];
  const entry = typeof first === 'object' && first !== null && 'node' in first ? first.node : first;
  return typeof entry === 'object' && entry !== null && 'comment' in entry && 'id' in entry;
}

function isOld(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && ('created_at' in entry || 'user_id' in entry);
}

async function readPetition(cursor: ApiCursor, session: Session): Promise<ApiCursor> {
  const petition = (await ask(session, { url: `${API}/petitions/${encodeURIComponent(cursor.slug)}` })).json(petitionSchema);
  return { ...cursor, id: petition.id, slug: petition.slug ?? cursor.slug, starter: petition.user?.id ?? null };
}

async function ask(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await session.fetch({ ...request, headers: { accept: 'application/json' }, accept: 'any' });
  const refusal = refusalIn(answer);
  if (refusal !== null) throw refusal;
  return answer;
}

/** Some errors come as an object `{ err }`, with a good status too. */
function refusalIn(answer: Answer): CommentdockError | null {
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  if (isWebPage(answer)) return new PlatformRefusal('BLOCKED');
  const said = answer.isJson ? errorSchema.required().safeParse(answer.json(z.unknown())) : null;
  if (!said?.success || said.data.err === undefined) return null;
  return new PlatformChanged('err', `Change.org answers with an error: ${JSON.stringify(said.data.err)}`);
}
