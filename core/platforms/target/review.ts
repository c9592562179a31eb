import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { authorOfReply, ownerReplyOf, responseSchema, secondaryRatings } from '#core/platform-kit/families/bazaarvoice/review-parts.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, flag, idSchema, numberSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;
/** Pictures are of several sizes, or an address alone. */
const photoSchema = z.union([z.string(), z.object({ normal: z.object({ url: text }).nullish(), url: text })]);

/** A row of the review call; the product call gives the stars and the date together as `rating`. */
export const rowSchema = z.object({
  id: idSchema,
  title: text,
  text,
  author: z.object({ nickname: text, external_id: z.union([z.string(), z.int().transform(String)]).nullish() }).nullish(),
  Rating: numberSchema.nullish(),
  rating: z.union([numberSchema, z.object({ value: numberSchema.nullish(), submitted_at: text })]).nullish(),
  submitted_at: text,
  feedback: z.object({ helpful: countSchema.nullish(), unhelpful: countSchema.nullish() }).nullish(),
  photos: z.array(photoSchema).nullish(),
  client_responses: z.array(responseSchema).nullish(),
  ClientResponses: z.array(responseSchema).nullish(),
  is_verified: flag,
  is_recommended: flag,
  is_incentivized: flag,
  is_syndicated: flag,
  syndication_source: z.union([z.string(), z.object({ name: text })]).nullish(),
  secondary_ratings: z.unknown().optional(),
});
type Row = z.infer<typeof rowSchema>;

export function reviewItem(row: Row): Item {
  const nested = typeof row.rating === 'object' ? row.rating : null;
  const rating = row.Rating ?? (typeof row.rating === 'number' ? row.rating : nested?.value);
  const source = typeof row.syndication_source === 'string' ? row.syndication_source : row.syndication_source?.name;
  const responses = row.client_responses ?? row.ClientResponses;
  return makeItem({
    id: row.id,
    kind: 'review',
    author: { name: orNull(row.author?.nickname), id: orNull(row.author?.external_id) },
    title: plainOrNull(row.title),
    text: plainOrNull(row.text),
    createdAt: statedInstant(row.submitted_at ?? nested?.submitted_at, 'submitted_at'),
    rating: rating ?? null,
    ratingScale: SCALE,
    likes: row.feedback?.helpful ?? null,
    dislikes: row.feedback?.unhelpful ?? null,
    media: (row.photos ?? []).flatMap(pictureOf),
    ownerReply: ownerReplyOf(responses, 'client_responses'),
    extra: {
      verifiedPurchase: row.is_verified ?? undefined,
      recommended: row.is_recommended ?? undefined,
      incentivized: row.is_incentivized ?? undefined,
      syndicated: row.is_syndicated ?? undefined,
      syndicatedFrom: orNull(source) ?? undefined,
      secondaryRatings: secondaryRatings(row.secondary_ratings),
      ownerReplyBy: authorOfReply(responses),
    },
  });
}

function pictureOf(photo: z.infer<typeof photoSchema>): Media[] {
  const url = orNull(typeof photo === 'string' ? photo : (photo.normal?.url ?? photo.url));
  return url === null ? [] : [{ type: 'image', url }];
}
