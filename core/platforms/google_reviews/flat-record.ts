import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { authorOf, imagesOf } from '#core/platforms/google_reviews/record.ts';
import { slot } from '#core/platform-kit/batchexecute.ts';
import { isoFromMs } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema } from '#core/platform-kit/wire.ts';

/** Positions become names first, so that an error names the field. */
export const flatRecordSchema = z.preprocess(
  nameFields,
  z.object({
    id: z.string().min(1),
    rating: z.number().nullish(),
    createdAtMs: countSchema.nullish(),
    authorName: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    authorUrl: z.string().nullish(),
    authorReviews: countSchema.nullish(),
    authorPhotos: countSchema.nullish(),
    replyHtml: z.string().nullish(),
    html: z.string(),
    language: z.string().nullish(),
    photos: z.array(z.unknown()),
    source: z.string().nullish(),
  }),
);
type FlatRecord = z.output<typeof flatRecordSchema>;

const SCALE = 5;
const CONTRIBUTOR = /\/contrib\/(\d+)/;
const PICTURE = /^https?:\/\/[\w.-]*googleusercontent\.com\//;
const ADDRESS = /^https?:\/\//;
/** Where the text and its language stand in most versions of the layout. */
const TEXT_AT = 27;
const LANGUAGE_AT = 26;
const ID_AT = 5;
/** Shorter texts are codes. */
const SHORTEST_TEXT = 6;

/** Of the layout that the search page asks for. */
export function flatItem(record: FlatRecord): Item {
  const reply = orNull(htmlToText(record.replyHtml ?? ''));
  return makeItem({
    id: record.id,
    kind: 'review',
    author: authorOf(record.authorName, CONTRIBUTOR.exec(record.authorUrl ?? '')?.[1], record.avatarUrl),
    text: htmlToText(record.html),
    language: orNull(record.language),
    createdAt: isoFromMs(record.createdAtMs),
    rating: record.rating ?? null,
    ratingScale: SCALE,
    media: imagesOf(record.photos),
    ownerReply: reply === null ? null : { text: reply, createdAt: null },
    extra: {
      source: orNull(record.source) ?? undefined,
      authorReviewCount: record.authorReviews ?? undefined,
      authorPhotoCount: record.authorPhotos ?? undefined,
    },
  });
}

function nameFields(record: unknown): Record<string, unknown> {
  const parts: readonly unknown[] = Array.isArray(record) ? record : [];
  const sourceAt = parts.findLastIndex((part) => slot(part, 0) === 'Google');
  return {
    id: parts[ID_AT],
    rating: parts[1],
    createdAtMs: slot(record, 2, 2),
    authorName: slot(record, 3, 0),
    avatarUrl: slot(record, 3, 1),
    authorUrl: slot(record, 3, 2),
    authorReviews: slot(record, 3, 3),
    authorPhotos: slot(record, 3, 4),
    replyHtml: slot(record, 4, 2),
    ...wordsIn(parts, sourceAt === -1 ? parts.length : sourceAt),
    photos: photosIn(parts),
    source: sourceAt === -1 ? null : slot(parts[sourceAt], 0),
  };
}

/** Positions shift between versions: then the answers to the questions of the form, before the source, are what the text stands before. */
function wordsIn(parts: readonly unknown[], sourceAt: number): { readonly html: unknown; readonly language: unknown } {
  if (typeof parts[TEXT_AT] === 'string') return { html: parts[TEXT_AT], language: parts[LANGUAGE_AT] };
  const answersAt = parts.slice(0, sourceAt).findLastIndex((part) => typeof slot(part, 0, 0, 0) === 'string');
  if (answersAt > ID_AT) {
    const [language, html, short] = parts.slice(answersAt - 4, answersAt - 1);
    return { html: textOf(html) ?? textOf(short) ?? '', language: textOf(language) };
  }
  const first = parts
    .slice(ID_AT + 1, sourceAt)
    .find((part) => (textOf(part)?.length ?? 0) >= SHORTEST_TEXT && !ADDRESS.test(String(part)));
  return { html: first ?? '', language: null };
}

function photosIn(parts: readonly unknown[]): readonly unknown[] {
  const isPhoto = (part: unknown): boolean => PICTURE.test(textOf(slot(part, 0)) ?? '');
  const photos = parts.slice(ID_AT + 1).find((part) => Array.isArray(part) && part.some(isPhoto));
  return Array.isArray(photos) ? photos.filter(isPhoto).map((photo) => slot(photo, 0)) : [];
}

function textOf(part: unknown): string | null {
  return typeof part === 'string' ? part : null;
}
