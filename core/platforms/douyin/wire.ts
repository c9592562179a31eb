import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, oneOf, text } from '#core/platform-kit/wire.ts';

/** Said as 0 and 1, or as a word of JSON. */
const more = z.union([z.boolean(), z.int().transform((value) => value !== 0)]).nullish();
const addresses = z.object({ url_list: z.array(z.string()).nullish() }).nullish();

const userSchema = z.object({
  uid: idSchema.nullish(),
  short_id: text,
  unique_id: text,
  nickname: text,
  sec_uid: text,
  avatar_thumb: addresses,
  custom_verify: text,
  enterprise_verify_reason: text,
  signature: text,
  follower_count: count,
});
export type WireUser = z.output<typeof userSchema>;

const replySchema = z.object({
  cid: idSchema,
  text,
  create_time: count,
  digg_count: count,
  user: userSchema.nullish(),
  reply_id: idSchema.nullish(),
  reply_to_reply_id: idSchema.nullish(),
  reply_comment_total: count,
  ip_label: text,
  label_text: text,
  label_list: z.array(z.object({ text })).nullish(),
  stick_position: count,
  is_author_digged: flag,
  image_list: z.array(z.object({ origin_url: addresses })).nullish(),
});
export type WireReply = z.output<typeof replySchema>;
export const inlineSchema = rowsOf(replySchema);

const commentSchema = replySchema.extend({ reply_comment: rowsBelow(replySchema).nullish() });
export type WireComment = z.output<typeof commentSchema>;

/** A page of comments, or of the answers to one. */
export const commentsSchema = oneOf({
  comments: rowsOf(commentSchema).nullish(),
  cursor: count,
  has_more: more,
  total: count,
  aweme_control: z.object({ can_comment: flag }).nullish(),
});
export type WireComments = z.output<typeof commentsSchema>;

const postSchema = z.object({
  aweme_id: idSchema,
  desc: text,
  create_time: count,
  is_top: count,
  author: userSchema.nullish(),
  statistics: z.object({ digg_count: count, comment_count: count, play_count: count, share_count: count }).nullish(),
  video: z.object({ play_addr: addresses }).nullish(),
  images: z.array(z.object({ url_list: z.array(z.string()).nullish() })).nullish(),
});
export type WirePost = z.output<typeof postSchema>;
export const postsSchema = oneOf({ aweme_list: rowsOf(postSchema).nullish(), has_more: more, max_cursor: count });

const accountSchema = userSchema.extend({ uid: idSchema });
export type WireAccount = z.output<typeof accountSchema>;
export const accountsSchema = oneOf({
  followers: rowsOf(accountSchema).nullish(),
  followings: rowsOf(accountSchema).nullish(),
  has_more: more,
  total: count,
  min_time: count,
});

/** What every answer may say of itself, and whether it goes on. */
export const envelopeSchema = z.object({
  status_code: count,
  status_msg: text,
  has_more: more,
  filter_detail: z.object({ filter_reason: text }).nullish(),
});
