import type { Page } from '#core/platforms/define.ts';
import { askBilibili } from '#core/platforms/bilibili/ask.ts';
import type { BilibiliCursor, LiveCursor } from '#core/platforms/bilibili/cursor.ts';
import { historyItem } from '#core/platforms/bilibili/items.ts';
import { historySchema, roomSchema } from '#core/platforms/bilibili/wire.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import type { Session } from '#core/platforms/session.ts';

const HISTORY_ALONE = 'These are the lines that the room keeps, the last ones before now: what is said from now on is not listened to.';
const LIVE_API = 'https://api.live.bilibili.com';

/** The lines that a room keeps: the last ones before now. */
export async function livePage({ room }: LiveCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const { data: info } = await askBilibili(session, { url: `${LIVE_API}/room/v1/Room/get_info`, query: { room_id: room } });
  const { room_id: id } = readWire(roomSchema, info, 'data');
  const { data: history } = await askBilibili(session, { url: `${LIVE_API}/xlive/web-room/v1/dM/gethistory`, query: { roomid: id } });
  const { room: lines } = readWire(historySchema, history, 'data');
  return {
    items: (lines ?? []).map((line) => historyItem(line, id)),
    dateOrder: 'oldestFirst',
    notes: [HISTORY_ALONE],
    door: 'web API, history',
  };
}
