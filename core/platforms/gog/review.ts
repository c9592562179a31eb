import { z } from 'zod';
import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isEditedAfter, isoFromSeconds, statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { count, countSchema, idSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;
/** Stars of the older list are ten times as many. */
const OLDER_STARS = 10;
const OWNER = 'verified_owner';

const reviewSchema = z.object({
  id: idSchema,
  content: z.object({
    title: text,
    description: text,
    language: z.union([z.string(), z.object({ code: text })]).nullish(),
  }),
  rating: z.object({ value: z.number().nullish() }).nullish(),
  votes: z.object({ upvotes: count, downvotes: count }).nullish(),
  date: text,
  creationDate: text,
  labels: z.array(z.string()).nullish(),
  reviewer: z
    .object({
      id: idSchema.nullish(),
      username: text,
      avatar: z.object({ _links: z.record(z.string(), z.object({ href: text })).nullish() }).nullish(),
      counters: z.object({ games: count, reviews: count }).nullish(),
    })
    .nullish(),
});
type Review = z.infer<typeof reviewSchema>;

export const reviewsSchema = z.object({
  page: count,
  pages: count,
  reviewCount: count,
  _embedded: z.object({ items: rowsOf(reviewSchema) }),
});

const olderReviewSchema = z.object({
  id: idSchema,
  title: text,
  teaser: text,
  description: text,
  author: z.object({ id: idSchema.nullish(), name: text, avatarPath: text }).nullish(),
  helpfulVotes: count,
  totalVotes: count,
  rating: z.number().nullish(),
  added: z.number().nullish(),
  edited: z.number().nullish(),
});

export const olderSchema = z.object({
  reviews: rowsOf(olderReviewSchema),
  totalPages: countSchema.nullish(),
  totalResults: countSchema.nullish(),
});

export function reviewItem(review: Review): Item {
  const { content, votes, reviewer, labels } = review;
  const { language } = content;
  const code = typeof language === 'string' ? language : language?.code;
  return makeItem({
    id: review.id,
    kind: 'review',
    author: authorOf(reviewer),
    title: orNull(decodeEntities(content.title ?? '')),
    text: plainOrNull(content.description),
    language: orNull(code?.split('-', 1)[0]),
    createdAt: statedInstant(review.creationDate, 'creationDate'),
    rating: review.rating?.value ?? null,
    ratingScale: SCALE,
    likes: votes?.upvotes ?? null,
    dislikes: votes?.downvotes ?? null,
    isEdited: isEditedAfter(review.creationDate, review.date),
    extra: {
      verifiedPurchase: labels?.includes(OWNER) ?? undefined,
      modifiedAt: statedInstant(review.date, 'date') ?? undefined,
      authorGames: reviewer?.counters?.games ?? undefined,
      authorReviewCount: reviewer?.counters?.reviews ?? undefined,
    },
  });
}

export function olderReview(review: z.infer<typeof olderReviewSchema>): Item {
  const { author, rating, helpfulVotes: helpful, totalVotes: votes, added } = review;
  // Below 0: never.
  const edited = review.edited == null ? undefined : Math.max(0, review.edited);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(author?.name), id: author?.id ?? null, avatarUrl: orNull(author?.avatarPath) },
    title: orNull(decodeEntities(review.title ?? '')),
    text: plainOrNull(review.description) ?? plainOrNull(review.teaser),
    createdAt: isoFromSeconds(added),
    rating: rating == null ? null : rating / OLDER_STARS,
    ratingScale: SCALE,
    likes: helpful ?? null,
    dislikes: helpful == null || votes == null ? null : Math.max(0, votes - helpful),
    isEdited: isEditedAfter(added, edited),
  });
}

function authorOf(reviewer: Review['reviewer']): Partial<Author> {
  const username = orNull(reviewer?.username);
  return {
    name: username,
    username,
    id: reviewer?.id ?? null,
    url: username === null ? null : `https://www.gog.com/u/${username}`,
    avatarUrl: largestOf(Object.entries(reviewer?.avatar?._links ?? {}).map(([name, { href }]) => [name, href ?? ''])),
  };
}

/** The picture whose name, or else address, ends in the largest number; one with a place for a size in its address gets a middle one. */
function largestOf(links: readonly (readonly [name: string, href: string])[]): string | null {
  const sizeOf = (link: readonly [string, string]): number =>
    Number(link.flatMap((words) => /\d{1,4}(?=\D*$)/.exec(words)?.[0] ?? []).at(0) ?? 0);
  const [largest] = links.filter(([, href]) => href !== '').toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return largest === undefined ? null : largest[1].replace('{formatter}', 'avatar_medium');
}
