import { PlatformChanged } from '#core/contract/error.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import type { Item } from '#core/contract/item.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Place } from '#core/platforms/metacritic/address.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { madeUpId, type TellApart } from '#core/platform-kit/hash.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, numberSchema } from '#core/platform-kit/wire.ts';

const words = z.string().nullish();
const numberOrText = z.union([z.string(), z.int().transform(String)]).nullish();
const platformSchema = z.object({ name: words, slug: words }).nullish();

/** Of a user or a critic. `platform` is a name, or a name with its slug. */
const reviewSchema = z.object({
  id: numberOrText,
  author: words,
  authorSlug: words,
  publicationName: words,
  publicationSlug: words,
  image: z.unknown().optional(),
  quote: words,
  score: numberSchema.nullish(),
  date: words,
  url: words,
  platform: z.union([z.string(), platformSchema]).nullish(),
  reviewedProduct: z
    .object({
      id: numberOrText,
      platform: platformSchema,
      tvTaxonomy: z.object({ season: z.object({ name: words }).nullish() }).nullish(),
    })
    .nullish(),
  spoiler: z.boolean().nullish(),
  thumbsUp: countSchema.nullish(),
  thumbsDown: countSchema.nullish(),
  version: z.union([z.string(), z.number()]).nullish(),
});
type Review = z.output<typeof reviewSchema>;

export const listSchema = z.object({
  data: z.object({ totalResults: countSchema.nullish(), items: rowsOf(reviewSchema) }),
});
export type ReviewList = z.output<typeof listSchema>['data'];

/** What the API says of a game. */
export const gameSchema = z.object({ data: z.object({ item: z.object({ platforms: z.array(z.object({ slug: words })).nullish() }) }) });

const SCALES: Readonly<Record<Place['kind'], number>> = { user: 10, critic: 100 };

/** Digits of what stands behind author, day and platform in a made-up id. */
const DIGITS = 12;

/** What a review stands in. `asked`: the platform of that list, for reviews that do not say theirs. `apart`: of the page. */
interface Setting {
  readonly kind: Place['kind'];
  readonly asked: string | null;
  readonly apart: TellApart;
}

export function reviewItem(review: Review, { kind, asked, apart }: Setting): Item {
  const author = orNull(review.author);
  const publication = orNull(review.publicationName);
  const slug = orNull(review.authorSlug);
  const platform = platformOf(review);
  const id = orNull(review.id);
  const date = orNull(review.date)?.slice(0, 10) ?? null;
  const createdAt = statedInstant(date, 'data.items.date');
  const isUser = kind === 'user';
  return makeItem({
    id: id ?? apart(idOf(review, date, platform.slug ?? asked)),
    kind: 'review',
    author: {
      name: author ?? publication,
      username: isUser ? slug : null,
      id: slug,
      url: isUser && slug !== null ? `https://www.metacritic.com/user/${percentEncoded(slug)}/` : null,
    },
    text: review.quote ?? '',
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'day',
    likes: review.thumbsUp ?? null,
    dislikes: review.thumbsDown ?? null,
    rating: review.score ?? null,
    ratingScale: SCALES[kind],
    url: isUser ? null : orNull(review.url),
    extra: {
      idIsMadeUp: id === null ? true : undefined,
      platform: platform.name ?? platform.slug ?? asked ?? undefined,
      publication: publication ?? undefined,
      publicationSlug: orNull(review.publicationSlug) ?? undefined,
      season: orNull(review.reviewedProduct?.tvTaxonomy?.season?.name) ?? undefined,
      spoiler: review.spoiler ?? undefined,
      version: review.version ?? undefined,
    },
  });
}

/**
 * Made up: who, when, on which platform, and digits of all that else tells rows apart. One critic writes about several seasons, in several papers,
 * and old reviews came into the site on one day.
 */
function idOf(review: Review, date: string | null, platform: string | null): string {
  const publication = orNull(review.publicationSlug) ?? orNull(review.publicationName);
  const author = orNull(review.author);
  const product = review.reviewedProduct?.id ?? null;
  if ([review.authorSlug, review.author, publication, review.quote].every((words) => orNull(words) === null))
    throw new PlatformChanged('author');
  const who = orNull(review.authorSlug) ?? orNull(review.publicationSlug) ?? author ?? publication ?? '';
  const rest = madeUpId(publication, author, product, orNull(review.url) ?? orNull(review.quote)).slice(0, DIGITS);
  return [who, date ?? '', platform ?? '', rest].join(':');
}

function platformOf({ platform, reviewedProduct }: Review): { readonly name: string | null; readonly slug: string | null } {
  const own = typeof platform === 'string' ? { name: platform } : platform;
  const known = { ...reviewedProduct?.platform, ...own };
  return { name: orNull(known.name), slug: orNull(known.slug) };
}
