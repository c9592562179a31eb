import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';

/** `file`: as in the files of the export. `relevance`: the best matches first. Items without a date or likes come last. */
export const SEARCH_SORTS = ['file', 'newest', 'oldest', 'likes', 'relevance'] as const;

export type SearchSort = (typeof SEARCH_SORTS)[number];

/** From `start` up to `end`, in UTF-16 units, as strings of JavaScript count. */
const textRangeSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });

export type TextRange = z.infer<typeof textRangeSchema>;

/** Where the words of a query stand, field by field. */
const highlightsSchema = z.object({
  text: z.array(textRangeSchema),
  title: z.array(textRangeSchema),
  name: z.array(textRangeSchema),
  username: z.array(textRangeSchema),
});

export type Highlights = z.infer<typeof highlightsSchema>;

export const searchResultSchema = z.object({
  /** Items that match, on all pages. */
  total: z
    .int()
    .min(0)
    .meta({ examples: [2] }),
  /** Items of the export. */
  items_in_export: z.int().min(0),
  results: z.array(
    z.object({
      /** Its place in the files, from 1 on. */
      row: z.int().min(1),
      item: exportedItemSchema,
      highlights: highlightsSchema,
      /** All rows in the order of the file, by `offset`: 0 where it answers no other row, 1 for a reply, 2 for a reply to one. */
      depth: z.int().min(0).optional(),
      /** Beside `depth`: rows directly behind it that answer it, or what answers it. */
      below: z.int().min(0).optional(),
    }),
  ),
  /** For the next page. Null on the last one. */
  next_cursor: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  /** There, and true, where rows may still get another place: the export runs, or its order is being worked out. Ask again. */
  provisional: z.literal(true).optional(),
});

export type SearchResult = z.infer<typeof searchResultSchema>;
