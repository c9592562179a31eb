import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import { z } from 'zod';

const SCALE = 10;
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

export function reviewItem(review: Review): Item {
  const { author, helpfulness } = review;
  const username = orNull(author?.username?.text);
  const id = orNull(author?.userId);
  const createdAt = statedInstant(review.submissionDate, 'reviews.node.submissionDate');
  return makeItem({
    id: review.id,
    kind: 'review',
    author: {
      name: orNull(author?.nickName) ?? username,
      username,
      id,
      url: id === null ? null : `https://www.imdb.com/user/${id}/`,
    },
    title: orNull(review.summary?.originalText),
    text: plainOfField(review.text?.originalText?.plaidHtml ?? ''),
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'day',
    likes: helpfulness?.upVotes ?? null,
    dislikes: helpfulness?.downVotes ?? null,
    rating: review.authorRating ?? null,
    ratingScale: SCALE,
    language: orNull(review.language) ?? orNull(review.summary?.language),
    url: `https://www.imdb.com/review/${review.id}/`,
    extra: { spoiler: review.spoiler ?? undefined },
  });
}
