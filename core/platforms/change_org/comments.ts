import { CommentdockError, type ErrorCode, IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { type GraphqlCursor, graphqlPage, NoPetition } from '#core/platforms/change_org/graphql.ts';
import { commentOfNode, parentOf } from '#core/platforms/change_org/items.ts';
import { rows } from '#core/platforms/change_org/rows.ts';
import { type Comment, commentSchema, commentsSchema, errorSchema, nodeSchema, petitionSchema } from '#core/platforms/change_org/wire.ts';
import { checked } from '#core/platform-kit/checked.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `id`: the petition's number, null until it has been read. `parent`: the comment whose answers are asked for. */
type ApiCursor = {
  readonly list: 'api';
  readonly slug: string;
  readonly id: string | null;
  readonly starter: string | null;
  readonly parent?: string;
  readonly offset: number;
};
/** The petition's page in a browser. `taken`: answers that have been read; `refusal`: why the API is not asked. */
type PageCursor = {
  readonly list: 'page';
  readonly slug: string;
  readonly taken: number;
  readonly refusal: 'NOT_FOUND' | 'BLOCKED';
};
export type CommentsCursor = ApiCursor | GraphqlCursor | PageCursor;

const SITE = 'https://www.change.org';
const API = `${SITE}/api-proxy/-`;
const PAGE_SIZE = 100;
/** The server's own order has the newest first. */
const ORDERS: Readonly<Partial<Record<Sort, string>>> = { top: 'voting_score', new: 'created_at' };
/** What the next door may still be open behind. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);
const HIDDEN = 'Comments of this petition are hidden by the one who started it.';
/** Lists of comments in answers to a page's own questions, by the name that they have there. */
const LISTS = ['nodes', 'items', 'edges'];

/** Reasons for signing from the older API; the first page reads the petition too, and goes to other doors where this one is shut. */
export async function apiPage(cursor: ApiCursor, session: Session): Promise<Page<CommentsCursor>> {
  try {
    return await fromApi(cursor, session);
  } catch (error) {
    if (!isShut(error) || cursor.id !== null) throw error;
    return fromOtherDoors(cursor.slug, error, session);
  }
}

/**
 * The GraphQL of today, and where that is shut as well the petition's page in a browser.
 * @param first why the older API is shut: a door that is gone says no more of the petition than one that is closed
 */
async function fromOtherDoors(slug: string, first: CommentdockError, session: Session): Promise<Page<CommentsCursor>> {
  try {
    return await graphqlPage({ list: 'graphql', slug, after: null }, session);
  } catch (error) {
    if (!isShut(error) || error instanceof NoPetition) throw error;
    if (first.code === 'PLATFORM_CHANGED') throw first;
    const isGone = first.code === 'NOT_FOUND' && error.code === 'NOT_FOUND';
    return browserPage({ list: 'page', slug, taken: 0, refusal: isGone ? 'NOT_FOUND' : 'BLOCKED' }, session);
  }
}

function isShut(error: unknown): error is CommentdockError {
  return error instanceof CommentdockError && SHUT.has(error.code) && !(error instanceof IncompleteAnswer);
}

async function fromApi(cursor: ApiCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { at, isHidden } = cursor.id === null ? await readPetition(cursor, session) : { at: cursor, isHidden: false };
  const { replies, sort } = session.options;
  const answer = await ask(session, {
    url: `${API}/comments`,
    query: {
      limit: PAGE_SIZE,
      offset: at.offset,
      commentable_type: 'Event',
      commentable_id: at.id ?? undefined,
      parent_id: at.parent,
      order_by: ORDERS[sort ?? 'top'],
    },
  });
  const { items, last_page: isLast, total_count: total } = answer.json(commentsSchema);
  const isOver = isLast === true || items.length === 0;
  const listed = Map.groupBy(items, parentOf);
  const answered = replies ? items.filter(({ id, children_count: count }) => (count ?? 0) > (listed.get(id)?.length ?? 0)) : [];
  const below = answered.map(({ id, children_count: count }): Next<ApiCursor> => ({
    cursor: { ...at, parent: id, offset: 0 },
    role: 'replies',
    under: id,
    expect: count ?? 0,
  }));
  const further: Next<ApiCursor> = {
    cursor: { ...at, offset: at.offset + rowsGiven(items) },
    role: at.parent === undefined ? 'page' : 'replies',
  };
  const { mayRepeat, ...found } = rows(items, at, session);
  return {
    ...found,
    next: [...below, ...(isOver ? [] : [further])],
    mayRepeat: mayRepeat === true || at.parent !== undefined,
    ...(cursor.offset === 0 && at.parent === undefined ? { total: total ?? null } : {}),
    ...(isHidden && items.length === 0 ? { notes: [HIDDEN] } : {}),
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
    ...rows(lists, { slug: cursor.slug, starter: null }, session),
    next: ended ? [] : [{ cursor: { ...cursor, taken: cursor.taken + answers.length }, role: 'page' }],
    door: 'page',
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
    return readRows(entries, name, (entry) =>
      isOld(entry) ? readWire(commentSchema, entry, '') : commentOfNode(readWire(nodeSchema, entry, '')),
    );
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

async function readPetition(cursor: ApiCursor, session: Session): Promise<{ at: ApiCursor; isHidden: boolean }> {
  const petition = (await ask(session, { url: `${API}/petitions/${percentEncoded(cursor.slug)}` })).json(petitionSchema);
  const at = { ...cursor, id: petition.id, slug: petition.slug ?? cursor.slug, starter: petition.user?.id ?? null };
  return { at, isHidden: petition.hide_comments === true };
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
  const said = answer.isJson ? checked(errorSchema.required(), answer.json(z.unknown())) : null;
  if (!said?.success || said.data.err === undefined) return null;
  return new PlatformChanged('err', `Change.org answers with an error: ${JSON.stringify(said.data.err)}`);
}
