import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

const id = z.union([z.int().transform(String), z.string().min(1)]);

const attachmentSchema = z.object({
  type: text,
  imageUrl: text,
  url: text,
  linkMetadata: z.object({ url: text }).nullish(),
  post: z.object({ canonical_url: text }).nullish(),
});

/** A note, or a comment on a post or a note. One that was deleted keeps its place, without words or author. */
const commentSchema = z.object({
  id,
  body: text,
  date: text,
  edited_at: text,
  name: text,
  handle: text,
  photo_url: text,
  user_id: id.nullish(),
  /** Ids of what it stands below, the outermost first, joined by points. */
  ancestor_path: text,
  children_count: count,
  reaction_count: count,
  restacks: count,
  deleted: z.boolean().nullish(),
  user_bestseller_tier: count,
  metadata: z.object({ is_author: z.boolean().nullish() }).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  get children() {
    return rowsBelow(commentSchema).nullish();
  },
});
export type Comment = z.infer<typeof commentSchema>;

const bylineSchema = z.object({ id: id.nullish(), name: text, handle: text, photo_url: text });

export const postSchema = z.object({
  id,
  title: text,
  subtitle: text,
  slug: text,
  type: text,
  audience: text,
  post_date: text,
  canonical_url: text,
  cover_image: text,
  wordcount: count,
  reaction_count: count,
  comment_count: count,
  restacks: count,
  write_comment_permissions: text,
  default_comment_sort: text,
  publishedBylines: z.array(bylineSchema).nullish(),
});
export type Post = z.infer<typeof postSchema>;

export const postByIdSchema = z.object({ post: postSchema });
export const profileSchema = z.object({ id });
export const profilePostsSchema = z.object({ posts: rowsOf(postSchema), nextCursor: z.union([z.string(), z.number()]).nullish() });
export const archiveSchema = rowsOf(postSchema);
export const commentsSchema = z.object({ comments: rowsOf(commentSchema) });
export const feedSchema = z.object({
  items: rowsOf(z.object({ type: text, comment: commentSchema.nullish() })),
  nextCursor: text,
});

/** A comment as it stands in a list, bare or within an entry of its own. */
const entrySchema = z.union([z.object({ comment: commentSchema }).transform(({ comment }) => comment), commentSchema]);
export const repliesSchema = z.object({
  commentBranches: rowsOf(z.object({ comment: commentSchema, descendantComments: rowsBelow(entrySchema).nullish() })),
  nextCursor: text,
  moreBranches: z.union([z.int(), z.boolean()]).nullish(),
});
