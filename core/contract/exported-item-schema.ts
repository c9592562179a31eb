import { z } from 'zod';
import { itemSchema } from '#core/contract/item.ts';
import { SENTIMENTS } from '#core/contract/sentiment.ts';

const nullableText = z.string().nullable();

/** An item as JSON carries it: our own schema, and beside it the names that existing readers of this interface use. */
export const exportedItemSchema = itemSchema.extend({
  message: nullableText.meta({ examples: ['Never gets old.'] }),
  author_name: nullableText,
  username: nullableText,
  profile_id: nullableText,
  profile_url: nullableText,
  replies_count: z.int().nullable(),
  created_at: nullableText,
  /** Unix seconds of `createdAt`. */
  timestamp: z.int().nullable(),
  permalink: nullableText,
  /** Where texts were judged only; from -1 to 1, null for `unclassified`. */
  sentiment: z.enum(SENTIMENTS).optional(),
  sentiment_score: z.number().nullable().optional(),
  /** In what the sandbox gives, and nowhere else. */
  _sandbox: z.literal(true).optional(),
});

export type ExportedItem = z.infer<typeof exportedItemSchema>;
