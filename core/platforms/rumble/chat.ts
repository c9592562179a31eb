// Live chat: server-sent events. The first one holds what was said last, those behind it what is said from now on.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platforms/define.ts';
import { isoFromText } from '#core/platforms/kit/dates.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { readJson, readWire } from '#core/platforms/kit/wire.ts';
import type { Session } from '#core/platforms/session.ts';

const SERVER = 'https://web7.rumble.com/chat/api/chat';
const SITE = 'https://rumble.com';
const WITH_ITEMS = new Set(['init', 'messages']);

const text = z.string().nullish();
const id = z.union([z.string().min(1), z.int().transform(String)]);

const eventSchema = z.object({ type: z.string(), data: z.unknown().optional() });
const messageSchema = z.object({
  id,
  time: text,
  user_id: id.nullish(),
  channel_id: id.nullish(),
  text,
  rant: z.object({ price_cents: z.int().nullish() }).nullish(),
  notification: z.object({ badge: text, text }).nullish(),
});
const userSchema = z.object({
  id,
  username: text,
  link: text,
  is_follower: z.boolean().nullish(),
  'image.1': text,
  badges: z.array(z.string()).nullish(),
});
const dataSchema = z.object({ messages: z.array(messageSchema).nullish(), users: z.array(userSchema).nullish() });
type Message = z.output<typeof messageSchema>;
type User = z.output<typeof userSchema>;

/** All that the chat says until its stream ends. */
export async function chatPage(chat: string, session: Session): Promise<Page<never>> {
  const answer = await session.fetch({ url: `${SERVER}/${chat}/stream`, headers: { accept: 'text/event-stream' } });
  const users = new Map<string, User>();
  const items = dataOf(answer.text).flatMap((line) => readEvent(line, users));
  return { items, dateOrder: 'oldestFirst', door: 'chat stream' };
}

/** What the `data:` lines of each event say. */
function dataOf(stream: string): readonly string[] {
  return stream
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trimStart())
        .join('\n'),
    )
    .filter((data) => data !== '');
}

/** @param users those that earlier events named; grows */
function readEvent(line: string, users: Map<string, User>): readonly Item[] {
  const { type, data } = readWire(eventSchema, readJson(line, 'event'), 'event');
  if (!WITH_ITEMS.has(type)) return [];
  const read = readWire(dataSchema, data, `event.${type}`);
  for (const user of read.users ?? []) users.set(user.id, user);
  return (read.messages ?? []).map((message) => messageItem(message, message.user_id ? users.get(message.user_id) : undefined));
}

function messageItem(message: Message, user: User | undefined): Item {
  const link = orNull(user?.link);
  return makeItem({
    id: message.id,
    kind: 'chat',
    author: {
      name: orNull(user?.username),
      username: orNull(user?.username),
      id: message.user_id ?? null,
      url: link === null ? null : new URL(link, SITE).href,
      avatarUrl: orNull(user?.['image.1']),
    },
    text: orNull(message.text),
    createdAt: isoFromText(message.time),
    extra: {
      rantCents: message.rant?.price_cents ?? undefined,
      isFollower: user?.is_follower ?? undefined,
      badges: user?.badges?.length ? user.badges : undefined,
      channelId: message.channel_id ?? undefined,
      notification: orNull(message.notification?.text) ?? undefined,
    },
  });
}
