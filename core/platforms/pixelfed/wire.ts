import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const accountSchema = z.object({
  id: idSchema,
  acct: text,
  display_name: text,
  note: text,
  url: text,
  avatar: text,
  created_at: text,
});
export type Account = z.infer<typeof accountSchema>;
export const accountsSchema = rowsOf(accountSchema);

const statusSchema = z.object({
  id: idSchema,
  url: text,
  /** Empty or 0: it answers nothing. */
  in_reply_to_id: z.union([z.string(), z.int().transform(String)]).nullish(),
  account: accountSchema,
  /** HTML, or the words as they were typed. */
  content: text,
  content_text: text,
  created_at: text,
  edited_at: text,
  favourites_count: count,
  reblogs_count: count,
  reply_count: count,
  sensitive: flag,
  spoiler_text: text,
  language: text,
  pf_type: text,
  place: z.unknown(),
  media_attachments: z.array(z.object({ type: text, url: text })).nullish(),
});
export type Status = z.infer<typeof statusSchema>;
export const statusesSchema = rowsOf(statusSchema);

const owner = z.object({ id: idSchema });
/** The post that was pasted, as the site's own pages ask for it, and as the API gives it. */
export const postSchema = z.object({ status: z.object({ account: owner, comments_disabled: flag }) });
export const remotePostSchema = z.object({ account: owner, comments_disabled: flag });

export const commentsSchema = z.object({
  data: rowsOf(statusSchema),
  meta: z.object({ pagination: z.object({ total: count, total_pages: count }).nullish() }).nullish(),
});
