import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema, idSchema } from '#core/platform-kit/wire.ts';

const words = z.string().nullish();

/** Of what may have none: an empty text, or 0. */
const looseIdSchema = z.union([z.string(), z.int().transform(String)]);

/** Which of the feedback hosts has a group follows from its number. */
const groupSchema = z.union([z.string().regex(/^\d{1,19}$/), z.int().nonnegative().transform(String)]);

const productSchema = z.object({
  root: groupSchema,
  colors: z.array(z.object({ nm: idSchema.nullish() })).nullish(),
});
const productsSchema = z.object({ products: z.array(productSchema) });
/** The newer card, and the older one. */
export const cardSchema = z.union([productsSchema, z.object({ data: productsSchema }).transform(({ data }) => data)]);
/** `colors`: the products of the group. */
export const cardFileSchema = z.object({ imt_id: groupSchema, colors: z.array(idSchema).nullish() });

/** `photo`: numbers; `photos`: names, older or newer. */
const feedbackSchema = z.object({
  id: idSchema,
  wbUserId: looseIdSchema.nullish(),
  globalUserId: looseIdSchema.nullish(),
  wbUserDetails: z.object({ name: words, country: words }).nullish(),
  nmId: countSchema.nullish(),
  text: words,
  pros: words,
  cons: words,
  createdDate: words,
  productValuation: countSchema.nullish(),
  votes: z.object({ pluses: countSchema.nullish(), minuses: countSchema.nullish() }).nullish(),
  photo: z.array(countSchema).nullish(),
  photos: z.array(z.object({ fullSizeUri: words, key: words })).nullish(),
  video: z.object({ link: words, id: looseIdSchema.nullish() }).nullish(),
  answer: z.object({ text: words, createDate: words, supplierId: countSchema.nullish() }).nullish(),
  color: words,
  size: words,
  matchingSize: words,
  statusId: countSchema.nullish(),
  bables: z.array(z.unknown()).nullish(),
  excludedFromRating: z.unknown().optional(),
  reasons: z.unknown().optional(),
  parentFeedbackId: looseIdSchema.nullish(),
  childFeedbackId: looseIdSchema.nullish(),
});
export type Feedback = z.output<typeof feedbackSchema>;

/** `feedbacks` is null on the host that has none of the group. */
export const listSchema = z.object({
  feedbackCount: countSchema.nullish(),
  feedbacks: rowsOf(feedbackSchema).nullable(),
});
export type FeedbackList = z.output<typeof listSchema>;
