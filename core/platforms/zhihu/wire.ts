import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const personSchema = z.object({ id: idSchema.nullish(), url_token: text, name: text, avatar_url: text, is_org: flag });
export type Person = z.infer<typeof personSchema>;

export const answerSchema = z.object({
  id: idSchema,
  content: z.string(),
  voteup_count: count,
  comment_count: count,
  created_time: count,
  updated_time: count,
  question: z.object({ id: idSchema, title: text }).nullish(),
  author: personSchema.nullish(),
});
export type Answer = z.infer<typeof answerSchema>;

const memberSchema = personSchema.extend({ name: z.string(), headline: text, follower_count: count });
export type Member = z.infer<typeof memberSchema>;

const childSchema = z.object({
  id: idSchema,
  content: z.string(),
  created_time: count,
  like_count: count,
  vote_count: count,
  dislike_count: count,
  child_comment_count: count,
  reply_comment_id: idSchema.nullish(),
  reply_root_comment_id: idSchema.nullish(),
  reply_to_author: z.unknown().optional(),
  /** The older list has the person one level below. */
  author: personSchema.extend({ member: personSchema.nullish(), role: text }).nullish(),
  author_tag: z.array(z.object({ type: text, text })).nullish(),
  comment_tag: z.array(z.object({ type: text, text })).nullish(),
  top: flag,
  is_author_top: flag,
  is_delete: flag,
  collapsed: flag,
  reviewing: flag,
});
export type Child = z.infer<typeof childSchema>;

const commentSchema = childSchema.extend({ child_comments: rowsBelow(childSchema).nullish() });
export type Comment = z.infer<typeof commentSchema>;

const pagingSchema = z.object({ is_end: flag, next: text, totals: count });

/** A list of anything, as the site pages all of them. */
function listOf<S extends z.ZodType>(row: S) {
  return z.object({
    data: rowsOf(row),
    paging: pagingSchema.nullish(),
    counts: z.object({ total_counts: count }).nullish(),
    comment_status: z.object({ type: z.union([z.int(), z.string()]).nullish() }).nullish(),
  });
}
export const answersSchema = listOf(z.union([z.object({ target: answerSchema }).transform(({ target }) => target), answerSchema]));
export const membersSchema = listOf(memberSchema);
export const commentsSchema = listOf(commentSchema);

export const failureSchema = z.object({
  error: z.object({ code: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(), message: text }),
});

/** What the page of a question was made from. */
export const stateSchema = z.object({
  initialState: z.object({
    entities: z.object({
      answers: z.record(z.string(), z.unknown()),
      questions: z.record(z.string(), z.object({ answerCount: count })).nullish(),
    }),
  }),
});
