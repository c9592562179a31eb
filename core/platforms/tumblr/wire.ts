import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

/** Beyond 2^53: sent as text beside the number, or as text alone. */
const id = z.string().min(1);
const looseId = z.union([id, z.int().transform(String)]);
const queryParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
const links = z.object({ next: z.object({ query_params: queryParams.nullish() }).nullish() }).nullish();

const noteSchema = z.object({
  type: z.string(),
  timestamp: z.int(),
  blog_name: z.string().min(1),
  blog_uuid: text,
  blog_url: text,
  avatar_url: z.union([z.string(), z.record(z.string(), z.string())]).nullish(),
  reply_text: text,
  added_text: text,
  reply_id: looseId.nullish(),
  parent_reply_id: looseId.nullish(),
  post_id: looseId.nullish(),
  reblog_parent_blog_name: text,
  tags: z.array(z.string()).nullish(),
});
export type Note = z.infer<typeof noteSchema>;

const imageSchema = z.object({ url: text });
/** A block of a post. `media` is a list for pictures, the largest first, and one file for sound and film. */
const blockSchema = z.object({
  type: z.string(),
  subtype: text,
  text,
  url: text,
  title: text,
  description: text,
  media: z.union([z.array(imageSchema), imageSchema]).nullish(),
});
export type Block = z.infer<typeof blockSchema>;

const trailSchema = z.object({ blog: z.object({ name: text }).nullish(), content: z.union([z.array(blockSchema), z.string()]).nullish() });

const postSchema = z.object({
  id_string: id,
  type: text,
  blog_name: text,
  blog: z.object({ url: text, uuid: text }).nullish(),
  post_url: text,
  timestamp: count,
  note_count: count,
  title: text,
  content: z.array(blockSchema).nullish(),
  body: text,
  caption: text,
  text,
  description: text,
  answer: text,
  tags: z.array(z.string()).nullish(),
  reblogged_from_name: text,
  trail: z.array(trailSchema).nullish(),
  is_pinned: z.boolean().nullish(),
});
export type Post = z.infer<typeof postSchema>;

export const notesSchema = z.object({
  response: z.object({ notes: rowsOf(noteSchema), total_notes: count, total_likes: count, total_reblogs: count, _links: links }),
});
export const postsSchema = z.object({
  response: z.object({
    posts: rowsOf(postSchema),
    total_posts: count,
    /** An empty list where there is nothing to point at. */
    _links: z.union([links, z.array(z.unknown()).transform(() => null)]),
  }),
});
export const refusalSchema = z.object({
  meta: z.object({ status: count, msg: text }).nullish(),
  errors: z.array(z.object({ code: count, detail: text, title: text })).nullish(),
});
