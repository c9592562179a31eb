import type { AppStoreReview } from 'app-store-scraper';
import type { GooglePlayReview } from 'google-play-scraper';
import { type Item, itemSchema } from '#core/contract/item.ts';

/** One field of a peer's reviews: what it says, and what ours says in its place, in a form in which the two compare. */
export interface PeerField<R> {
  readonly name: string;
  readonly theirs: (review: R) => unknown;
  /** Where ours has it. */
  readonly place: string;
  readonly ours: (item: Item) => unknown;
}

function same<R>(name: keyof R & string, place: string, ours: (item: Item) => unknown): PeerField<R> {
  return { name, theirs: (review) => review[name], place, ours };
}

/** Theirs is the feed's own text with its offset. */
export const APP_STORE_FIELDS: readonly PeerField<AppStoreReview>[] = [
  same('id', 'id', ({ id }) => id),
  same('userName', 'author.name', ({ author }) => author.name),
  same('userUrl', 'author.url', ({ author }) => author.url),
  same('version', 'extra.appVersion', ({ extra }) => extra['appVersion']),
  same('score', 'rating', ({ rating }) => rating),
  same('title', 'title', ({ title }) => title),
  same('text', 'text', ({ text }) => text),
  same('url', 'url', ({ url }) => url),
  {
    name: 'updated',
    theirs: ({ updated }) => new Date(updated).toISOString(),
    place: 'createdAt',
    ours: ({ createdAt }) => createdAt,
  },
];

/** Theirs takes the first digits of the nanoseconds for milliseconds, so that dates compare by their seconds. */
export const GOOGLE_PLAY_FIELDS: readonly PeerField<GooglePlayReview>[] = [
  same('id', 'id', ({ id }) => id),
  same('userName', 'author.name', ({ author }) => author.name),
  same('userImage', 'author.avatarUrl', ({ author }) => author.avatarUrl),
  { name: 'date', theirs: ({ date }) => seconds(date), place: 'createdAt', ours: ({ createdAt }) => seconds(createdAt) },
  same('score', 'rating', ({ rating }) => rating),
  same('scoreText', 'rating', ({ rating }) => String(rating)),
  same('url', 'url', ({ url }) => url),
  same('title', 'title', ({ title }) => title),
  { name: 'text', theirs: ({ text }) => text ?? '', place: 'text', ours: ({ text }) => text },
  {
    name: 'replyDate',
    theirs: ({ replyDate }) => seconds(replyDate),
    place: 'ownerReply.createdAt',
    ours: ({ ownerReply }) => seconds(ownerReply?.createdAt ?? null),
  },
  same('replyText', 'ownerReply.text', ({ ownerReply }) => ownerReply?.text ?? null),
  same('version', 'extra.appVersion', ({ extra }) => extra['appVersion'] ?? null),
  same('thumbsUp', 'likes', ({ likes }) => likes),
  {
    name: 'criterias',
    theirs: ({ criterias }) => criterias.map(({ criteria, rating }) => [criteria, rating === null ? [] : [rating]]),
    place: 'extra.criterias',
    ours: ({ extra }) => extra['criterias'] ?? [],
  },
];

export interface FieldComparison {
  /** Reviews of theirs that ours lacks. */
  readonly lacking: number;
  /** Fields of theirs with another value in ours, anywhere. */
  readonly differing: readonly string[];
  /** Fields that ours fills and theirs does not have. */
  readonly beyond: readonly string[];
}

export function compareFields<R extends { readonly id: string }>(
  fields: readonly PeerField<R>[],
  theirs: readonly R[],
  ours: readonly Item[],
): FieldComparison {
  const byId = new Map(ours.map((item) => [item.id, item]));
  const pairs = theirs.flatMap((review) => {
    const item = byId.get(review.id);
    return item === undefined ? [] : [{ review, item }];
  });
  const differs = (field: PeerField<R>): boolean =>
    pairs.some(({ review, item }) => JSON.stringify(field.theirs(review)) !== JSON.stringify(field.ours(item)));
  const places = new Set(fields.map(({ place }) => place));
  return {
    lacking: theirs.length - pairs.length,
    differing: fields.filter(differs).map(({ name }) => name),
    beyond: [...new Set(ours.flatMap(filledPlaces))].filter((place) => !places.has(place)),
  };
}

/** What is the same for every review says nothing of one. */
const NO_CONTENT = new Set(['kind', 'createdAtPrecision', 'media']);
/** A JSON file has some fields under a second name, which says nothing more. */
const FIELDS = new Set(Object.keys(itemSchema.shape));
const NESTED = new Set(['author', 'ownerReply', 'extra']);

function filledPlaces(item: Item): string[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (value === null || NO_CONTENT.has(name) || !FIELDS.has(name)) return [];
    if (!NESTED.has(name)) return [name];
    return Object.entries(value as object).flatMap(([inner, part]) => (part === null ? [] : [`${name}.${inner}`]));
  });
}

function seconds(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19);
}
