import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema } from '#core/platform-kit/wire.ts';

const words = z.string().nullish();

/** A review, the same at every door. */
export const reviewSchema = z.object({
  id: z.string().min(1),
  author: z
    .object({
      nickName: words,
      userId: words,
      username: z.object({ text: words }).nullish(),
    })
    .nullish(),
  authorRating: countSchema.nullish(),
  summary: z.object({ originalText: words, language: words }).nullish(),
  text: z.object({ originalText: z.object({ plaidHtml: words }).nullish() }).nullish(),
  submissionDate: words,
  helpfulness: z.object({ upVotes: countSchema.nullish(), downVotes: countSchema.nullish() }).nullish(),
  spoiler: z.boolean().nullish(),
  language: words,
});
export type Review = z.output<typeof reviewSchema>;

const edgesSchema = rowsOf(z.object({ node: reviewSchema }));

export const titleSchema = z.object({
  title: z.object({
    reviews: z.object({
      total: countSchema.nullish(),
      edges: edgesSchema,
      pageInfo: z.object({ endCursor: words, hasNextPage: z.boolean().nullish() }).nullish(),
    }),
  }),
});
export type TitleReviews = z.output<typeof titleSchema>['title']['reviews'];

/** What the page of a title carries. */
export const pageSchema = z.object({
  props: z.object({
    pageProps: z.object({
      mainColumnData: z.object({
        featuredReviews: z.object({ edges: edgesSchema }).nullish(),
        reviews: z.object({ total: countSchema.nullish() }).nullish(),
      }),
    }),
  }),
});
