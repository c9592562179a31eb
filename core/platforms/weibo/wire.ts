import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { oneOf, text } from '#core/platform-kit/wire.ts';

const flag = z.union([z.boolean(), z.int().transform((value) => value !== 0)]).nullish();
/** Numbers, also as text: "100万+". */
const count = z.union([z.number(), z.string()]).nullish();
const looseId = z.union([z.string(), z.number().transform(String)]).nullish();

const pictureSchema = z.object({ large: z.object({ url: text }).nullish() }).nullish();
const picturesSchema = z.record(z.string(), pictureSchema);
/** An empty list stands for no pictures. */
const namedPictures = z.union([picturesSchema, z.array(z.unknown()).transform(() => ({}))]).nullish();

const userSchema = z.object({
  id: looseId,
  idstr: text,
  screen_name: text,
  profile_image_url: text,
  avatar_hd: text,
  verified: flag,
  description: text,
  followers_count: count,
});
export type WireUser = z.output<typeof userSchema>;

const commentSchema = z.object({
  id: looseId,
  idstr: text,
  rootid: looseId,
  text,
  text_raw: text,
  created_at: text,
  like_counts: count,
  like_count: count,
  total_number: count,
  source: text,
  isLikedByMblogAuthor: flag,
  pic_infos: namedPictures,
  /** An empty text or list stands for none. */
  pic: z.union([
    pictureSchema,
    z.literal('').transform(() => null),
    z
      .array(z.unknown())
      .max(0)
      .transform(() => null),
  ]),
  url_struct: z.array(z.object({ pic_infos: namedPictures })).nullish(),
  reply_comment: z.union([z.object({ id: looseId, idstr: text }), z.array(z.unknown()).transform(() => null)]).nullish(),
  user: userSchema.nullish(),
});
export type WireComment = z.output<typeof commentSchema>;

const position = { max_id: looseId, max_id_type: z.int().nullish(), total_number: count, max: count };
const commentRows = rowsOf(commentSchema).nullish();
/** Rows stand in `data`, in mobile answers one level deeper with the rest. */
export const commentsSchema = oneOf({
  ...position,
  trendsText: text,
  data: z.union([commentRows, z.object({ ...position, data: commentRows })]),
});
export type WireComments = z.output<typeof commentsSchema>;

const postSchema = z.object({
  id: looseId,
  idstr: text,
  mid: looseId,
  mblogid: text,
  bid: text,
  text,
  text_raw: text,
  isLongText: flag,
  created_at: text,
  attitudes_count: count,
  comments_count: count,
  reposts_count: count,
  pic_infos: namedPictures,
  pics: z.union([z.array(pictureSchema), picturesSchema.transform((pictures) => Object.values(pictures))]).nullish(),
  isTop: flag,
  source: text,
  region_name: text,
  retweeted_status: z.object({ text, text_raw: text }).nullish(),
  user: userSchema.nullish(),
});
export type WirePost = z.output<typeof postSchema>;
/** What is read of a post whose comments are wanted. */
export const shownSchema = z.object({ idstr: text, id: looseId, mid: looseId, user: z.object({ id: looseId, idstr: text }).nullish() });

export const blogSchema = oneOf({
  data: z.object({ list: rowsOf(postSchema).nullish(), since_id: looseId, total: count }).nullish(),
});
export const longTextSchema = z.object({ data: z.object({ longTextContent: text }).nullish() });
export const profileSchema = oneOf({ data: z.object({ user: z.object({ idstr: text, id: looseId }).nullish() }).nullish() });

const reactionSchema = z.object({
  idstr: text,
  id: looseId,
  text,
  text_raw: text,
  created_at: text,
  user: userSchema.nullish(),
});
export type WireReaction = z.output<typeof reactionSchema>;
const reactionRows = rowsOf(reactionSchema).nullish();
export const reactionsSchema = oneOf({
  total_number: count,
  data: z.union([reactionRows, z.object({ total_number: count, data: reactionRows })]),
});

export const friendsSchema = oneOf({ users: rowsOf(userSchema).nullish(), total_number: count });

/** A card that shows a post; others show accounts, headings, advertisements. */
const OF_POST = 9;
export const cardsSchema = oneOf({
  data: z
    .object({
      cardlistInfo: z.object({ total: count, since_id: looseId }).nullish(),
      cards: rowsOf(
        z
          .object({
            card_type: z.int().nullish(),
            mblog: postSchema.nullish(),
            card_group: rowsBelow(z.object({ user: userSchema.nullish() })).nullish(),
          })
          .refine((card) => card.card_type !== OF_POST || Boolean(card.mblog), { path: ['mblog'] }),
      ).nullish(),
    })
    .nullish(),
});

/** What any JSON answer may say of itself. */
export const envelopeSchema = z.object({
  ok: z.int().nullish(),
  errno: looseId,
  error_code: looseId,
  msg: text,
  message: text,
  error: text,
});
