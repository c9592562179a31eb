import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';

const id = z.union([z.string().min(1), z.int().transform(String)]);
/** Some fields are text, or text with its format around it. */
const flexible = z
  .union([z.string(), z.object({ text: z.string() }).transform(({ text: words }) => words), z.looseObject({}).transform(() => null)])
  .nullish();

export const userSchema = z.object({
  id,
  username: text,
  full_name: text,
  image_medium_url: text,
  image_small_url: text,
  is_verified_merchant: z.boolean().nullish(),
  about: text,
  created_at: text,
});
export type User = z.infer<typeof userSchema>;

/** Pictures by their size: `orig`, `originals`, `564x`. */
const picturesSchema = z.record(z.string(), z.object({ url: text }).nullish());
export type Pictures = z.infer<typeof picturesSchema>;

/** A comment, a reply, or a photo of what somebody made ("userdiditdata"), which has `details` and `done_at`. */
export const commentSchema = z.object({
  id,
  type: text,
  text,
  details: text,
  created_at: text,
  done_at: text,
  comment_count: count,
  reaction_counts: z.record(z.string(), z.int()).nullish(),
  helpful_count: count,
  like_count: count,
  highlighted_by_pin_owner: z.boolean().nullish(),
  is_edited: z.boolean().nullish(),
  images: z.array(picturesSchema).nullish(),
  photos: z.array(z.object({ images: picturesSchema.nullish() })).nullish(),
  media: z.object({ sticker: z.object({ image_url: text }).nullish() }).nullish(),
  user: userSchema.nullish(),
});
export type Comment = z.infer<typeof commentSchema>;

export const pinSchema = z.object({
  id,
  /** Modules and advertisements stand among pins. */
  type: text,
  title: flexible,
  grid_title: flexible,
  description: flexible,
  closeup_description: flexible,
  created_at: text,
  link: text,
  comment_count: count,
  repin_count: count,
  reaction_counts: z.record(z.string(), z.int()).nullish(),
  comments_disabled: z.boolean().nullish(),
  aggregated_pin_data: z.object({ id: id.nullish(), comment_count: count }).nullish(),
  pinner: userSchema.nullish(),
  board: z.object({ name: text }).nullish(),
  images: picturesSchema.nullish(),
  videos: z.object({ video_list: z.record(z.string(), z.object({ url: text }).nullish()).nullish() }).nullish(),
});
export type Pin = z.infer<typeof pinSchema>;

/** Pins, and what stands among them. */
export const feedSchema = z.array(z.looseObject({ type: text }));
export const profileSchema = z.object({ id, follower_count: count, following_count: count, pin_count: count });
/** What a board says of itself; pins that lie in its sections may stand in their lists alone. */
export const boardSchema = z.object({ id, pin_count: count, section_count: count });
export const sectionSchema = z.object({ id, slug: text, pin_count: count });

const errorSchema = z.object({ code: z.int().nullish(), message: text, http_status: z.int().nullish() });
/** The end of a list has no bookmark, or one of those that mean it. */
export const envelopeSchema = z.object({
  resource_response: z.object({
    data: z.unknown().optional(),
    bookmark: text,
    error: errorSchema.nullish(),
    code: z.int().nullish(),
    message: text,
  }),
});
