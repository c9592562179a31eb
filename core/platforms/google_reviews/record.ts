import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { slot } from '#core/platform-kit/batchexecute.ts';
import { isEditedAfter, isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { countSchema } from '#core/platform-kit/wire.ts';

/** Positions become names first, so that an error names the field. Times are microseconds. */
export const recordSchema = z.preprocess(
  nameFields,
  z.object({
    id: z.string().min(1),
    createdAt: countSchema.nullish(),
    editedAt: countSchema.nullish(),
    authorName: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    authorId: z.string().nullish(),
    authorReviews: countSchema.nullish(),
    authorPhotos: countSchema.nullish(),
    source: z.string().nullish(),
    scale: z.number().nullish(),
    rating: z.number().nullish(),
    foreignRating: z.number().nullish(),
    photos: z.array(z.unknown()).nullish(),
    language: z.string().nullish(),
    text: z.string().nullish(),
    translation: z.string().nullish(),
    replyCreatedAt: countSchema.nullish(),
    replyText: z.string().nullish(),
    url: z.string().nullish(),
    likes: countSchema.nullish(),
  }),
);
type ReviewRecord = z.output<typeof recordSchema>;

const OWN_SCALE = 5;
const MICROS_PER_MS = 1000;
/** The size of a picture is what follows the last `=` of its address; this one is the original. */
const FULL_SIZE = '=s0';

/** Of the layout that the map itself asks for, and that its pages embed. */
export function recordItem(record: ReviewRecord): Item {
  const reply = orNull(record.replyText);
  return makeItem({
    id: record.id,
    kind: 'review',
    author: authorOf(record.authorName, record.authorId, record.avatarUrl),
    text: record.text ?? '',
    language: orNull(record.language),
    createdAt: isoFromMicros(record.createdAt),
    isEdited: record.createdAt ? isEditedAfter(record.createdAt, record.editedAt ?? undefined) : null,
    rating: record.rating ?? record.foreignRating ?? null,
    ratingScale: record.scale ?? OWN_SCALE,
    likes: record.likes ?? null,
    url: orNull(record.url),
    media: imagesOf((record.photos ?? []).map((photo) => slot(photo, 1, 6, 0))),
    ownerReply: reply === null ? null : { text: reply, createdAt: isoFromMicros(record.replyCreatedAt) },
    extra: {
      source: orNull(record.source) ?? undefined,
      authorReviewCount: record.authorReviews ?? undefined,
      authorPhotoCount: record.authorPhotos ?? undefined,
      translatedText: orNull(record.translation) ?? undefined,
    },
  });
}

export function authorOf(name: string | null | undefined, id: string | null | undefined, avatarUrl: string | null | undefined) {
  const known = orNull(id);
  return {
    name: orNull(name),
    id: known,
    url: known === null ? null : `https://www.google.com/maps/contrib/${known}`,
    avatarUrl: orNull(avatarUrl),
  };
}

/** Pictures in their full size; what is no address is none. */
export function imagesOf(addresses: readonly unknown[]): Media[] {
  return mediaOf(addresses.map((address) => (typeof address === 'string' ? address.replace(/=[^=]*$/, FULL_SIZE) : null)));
}

function nameFields(record: unknown): Record<string, unknown> {
  return {
    id: slot(record, 0),
    createdAt: slot(record, 1, 2),
    editedAt: slot(record, 1, 3),
    authorName: slot(record, 1, 4, 5, 0),
    avatarUrl: slot(record, 1, 4, 5, 1),
    authorId: slot(record, 1, 4, 5, 3),
    authorReviews: slot(record, 1, 4, 5, 5),
    authorPhotos: slot(record, 1, 4, 5, 6),
    source: slot(record, 1, 13, 0),
    scale: slot(record, 1, 13, 4),
    rating: slot(record, 2, 0, 0),
    foreignRating: slot(record, 2, 8, 1),
    photos: slot(record, 2, 2),
    language: slot(record, 2, 14, 0),
    text: slot(record, 2, 15, 0, 0),
    translation: slot(record, 2, 15, 1, 0),
    replyCreatedAt: slot(record, 3, 1),
    replyText: slot(record, 3, 14, 0, 0),
    url: slot(record, 4, 3, 0),
    likes: slot(record, 4, 6, 1, 0, 1),
  };
}

function isoFromMicros(micros: number | null | undefined): string | null {
  return micros ? isoFromMs(micros / MICROS_PER_MS) : null;
}
