import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import type { BilibiliCursor, CommentsCursor } from '#core/platforms/bilibili/cursor.ts';
import { openDoor, PER_PAGE, placeAfter } from '#core/platforms/bilibili/doors.ts';
import { commentItem, idOf, type Subject } from '#core/platforms/bilibili/items.ts';
import { findSubject } from '#core/platforms/bilibili/subject.ts';
import type { WirePage, WireReply } from '#core/platforms/bilibili/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, readRowsBelow, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** A list that ends so soon without a login was ended by the lack of one. */
const ANONYMOUS_ROWS = 2 * PER_PAGE;
const ANONYMOUS_END =
  'bilibili shows people without a login little more than the first page of comments. Give the cookie SESSDATA of your session (options.cookies) to get the rest.';

const LOGIN_GAP: Gap = { cause: 'login', count: 0, note: ANONYMOUS_END };
const DOOR_NAMES = { signed: 'web API, signed', cursor: 'web API by cursor', page: 'web API by page' } as const;

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const subject = cursor.subject ?? (await findSubject(cursor.named, session));
  const { at } = cursor;
  const isNewest = session.options.sort === 'new';
  const { page, door } = await openDoor(cursor.door, { subject, at, isNewest }, session);
  const isFirst = cursor.door === null;
  const { items, threads, roots } = rowsIn(page, { subject, isFirst, replies: session.options.replies });
  const had = cursor.had + rowsGiven(page.replies ?? []);
  const counted = cursor.counted + roots.reduce((sum, row) => sum + 1 + (row.rcount ?? 0), 0);
  const after = placeAfter(door, page, at, had);
  const total = page.cursor?.all_count ?? page.page?.acount ?? null;
  const next: Next<BilibiliCursor>[] =
    after === null ? [] : [{ cursor: { ...cursor, subject, door: door.name, at: after, had, counted }, role: 'page' }];
  return {
    items,
    next: [...threads, ...next],
    ...(isFirst ? { total } : {}),
    gaps: after === null && !session.hasCookies && had <= ANONYMOUS_ROWS && counted < (total ?? 0) ? [LOGIN_GAP] : [],
    ...(isNewest ? { dateOrder: 'newestFirst' as const } : {}),
    door: DOOR_NAMES[door.name],
  };
}

/** Rows with an id. */
function named(rows: readonly WireReply[] | null | undefined): readonly WireReply[] {
  return readRows(rows ?? [], 'data.replies', (row) => {
    idOf(row);
    return row;
  });
}

/** Pinned comments stand first; rows that repeat them are left out. */
function rowsIn(
  page: WirePage,
  { subject, isFirst, replies }: { readonly subject: Subject; readonly isFirst: boolean; readonly replies: boolean },
): { readonly items: readonly Item[]; readonly threads: readonly Next<BilibiliCursor>[]; readonly roots: readonly WireReply[] } {
  const owner = page.upper?.mid ?? null;
  const pinned = isFirst
    ? [...named(page.top_replies), ...[page.top?.upper, page.upper?.top].filter((row) => row !== null && row !== undefined)]
    : [];
  const pinnedIds = new Set(pinned.map(idOf));
  const listed = named(page.replies);
  const rows = isFirst && listed.length === 0 ? named(page.hots) : listed;
  const roots = [...new Map([...pinned, ...rows.filter((row) => !pinnedIds.has(idOf(row)))].map((row) => [idOf(row), row])).values()];
  const items = roots.flatMap((row) => [
    commentItem(row, { subject, owner, isPinned: pinnedIds.has(idOf(row)) }),
    ...(replies ? readRowsBelow(row.replies ?? [], 'replies', (preview) => commentItem(preview, { subject, owner, isPinned: false })) : []),
  ]);
  return { items, threads: replies ? roots.flatMap((row) => threadOf(row, subject)) : [], roots };
}

/** The answers to a comment, where it has more than came with it. */
function threadOf(row: WireReply, subject: Subject): Next<BilibiliCursor>[] {
  const missing = (row.rcount ?? 0) - rowsGiven(row.replies ?? []);
  if (missing <= 0) return [];
  const root = idOf(row);
  return [{ cursor: { list: 'thread', subject, root, page: 1, had: 0 }, role: 'replies', under: root, expect: missing }];
}
