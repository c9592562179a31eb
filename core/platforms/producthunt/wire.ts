import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const id = z.union([z.string().min(1), z.int().transform(String)]);

/** The official API hides other people's `name` and `username` and gives them the id 0. */
const userSchema = z.object({
  id,
  name: text,
  username: text,
  headline: text,
  profileImage: text,
  avatarUrl: text,
  createdAt: text,
});
export type User = z.infer<typeof userSchema>;

const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: text });
const listOf = <N extends z.ZodType>(node: N) =>
  z.object({ totalCount: count, pageInfo: pageInfoSchema, edges: rowsOf(z.object({ node: node })) });
/** Of the pages of a list, what leads to the next. */
export type PageInfo = z.infer<typeof pageInfoSchema>;

const replySchema = z.object({
  id,
  body: text,
  bodyHtml: text,
  createdAt: text,
  votesCount: count,
  url: text,
  isSticky: z.boolean().nullish(),
  repliesCount: count,
  /** `maker` among them. */
  badges: z.array(z.unknown()).nullish(),
  user: userSchema.nullish(),
});
const repliesSchema = listOf(replySchema);
export const commentSchema = replySchema.extend({
  /** Only the count where replies are not wanted. */
  replies: z.union([repliesSchema, z.object({ totalCount: count })]).nullish(),
});
export type Comment = z.infer<typeof replySchema> & Partial<Pick<z.infer<typeof commentSchema>, 'replies'>>;

export const launchSchema = z.object({
  post: z
    .object({
      id,
      slug: text,
      commentsCount: count,
      user: z.object({ id }).nullish(),
      makers: z.array(z.object({ id })).nullish(),
      /** Of the site. */
      threads: listOf(commentSchema).nullish(),
      /** Of the official API. */
      comments: listOf(commentSchema).nullish(),
    })
    .nullable(),
});
export const moreRepliesSchema = z.object({ comment: z.object({ id, replies: repliesSchema }).nullable() });

export const reviewSchema = z.object({
  id,
  rating: z.number().nullish(),
  /** The same by the name that it has in pages of today. */
  overallRating: z.number().nullish(),
  body: text,
  overallExperience: text,
  positiveFeedback: text,
  negativeFeedback: text,
  alternativesFeedback: text,
  createdAt: text,
  votesCount: count,
  user: userSchema.nullish(),
  comments: z.object({ totalCount: count }).nullish(),
});
export type Review = z.infer<typeof reviewSchema>;
export const productSchema = z.object({
  product: z
    .object({ detailedReviewsCount: count, detailedReviews: listOf(reviewSchema).nullish(), reviews: listOf(reviewSchema).nullish() })
    .nullable(),
});

/** Everybody who had to do with a launch, each with the part they played. */
export const contributorsSchema = z.object({
  post: z.object({ votesCount: count, contributors: z.array(z.object({ role: text, user: userSchema.nullish() })) }).nullable(),
});
/** Votes by the official API. */
export const votesSchema = z.object({
  post: z.object({ votesCount: count, votes: listOf(z.object({ id, createdAt: text, user: userSchema.nullish() })) }).nullable(),
});

export const profileSchema = z.object({
  profile: z.object({ followers: listOf(userSchema).nullish(), following: listOf(userSchema).nullish() }).nullable(),
});

/** The official API's own form of an error. */
export const rateErrorSchema = z.object({
  errors: z.array(z.object({ details: z.object({ reset_in: z.number().nullish() }).nullish() })).nullish(),
});

const unknown = z.unknown().optional();
/** A launch or a product as the state in a page has it: any part of what is known. */
export const statedSchema = z.object({
  id: id.nullish(),
  slug: text,
  commentsCount: count,
  reviewsCount: count,
  detailedReviewsCount: count,
  user: z.object({ id }).nullish(),
  makers: z.array(z.object({ id })).nullish(),
  comments: unknown,
  threads: unknown,
  reviews: unknown,
  detailedReviews: unknown,
});
export type Stated = z.infer<typeof statedSchema>;
export const listedSchema = z.object({ edges: z.array(z.object({ node: z.unknown() })) });
