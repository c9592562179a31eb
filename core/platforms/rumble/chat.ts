// Live chat: server-sent events. The first one holds what was said last, those behind it what is said from now on.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platforms/define.ts';
import { isoFromText } from '#core/platforms/kit/dates.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { turnPage } from '#core/platforms/kit/live-turn.ts';
import { readJson, readWire } from '#core/platforms/kit/wire.ts';
import type { Session } from '#core/platforms/session.ts';

const SERVER = 'https://web7.rumble.com/chat/api/chat';
const SITE = 'https://rumble.com';
const LISTEN_MS = 10_000;
const WITH_ITEMS = new Set(['init', 'messages']);

/** `turn`: how often it was listened to. */
export type ChatCursor = { readonly list: 'chat'; readonly page: string; readonly chat: string | null; readonly turn: number };

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

/** What the chat says for a while: it begins with what was said last, so that the next turn misses nothing. The end of the stream ends it. */
export async function chatPage(cursor: ChatCursor & { readonly chat: string }, session: Session): Promise<Page<ChatCursor>> {
  const request = { url: `${SERVER}/${cursor.chat}/stream`, headers: { accept: 'text/event-stream' }, listenForMs: LISTEN_MS };
  const { text: stream, isPart = false } = await session.fetch(request);
  const users = new Map<string, User>();
  const lines = stream.replaceAll('\r\n', '\n');
  // An event that is still being sent comes whole with the next turn.
  const events = isPart ? lines.slice(0, lines.lastIndexOf('\n\n') + 1) : lines;
  const items = dataOf(events).flatMap((line) => readEvent(line, users));
  return turnPage<ChatCursor>(cursor, { door: 'chat stream', items, next: isPart ? cursor : null });
}

/** What the `data:` lines of each event say. */
function dataOf(stream: string): readonly string[] {
  return stream
    .split('\n\n')
    .map((event) =>
      event
        .split('\n')
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
