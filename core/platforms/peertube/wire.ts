import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const imageSchema = z.object({ width: count, path: text, fileUrl: text });
export type Image = z.infer<typeof imageSchema>;

const accountSchema = z.object({
  id: idSchema,
  name: text,
  host: text,
  displayName: text,
  url: text,
  avatars: z.array(imageSchema).nullish(),
  /** Of servers before version 4.2, in the place of `avatars`. */
  avatar: imageSchema.nullish(),
});
export type Account = z.infer<typeof accountSchema>;

const commentSchema = z.object({
  id: idSchema,
  url: text,
  /** As its author's server sent it: typed as it stands, or HTML. */
  text,
  threadId: idSchema.nullish(),
  inReplyToCommentId: idSchema.nullish(),
  createdAt: text,
  isDeleted: flag,
  heldForReview: flag,
  totalReplies: count,
  account: accountSchema.nullish(),
});
export type Comment = z.infer<typeof commentSchema>;

export const threadsSchema = z.object({ total: z.int(), data: rowsOf(commentSchema) });

/** A comment with its answers; the newest servers say how many there are, and may give fewer. */
const nodeSchema = z.object({
  comment: commentSchema,
  totalChildren: count,
  get children() {
    return rowsBelow(nodeSchema).nullish();
  },
});
export type CommentNode = z.output<typeof nodeSchema>;
export const threadSchema = z.object({ comment: commentSchema, totalChildren: count, children: rowsOf(nodeSchema) });
export const repliesSchema = z.object({
  total: count,
  data: rowsOf(z.union([nodeSchema, commentSchema.transform((comment): CommentNode => ({ comment }))])),
});

/** What is read of the pasted video. */
export const aboutVideoSchema = z.object({
  account: z.object({ id: idSchema }).nullish(),
  comments: count,
  commentsEnabled: flag,
  commentsPolicy: z.object({ id: z.int() }).nullish(),
});
export type AboutVideo = z.infer<typeof aboutVideoSchema>;

const videoSchema = z.object({
  uuid: z.string().min(1),
  url: text,
  name: text,
  description: text,
  truncatedDescription: text,
  publishedAt: text,
  likes: count,
  dislikes: count,
  comments: count,
  views: count,
  duration: count,
  isLive: flag,
  nsfw: flag,
  tags: z.array(z.string()).nullish(),
  language: z.object({ id: text }).nullish(),
  category: z.object({ label: text }).nullish(),
  account: accountSchema.nullish(),
  channel: z.object({ name: text, host: text, displayName: text }).nullish(),
});
export type Video = z.infer<typeof videoSchema>;
export const videosSchema = z.object({ total: count, data: rowsOf(videoSchema) });

/** How a server refuses: `originUrl` where another one may show the video. */
export const problemSchema = z.object({ detail: text, originUrl: text });
