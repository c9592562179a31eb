// Pages of comments and of replies: which rows an answer has, in which order, and where it goes on.
import type { z } from 'zod';
import { IncompleteAnswer, PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { commentOfRenderer, commentOfView, type Entities } from '#core/platforms/youtube/comment.ts';
import { type CommentView, commentViewSchema } from '#core/platforms/youtube/comment-wire.ts';
import {
  type Continuation,
  continuationSchema,
  headerSchema,
  listsOf,
  rowSchema,
  threadSchema,
} from '#core/platforms/youtube/continuation.ts';
import type { CommentsCursor, Cursor, RepliesCursor, Subject } from '#core/platforms/youtube/cursor.ts';
import { askYouTube, DOOR } from '#core/platforms/youtube/innertube.ts';
import { plainText } from '#core/platforms/youtube/text.ts';
import { type Onward, onwardOf, unknownOnward } from '#core/platforms/youtube/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const REPLIES_PER_PAGE = 10;
const NEWEST = 1;
const TOO_LONG = 413;

/** What an answer holds. */
interface Rows {
  readonly items: Item[];
  readonly replies: Next<Cursor>[];
  readonly messages: string[];
  header: z.output<typeof headerSchema> | null;
  readonly gaps: Gap[];
  /** The token of the list's next page. */
  token: string | null;
}

interface Reading {
  readonly of: Subject;
  readonly entities: Entities;
  readonly fetchedAt: Date;
  readonly withReplies: boolean;
  readonly rows: Rows;
}

/** A page of top-level comments, with the replies that it shows. */
export async function fetchComments(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await askOn(cursor, session);
  if (answer.status === TOO_LONG) return cutOff();
  const continuation = answer.json(continuationSchema);
  const lists = listsOf(continuation);
  if (lists === null && cursor.stage !== 'later')
    throw new PlatformChanged(
      'onResponseReceivedEndpoints',
      'YouTube did not deliver the first page of the comments. Retry later; an update of Commentdock may be needed.',
    );
  if (lists === null) throw new IncompleteAnswer('YouTube answered a page of comments without any.');
  const rows = rowsIn(lists, continuation, { of: cursor.of, fetchedAt: answer.fetchedAt, withReplies: session.options.replies }, null);
  return cursor.stage === 'first' ? firstPage(rows, cursor, session) : furtherPage(rows, cursor);
}

/** A page of the replies under one comment. */
export async function fetchReplies(cursor: RepliesCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await askOn(cursor, session);
  if (answer.status === TOO_LONG) return cutOff();
  const continuation = answer.json(continuationSchema);
  const lists = listsOf(continuation);
  if (lists === null) throw new IncompleteAnswer('YouTube answered a page of replies without any.');
  const rows = rowsIn(lists, continuation, { of: cursor.of, fetchedAt: answer.fetchedAt, withReplies: true }, cursor.parent);
  const next: Next<Cursor>[] = rows.token === null ? [] : [{ role: 'page', cursor: { ...cursor, token: rows.token } }];
  return { door: DOOR, items: rows.items, next: [...rows.replies, ...next], gaps: rows.gaps };
}

function askOn(cursor: CommentsCursor | RepliesCursor, session: Session): Promise<Answer> {
  return askYouTube(session, 'video' in cursor.of ? 'next' : 'browse', { continuation: cursor.token }, { accept: [TOO_LONG] });
}

function cutOff(): Page<Cursor> {
  const note = 'YouTube refused to go on with a list because its own token had grown too long (413).';
  return { door: DOOR, items: [], gaps: [{ cause: 'notServed', count: 0, note }] };
}

/** The first page names the total and the other orders. Where one of them is asked for, its rows are left to that order. */
function firstPage(rows: Rows, cursor: CommentsCursor, session: Session): Page<Cursor> {
  const total = totalOf(rows);
  const menu = rows.header?.sortMenu?.sortFilterSubMenuRenderer?.subMenuItems;
  const sorted = session.options.sort === 'new' ? menu?.[NEWEST]?.serviceEndpoint?.continuationCommand?.token : undefined;
  const found = { door: DOOR, notes: rows.messages, gaps: rows.gaps, mayRepeat: true, ...(total === null ? {} : { total }) };
  if (sorted === undefined) return { ...found, items: rows.items, next: nextOf(rows, cursor) };
  const linked = linkedRows(rows, cursor.link);
  return {
    ...found,
    items: linked.items,
    next: [...linked.next, { role: 'page', cursor: { ...cursor, token: sorted, stage: 'sorted', newestFirst: true } }],
  };
}

function furtherPage(rows: Rows, cursor: CommentsCursor): Page<Cursor> {
  return {
    door: DOOR,
    items: rows.items,
    next: nextOf(rows, cursor),
    notes: rows.messages,
    gaps: rows.gaps,
    ...(cursor.newestFirst ? { dateOrder: 'newestFirst' } : {}),
    ...(cursor.stage === 'sorted' ? { mayRepeat: true } : {}),
  };
}

/** Of a page that is read for its header alone, the thread that the URL points at. */
function linkedRows(rows: Rows, link: string | null): { readonly items: readonly Item[]; readonly next: readonly Next<Cursor>[] } {
  const thread = link?.split('.', 1)[0];
  if (thread === undefined) return { items: [], next: [] };
  const isOfThread = (id: string | undefined): boolean => id === thread || id?.startsWith(`${thread}.`) === true;
  return { items: rows.items.filter((item) => isOfThread(item.id)), next: rows.replies.filter((next) => isOfThread(next.under)) };
}

function nextOf(rows: Rows, cursor: CommentsCursor): Next<Cursor>[] {
  if (rows.token === null) return rows.replies;
  return [...rows.replies, { role: 'page', cursor: { ...cursor, token: rows.token, stage: 'later', link: null } }];
}

function totalOf(rows: Rows): number | null {
  const { countText, commentsCount } = rows.header ?? {};
  const words = plainText(countText);
  return findCount(words === '' ? plainText(commentsCount) : words)?.value ?? null;
}

function rowsIn(
  lists: readonly (readonly unknown[])[],
  continuation: Continuation,
  reading: Omit<Reading, 'entities' | 'rows'>,
  parent: string | null,
): Rows {
  const entities = new Map<string, unknown>();
  for (const { entityKey, payload } of continuation.frameworkUpdates?.entityBatchUpdate?.mutations ?? [])
    if (entityKey !== undefined) entities.set(entityKey, payload);
  const rows: Rows = { items: [], replies: [], messages: [], gaps: [], header: null, token: null };
  for (const list of lists) {
    const onward = readList(list, parent, { ...reading, entities, rows });
    if (onward !== null && 'unknown' in onward) rows.gaps.push(unknownOnward(onward.unknown, 0));
    else rows.token = onward?.token ?? rows.token;
  }
  return rows;
}

/**
 * Reads one list of rows in its order, the replies shown under a thread right after it.
 * @returns where the list goes on, null at its end
 * @throws PlatformChanged where nothing of a list that is not empty is known
 */
function readList(list: readonly unknown[], parent: string | null, reading: Reading): Onward | null {
  let onward: Onward | null = null;
  let known = 0;
  // What leads on is no row that can be done without.
  const rows = list.map((content, index) => ({ content, row: readWire(rowSchema, content, `continuationItems.${index}`) }));
  readRows(rows, 'continuationItems', ({ row }) => {
    if (row.commentThreadRenderer !== undefined) readThread(row.commentThreadRenderer, parent, reading);
    else if (row.commentViewModel !== undefined || row.commentRenderer !== undefined) addComment(row, parent, reading);
  });
  for (const { content, row } of rows) {
    const isKnown = Object.values(row).some((value) => value !== undefined);
    const found = isKnown ? null : onwardOf(content);
    if (isKnown || found !== null) known += 1;
    if (found !== null) onward = found;
    else if (row.commentsHeaderRenderer !== undefined)
      reading.rows.header = readWire(headerSchema, row.commentsHeaderRenderer, 'commentsHeaderRenderer');
    else if (row.messageRenderer !== undefined) reading.rows.messages.push(`YouTube says: ${plainText(row.messageRenderer.text)}`);
  }
  if (known === 0 && list.length > 0) throw new PlatformChanged(`continuationItems.0.${Object.keys(Object(list[0])).join(',')}`);
  return onward;
}

function readThread(renderer: unknown, parent: string | null, reading: Reading): void {
  const thread = readWire(threadSchema, renderer, 'commentThreadRenderer');
  const row = { commentViewModel: thread.commentViewModel, commentRenderer: thread.comment?.commentRenderer };
  if (row.commentViewModel === undefined && row.commentRenderer === undefined)
    throw new PlatformChanged('commentThreadRenderer.commentViewModel');
  const item = addComment(row, parent, reading);
  const replies = thread.replies?.commentRepliesRenderer;
  if (replies === undefined || !reading.withReplies) return;
  const { items } = reading.rows;
  const before = items.length;
  const shown = [...(replies.teaserContents ?? []), ...(replies.contents ?? []), ...(replies.subThreads ?? [])];
  const onward = readList(shown, item.id, reading) ?? formerOnward(replies.continuations?.[0]);
  if (onward === null) return;
  const left = (item.replyCount ?? 0) - (items.length - before);
  if ('unknown' in onward) return void reading.rows.gaps.push(unknownOnward(onward.unknown, Math.max(0, left)));
  const cursor: Cursor = { at: 'replies', of: reading.of, token: onward.token, parent: item.id };
  reading.rows.replies.push({
    role: 'replies',
    under: item.id,
    expect: left > 0 ? Math.min(REPLIES_PER_PAGE, left) : REPLIES_PER_PAGE,
    cursor,
  });
}

/** As answers of 2020 name it. */
function formerOnward(
  holder: { readonly nextContinuationData?: { readonly continuation: string } | undefined } | undefined,
): Onward | null {
  if (holder === undefined) return null;
  const token = holder.nextContinuationData?.continuation;
  return token === undefined ? { unknown: 'continuations' } : { token };
}

function addComment(
  row: { readonly commentViewModel?: unknown; readonly commentRenderer?: unknown },
  under: string | null,
  reading: Reading,
): Item {
  const place = { of: reading.of, under, fetchedAt: reading.fetchedAt };
  const item =
    row.commentRenderer === undefined
      ? commentOfView(viewOf(row.commentViewModel), reading.entities, place)
      : commentOfRenderer(row.commentRenderer, place);
  reading.rows.items.push(item);
  return item;
}

/** A view stands alone or within a second layer of the same name. */
function viewOf(value: unknown): CommentView {
  const inner: unknown = typeof value === 'object' && value !== null && 'commentViewModel' in value ? value.commentViewModel : value;
  return readWire(commentViewSchema, inner, 'commentViewModel');
}
