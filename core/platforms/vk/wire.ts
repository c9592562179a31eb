import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

/** 0 and 1, or false and true. */
const flag = z.union([z.boolean(), z.int().transform((value) => value !== 0)]).nullish();

const sizeSchema = z.object({ url: text, width: count, height: count });
/** Answers of old versions of the API name a picture's sizes in its fields: `photo_604`. */
const photoSchema = z.object({ sizes: z.array(sizeSchema).nullish() }).catchall(z.unknown());
export type WirePhoto = z.output<typeof photoSchema>;

const attachmentSchema = z.object({
  type: z.string(),
  photo: photoSchema.nullish(),
  sticker: z.object({ images: z.array(sizeSchema).nullish() }).nullish(),
  doc: z.object({ url: text }).nullish(),
  audio_message: z.object({ link_mp3: text }).nullish(),
  graffiti: z.object({ url: text }).nullish(),
  link: z.object({ url: text }).nullish(),
  video: z.object({ owner_id: count, id: count }).nullish(),
});
export type WireAttachment = z.output<typeof attachmentSchema>;

const commentSchema = z.object({
  id: z.int(),
  from_id: count,
  date: count,
  text,
  parents_stack: z.array(z.int()).nullish(),
  reply_to_comment: count,
  likes: z.object({ count }).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  deleted: flag,
  is_from_post_author: flag,
  get thread() {
    return z.object({ count, items: rowsBelow(commentSchema).nullish() }).nullish();
  },
});
export type WireComment = z.output<typeof commentSchema>;

const profileSchema = z.object({
  id: z.int(),
  first_name: text,
  last_name: text,
  screen_name: text,
  photo_100: text,
  verified: flag,
});
const groupSchema = z.object({ id: z.int(), name: text, screen_name: text, photo_100: text, verified: flag });
const people = { profiles: z.array(profileSchema).nullish(), groups: z.array(groupSchema).nullish() };
export type WirePeople = { readonly [K in keyof typeof people]?: z.output<(typeof people)[K]> };

export const commentsSchema = z.object({ count, current_level_count: count, items: rowsOf(commentSchema), ...people });

const postSchema = z.object({
  id: z.int(),
  owner_id: count,
  from_id: count,
  date: count,
  text,
  likes: z.object({ count }).nullish(),
  comments: z.object({ count }).nullish(),
  reposts: z.object({ count }).nullish(),
  views: z.object({ count }).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  copy_history: z.array(z.object({ text })).nullish(),
  is_pinned: flag,
  edited: count,
});
export type WirePost = z.output<typeof postSchema>;
export const wallSchema = z.object({ count, items: rowsOf(postSchema), ...people });

/** A person, or a community in lists that hold both. */
const accountSchema = z.object({
  type: text,
  id: z.int(),
  first_name: text,
  last_name: text,
  name: text,
  screen_name: text,
  photo_100: text,
  verified: flag,
  status: text,
  deactivated: text,
});
export type WireAccount = z.output<typeof accountSchema>;
/** Without names, an account is its number alone. */
export const accountsSchema = z.object({
  count,
  items: rowsOf(z.union([accountSchema, z.int().transform((id): WireAccount => ({ id }))])),
});

/** An empty list where nobody has the name. */
export const resolvedSchema = z.union([z.object({ type: z.string(), object_id: z.int() }), z.array(z.unknown()).transform(() => null)]);

export const envelopeSchema = z.object({
  response: z.unknown().optional(),
  error: z.object({ error_code: z.int(), error_msg: text }).nullish(),
});
export const tokenSchema = z.object({ data: z.object({ access_token: z.string().min(1) }) });
