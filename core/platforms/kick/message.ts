import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { SITE } from '#core/platforms/kick/address.ts';
import { answeredSchema, type WireMessage } from '#core/platforms/kick/wire.ts';

const EMOTE = /\[emote:\d+:([^\]:]{1,100})\]/g;

/** Where a message was written. `owner`: the account of the channel; `startMs`: when what is replayed began, null for live chat. */
interface Chat {
  readonly owner: string | null;
  readonly startMs: number | null;
}

/** A message, and when it was written, as an item has it and in milliseconds; null where it does not say. */
export interface DatedMessage {
  readonly message: WireMessage;
  readonly createdAt: string | null;
  readonly ms: number | null;
}

export function dated(message: WireMessage): DatedMessage {
  const createdAt = isoFromUtcText(message.created_at);
  return { message, createdAt, ms: createdAt === null ? null : Date.parse(createdAt) };
}

/** The older one first; those without a date before all others. */
export function byMoment(one: DatedMessage, other: DatedMessage): number {
  return (one.ms ?? 0) - (other.ms ?? 0);
}

export function chatItem({ message, createdAt, ms }: DatedMessage, { owner, startMs }: Chat): Item {
  const { sender } = message;
  const username = orNull(sender?.slug) ?? orNull(sender?.username)?.toLowerCase().replaceAll('_', '-') ?? null;
  const badges = sender?.identity?.badges ?? [];
  return makeItem({
    id: message.id,
    kind: 'chat',
    author: {
      name: orNull(sender?.username),
      username,
      id: sender?.id ?? null,
      url: username === null ? null : `${SITE}/${username}`,
      verified: badges.some(({ type }) => type === 'verified') ? true : null,
    },
    text: orNull(withNames(message.content)),
    createdAt,
    isAuthorPost: owner === null || sender?.id == null ? null : sender.id === owner,
    extra: {
      type: orNull(message.type) ?? undefined,
      color: orNull(sender?.identity?.color) ?? undefined,
      badges: badges.length === 0 ? undefined : badges.map(({ type, count }) => (count == null ? type : `${type}/${count}`)),
      offsetSeconds: startMs === null || ms === null ? undefined : Math.floor((ms - startMs) / 1000),
      replyTo: answeredBy(message),
    },
  });
}

/** Emotes as their names. */
function withNames(content: string | null | undefined): string {
  return (content ?? '').replace(EMOTE, '$1');
}

function answeredBy({ metadata }: WireMessage): object | undefined {
  const read = checked(answeredSchema, typeof metadata === 'string' ? jsonIn(metadata) : metadata);
  if (!read.success || read.data.original_message == null) return undefined;
  const { original_message: message, original_sender: sender } = read.data;
  return { id: message.id ?? null, username: orNull(sender?.username), text: orNull(withNames(message.content)) };
}
