import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const id = z.union([z.string().min(1), z.int().transform(String)]);
const sized = z.object({ url: text }).nullish();
/** `url` may be no more than the name of a file. */
const photoSchema = z
  .object({ url: text, sizes: z.object({ large: sized, medium: sized, xlarge: sized, small: sized }).nullish() })
  .nullish();
const starter = z.object({ id: id.nullish() }).nullish();

export const petitionSchema = z.object({ id, slug: text, hide_comments: z.boolean().nullish(), user: starter });

/** A reason for signing, by the site's older API. `parent_id` is 0 where it answers nothing. */
export const commentSchema = z.object({
  id,
  comment: text,
  likes: count,
  created_at: text,
  user_id: id.nullish(),
  parent_id: id.nullish(),
  children_count: count,
  deleted_at: text,
  user: z
    .object({
      id: id.nullish(),
      display_name: text,
      short_display_location: text,
      city: text,
      state_code: text,
      country_code: text,
      photo: photoSchema,
    })
    .nullish(),
});
export type Comment = z.infer<typeof commentSchema>;
export const commentsSchema = z.object({ items: rowsOf(commentSchema), last_page: z.boolean().nullish(), total_count: count });

/** The same by the GraphQL of today. */
export const nodeSchema = z.object({
  id,
  comment: text,
  likes: count,
  likeCount: count,
  createdAt: text,
  parentId: id.nullish(),
  deletedAt: text,
  user: z
    .object({
      id: id.nullish(),
      displayName: text,
      shortDisplayLocation: text,
      city: text,
      stateCode: text,
      countryCode: text,
      photo: photoSchema,
    })
    .nullish(),
});
export const connectionSchema = z.object({
  petition: z
    .object({
      slug: text,
      user: starter,
      commentsConnection: z.object({
        totalCount: count,
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
        nodes: rowsOf(nodeSchema),
      }),
    })
    .nullable(),
});

export const errorSchema = z.object({ err: z.unknown() });
