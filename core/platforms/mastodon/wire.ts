import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** An Account: an author, a follower, an answer to a look-up. */
const accountSchema = z.object({
  id: idSchema,
  acct: z.string().min(1),
  display_name: text,
  note: text,
  url: text,
  avatar: text,
  created_at: text,
});
export type Account = z.infer<typeof accountSchema>;
export const accountsSchema = rowsOf(accountSchema);

const originalSchema = z.object({
  id: idSchema,
  in_reply_to_id: idSchema.nullish(),
  account: accountSchema,
  content: text,
  spoiler_text: text,
  visibility: text,
  sensitive: flag,
  language: text,
  url: text,
  uri: text,
  created_at: text,
  edited_at: text,
  pinned: flag,
  favourites_count: count,
  replies_count: count,
  reblogs_count: count,
  /** Since Mastodon 4.5. */
  quotes_count: count,
  media_attachments: z.array(z.object({ type: text, url: text, remote_url: text })).nullish(),
});
/** What somebody wrote. */
export type Original = z.infer<typeof originalSchema>;

/** A Status of a person's list: their own, or a boost that wraps the original. */
const statusSchema = originalSchema.extend({ reblog: originalSchema.nullish() });
export type Status = z.infer<typeof statusSchema>;
export const statusesSchema = rowsOf(statusSchema);

export const contextSchema = z.object({ descendants: rowsOf(originalSchema) });

/** What is read of the pasted status, and of the pasted account. */
export const subjectSchema = z.object({
  account: z.object({ id: idSchema }),
  replies_count: count,
  favourites_count: count,
  reblogs_count: count,
});
export const ownerSchema = z.object({ id: idSchema, followers_count: count, following_count: count });
