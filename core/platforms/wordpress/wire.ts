import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const rendered = z.object({ rendered: text, protected: flag }).nullish();
/** By width. `false` where the site has switched pictures off; PHP writes an empty list so too. */
const avatars = z.union([z.record(z.string(), text), z.literal(false), z.array(z.unknown())]).nullish();
export type Avatars = z.infer<typeof avatars>;

const commentSchema = z.object({
  id: idSchema,
  /** 0: none. */
  parent: count,
  /** 0: a guest. */
  author: count,
  author_name: text,
  author_url: text,
  author_avatar_urls: avatars,
  /** In the zone of the site. */
  date: text,
  /** Without a zone. */
  date_gmt: text,
  content: rendered,
  link: text,
  type: text,
});
export type Comment = z.infer<typeof commentSchema>;
export const commentsSchema = rowsOf(commentSchema);

/** What is read of the post whose comments are exported. */
export const subjectSchema = z.object({ title: rendered, author: count, link: text });

const authorSchema = z.object({ id: count, name: text, slug: text, link: text, avatar_urls: avatars });
const postSchema = z.object({
  id: idSchema,
  slug: text,
  link: text,
  title: rendered,
  content: rendered,
  excerpt: rendered,
  author: count,
  date_gmt: text,
  modified: text,
  categories: z.array(z.int()).nullish(),
  tags: z.array(z.int()).nullish(),
  _embedded: z.object({ author: z.array(authorSchema).nullish() }).nullish(),
});
export type Post = z.infer<typeof postSchema>;
export const postsSchema = rowsOf(postSchema);

export const foundBySlugSchema = z.array(z.object({ id: idSchema }));
