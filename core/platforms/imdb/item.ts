import type { Item } from '#core/contract/item.ts';
import type { Review } from '#core/platforms/imdb/wire.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

const SCALE = 10;

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
