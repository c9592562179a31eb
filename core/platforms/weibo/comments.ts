import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { askJson, MOBILE, WEB } from '#core/platforms/weibo/ask.ts';
import {
  type CommentsCursor,
  type OldCommentsCursor,
  type Position,
  START,
  type ThreadCursor,
  type WeiboCursor,
} from '#core/platforms/weibo/cursor.ts';
import { commentItem, countOf, idOf } from '#core/platforms/weibo/items.ts';
import { midOf } from '#core/platforms/weibo/mblog-id.ts';
import { momentOf } from '#core/platforms/weibo/written-time.ts';
import { commentsSchema, shownSchema, type WireComment, type WireComments } from '#core/platforms/weibo/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

interface Rows {
  readonly rows: readonly WireComment[];
  readonly maxId: string | null;
  readonly maxIdType: number;
  readonly total: number | null;
  readonly pages: number | null;
  readonly words: string;
  readonly now: Date;
}

export const DOORS = { web: 'weibo.com', mobile: 'm.weibo.cn' } as const;
const PER_PAGE = 20;
/** Pages without anything new are followed so many times. */
const MOST_STALE = 3;
const REMEMBERED_IDS = 3 * PER_PAGE;
const REMEMBERED_PLACES = 10;
const CURATED = /防火墙|精选/;
const CURATED_GAP: Gap = {
  cause: 'hidden',
  count: 0,
  note: 'The author of this post shows chosen comments only; the total counts the others too.',
};

/** The number of a post and its author: asked for where the web page does so, else by what the address says. */
export async function lookedUp<C extends { readonly post: string; readonly mid: string | null; readonly owner: string | null }>(
  cursor: C,
  session: Session,
): Promise<C & { readonly mid: string }> {
  if (cursor.mid !== null) return { ...cursor, mid: cursor.mid };
  const shown = await session.once(`weibo post ${cursor.post}`, () => shownPost(cursor.post, session));
  return { ...cursor, mid: shown?.mid ?? midOf(cursor.post), owner: shown?.owner ?? cursor.owner };
}

/** An optional call: only that the post is not there, or not for everybody, counts. */
async function shownPost(post: string, session: Session): Promise<{ readonly mid: string | null; readonly owner: string | null } | null> {
  try {
    const query = { id: post, isGetLongText: 'true' };
    const { answer } = await askJson(session, { url: `${WEB}/ajax/statuses/show`, query, tries: 'once' }, [400, 404, 403]);
    if (answer.status !== 200) return null;
    const shown = answer.json(shownSchema);
    return { mid: idOf(shown) || (shown.mid ?? null), owner: shown.user ? idOf(shown.user) || null : null };
  } catch (error) {
    if (error instanceof PlatformRefusal && (error.code === 'PRIVATE' || error.code === 'NOT_FOUND')) throw error;
    if (error instanceof CommentdockError) return null;
    throw error;
  }
}

/** A page of comments, and the requests for the answers to them. */
export async function commentsPage(asked: CommentsCursor, session: Session): Promise<Page<WeiboCursor>> {
  const cursor = await lookedUp(asked, session);
  const { front, mid, owner, at } = cursor;
  const request = front === 'web' ? webRequest(cursor, mid) : mobileRequest(mid, at);
  const data = await askRows(session, request, front === 'mobile' && at.maxId === null);
  if (data === null) return oldCommentsPage({ list: 'old-comments', mid, page: 1 }, session);
  const after = positionAfter(at, data);
  const isFirst = at.maxId === null;
  return {
    items: readRows(data.rows, 'data', (row) => commentItem(row, { root: null, owner, now: data.now })),
    next: [
      ...threadsOf(data.rows, { front, owner }, session),
      ...(after === null ? [] : [{ cursor: { ...cursor, at: after }, role: 'page' as const }]),
    ],
    ...(isFirst ? { total: data.total } : {}),
    gaps: isFirst && CURATED.test(data.words) ? [CURATED_GAP] : [],
    mayRepeat: after !== null && after.stale > 0,
    door: DOORS[front],
  };
}

/** The old door counts its pages. */
export async function oldCommentsPage({ mid, page }: OldCommentsCursor, session: Session): Promise<Page<WeiboCursor>> {
  const data = await askRows(session, { url: `${MOBILE}/api/comments/show`, query: { id: mid, page } }, false);
  const rows = data?.rows ?? [];
  const goesOn = rows.length > 0 && page < (data?.pages ?? 0);
  return {
    items: readRows(rows, 'data', (row) => commentItem(row, { root: null, owner: null, now: data?.now ?? new Date(0) })),
    next: [
      ...threadsOf(rows, { front: 'mobile', owner: null }, session),
      ...(goesOn ? [{ cursor: { list: 'old-comments' as const, mid, page: page + 1 }, role: 'page' as const }] : []),
    ],
    ...(page === 1 ? { total: data?.total ?? null } : {}),
    door: 'm.weibo.cn, by page',
  };
}

/** A page of the answers to one comment. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<WeiboCursor>> {
  const { front, root, owner, at } = cursor;
  const request = front === 'web' ? webThreadRequest(cursor) : mobileThreadRequest(root, at);
  const data = await askRows(session, request, false);
  const after = data === null ? null : positionAfter(at, data);
  return {
    items: readRows(data?.rows ?? [], 'data', (row) => commentItem(row, { root, owner, now: data?.now ?? new Date(0) })),
    next: after === null ? [] : [{ cursor: { ...cursor, at: after }, role: 'page' }],
    mayRepeat: after !== null && after.stale > 0,
    door: DOORS[front],
  };
}

/** Null where a door that has a second one beside it is shut. */
async function askRows(session: Session, request: PlatformRequest, hasOther: boolean): Promise<Rows | null> {
  const { answer, isEmpty } = await askJson(session, request, hasOther ? [403] : []);
  if (answer.status !== 200) {
    if (!answer.isJson) return null;
    throw refusalOf(answer);
  }
  const data: WireComments | null = isEmpty ? null : answer.json(commentsSchema);
  const inner = data === null || data.data === null || data.data === undefined || Array.isArray(data.data) ? null : data.data;
  const position = inner ?? data;
  return {
    rows: inner?.data ?? (Array.isArray(data?.data) ? data.data : []),
    maxId: position?.max_id ?? null,
    maxIdType: position?.max_id_type ?? 0,
    total: countOf(position?.total_number)?.value ?? null,
    pages: countOf(position?.max)?.value ?? null,
    words: data?.trendsText ?? '',
    now: momentOf(answer),
  };
}

/** Where the list goes on; null at its end: no place, one that came before, or too many pages without anything new. */
function positionAfter(at: Position, { rows, maxId, maxIdType }: Rows): Position | null {
  const ids = rows.map(idOf);
  const isStale = ids.every((id) => at.recent.includes(id));
  const stale = isStale ? at.stale + 1 : 0;
  if (maxId === null || maxId === '0' || maxId === '' || at.places.includes(maxId) || stale > MOST_STALE) return null;
  return {
    maxId,
    maxIdType,
    recent: [...at.recent, ...ids].slice(-REMEMBERED_IDS),
    places: [...at.places, maxId].slice(-REMEMBERED_PLACES),
    stale,
  };
}

function threadsOf(
  rows: readonly WireComment[],
  { front, owner }: Pick<ThreadCursor, 'front' | 'owner'>,
  { options }: Session,
): readonly Next<WeiboCursor>[] {
  if (!options.replies) return [];
  return rows.flatMap((row): Next<WeiboCursor>[] => {
    const expect = countOf(row.total_number)?.value ?? 0;
    const root = idOf(row);
    return expect > 0 ? [{ cursor: { list: 'thread', front, root, owner, at: START }, role: 'replies', under: root, expect }] : [];
  });
}

function webRequest({ owner, flow, at }: CommentsCursor, mid: string): PlatformRequest {
  return {
    url: `${WEB}/ajax/statuses/buildComments`,
    query: {
      is_reload: 1,
      id: mid,
      is_show_bulletin: 2,
      is_mix: 0,
      count: PER_PAGE,
      uid: owner ?? undefined,
      fetch_level: 0,
      locale: 'zh-CN',
      flow: flow ?? undefined,
      max_id: at.maxId ?? undefined,
    },
  };
}

function webThreadRequest({ root, owner, at }: ThreadCursor): PlatformRequest {
  return {
    url: `${WEB}/ajax/statuses/buildComments`,
    query: {
      is_reload: 1,
      id: root,
      is_show_bulletin: 2,
      is_mix: 1,
      fetch_level: 1,
      max_id: at.maxId ?? 0,
      count: PER_PAGE,
      uid: owner ?? undefined,
      locale: 'zh-CN',
    },
  };
}

function mobileRequest(mid: string, { maxId, maxIdType }: Position): PlatformRequest {
  return { url: `${MOBILE}/comments/hotflow`, query: { id: mid, mid, max_id: maxId ?? undefined, max_id_type: maxIdType } };
}

function mobileThreadRequest(root: string, { maxId, maxIdType }: Position): PlatformRequest {
  return { url: `${MOBILE}/comments/hotFlowChild`, query: { cid: root, max_id: maxId ?? 0, max_id_type: maxIdType } };
}
