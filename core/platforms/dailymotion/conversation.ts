// Comments below a video are kept by OpenWeb (Spot.IM): a token for anybody, then pages by offset.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { commentItem, type Users } from '#core/platforms/dailymotion/items.ts';
import { countListed, type ListedCursor } from '#core/platforms/dailymotion/public-api.ts';
import { conversation, type WireComment } from '#core/platforms/dailymotion/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `parent`: the comment whose replies are asked for; null for the comments of the video. */
export type CommentsCursor = { readonly list: 'comments'; readonly video: string; readonly parent: string | null; readonly offset: number };

const SERVER = 'https://api-2-0.spot.im/v1.0.0';
/** Dailymotion's own number at OpenWeb. */
const SITE_ID = 'sp_vWPN1lBu';
const TOKEN = 'spot.im token';
const PER_PAGE = 10;
const REPLIES_PER_PAGE = 5;
const PREVIEW = 2;
const SORTS: Readonly<Partial<Record<Sort, string>>> = { best: 'best', new: 'newest', old: 'oldest' };
const DOOR = 'OpenWeb';

export async function conversationPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | ListedCursor>> {
  const { parent, offset } = cursor;
  const { replies, sort } = session.options;
  const sortBy = SORTS[sort ?? 'best'] ?? 'best';
  const answer = await read(session, cursor, sortBy);
  const found = answer.json(conversation).conversation;
  const rows = found?.comments ?? [];
  if (rows.length === 0 && parent === null && offset === 0 && (await countListed(session, cursor.video)) > 0)
    return { items: [], next: [{ role: 'page', cursor: { list: 'listed', video: cursor.video, page: 1 } }], mayRepeat: true, door: DOOR };
  const size = parent === null ? PER_PAGE : REPLIES_PER_PAGE;
  // The server may say where the next page begins; it must lie ahead.
  const ahead = found?.offset ?? 0;
  const next: Next<CommentsCursor>[] =
    found?.has_next === true && rows.length > 0
      ? [{ role: parent === null ? 'page' : 'replies', cursor: { ...cursor, offset: ahead > offset ? ahead : offset + size } }]
      : [];
  const shown = readRows(rows, cursor, { users: found?.users ?? {}, replies: replies || parent !== null });
  const isDated = parent === null && !replies;
  return {
    items: shown.items,
    next: [...shown.below, ...next],
    ...(shown.deleted > 0 ? { gaps: [{ cause: 'deleted', count: shown.deleted }] } : {}),
    ...(parent === null ? { total: (replies ? found?.messages_count : found?.comments_count) ?? (found ? null : 0) } : {}),
    ...(isDated && sortBy === 'newest' ? { dateOrder: 'newestFirst' } : {}),
    ...(isDated && sortBy === 'oldest' ? { dateOrder: 'oldestFirst' } : {}),
    mayRepeat: parent !== null || shown.items.length === 0,
    door: DOOR,
  };
}

interface Below {
  readonly items: readonly Item[];
  readonly below: readonly Next<CommentsCursor>[];
  /** Deleted ones without words, those not counted that a list still to be read shows again. */
  readonly deleted: number;
}

interface Rules {
  readonly users: Users;
  readonly replies: boolean;
}

/** Comments with the replies that came along; where there are more, the list of all replies is asked for from its start. */
function readRows(rows: readonly WireComment[], cursor: CommentsCursor, rules: Rules): Below {
  const parts = rows.map((row): Below => {
    const users = { ...rules.users, ...row.users };
    const item = commentItem(row, users, cursor.parent);
    const [items, own] = item === null ? [[], 1] : [[item], 0];
    if (!rules.replies) return { items, below: [], deleted: own };
    const preview = row.replies ?? [];
    const count = row.replies_count ?? row.total_replies_count ?? rowsGiven(preview);
    const inside = readRows(preview, { ...cursor, parent: row.id }, { ...rules, users });
    const isWhole = row.has_next !== true && count <= rowsGiven(preview);
    const rest: Next<CommentsCursor>[] = isWhole
      ? []
      : [
          {
            role: 'replies',
            cursor: { ...cursor, parent: row.id, offset: 0 },
            under: row.id,
            expect: Math.max(0, count - rowsGiven(preview)),
          },
        ];
    return {
      items: [...items, ...inside.items],
      below: [...rest, ...inside.below],
      deleted: own + (isWhole ? inside.deleted : 0),
    };
  });
  return {
    items: parts.flatMap(({ items }) => items),
    below: parts.flatMap(({ below }) => below),
    deleted: parts.reduce((sum, { deleted }) => sum + deleted, 0),
  };
}

/** A page; a token that is not taken any more is renewed once. */
async function read(session: Session, cursor: CommentsCursor, sortBy: string): Promise<Answer> {
  const token = await tokenOf(session);
  const answer = await send(session, cursor, sortBy, token);
  if (answer.status === 200) return answer;
  if ((await tokenOf(session)) === token) session.forget(TOKEN);
  const second = await send(session, cursor, sortBy, await tokenOf(session));
  if (second.status === 200) return second;
  throw second.status === 401
    ? new PlatformRefusal('BLOCKED', 'The comment service of Dailymotion takes no token from this machine.')
    : refusalOf(second);
}

function send(session: Session, { video, parent, offset }: CommentsCursor, sortBy: string, token: string): Promise<Answer> {
  const where =
    parent === null
      ? { sort_by: sortBy, offset, count: PER_PAGE, message_id: null, depth: 2, child_count: PREVIEW }
      : { sort_by: sortBy, offset, count: REPLIES_PER_PAGE, parent_id: parent, child_count: PREVIEW };
  return session.fetch({
    url: `${SERVER}/conversation/read`,
    method: 'POST',
    headers: { 'x-access-token': token, 'x-spot-id': SITE_ID, 'x-post-id': video },
    json: where,
    accept: [401, 403],
  });
}

function tokenOf(session: Session): Promise<string> {
  return session.once(TOKEN, async () => {
    const headers = { 'x-spot-id': SITE_ID, 'x-post-id': 'no$post' };
    const answer = await session.fetch({ url: `${SERVER}/authenticate`, method: 'POST', headers });
    const token = answer.headers['x-access-token'];
    if (!token) throw new PlatformChanged('x-access-token');
    return token;
  });
}
