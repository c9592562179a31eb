// What the chat socket of a room says: words of viewers, and that the stream is over.
import type { Item } from '#core/contract/item.ts';
import { type Frame, OPERATION } from '#core/platforms/bilibili/frames.ts';
import { type Chat, chatItem } from '#core/platforms/bilibili/items.ts';
import {
  authAnswerSchema,
  danmakuExtraSchema,
  danmakuFactsSchema,
  danmakuSchema,
  eventSchema,
  superChatSchema,
} from '#core/platforms/bilibili/wire.ts';
import { isoFromMs, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';

/** What a frame says that matters: a line of a viewer, that the streamer has ended the stream, or that the socket refuses us. */
type Said = { readonly is: 'line'; readonly item: Item } | { readonly is: 'over' } | { readonly is: 'refused'; readonly code: number };

const AT = 'socket';

/** @throws PlatformChanged */
export function saidIn(frame: Frame, chat: Chat): readonly Said[] {
  if (frame.operation === OPERATION.authAnswer) {
    const { code } = readWire(authAnswerSchema, jsonOf(frame), AT);
    return code ? [{ is: 'refused', code }] : [];
  }
  if (frame.operation !== OPERATION.message) return [];
  const { cmd, info, data } = readWire(eventSchema, jsonOf(frame), AT);
  switch (cmd?.split(':')[0]) {
    case 'DANMU_MSG':
      return [{ is: 'line', item: danmakuItem(info, chat) }];
    case 'SUPER_CHAT_MESSAGE':
      return [{ is: 'line', item: superChatItem(data, chat) }];
    case 'PREPARING':
      return [{ is: 'over' }];
    default:
      return [];
  }
}

function jsonOf({ body }: Frame): unknown {
  return readJson(new TextDecoder().decode(body), AT);
}

function danmakuItem(info: unknown, chat: Chat): Item {
  const [{ 4: sentMs, 13: picture, 15: more }, words, [author, name], badge] = readWire(danmakuSchema, info, `${AT}.info`);
  const facts = readWire(danmakuFactsSchema, { sentMs, picture, more }, `${AT}.info.0`);
  const { extra, user } = facts.more ?? {};
  const { id_str: id } = extra ? readWire(danmakuExtraSchema, readJson(extra, `${AT}.extra`), `${AT}.extra`) : {};
  const [level, fanOf] = badge ?? [];
  return chatItem({
    chat,
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

function superChatItem(data: unknown, chat: Chat): Item {
  const { id, uid, message, price, ts, user_info: user } = readWire(superChatSchema, data, `${AT}.data`);
  return chatItem({
    chat,
    id,
    author: uid ?? null,
    name: user?.uname ?? null,
    text: message ?? '',
    createdAt: isoFromSeconds(ts),
    avatar: user?.face,
    extra: { supportAmount: price ?? undefined, currency: price == null ? undefined : 'CNY' },
  });
}
