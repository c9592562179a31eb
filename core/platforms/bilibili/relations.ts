import type { Gap, Page } from '#core/platform-api/define.ts';
import { API, askBilibili } from '#core/platforms/bilibili/ask.ts';
import type { BilibiliCursor, RelationsCursor } from '#core/platforms/bilibili/cursor.ts';
import { relationItem } from '#core/platforms/bilibili/items.ts';
import { relationsSchema } from '#core/platforms/bilibili/wire.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const PER_PAGE = 50;
const LISTS = {
  followers: { call: 'followers', kind: 'follower', cap: 'bilibili shows the newest 1,000 followers of an account only.' },
  following: { call: 'followings', kind: 'following', cap: 'bilibili shows others the first 100 accounts only that somebody follows.' },
} as const;

export async function relationsPage(cursor: RelationsCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const { list, user, page } = cursor;
  const { call, kind, cap } = LISTS[list];
  const query = { vmid: user, ps: PER_PAGE, pn: page, ...(list === 'following' ? { order_type: '' } : {}) };
  const { data } = await askBilibili(session, { url: `${API}/x/relation/${call}`, query });
  const { list: listed, total } = readWire(relationsSchema, data ?? {}, 'data');
  const rows = listed ?? [];
  const had = cursor.had + rowsGiven(rows);
  const isCut = rows.length === 0 && had < (total ?? 0);
  const gaps: Gap[] = isCut ? [{ cause: 'notServed', count: (total ?? 0) - had, note: cap }] : [];
  const goesOn = rows.length > 0 && page * PER_PAGE < (total ?? Infinity);
  return {
    items: readRows(rows, 'data.list', (row) => relationItem(row, kind)),
    next: goesOn ? [{ cursor: { ...cursor, page: page + 1, had }, role: 'page' }] : [],
    ...(page === 1 ? { total: total ?? null } : {}),
    gaps,
    door: 'web API',
  };
}
