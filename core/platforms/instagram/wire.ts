import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { connectionOf, count, flag, giphySchema, id, mediaFields, text, userSchema } from '#core/platform-kit/families/meta/posts.ts';
import { oneOf } from '#core/platform-kit/wire.ts';

/** The page's own calls and the older API name the same things alike; what only one of them has is optional. */
const commentFields = {
  pk: id,
  text,
  created_at: z.number().nullish(),
  comment_like_count: count,
  child_comment_count: count,
  /** 0 for none, where it is a number. */
  parent_comment_id: id.nullish().transform((parent) => (parent === '0' ? null : parent)),
  is_edited: flag,
  is_pinned: flag,
  user: userSchema.nullish(),
  /** Stands in for an account that is gone. */
  fallback_user_info: userSchema.nullish(),
  giphy_media_info: giphySchema,
};
const replySchema = z.object(commentFields);
const commentSchema = z.object({ ...commentFields, preview_child_comments: rowsBelow(replySchema).nullish() });
export type WireComment = z.output<typeof commentSchema>;

export const commentsSchema = connectionOf(commentSchema);
export type WireComments = z.output<typeof commentsSchema>;

/** Comments of the older API. */
export const restCommentsSchema = oneOf({
  comments: rowsOf(commentSchema).nullish(),
  comment_count: count,
  next_min_id: text,
  next_max_id: text,
  has_more_comments: flag,
  has_more_headload_comments: flag,
  comments_disabled: flag,
  commenting_disabled_for_viewer: flag,
  caption: z.object({ user_id: id.nullish(), user: userSchema.nullish() }).nullish(),
});

export const restRepliesSchema = oneOf({
  child_comments: rowsOf(replySchema).nullish(),
  next_max_child_cursor: text,
  next_min_child_cursor: text,
  next_max_id: text,
  has_more_tail_child_comments: flag,
  has_more_head_child_comments: flag,
});

export const likersSchema = z.object({
  likers_connection: z.object({ nodes: rowsOf(userSchema.nullable()).nullish() }).nullish(),
  like_and_view_counts_disabled: flag,
});
export const restLikersSchema = z.object({ users: rowsOf(userSchema), user_count: count });

export const relationsSchema = z.object({
  users: rowsOf(userSchema),
  next_max_id: z.union([z.string(), z.int().transform(String)]).nullish(),
  has_more: flag,
  should_limit_list_of_followers: flag,
  hidden_following_account_count: count,
});

export const profileSchema = z.object({
  data: z.object({
    user: z
      .object({
        id: id,
        username: text,
        is_private: flag,
        followed_by_viewer: flag,
        edge_followed_by: z.object({ count }).nullish(),
        edge_follow: z.object({ count }).nullish(),
        edge_owner_to_timeline_media: z.object({ count }).nullish(),
      })
      .nullable(),
  }),
});

const postSchema = z.object({
  pk: id,
  code: text,
  caption: z.object({ text }).nullish(),
  taken_at: z.number().nullish(),
  user: userSchema.nullish(),
  like_count: count,
  comment_count: count,
  play_count: count,
  /** The plays without those on Facebook; some answers state these alone. */
  ig_play_count: count,
  view_count: count,
  video_view_count: count,
  reshare_count: count,
  media_repost_count: count,
  like_and_view_counts_disabled: flag,
  product_type: text,
  ...mediaFields,
});
export type WirePost = z.output<typeof postSchema>;

export const postsSchema = connectionOf(postSchema);
export const restPostsSchema = z.object({ items: rowsOf(postSchema), more_available: flag, next_max_id: text });
const reelSchema = z.object({ media: postSchema });
/** Reels as the page's own call has them: covers and counts, without the words. */
export const reelsOfPageSchema = z.object({ clips_connection: connectionOf(reelSchema) });
export const reelsSchema = z.object({
  items: rowsOf(reelSchema),
  paging_info: z.object({ max_id: text, more_available: flag }).nullish(),
});

/** What a page says of the post that it is about. */
export const factsSchema = z.object({
  pk: id,
  user: userSchema.nullish(),
  owner: userSchema.nullish(),
  comment_count: count,
  comments_disabled: flag,
  commenting_disabled_for_viewer: flag,
});
