// The answers to one comment, below a list or on their own.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { API, askBilibili, blocked, askOrRefused } from '#core/platforms/bilibili/ask.ts';
import type { AnchorCursor, BilibiliCursor, ThreadCursor } from '#core/platforms/bilibili/cursor.ts';
import { PER_PAGE } from '#core/platforms/bilibili/doors.ts';
import { commentItem, idOf, type Subject } from '#core/platforms/bilibili/items.ts';
import { findSubject } from '#core/platforms/bilibili/subject.ts';
import { pageSchema, type WirePage } from '#core/platforms/bilibili/wire.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const DOOR = 'web API, replies';

export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const { subject, root, page } = cursor;
  const answer = await askReplies(session, subject, root, page);
  return { items: itemsOf(answer, subject), next: nextOf(cursor, answer), door: DOOR };
}

/** One thread, its root first. An address may also point at a reply: then the thread is the one that it stands in. */
export async function anchorPage(cursor: AnchorCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const subject = cursor.subject ?? (await findSubject(cursor.named, session));
  if (cursor.root !== null) {
    const answer = await askReplies(session, subject, cursor.root, cursor.page);
    return { items: itemsOf(answer, subject), next: nextOf({ ...cursor, subject }, answer), door: DOOR };
  }
  const { root, answer } = await findThread(cursor.anchor, subject, session);
  const owner = answer.upper?.mid ?? null;
  return {
    items: [...(answer.root ? [commentItem(answer.root, { subject, owner, isPinned: false })] : []), ...itemsOf(answer, subject)],
    next: nextOf({ ...cursor, subject, root }, answer),
    total: answer.page?.count ?? null,
    door: DOOR,
  };
}

async function findThread(
  anchor: string,
  subject: Subject,
  session: Session,
): Promise<{ readonly root: string; readonly answer: WirePage }> {
  const outcome = await askOrRefused(session, requestOf(subject, anchor, 1));
  const direct = 'error' in outcome ? null : pageOf(outcome.data);
  if (direct?.root) return { root: anchor, answer: direct };
  const root = await rootAround(anchor, subject, session);
  return { root, answer: await askReplies(session, subject, root, 1) };
}

/** The comment whose first answers hold the anchor. */
async function rootAround(anchor: string, subject: Subject, session: Session): Promise<string> {
  const query = { type: subject.type, oid: subject.oid, mode: 3, next: 0, ps: PER_PAGE, plat: 1, seek_rpid: anchor };
  const { data } = await askBilibili(session, { url: `${API}/x/v2/reply/main`, query });
  const { replies, top_replies: pinned } = pageOf(data);
  const row = [...(replies ?? []), ...(pinned ?? [])].find((each) =>
    [each, ...(each.replies ?? [])].some((reply) => idOf(reply) === anchor),
  );
  if (row === undefined) throw new PlatformRefusal('NOT_FOUND', 'bilibili does not show the comment that this address points at.');
  return idOf(row);
}

async function askReplies(session: Session, subject: Subject, root: string, page: number): Promise<WirePage> {
  const answer = pageOf((await askBilibili(session, requestOf(subject, root, page))).data);
  if (answer.v_voucher && (answer.replies ?? []).length === 0) throw blocked('it asks for a check of the browser');
  return answer;
}

function requestOf({ type, oid }: Subject, root: string, page: number): PlatformRequest {
  return { url: `${API}/x/v2/reply/reply`, query: { type, oid, root, pn: page, ps: PER_PAGE } };
}

function pageOf(data: unknown): WirePage {
  return readWire(pageSchema, data ?? {}, 'data');
}

function itemsOf(answer: WirePage, subject: Subject) {
  const owner = answer.upper?.mid ?? null;
  return readRows(answer.replies ?? [], 'data.replies', (reply) => commentItem(reply, { subject, owner, isPinned: false }));
}

/** The next page, until as many rows have come as there are. */
function nextOf<C extends ThreadCursor | AnchorCursor>(cursor: C, { replies, page }: WirePage): Next<BilibiliCursor>[] {
  const rows = rowsGiven(replies ?? []);
  const had = cursor.had + rows;
  if (rows === 0 || had >= (page?.count ?? Infinity)) return [];
  return [{ cursor: { ...cursor, page: cursor.page + 1, had }, role: 'page' }];
}
