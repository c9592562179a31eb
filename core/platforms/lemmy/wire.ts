import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const id = z.union([z.string().min(1), z.int().transform(String)]);

/** Numbers that API v3 keeps beside what they count, and API v4 within it. */
const counts = { score: count, upvotes: count, downvotes: count, child_count: count, comments: count };
/** `published` and `updated` of API v3 are `published_at` and `updated_at` of v4. */
const dates = { published: text, published_at: text, updated: text, updated_at: text };
const shared = { id, ...counts, ...dates, removed: flag, deleted: flag, ap_id: text, language_id: z.int().nullish() };

const creatorSchema = z.object({ id, name: z.string().min(1), display_name: text, actor_id: text, ap_id: text, avatar: text });
export type Creator = z.infer<typeof creatorSchema>;

const commentSchema = z.object({ ...shared, path: z.string().regex(/^\d+(\.\d+)+$/), content: text, distinguished: flag });

/** Slim views of API v4 leave `post` out. */
const commentViewSchema = z.object({
  comment: commentSchema,
  creator: creatorSchema.nullish(),
  post: z.object({ creator_id: id.nullish() }).nullish(),
  counts: z.object(counts).nullish(),
});
export type CommentView = z.infer<typeof commentViewSchema>;

const postViewSchema = z.object({
  post: z.object({
    ...shared,
    name: text,
    body: text,
    url: text,
    thumbnail_url: text,
    nsfw: flag,
    featured_community: flag,
    featured_local: flag,
  }),
  creator: creatorSchema.nullish(),
  community: z.object({ name: text, title: text }).nullish(),
  counts: z.object(counts).nullish(),
});
export type PostView = z.infer<typeof postViewSchema>;

const nextPage = text;
/** `comments` in API v3, `items` with `next_page` in v4. */
export const commentListSchema = z.union([
  z.object({ comments: rowsOf(commentViewSchema) }),
  z.object({ items: rowsOf(commentViewSchema), next_page: nextPage }),
]);
/** `posts` in API v3, with `next_page` since 0.19; `items` in v4. */
export const postListSchema = z.union([
  z.object({ posts: rowsOf(postViewSchema), next_page: nextPage }),
  z.object({ items: rowsOf(postViewSchema), next_page: nextPage }),
]);
/** What a person wrote, by API v3: a page of either kind. */
export const personSchema = z.object({
  person_view: z.object({ counts: z.object({ post_count: count, comment_count: count }).nullish() }).nullish(),
  posts: rowsOf(postViewSchema),
  comments: rowsOf(commentViewSchema),
});
/** The same by API v4, with a word before each that says what it is. */
export const contentSchema = z.object({
  items: rowsOf(z.union([commentViewSchema, postViewSchema])),
  next_page: nextPage,
});

export const aboutPostSchema = z.object({ post_view: postViewSchema });
export const siteSchema = z.object({ all_languages: z.array(z.object({ id: z.int(), code: z.string() })) });
export const errorSchema = z.object({ error: z.string() });
