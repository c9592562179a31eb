// A live room: the lines that it keeps, then what its socket says.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { askBilibili, askOrRefused } from '#core/platforms/bilibili/ask.ts';
import type { BilibiliCursor, ChatCursor, LiveCursor } from '#core/platforms/bilibili/cursor.ts';
import { deviceNumber } from '#core/platforms/bilibili/device.ts';
import { frameOf, OPERATION, readFrames } from '#core/platforms/bilibili/frames.ts';
import { historyItem } from '#core/platforms/bilibili/items.ts';
import { saidIn } from '#core/platforms/bilibili/said.ts';
import { mayRenewWbiKey, signedQuery, wbiKey, WRONG_SIGNATURE } from '#core/platforms/bilibili/wbi.ts';
import { chatSchema, historySchema, roomSchema } from '#core/platforms/bilibili/wire.ts';
import { tellApart } from '#core/platform-kit/hash.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { LISTEN_MS, readEach, streamRuns, turnPage } from '#core/platform-kit/live-turn.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Heard, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const LIVE_API = 'https://api.live.bilibili.com';
const HEARTBEAT_MS = 30_000;
const MOST_HOSTS = 3;
const OFFLINE = 0;
const BROTLI = 3;

const HISTORY_ALONE =
  'These are the lines that the room keeps, the last ones before now: what is said from now on could not be listened to.';
const SAID_BEFORE = 'Of what was said before, bilibili serves the last lines alone.';
const NOT_LIVE = 'The room does not stream now: these are the last lines that it keeps.';
const MEANWHILE = 'of what was said meanwhile, bilibili serves the last lines alone.';
const NAMES_HIDDEN =
  'bilibili shortens the names of viewers and leaves out their numbers where nobody is logged in: give the cookies SESSDATA and DedeUserID.';

/** The lines from before now. Where the room streams, its chat comes next. */
export async function livePage({ room: named }: LiveCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const { room, isLive } = await roomAt(named, session);
  const next: ChatCursor = { list: 'chat', room, turn: 0, host: 0 };
  return {
    items: await historyOf(room, session),
    next: isLive ? [{ role: 'page', cursor: next, afterMs: 0 }] : [],
    dateOrder: 'oldestFirst',
    mayRepeat: true,
    notes: isLive ? [] : [NOT_LIVE],
    door: 'web API, history',
  };
}

/** What is said for a while. The end of the stream ends it. A socket that never opened leaves the history alone. */
export async function chatPage(cursor: ChatCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const { room, turn } = cursor;
  const line = await orShut(listenIn(cursor, session));
  if (line instanceof CommentdockError) return unheard(cursor, line);
  const { heard, host } = line;
  // The ticket of a line that was lost may be used up.
  if (!heard.isOpen) session.forget(ticketOf(room));
  const messages = await readEach(heard.messages, ({ data }) => (typeof data === 'string' ? [] : [readFrames(data)]));
  const chat = { room, apart: tellApart() };
  const frames = messages.said.flatMap((message) => message.frames);
  const { said, gaps } = await readEach(frames, (frame) => saidIn(frame, chat));
  const refusal = said.find((each) => each.is === 'refused');
  if (refusal !== undefined) return unheard(cursor, new PlatformRefusal('BLOCKED', `The chat refuses us (code ${refusal.code}).`));
  const isOver = said.some((each) => each.is === 'over');
  const runs = !isOver && (await streamRuns(cursor, heard, async () => (await roomAt(room, session)).isLive));
  const before = heard.isNew && turn > 0 ? await orShut(historyOf(room, session)) : [];
  const lines = said.flatMap((each) => (each.is === 'line' ? each.item : []));
  const namesAreHidden = lines.some(({ author }) => author.id === null);
  return turnPage<ChatCursor>(cursor, {
    door: 'chat socket',
    items: [...(before instanceof CommentdockError ? [] : before), ...lines],
    next: runs === false ? null : { ...cursor, host },
    heard,
    meanwhile: MEANWHILE,
    firstNote: SAID_BEFORE,
    notes: [...(namesAreHidden ? [NAMES_HIDDEN] : []), ...messages.said.flatMap(({ unread }) => unread.map(unreadNote))],
    gaps: [...messages.gaps, ...gaps],
  });
}

/** @throws CommentdockError the reason, where the chat was listened to before */
function unheard({ turn }: ChatCursor, reason: CommentdockError): Page<ChatCursor> {
  if (turn > 0) throw reason;
  return { items: [], notes: [`${HISTORY_ALONE} ${reason.message}`] };
}

function unreadNote(version: number): string {
  const form = version === BROTLI ? 'packed with Brotli' : `of version ${version}`;
  return `Frames of the chat that came ${form} were left out: they were not asked for.`;
}

async function roomAt(named: string, session: Session): Promise<{ readonly room: string; readonly isLive: boolean }> {
  const { data } = await askBilibili(session, { url: `${LIVE_API}/room/v1/Room/get_info`, query: { room_id: named } });
  const { room_id: room, live_status: status } = readWire(roomSchema, data, 'data');
  return { room, isLive: status !== OFFLINE };
}

async function historyOf(room: string, session: Session): Promise<readonly Item[]> {
  const { data } = await askBilibili(session, { url: `${LIVE_API}/xlive/web-room/v1/dM/gethistory`, query: { roomid: room } });
  const chat = { room, apart: tellApart() };
  return readRows(readWire(historySchema, data, 'data').room ?? [], 'data.room', (line) => historyItem(line, chat));
}

const ticketOf = (room: string): string => `bilibili chat ${room}`;

/** Listens at the host of the turn before, or else at the next one that takes the call. */
async function listenIn({ room, host: first }: ChatCursor, session: Session): Promise<{ readonly heard: Heard; readonly host: number }> {
  const { token, urls } = await session.once(ticketOf(room), () => askTicket(room, session));
  const buvid = await deviceNumber(session, LIVE_API);
  const greeting = [frameOf(OPERATION.auth, JSON.stringify(authOf(room, token, { uid: session.cookie(LIVE_API, 'DedeUserID'), buvid })))];
  for (let tried = 1; ; tried += 1) {
    const host = (first + tried - 1) % urls.length;
    const isLast = tried === urls.length;
    const heard = await orShut(
      session.listen({
        url: urls[host] ?? '',
        headers: { origin: 'https://live.bilibili.com' },
        greeting,
        heartbeat: { message: frameOf(OPERATION.heartbeat), everyMs: HEARTBEAT_MS },
        listenForMs: LISTEN_MS,
        tries: isLast ? 'general' : 'once',
      }),
    );
    if (!(heard instanceof CommentdockError)) return { heard, host };
    if (isLast) throw heard;
  }
}

/** A ticket belongs to who asked for it: a login is named as in the cookies that it was asked for with. */
function authOf(room: string, key: string, { uid, buvid }: { readonly uid: string | null; readonly buvid: string | null }) {
  const visitor = { uid: Number(uid ?? 0), roomid: Number(room), protover: 2, platform: 'web', type: 2, key };
  return buvid === null ? visitor : { ...visitor, buvid };
}

/** @throws CommentdockError what bilibili refuses with */
async function askTicket(room: string, session: Session): Promise<{ readonly token: string; readonly urls: readonly string[] }> {
  const query = { id: room, type: 0 };
  for (;;) {
    const key = await wbiKey(session);
    const search = key instanceof CommentdockError ? `id=${room}&type=0` : signedQuery(query, key, Date.now());
    const answer = await askOrRefused(session, { url: `${LIVE_API}/xlive/web-room/v1/index/getDanmuInfo?${search}` });
    if (!('error' in answer)) {
      const { token, host_list: hosts } = readWire(chatSchema, answer.data, 'data');
      return { token, urls: hosts.slice(0, MOST_HOSTS).map(({ host, wss_port: port }) => `wss://${host}:${port ?? 443}/sub`) };
    }
    if (answer.code !== WRONG_SIGNATURE || !(await mayRenewWbiKey(session))) throw answer.error;
  }
}
