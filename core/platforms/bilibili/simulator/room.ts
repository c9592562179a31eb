import { deflateSync } from 'node:zlib';
import type { SimulatedAnswer, SimulatedLine } from '#test/world/simulator.ts';

export interface RoomParams {
  /**
   * How the live room fares. Default: its chat is said in two parts, the second with a heartbeat and the end of the stream. Or: it does not
   * stream; nobody gets a ticket; no host takes the call, or the first does not; the ticket is refused; the line breaks once, and the ended
   * stream is told of to who asks alone; the chat is packed with Brotli; a frame is longer than its message; a crowd whose names are hidden
   * says the same at one time, in lines without ids.
   */
  readonly room?: 'offline' | 'noTicket' | 'noHost' | 'firstHostDown' | 'refused' | 'interrupted' | 'brotli' | 'broken' | 'crowd';
}

const ROOM = '7777';
const TOKEN = 'ticket==';
const HOSTS = ['one.chat.bilibili.com', 'two.chat.bilibili.com'];
const HEAD = 16;

interface Stream {
  isLive: boolean;
  calls: number;
}

/** The room 7777, known as 123 too: what it keeps, and its chat in frames. Gives null where an address is none of it. */
export function openRoom(params: RoomParams, isSigned: (query: string) => boolean): (url: URL) => SimulatedAnswer | null {
  const stream: Stream = { isLive: params.room !== 'offline', calls: 0 };
  return (url) => {
    if (HOSTS.includes(url.hostname)) return takeCall(url, stream, params);
    if (url.hostname !== 'api.live.bilibili.com') return null;
    switch (url.pathname) {
      case '/room/v1/Room/get_info':
        return ok({ room_id: Number(ROOM), uid: 9, live_status: stream.isLive ? 1 : 0 });
      case '/xlive/web-room/v1/dM/gethistory':
        return ok({ admin: [], room: params.room === 'crowd' ? crowdBefore() : history() });
      case '/xlive/web-room/v1/index/getDanmuInfo':
        return ticket(url, params, isSigned);
      default:
        return { status: 404, body: '' };
    }
  };
}

function ok(data: object): SimulatedAnswer {
  return { body: { code: 0, message: '0', ttl: 1, data } };
}

function history(): object[] {
  return Array.from({ length: 10 }, (_, place) => ({
    text: `line ${place}`,
    uid: 300 + place,
    nickname: `Viewer ${place}`,
    timeline: `2026-08-01 20:00:0${place}`,
    ...(place % 2 === 0 ? { id_str: `l${place}` } : {}),
  }));
}

function crowdBefore(): object[] {
  return Array.from({ length: 10 }, (_, place) => ({
    text: '666',
    uid: 0,
    nickname: place < 5 ? 'V***' : 'W***',
    timeline: '2026-08-01 20:00:00',
  }));
}

function ticket(url: URL, { room }: RoomParams, isSigned: (query: string) => boolean): SimulatedAnswer {
  if (room === 'noTicket') return { body: { code: -352, message: '-352' } };
  if (url.searchParams.has('w_rid') && !isSigned(url.search.slice(1))) return { body: { code: -403, message: '访问权限不足' } };
  if (url.searchParams.get('id') !== ROOM || url.searchParams.get('type') !== '0') return { body: { code: 1, message: 'no such room' } };
  const hosts = HOSTS.map((host) => ({ host, port: 2243, wss_port: 2245, ws_port: 2244 }));
  return ok({ group: 'live', refresh_rate: 100, max_delay: 5000, token: TOKEN, host_list: hosts });
}

function takeCall(url: URL, stream: Stream, { room }: RoomParams): SimulatedAnswer {
  const isDown = room === 'noHost' || (room === 'firstHostDown' && url.hostname === HOSTS[0]);
  if (isDown || url.port !== '2245' || url.pathname !== '/sub') return { status: 502, body: '' };
  return { line: (line) => playChat(line, stream, room) };
}

/** Whoever joins with the ticket hears the first part, and the second with a heartbeat. */
function playChat(line: SimulatedLine, stream: Stream, room: RoomParams['room']): void {
  stream.calls += 1;
  const isFirstCall = stream.calls === 1;
  let beats = 0;
  line.onHeard((message) => {
    const said = Buffer.from(message);
    if (said.readUInt32BE(0) !== said.length || said.readUInt16BE(4) !== HEAD) return line.hangUp();
    if (said.readUInt32BE(8) === 7) {
      const { roomid, protover, key } = JSON.parse(said.subarray(HEAD).toString()) as Record<string, unknown>;
      const isRefused = room === 'refused' || String(roomid) !== ROOM || protover !== 2 || key !== TOKEN;
      line.say(frame(8, 1, JSON.stringify({ code: isRefused ? -101 : 0 })));
      if (isRefused) return line.hangUp();
      for (const part of room === 'interrupted' && !isFirstCall ? [AFTERWARDS] : FIRST_PART) line.say(part);
      if (room === 'crowd') line.say(CROWD);
      if (room === 'brotli') line.say(frame(5, 3, 'packed in another way'));
      if (room === 'broken') line.say(frame(5, 0, '{}').subarray(0, -1));
      if (room !== 'interrupted') return;
      stream.isLive = isFirstCall;
      return line.hangUp();
    }
    if (said.readUInt32BE(8) !== 2) return;
    beats += 1;
    line.say(frame(3, 1, Buffer.from([0, 0, 0, beats])));
    if (beats === 1) for (const part of SECOND_PART) line.say(part);
  });
}

function frame(operation: number, version: number, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(HEAD + bytes.length, 0);
  head.writeUInt16BE(HEAD, 4);
  head.writeUInt16BE(version, 6);
  head.writeUInt32BE(operation, 8);
  head.writeUInt32BE(0, 12);
  return Buffer.concat([head, bytes]);
}

function event(cmd: string, more: object): Buffer {
  return frame(5, 0, JSON.stringify({ cmd, ...more }));
}

function packed(...events: readonly Buffer[]): Buffer {
  return frame(5, 2, deflateSync(Buffer.concat(events)));
}

interface Line {
  readonly sentMs: number;
  readonly words: string;
  readonly author: readonly [number, string];
  readonly id?: string;
  readonly badge?: readonly unknown[];
  readonly picture?: string;
}

function danmaku({ sentMs, words, author, id, badge = [], picture }: Line, cmd = 'DANMU_MSG'): Buffer {
  const user = { uid: author[0], base: { name: author[1], face: `https://i0.hdslb.com/bfs/face/${author[0]}.jpg` } };
  const more = { extra: JSON.stringify({ send_from_me: false, content: words, ...(id === undefined ? {} : { id_str: id }) }), user };
  const shown = picture === undefined ? '{}' : { url: picture, emoticon_unique: 'official_1', width: 200 };
  const facts = [0, 1, 25, 16777215, sentMs, 0, 0, 'e040a292', 0, 0, 0, '', picture === undefined ? 0 : 1, shown, '{}', more, {}, 0];
  return event(cmd, {
    info: [facts, words, [...author, 0, 0, 0, 10000, 1, ''], badge, [0, 0, 9868950, '>50000', 0], ['', ''], 0, 0, null],
  });
}

const START = Date.UTC(2026, 7, 1, 12, 1);
const SUPER_CHAT = {
  id: 9001,
  uid: 403,
  price: 30,
  message: 'Well done!',
  ts: START / 1000 + 3,
  user_info: { uname: 'Patron', face: 'https://i0.hdslb.com/bfs/face/403.jpg' },
};

/** A viewer who comes in says nothing; a paid line is said once more with its translation. */
const FIRST_PART = [
  packed(
    danmaku({ sentMs: START, words: '你好', author: [401, 'Ann'], id: 'd1', badge: [17, '言叶', 'Streamer', 7777] }),
    event('INTERACT_WORD', { data: { uid: 401, uname: 'Ann' } }),
    danmaku({ sentMs: START + 1_000, words: 'no id', author: [402, 'Ben'] }, 'DANMU_MSG:4:0:2:2:2:0'),
  ),
  Buffer.concat([
    event('SUPER_CHAT_MESSAGE', { data: SUPER_CHAT }),
    event('SUPER_CHAT_MESSAGE_JPN', { data: { ...SUPER_CHAT, id: '9001' } }),
  ]),
];
const CROWD = packed(...['D***', 'D***', 'E***'].map((name) => danmaku({ sentMs: START + 5_000, words: '666', author: [0, name] })));
const AFTERWARDS = danmaku({ sentMs: START + 60_000, words: 'back again', author: [401, 'Ann'], id: 'd3' });
const SECOND_PART = [
  event('LOG_IN_NOTICE', { data: { notice_msg: '未登录' } }),
  packed(
    danmaku({ sentMs: START + 9_000, words: '[妙]', author: [0, 'C***'], id: 'd2', picture: 'http://i0.hdslb.com/bfs/emote/1.png' }),
    event('PREPARING', { roomid: ROOM }),
  ),
];
