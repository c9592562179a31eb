// What the chat's events look like.
import { idSchema, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';

export const eventSchema = z.object({ type: z.string(), data: z.unknown().optional() });
/** Messages are read one by one; those who speak stand beside them. */
export const dataSchema = z.object({
  messages: z.array(z.unknown()).nullish(),
  users: z.array(z.unknown()).nullish(),
  channels: z.array(z.unknown()).nullish(),
});

/** `channel_id`: where somebody speaks as a channel of theirs. `blocks`: the words again, in parts. */
export const messageSchema = z.object({
  id: idSchema,
  time: text,
  user_id: idSchema.nullish(),
  channel_id: idSchema.nullish(),
  text,
  blocks: z.array(z.object({ data: z.object({ text }).nullish() })).nullish(),
  rant: z.object({ price_cents: z.int().nullish() }).nullish(),
  notification: z.object({ text }).nullish(),
  gift_purchase_notification: z.object({ total_gifts: z.int().nullish() }).nullish(),
  raid_notification: z.unknown().optional(),
});
export type Message = z.output<typeof messageSchema>;

export const channelSchema = z.object({ id: idSchema, username: text, link: text, 'image.1': text });
export const personSchema = channelSchema.extend({ is_follower: z.boolean().nullish(), badges: z.array(z.string()).nullish() });
export type Person = z.output<typeof channelSchema> & Partial<z.output<typeof personSchema>>;
