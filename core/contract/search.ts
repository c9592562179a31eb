import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { jobSchema } from '#core/contract/job.ts';

/** `file`: as in the files of the export. `relevance`: the best matches first. Items without a date or likes come last. */
export const SEARCH_SORTS = ['file', 'newest', 'oldest', 'likes', 'relevance'] as const;

export type SearchSort = (typeof SEARCH_SORTS)[number];

/** From `start` up to `end`, in UTF-16 units, as strings of JavaScript count. */
const textRangeSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });

/** In their order, none touching another. */
export const textRangesSchema = z.array(textRangeSchema);

export type TextRange = z.infer<typeof textRangeSchema>;

/** Where the words of a query stand, field by field. */
const highlightsSchema = z.object({
  text: textRangesSchema,
  title: textRangesSchema,
  name: textRangesSchema,
  username: textRangesSchema,
});

export type Highlights = z.infer<typeof highlightsSchema>;

/** A row that was found. */
export const foundRowSchema = z.object({
  /** Its place in the files, from 1 on. */
  row: z.int().min(1),
  item: exportedItemSchema,
  highlights: highlightsSchema,
  /** All rows in the order of the file, by `offset`: 0 where it answers no other row, 1 for a reply, 2 for a reply to one. */
  depth: z.int().min(0).optional(),
  /** Beside `depth`: rows directly behind it that answer it, or what answers it. */
  below: z.int().min(0).optional(),
});

export const searchResultSchema = z.object({
  /** Items that match, on all pages. */
  total: z
    .int()
    .min(0)
    .meta({ examples: [2] }),
  /** Items of the export. */
  items_in_export: z.int().min(0),
  results: z.array(foundRowSchema),
  /** For the next page. Null on the last one. */
  next_cursor: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  /** There, and true, where rows may still get another place: the export runs, or its order is being worked out. Ask again. */
  provisional: z.literal(true).optional(),
});

export type SearchResult = z.infer<typeof searchResultSchema>;

/** What is found in all exports, export by export. */
export const everywhereSchema = z.object({
  /** The newest first. */
  exports: z.array(
    z.object({
      ...jobSchema.pick({ guid: true, url: true, platform: true, export_type: true, created_at: true, page_title: true, title: true })
        .shape,
      /** Items that match. */
      total: z
        .int()
        .min(1)
        .meta({ examples: [1] }),
      /** False: there may be more of them than `total`. */
      total_is_exact: z.boolean(),
      items_in_export: z.int().min(0),
      /** The first few of them. */
      results: z.array(foundRowSchema).meta({ examples: [[]] }),
    }),
  ),
  /** For exports that were not looked at yet. Null: all were. */
  next_cursor: z.string().nullable(),
  /** Exports whose words are known. */
  searched: z.int().min(0),
  /** Exports whose words are being read: ask again. */
  pending: z.int().min(0),
});

export type EverywhereResult = z.infer<typeof everywhereSchema>;
