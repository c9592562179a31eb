// What the chat socket of a room says: words of viewers, and that the stream is over.
import type { Item } from '#core/contract/item.ts';
import { type Frame, OPERATION } from '#core/platforms/bilibili/frames.ts';
import { chatItem } from '#core/platforms/bilibili/items.ts';
import {
  authAnswerSchema,
  danmakuExtraSchema,
  danmakuFactsSchema,
  danmakuSchema,
  eventSchema,
  superChatSchema,
} from '#core/platforms/bilibili/wire.ts';
import { isoFromMs, isoFromSeconds } from '#core/platforms/kit/dates.ts';
import { orNull } from '#core/platforms/kit/item.ts';
import { mediaOf } from '#core/platforms/kit/media.ts';
import { readJson, readWire } from '#core/platforms/kit/wire.ts';

/** What the frames of a turn come to. */
export interface Said {
  readonly items: readonly Item[];
  /** True where the streamer has ended the stream. */
  readonly isOver: boolean;
  /** True where names are shortened, as nobody is logged in. */
  readonly hidesNames: boolean;
  /** The code that the socket refuses with; null where it does not. */
  readonly refusal: number | null;
}

const [DANMAKU, SUPER_CHAT, OVER, NAMES_HIDDEN] = ['DANMU_MSG', 'SUPER_CHAT_MESSAGE', 'PREPARING', 'LOG_IN_NOTICE'] as const;
const AT = 'socket';

/** @throws PlatformChanged */
export function saidIn(frames: readonly Frame[], room: string): Said {
  const events = frames.filter(({ operation }) => operation === OPERATION.message).map(eventOf);
  const is = (wanted: string): boolean => events.some(({ command }) => command === wanted);
  return {
    items: events.flatMap(({ command, info, data }) =>
      command === DANMAKU ? [danmakuItem(info, room)] : command === SUPER_CHAT ? [superChatItem(data, room)] : [],
    ),
    isOver: is(OVER),
    hidesNames: is(NAMES_HIDDEN),
    refusal: frames.flatMap(refusalIn)[0] ?? null,
  };
}

function eventOf(frame: Frame) {
  const { cmd, ...event } = readWire(eventSchema, jsonOf(frame), AT);
  return { command: cmd?.split(':')[0], ...event };
}

function refusalIn(frame: Frame): readonly number[] {
  if (frame.operation !== OPERATION.authAnswer) return [];
  const { code } = readWire(authAnswerSchema, jsonOf(frame), AT);
  return code ? [code] : [];
}

function jsonOf({ body }: Frame): unknown {
  return readJson(new TextDecoder().decode(body), AT);
}

function danmakuItem(info: unknown, room: string): Item {
  const [{ 4: sentMs, 13: picture, 15: more }, words, [author, name], badge] = readWire(danmakuSchema, info, `${AT}.info`);
  const facts = readWire(danmakuFactsSchema, { sentMs, picture, more }, `${AT}.info.0`);
  const { extra, user } = facts.more ?? {};
  const { id_str: id } = extra ? readWire(danmakuExtraSchema, readJson(extra, `${AT}.extra`), `${AT}.extra`) : {};
  const [level, fanOf] = badge ?? [];
  return chatItem({
    room,
    id: orNull(id),
    author,
    name: name ?? null,
    text: words,
    createdAt: isoFromMs(facts.sentMs),
    avatar: user?.base?.face,
    media: typeof facts.picture === 'object' ? mediaOf([facts.picture?.url]) : [],
    extra: { badge: typeof fanOf === 'string' ? `${fanOf}/${String(level)}` : undefined },
  });
}

function superChatItem(data: unknown, room: string): Item {
  const { id, uid, message, price, ts, user_info: user } = readWire(superChatSchema, data, `${AT}.data`);
  return chatItem({
    room,
    id,
    author: uid ?? null,
    name: user?.uname ?? null,
    text: message ?? '',
    createdAt: isoFromSeconds(ts),
    avatar: user?.face,
    extra: { supportAmount: price ?? undefined, currency: price == null ? undefined : 'CNY' },
  });
}
