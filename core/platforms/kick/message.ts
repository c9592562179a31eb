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

/** When a message was written, in milliseconds; null where it does not say. */
export function momentOf({ created_at: written }: WireMessage): number | null {
  const iso = isoFromUtcText(written);
  return iso === null ? null : Date.parse(iso);
}

export function chatItem(message: WireMessage, { owner, startMs }: Chat): Item {
  const { sender } = message;
  const username = orNull(sender?.slug) ?? orNull(sender?.username)?.toLowerCase().replaceAll('_', '-') ?? null;
  const badges = sender?.identity?.badges ?? [];
  const moment = momentOf(message);
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
    createdAt: isoFromUtcText(message.created_at),
    isAuthorPost: owner === null || sender?.id == null ? null : sender.id === owner,
    extra: {
      type: orNull(message.type) ?? undefined,
      color: orNull(sender?.identity?.color) ?? undefined,
      badges: badges.length === 0 ? undefined : badges.map(({ type, count }) => (count == null ? type : `${type}/${count}`)),
      offsetSeconds: startMs === null || moment === null ? undefined : Math.floor((moment - startMs) / 1000),
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
