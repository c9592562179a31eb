import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** An author, a follower, the answer to a look-up. */
const accountSchema = z.object({
  id: idSchema,
  acct: z.string().min(1),
  display_name: text,
  note: text,
  avatar: text,
  verified: flag,
  locked: flag,
  followers_count: count,
  following_count: count,
  statuses_count: count,
});
export type Account = z.output<typeof accountSchema>;
export const ownerSchema = accountSchema;
export const accountsSchema = rowsOf(accountSchema);

const originalSchema = z.object({
  id: idSchema,
  in_reply_to_id: idSchema.nullish(),
  account: accountSchema,
  content: text,
  title: text,
  language: text,
  url: text,
  created_at: text,
  edited_at: text,
  pinned: flag,
  favourites_count: count,
  replies_count: count,
  reblogs_count: count,
  media_attachments: z.array(z.object({ type: text, url: text })).nullish(),
  quote: z.object({ url: text }).nullish(),
  group: z.object({ display_name: text }).nullish(),
});
/** What somebody wrote. */
export type Original = z.output<typeof originalSchema>;

const statusSchema = originalSchema.extend({ reblog: originalSchema.nullish() });
export type Status = z.output<typeof statusSchema>;
export const statusesSchema = rowsOf(statusSchema);

/** The pasted post itself, as far as it is read. */
export const subjectSchema = z.object({
  account: z.object({ id: idSchema }),
  tombstone: z.unknown().optional(),
  favourites_count: count,
  replies_count: count,
  reblogs_count: count,
});
