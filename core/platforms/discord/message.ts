import { text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

const emojiSchema = z.object({ id: text, name: text });
const userSchema = z.object({ id: z.string().min(1), username: text, global_name: text, avatar: text, bot: z.boolean().nullish() });
const attachmentSchema = z.object({ filename: text, url: z.string().min(1) });
const pollTextSchema = z.object({ text });

/** A message as `/channels/<id>/messages` lists it. */
export const messageSchema = z.object({
  id: z.string().regex(/^\d+$/),
  type: z.int(),
  content: text,
  author: userSchema,
  timestamp: text,
  edited_timestamp: text,
  pinned: z.boolean().nullish(),
  mentions: z.array(userSchema).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  reactions: z.array(z.object({ count: z.int(), emoji: emojiSchema })).nullish(),
  message_reference: z.object({ message_id: text }).nullish(),
  message_snapshots: z.array(z.object({ message: z.object({ content: text }) })).nullish(),
  sticker_items: z.array(z.object({ name: text })).nullish(),
  embeds: z.array(z.object({ url: text, title: text, description: text })).nullish(),
  thread: z.object({ id: z.string() }).nullish(),
  poll: z.object({ question: pollTextSchema, answers: z.array(z.object({ poll_media: pollTextSchema.nullish() })).nullish() }).nullish(),
});
export type Message = z.infer<typeof messageSchema>;
type User = Message['author'];

const REPLY = 19;

/** What messages of the service's own say, by their number; an ordinary message and an answer have none. */
const NOTICES: Readonly<Record<number, string>> = {
  1: 'recipientAdded',
  2: 'recipientRemoved',
  3: 'call',
  4: 'channelRenamed',
  5: 'channelIconChanged',
  6: 'messagePinned',
  7: 'memberJoined',
  8: 'boost',
  9: 'boostTier1',
  10: 'boostTier2',
  11: 'boostTier3',
  12: 'channelFollowed',
  18: 'threadCreated',
  20: 'command',
  21: 'threadStarted',
  22: 'inviteReminder',
  23: 'contextMenuCommand',
  24: 'autoModeration',
  25: 'subscription',
  27: 'stageStarted',
  28: 'stageEnded',
  29: 'stageSpeaker',
  31: 'stageTopic',
  46: 'pollResult',
};

const TYPE_OF_ENDING: Readonly<Record<string, Media['type']>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  mp3: 'audio',
  ogg: 'audio',
  wav: 'audio',
};
const MENTION = /<@!?(\d+)>/g;
const CUSTOM_EMOJI = /<a?:(\w+):\d+>/g;

/** `place`: the part of the address before the message's own number. */
export function messageItem(message: Message, place: string): Item {
  const { author, reactions } = message;
  return makeItem({
    id: message.id,
    parentId: message.type === REPLY ? (message.message_reference?.message_id ?? null) : null,
    kind: 'message',
    author: { name: nameOf(author), username: orNull(author.username), id: author.id, avatarUrl: avatarOf(author) },
    text: orNull(readable(message)),
    createdAt: isoFromText(message.timestamp),
    likes: (reactions ?? []).reduce((sum, { count }) => sum + count, 0),
    url: `${place}/${message.id}`,
    media: (message.attachments ?? []).map(({ filename, url }) => ({ type: typeOf(filename ?? url), url })),
    isPinned: message.pinned ?? null,
    isEdited: isEditedAfter(message.timestamp, message.edited_timestamp ?? null),
    extra: extraOf(message),
  });
}

function extraOf(message: Message): Record<string, unknown> {
  const forwarded = message.message_snapshots?.flatMap(({ message: { content } }) => orNull(content) ?? []) ?? [];
  const embeds = message.embeds?.flatMap(({ url, title, description }) => orNull(url) ?? orNull(title) ?? orNull(description) ?? []) ?? [];
  return {
    notice: NOTICES[message.type] ?? (message.type === 0 || message.type === REPLY ? undefined : `type ${message.type}`),
    bot: message.author.bot === true ? true : undefined,
    reactions: listOrNothing(message.reactions?.map(({ emoji, count }) => ({ emoji: emoji.name ?? emoji.id, count }))),
    forwardedText: listOrNothing(forwarded)?.join('\n\n'),
    stickers: listOrNothing(message.sticker_items?.flatMap(({ name }) => orNull(name) ?? [])),
    embeds: listOrNothing(embeds),
    threadId: message.thread?.id,
    poll: message.poll && {
      question: message.poll.question.text ?? null,
      answers: message.poll.answers?.map((answer) => answer.poll_media?.text ?? null) ?? [],
    },
  };
}

function listOrNothing<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** Markdown stays; mentioned people and the server's own emoji get their names. */
function readable({ content, mentions }: Message): string | null {
  const names = new Map(mentions?.map((user) => [user.id, nameOf(user)]));
  return (
    content
      ?.replace(MENTION, (mention, id: string) => {
        const name = names.get(id);
        return name ? `@${name}` : mention;
      })
      .replace(CUSTOM_EMOJI, ':$1:') ?? null
  );
}

function nameOf(user: User): string | null {
  return orNull(user.global_name) ?? orNull(user.username);
}

function avatarOf({ id, avatar }: User): string | null {
  if (!avatar) return null;
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}

function typeOf(file: string): Media['type'] {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(file.slice(file.lastIndexOf('/') + 1))?.[1];
  return TYPE_OF_ENDING[ending?.toLowerCase() ?? ''] ?? 'file';
}
