import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';

/** `file`: as in the files of the export. `relevance`: the best matches first. Items without a date or likes come last. */
export const SEARCH_SORTS = ['file', 'newest', 'oldest', 'likes', 'relevance'] as const;

export type SearchSort = (typeof SEARCH_SORTS)[number];

/** From `start` up to `end`, in UTF-16 units, as strings of JavaScript count. */
export const textRangeSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });

export type TextRange = z.infer<typeof textRangeSchema>;

/** Where the words of a query stand, field by field. */
export const highlightsSchema = z.object({
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
    }),
  ),
  /** For the next page. Null on the last one. */
  next_cursor: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
});

export type SearchResult = z.infer<typeof searchResultSchema>;
