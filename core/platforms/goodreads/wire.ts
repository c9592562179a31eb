import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema } from '#core/platform-kit/wire.ts';

export const refSchema = z.object({ __ref: z.string() });

const userSchema = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  name: z.string().nullish(),
  webUrl: z.string().nullish(),
  imageUrlSquare: z.string().nullish(),
  isAuthor: z.boolean().nullish(),
  textReviewsCount: countSchema.nullish(),
  followersCount: countSchema.nullish(),
});

export const reviewSchema = z.object({
  id: z.string().min(1),
  creator: userSchema.nullish(),
  createdAt: z.number().nullish(),
  lastRevisionAt: z.number().nullish(),
  spoilerStatus: z.boolean().nullish(),
  text: z.string().nullish(),
  rating: z.number().nullish(),
  likeCount: countSchema.nullish(),
  commentCount: countSchema.nullish(),
  shelving: z
    .object({
      shelf: z.object({ name: z.string().nullish() }).nullish(),
      taggings: z.array(z.object({ tag: z.object({ name: z.string().nullish() }).nullish() })).nullish(),
      webUrl: z.string().nullish(),
    })
    .nullish(),
});
export type Review = z.output<typeof reviewSchema>;

const pageInfoSchema = z.object({ nextPageToken: z.string().nullish() }).nullish();
export const reviewsSchema = z.object({
  getReviews: z.object({
    totalCount: countSchema.nullish(),
    edges: rowsOf(z.object({ node: reviewSchema })),
    pageInfo: pageInfoSchema,
  }),
});

const commentSchema = z.object({
  id: z.union([z.string().min(1), z.int().transform(String)]),
  text: z.string().nullish(),
  createdAt: z.number().nullish(),
  creator: userSchema.nullish(),
});
export type Comment = z.output<typeof commentSchema>;
export const commentsSchema = z.object({
  getComments: z.object({ edges: rowsOf(z.object({ node: commentSchema })), pageInfo: pageInfoSchema }),
});

/** The normalised cache of a page: entries by type and id, which point at one another. */
const cacheSchema = z.looseObject({ ROOT_QUERY: z.record(z.string(), z.unknown()) });
export const pageSchema = z.object({ props: z.object({ pageProps: z.object({ apolloState: cacheSchema }) }) });
export type Cache = z.output<typeof cacheSchema>;

export const bookSchema = z.object({ work: refSchema });
export const workSchema = z.object({
  id: z.string().min(1),
  stats: z.object({ textReviewsCount: countSchema.nullish() }).nullish(),
});
/** What the API says of a book. */
export const namedBookSchema = z.object({ getBookByLegacyId: z.object({ work: workSchema }) });
export const unknownBookSchema = z.object({ data: z.object({ getBookByLegacyId: z.null() }) });
/** The reviews that the page itself shows. */
export const shownReviewsSchema = z.object({ edges: rowsOf(z.object({ node: refSchema })) });
export const cachedReviewSchema = z.looseObject({ creator: refSchema.nullish() });
