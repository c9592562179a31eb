// The chat of a channel: its newest messages, then what is said at the socket that the site itself listens at.
import { CommentdockError } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { LineMessage, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { orNothing, orShut } from '#core/platform-kit/knock.ts';
import { LISTEN_MS, readEach, streamRuns, turnPage } from '#core/platform-kit/live-turn.ts';
import { jsonIn, readJson, readWire } from '#core/platform-kit/wire.ts';
import { askKick, messagesOf } from '#core/platforms/kick/ask.ts';
import { byMoment, chatItem, dated, type DatedMessage } from '#core/platforms/kick/message.ts';
import { channelSchema, frameSchema, messageSchema, type WireMessage } from '#core/platforms/kick/wire.ts';

/** `failed`: how often the socket did not open, without a break. */
export type LiveCursor = { readonly list: 'live'; readonly slug: string; readonly turn: number; readonly failed: number };

/** With the key of the site's web client, which all visitors have. */
const SOCKET = 'wss://ws-us2.pusher.com/app/32cbd69e4b950bf97679?protocol=7&client=js&version=8.4.0&flash=false';
const SAID = 'App\\Events\\ChatMessageEvent';
const OVER = 'App\\Events\\StopStreamBroadcast';
const PING = 'pusher:ping';
const PONG = JSON.stringify({ event: 'pusher:pong', data: {} });
const DOOR = 'chat socket';
const MOST_FAILED = 3;
const NOT_LIVE = 'The channel does not stream now: there are its newest messages alone.';
const LOST = 'The chat socket was lost and could not be opened again.';

/** What is said for a while; the newest messages before that with the first turn. The end of the stream ends it. */
export async function livePage(cursor: LiveCursor, session: Session): Promise<Page<LiveCursor>> {
  const { slug, turn } = cursor;
  const channel = await session.once(
    `kick channel ${slug}`,
    async () => (await askKick(session, channelSchema, `v2/channels/${slug}`)).data,
  );
  const chat = { owner: channel.user_id ?? null, startMs: null };
  const before = turn === 0 ? await newest(channel.id, session) : [];
  const items = readRows(before, 'data.messages', (message) => chatItem(message, chat));
  if (turn === 0 && !isLive(channel)) return turnPage(cursor, { door: 'web API', items, next: null, notes: [NOT_LIVE] });
  const heard = await orShut(
    session.listen({
      url: SOCKET,
      headers: { origin: 'https://kick.com' },
      greeting: [`chatrooms.${channel.chatroom.id}.v2`, `channel.${channel.id}`].map(subscribing),
      reply: (message) => (eventIn(message) === PING ? PONG : null),
      listenForMs: LISTEN_MS,
    }),
  );
  if (heard instanceof CommentdockError) {
    if (heard.code !== 'NETWORK' || turn === 0) throw heard;
    const failed = cursor.failed + 1;
    const isLost = failed >= MOST_FAILED;
    const next = isLost ? null : { ...cursor, failed };
    return turnPage(cursor, { door: DOOR, items, next, heard: { isNew: true, isOpen: false }, notes: isLost ? [LOST] : [] });
  }
  const { said, gaps } = await readEach(heard.messages, ({ data }) => messagesIn(data));
  const isOver = heard.messages.some(({ data }) => eventIn(data) === OVER);
  const ask = async (): Promise<boolean> => isLive((await askKick(session, channelSchema, `v2/channels/${slug}`)).data);
  const runs = isOver ? false : await streamRuns(cursor, heard, ask);
  return turnPage(cursor, {
    door: DOOR,
    items: [...items, ...readRows(said, 'socket', (message) => chatItem(dated(message), chat))],
    next: runs === false ? null : { ...cursor, failed: 0 },
    heard,
    gaps,
  });
}

function isLive({ livestream }: { readonly livestream?: { readonly is_live?: boolean | null | undefined } | null | undefined }): boolean {
  return livestream != null && livestream.is_live !== false;
}

/** The oldest first. An export can do without. */
async function newest(channel: string, session: Session): Promise<readonly DatedMessage[]> {
  const answer = await orNothing(messagesOf(session, channel, null));
  return (answer?.data ?? []).map(dated).toSorted(byMoment);
}

function subscribing(channel: string): string {
  return JSON.stringify({ event: 'pusher:subscribe', data: { auth: '', channel } });
}

function eventIn(message: LineMessage): string | null {
  const frame = typeof message === 'string' ? checked(frameSchema, jsonIn(message)) : null;
  return frame?.success ? frame.data.event : null;
}

function messagesIn(message: LineMessage): readonly WireMessage[] {
  if (typeof message !== 'string') return [];
  const { event, data } = readWire(frameSchema, readJson(message, 'socket'), 'socket');
  if (event !== SAID) return [];
  return [readWire(messageSchema, typeof data === 'string' ? readJson(data, 'socket.data') : data, 'socket.data')];
}
