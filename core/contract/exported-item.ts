import { z } from 'zod';
import { itemSchema } from '#core/contract/item.ts';
import type { Item } from '#core/contract/item.ts';

const nullableText = z.string().nullable();

/** An item as JSON carries it: our own schema, and beside it the names that existing readers of this interface use. */
export const exportedItemSchema = itemSchema.extend({
  message: nullableText,
  author_name: nullableText,
  username: nullableText,
  profile_id: nullableText,
  profile_url: nullableText,
  replies_count: z.int().nullable(),
  created_at: nullableText,
  /** Unix seconds of `createdAt`. */
  timestamp: z.int().nullable(),
  permalink: nullableText,
});

export type ExportedItem = z.infer<typeof exportedItemSchema>;

/** The item with the names of existing readers after its own. */
export function exportedItem(item: Item): ExportedItem {
  return {
    ...item,
    message: item.text,
    author_name: item.author.name,
    username: item.author.username,
    profile_id: item.author.id,
    profile_url: item.author.url,
    replies_count: item.replyCount,
    created_at: item.createdAt,
    timestamp: item.createdAt === null ? null : Math.floor(Date.parse(item.createdAt) / 1000),
    permalink: item.url,
  };
}
