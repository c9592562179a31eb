import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { flag, oneOf, text } from '#core/platform-kit/wire.ts';

/** `statsV2` and some dates come as digits in a text. */
const count = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .nullish();
/** 19 digits: a text; short ones come as numbers in old answers. */
const id = z.union([z.string().min(1), z.int().transform(String)]);
/** 0 and 1 in some answers, true and false in others. */
const more = z.union([z.boolean(), z.int().transform((value) => value !== 0)]).nullish();

const addresses = z.object({ url_list: z.array(z.string()).nullish() }).nullish();

const commenterSchema = z.object({ uid: id.nullish(), unique_id: text, nickname: text, avatar_thumb: addresses, custom_verify: text });
export type WireCommenter = z.output<typeof commenterSchema>;

const commentSchema = z.object({
  cid: id,
  text,
  create_time: count,
  digg_count: count,
  reply_id: id.nullish(),
  reply_to_reply_id: id.nullish(),
  reply_comment_total: count,
  reply_comment: z.array(z.unknown()).nullish(),
  comment_language: text,
  image_list: z.array(z.object({ origin_url: addresses })).nullish(),
  author_pin: flag,
  stick_position: count,
  is_author_digged: flag,
  label_list: z.array(z.object({ type: count, text })).nullish(),
  label_type: count,
  label_text: text,
  user: commenterSchema.nullish(),
});
export type WireComment = z.output<typeof commentSchema>;
/** The first answers to a comment that come along with it; those may lack their author. */
export const inlineSchema = rowsOf(commentSchema);

/** A page of comments, or of the answers to one. */
export const commentsSchema = z.object({
  comments: rowsOf(commentSchema).nullish(),
  cursor: count,
  has_more: more,
  total: count,
  has_filtered_comments: more,
});
export type WireComments = z.output<typeof commentsSchema>;

const statsSchema = z
  .object({
    commentCount: count,
    diggCount: count,
    playCount: count,
    shareCount: count,
    followerCount: count,
    videoCount: count,
  })
  .nullish();

const userSchema = z.object({
  id: id.nullish(),
  uniqueId: text,
  nickname: text,
  secUid: text,
  avatarThumb: text,
  verified: flag,
  signature: text,
  privateAccount: flag,
});
export type WireUser = z.output<typeof userSchema>;

/** What a profile is, in its page and in the call of that name. */
const userInfoSchema = z.object({ user: userSchema.nullish(), stats: statsSchema, statsV2: statsSchema });
export type WireUserInfo = z.output<typeof userInfoSchema>;
export const detailSchema = z.object({ userInfo: userInfoSchema.nullish() });

const postSchema = z.object({
  id,
  desc: text,
  createTime: count,
  isPinnedItem: flag,
  author: userSchema.nullish(),
  stats: statsSchema,
  statsV2: statsSchema,
  video: z.object({ playAddr: text }).nullish(),
  imagePost: z
    .object({ images: z.array(z.object({ imageURL: z.object({ urlList: z.array(z.string()).nullish() }).nullish() })).nullish() })
    .nullish(),
});
export type WirePost = z.output<typeof postSchema>;
export const postsSchema = oneOf({ itemList: rowsOf(postSchema).nullish(), hasMore: more, cursor: id.nullish() });

/** Posts beside a video. */
export const creatorSchema = oneOf({ itemList: rowsOf(postSchema).nullish(), hasMorePrevious: more });

const listedSchema = z.object({ user: userSchema.extend({ id }), stats: statsSchema, statsV2: statsSchema });
export type WireListed = z.output<typeof listedSchema>;
export const accountsSchema = oneOf({
  userList: rowsOf(listedSchema).nullish(),
  hasMore: more,
  minCursor: count,
  total: count,
  isTruncated: more,
});

/** What every answer may say of itself. */
export const envelopeSchema = z.object({ status_code: count, statusCode: count, status_msg: text, statusMsg: text });

/** The data that a page carries, as far as it is read. */
export const pageDataSchema = z.object({
  __DEFAULT_SCOPE__: z.object({
    'webapp.user-detail': z.object({ statusCode: count, userInfo: userInfoSchema.nullish() }).nullish(),
    'webapp.video-detail': z
      .object({
        statusCode: count,
        isContentClassified: flag,
        itemInfo: z
          .object({
            itemStruct: z
              .object({
                author: z.object({ id: id.nullish() }).nullish(),
                itemCommentStatus: count,
                isContentClassified: flag,
              })
              .nullish(),
          })
          .nullish(),
      })
      .nullish(),
  }),
});
export type PageData = z.output<typeof pageDataSchema>['__DEFAULT_SCOPE__'];
