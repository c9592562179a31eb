import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** The kind of what somebody did to a post. */
export const LIKE = 2;

const userFields = { id: idSchema, username: text, name: text, avatar_template: text };
const userSchema = z.object(userFields);
export type ForumUser = z.infer<typeof userSchema>;

const postSchema = z.object({
  id: idSchema,
  user_id: idSchema.nullish(),
  username: text,
  name: text,
  avatar_template: text,
  created_at: text,
  /** HTML. */
  cooked: text,
  post_number: z.int(),
  /** 1 written by somebody, 2 by a moderator, 3 something done (closed, pinned), 4 seen by the staff alone. */
  post_type: count,
  reply_to_post_number: count,
  reply_count: count,
  /** By the kind of it, see `LIKE`. */
  actions_summary: z.array(z.object({ id: z.int(), count })).nullish(),
  version: count,
  topic_slug: text,
  accepted_answer: flag,
  user_deleted: flag,
  hidden: flag,
  staff: flag,
  trust_level: count,
  reads: z.number().nullish(),
  reactions: z.array(z.object({ id: idSchema, count })).nullish(),
});
export type Post = z.infer<typeof postSchema>;

/** One of the ids that a topic lists; null where it cannot be read, which costs that post alone. */
const listedId = z.union([idSchema, z.unknown().transform(() => null)]);

/** A topic with its first posts. Very long ones have no `stream`, the ids of all posts in their order. */
export const topicSchema = z.object({
  id: idSchema,
  title: text,
  slug: text,
  posts_count: count,
  user_id: idSchema.nullish(),
  details: z.object({ created_by: z.object({ id: idSchema }).nullish() }).nullish(),
  post_stream: z.object({ posts: rowsOf(postSchema), stream: z.array(listedId).nullish() }),
});
export type Topic = z.infer<typeof topicSchema>;

export const postsSchema = z.object({ post_stream: z.object({ posts: rowsOf(postSchema) }) });

export const likersSchema = z.object({ post_action_users: rowsOf(userSchema), total_rows_post_action_users: count });

const listedTopicSchema = z.object({
  id: idSchema,
  title: text,
  slug: text,
  excerpt: text,
  created_at: text,
  last_posted_at: text,
  posts_count: count,
  like_count: count,
  views: count,
  pinned: flag,
  closed: flag,
  category_id: idSchema.nullish(),
  /** Names, or objects that hold them. */
  tags: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  /** The first one is the author. */
  posters: z.array(z.object({ user_id: idSchema.nullish() })).nullish(),
});
export type ListedTopic = z.infer<typeof listedTopicSchema>;

export const topicsSchema = z.object({
  users: z.array(userSchema).nullish(),
  topic_list: z.object({ topics: rowsOf(listedTopicSchema), more_topics_url: text }),
});

export const errorSchema = z.object({
  error_type: text,
  extras: z.object({ wait_seconds: z.number().nullish() }).nullish(),
});
