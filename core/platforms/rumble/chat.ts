// Live chat: server-sent events. The first one holds what was said last, those behind it what is said from now on.
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readEach, turnPage } from '#core/platform-kit/live-turn.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';
import {
  channelSchema,
  dataSchema,
  eventSchema,
  type Message,
  messageSchema,
  type Person,
  personSchema,
} from '#core/platforms/rumble/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

const SERVER = 'https://web7.rumble.com/chat/api/chat';
const SITE = 'https://rumble.com';
const LISTEN_MS = 10_000;
const NOBODY_STREAMS = 204;
const WITH_MESSAGES = new Set(['init', 'messages']);
const NOT_LIVE = 'The video is not live, so it has no live chat now.';

/** `turn`: how often it was listened to. */
export type ChatCursor = { readonly list: 'chat'; readonly page: string; readonly chat: string | null; readonly turn: number };

/** Those that messages name by their numbers. */
interface People {
  readonly users: Map<string, Person>;
  readonly channels: Map<string, Person>;
}

/** What the chat says for a while: it begins with what was said last, so that the next turn misses nothing. The end of the stream ends it. */
export async function chatPage(cursor: ChatCursor & { readonly chat: string }, session: Session): Promise<Page<ChatCursor>> {
  const request = { url: `${SERVER}/${cursor.chat}/stream`, headers: { accept: 'text/event-stream' }, listenForMs: LISTEN_MS };
  const { status, text: stream, isPart = false } = await session.fetch(request);
  const lines = stream.replaceAll('\r\n', '\n');
  // An event that is still being sent comes whole with the next turn.
  const events = isPart ? lines.slice(0, lines.lastIndexOf('\n\n') + 1) : lines;
  const people: People = { users: new Map(), channels: new Map() };
  const messages = dataOf(events).flatMap((data) => messagesIn(data, people));
  const { said, gaps } = await readEach(messages, (message) => [messageItem(readWire(messageSchema, message, 'message'), people)]);
  return turnPage<ChatCursor>(cursor, {
    door: 'chat stream',
    items: said.toSorted(byTime),
    next: isPart ? cursor : null,
    gaps,
    notes: status === NOBODY_STREAMS && cursor.turn === 0 ? [NOT_LIVE] : [],
  });
}

/** The first event has no order. */
function byTime(one: Item, other: Item): number {
  return Date.parse(one.createdAt ?? '') - Date.parse(other.createdAt ?? '') || 0;
}

/** What the `data:` lines of each event say. What is no object is no event: the site's own page leaves it out too. */
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
    .filter((data) => data.startsWith('{'));
}

/** @param people those that earlier events named; grows */
function messagesIn(text: string, { users, channels }: People): readonly unknown[] {
  const { type, data } = readWire(eventSchema, readJsonWithIds(text, 'event'), 'event');
  if (!WITH_MESSAGES.has(type)) return [];
  const read = readWire(dataSchema, data, `event.${type}`);
  meet(read.users, personSchema, users);
  meet(read.channels, channelSchema, channels);
  return read.messages ?? [];
}

/** Nobody stands in a list of nobody, which may hold an empty list. */
function meet(list: readonly unknown[] | null | undefined, schema: z.ZodType<Person>, known: Map<string, Person>): void {
  for (const entry of list ?? []) {
    const person = checked(schema, entry).data;
    if (person !== undefined) known.set(person.id, person);
  }
}

function messageItem(message: Message, { users, channels }: People): Item {
  const user = users.get(message.user_id ?? '');
  const channel = channels.get(message.channel_id ?? '');
  return makeItem({
    id: message.id,
    kind: 'chat',
    author: {
      name: orNull(user?.username),
      username: orNull(user?.username),
      id: message.user_id ?? null,
      url: addressOf(user),
      avatarUrl: orNull(user?.['image.1']),
    },
    text: orNull(message.text) ?? orNull(blocksOf(message)),
    createdAt: statedInstant(message.time, 'message.time'),
    extra: {
      rantCents: message.rant?.price_cents ?? undefined,
      isFollower: user?.is_follower ?? undefined,
      badges: user?.badges?.length ? user.badges : undefined,
      channelId: message.channel_id ?? undefined,
      channelName: orNull(channel?.username) ?? undefined,
      channelUrl: addressOf(channel) ?? undefined,
      notification: orNull(message.notification?.text) ?? undefined,
      giftedSubscriptions: message.gift_purchase_notification?.total_gifts ?? undefined,
      isRaid: message.raid_notification ? true : undefined,
    },
  });
}

function addressOf(person: Person | undefined): string | null {
  return absoluteAddress(person?.link, SITE);
}

function blocksOf({ blocks }: Message): string {
  return (blocks ?? []).flatMap(({ data }) => orNull(data?.text) ?? []).join(' ');
}
