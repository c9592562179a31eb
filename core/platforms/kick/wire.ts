import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const number = z.number().nullish();

export const messageSchema = z.object({
  id: z.string().min(1),
  content: text,
  type: text,
  created_at: text,
  sender: z
    .object({
      id: idSchema.nullish(),
      slug: text,
      username: text,
      identity: z.object({ color: text, badges: z.array(z.object({ type: z.string(), count: number })).nullish() }).nullish(),
    })
    .nullish(),
  /** An object over the socket, its text elsewhere. */
  metadata: z.unknown().optional(),
});
export type WireMessage = z.output<typeof messageSchema>;

export const messagesSchema = z.object({
  status: z.object({ error: flag, code: count, message: text }).nullish(),
  data: z.object({ messages: rowsOf(messageSchema) }).nullish(),
});

/** To what a message answers. */
export const answeredSchema = z.object({
  original_sender: z.object({ username: text }).nullish(),
  original_message: z.object({ id: text, content: text }).nullish(),
});

export const channelSchema = z.object({
  id: idSchema,
  user_id: idSchema.nullish(),
  chatroom: z.object({ id: idSchema }),
  livestream: z.object({ is_live: flag }).nullish(),
});

export const videoSchema = z.object({
  /** Null once the broadcast is gone. */
  livestream: z
    .object({
      channel_id: idSchema,
      start_time: text,
      created_at: text,
      duration: number,
      channel: z.object({ user_id: idSchema.nullish() }).nullish(),
    })
    .nullable(),
});

export const clipSchema = z.object({
  clip: z.object({ started_at: text, duration: number, channel: z.object({ id: idSchema }) }),
});

/** A frame of the socket; what it carries is JSON in a text. */
export const frameSchema = z.object({ event: z.string(), data: z.unknown().optional() });
