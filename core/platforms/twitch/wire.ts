import { text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const fragment = z.object({ text, emote: z.object({ emoteID: text }).nullish() });

/** `commenter` is null for an account that is gone. An empty badge has no set. */
const message = z.object({
  id: z.string().min(1),
  commenter: z.object({ id: text, login: text, displayName: text }).nullish(),
  contentOffsetSeconds: z.number(),
  createdAt: text,
  message: z
    .object({
      fragments: z.array(fragment).nullish(),
      userBadges: z.array(z.object({ setID: text, version: text })).nullish(),
      userColor: text,
    })
    .nullish(),
});
export type WireMessage = z.output<typeof message>;

export const chatAnswer = z.object({
  video: z
    .object({
      comments: z
        .object({
          edges: rowsOf(z.object({ cursor: text, node: message })).nullish(),
          pageInfo: z.object({ hasNextPage: z.boolean().nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** Seconds may be served as a fraction. */
export const clipAnswer = z.object({
  clip: z
    .object({
      durationSeconds: z.number().nullish(),
      videoOffsetSeconds: z.number().nullish(),
      video: z.object({ id: z.string().min(1), createdAt: text }).nullish(),
    })
    .nullish(),
});

/** `stream` is null while the channel is not live, `user` where there is none. */
export const streamAnswer = z.object({ user: z.object({ id: z.string().nullish(), stream: z.object({ id: text }).nullish() }).nullish() });

export const videoAnswer = z.object({ video: z.object({ createdAt: z.string() }) });

const operation = z.object({ data: z.unknown().optional(), errors: z.array(z.object({ message: text })).nullish() });

/** An answer mirrors its request: a list of operations gets a list. */
export const envelope = z.union([z.array(operation).min(1), operation]);
