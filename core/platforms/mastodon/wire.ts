import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const id = z.union([z.string().min(1), z.int().transform(String)]);

/** An Account: an author, a follower, an answer to a look-up. */
const accountSchema = z.object({
  id,
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
  id,
  in_reply_to_id: id.nullish(),
  account: accountSchema,
  content: text,
  spoiler_text: text,
  visibility: text,
  sensitive: z.boolean().nullish(),
  language: text,
  url: text,
  uri: text,
  created_at: text,
  edited_at: text,
  pinned: z.boolean().nullish(),
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
export const subjectSchema = z.object({ account: z.object({ id }), replies_count: count, favourites_count: count, reblogs_count: count });
export const ownerSchema = z.object({ id, followers_count: count, following_count: count });
