import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const comment = z.object({
  comment_id: z.string().min(1),
  comment: text,
  timestamp: count,
  parent_id: text,
  channel_id: text,
  channel_name: text,
  replies: count,
  is_pinned: flag,
  is_hidden: flag,
  is_creator: flag,
  is_moderator: flag,
  is_global_mod: flag,
  is_protected: flag,
  is_fiat: flag,
  support_amount: z.number().nullish(),
  currency: text,
});
export type WireComment = z.output<typeof comment>;

/** `items` is left out where there are none. */
export const commentList = z.object({
  total_pages: count,
  total_items: count,
  total_filtered_items: count,
  items: rowsOf(comment).nullish(),
  has_hidden_comments: flag,
  has_protected_comments: flag,
});

const reactions = z.object({ like: count, dislike: count });
export const reactionList = z.object({ others_reactions: z.record(z.string(), reactions).nullish() });
export type Reactions = z.output<typeof reactions>;

/** Each address with its claim, or with why there is none. */
export const resolved = z.record(
  z.string(),
  z.object({ claim_id: text, signing_channel: z.object({ claim_id: text, canonical_url: text }).nullish() }),
);
export type WireClaim = z.output<typeof resolved>[string];

/** Whether a channel streams, and what: the claim that its player and its chat belong to. */
export const liveAnswer = z.object({
  data: z.object({ Live: flag, ActiveClaim: z.object({ ClaimID: text, Protected: flag }).nullish() }).nullish(),
});

/** A message of the chat socket, and one that brings words. */
export const saidType = z.object({ type: text });
export const said = z.object({ data: z.object({ comment }) });

const failure = z.union([z.string(), z.object({ code: count, message: text })]);
/** An answer of JSON-RPC: a result or an error. */
export const rpc = z.object({ result: z.unknown().optional(), error: failure.nullish() });
