import { z } from 'zod';
import { itemSchema } from '#core/contract/item.ts';

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
  /** In what the sandbox gives, and nowhere else. */
  _sandbox: z.literal(true).optional(),
});

export type ExportedItem = z.infer<typeof exportedItemSchema>;
