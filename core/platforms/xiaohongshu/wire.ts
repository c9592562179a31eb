import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { flag, text } from '#core/platform-kit/wire.ts';

const id = z.string().min(1);
/** A count as text, maybe shortened ("1.2万"), or as a number. */
const written = z.union([z.string(), z.int().transform(String)]).nullish();

const userSchema = z.object({ user_id: text, nickname: text, image: text }).nullish();

const replySchema = z.object({
  id,
  content: text,
  create_time: z.int().nullish(),
  like_count: written,
  ip_location: text,
  status: z.int().nullish(),
  user_info: userSchema,
  show_tags: z.array(z.string()).nullish(),
  pictures: z.array(z.object({ url_default: text })).nullish(),
  author_liked: flag,
  target_comment: z.object({ id: text }).nullish(),
});
export type WireReply = z.output<typeof replySchema>;

const commentSchema = replySchema.extend({
  sub_comment_count: written,
  sub_comments: rowsBelow(replySchema).nullish(),
  sub_comment_has_more: flag,
});
export type WireComment = z.output<typeof commentSchema>;

export const commentsSchema = z.object({ data: z.object({ comments: rowsOf(commentSchema), has_more: flag }) });
export const repliesSchema = z.object({ data: z.object({ comments: rowsOf(replySchema), has_more: flag }) });

const postSchema = z.object({
  note_id: id,
  xsec_token: text,
  display_title: text,
  user: z.object({ user_id: text, nickname: text, nick_name: text, avatar: text }).nullish(),
  interact_info: z.object({ liked_count: written }).nullish(),
  cover: z.object({ url_default: text, url: text }).nullish(),
});
export type WirePost = z.output<typeof postSchema>;
export const postsSchema = z.object({ data: z.object({ notes: rowsOf(postSchema), has_more: flag }) });

/** What every answer says of itself. */
export const envelopeSchema = z.object({ code: z.int(), msg: text });
/** Whether a list goes on, without its rows. */
export const moreSchema = z.object({ data: z.object({ has_more: flag }) });

/** The state of a note's page, by its number; names are written together there. */
export const noteStateSchema = z.object({
  note: z.object({
    noteDetailMap: z.record(
      z.string(),
      z.object({
        note: z
          .object({
            user: z.object({ userId: text }).nullish(),
            interactInfo: z.object({ commentCount: written }).nullish(),
          })
          .nullish(),
        comments: z.object({ list: z.array(z.looseObject({})).nullish(), hasMore: flag }).nullish(),
      }),
    ),
  }),
});
/** The state of a profile's page: lists of notes by tab, the account's own first. */
export const profileStateSchema = z.object({ user: z.object({ notes: z.array(z.array(z.looseObject({}))).nullish() }) });
