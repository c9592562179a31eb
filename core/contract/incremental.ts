import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';

const count = z.int().min(0);

/** How a row of an incremental run compares with the run before; null where nothing about it changed. */
export const ROW_CHANGES = ['new', 'edited', 'gone'] as const;
export type RowChange = (typeof ROW_CHANGES)[number];

/** What an incremental run found, against the run it builds on. The five kinds of rows add up to `total_exported`. */
export const incrementalSchema = z.object({
  previous_guid: z.uuid().nullable().meta({ description: 'The export that this one builds on; null: the first of its kind.' }),
  new: count.meta({ description: 'Rows that the run before did not have, or had as gone.' }),
  edited: count.meta({ description: 'Rows whose text, title, rating, counts, marks or owner reply changed.' }),
  gone: count.meta({ description: 'Rows that the platform shows no more. They stay in the files, marked.' }),
  unchanged: count.meta({ description: 'Rows that were read again and are the same, and those that were not read again.' }),
  gone_earlier: count.meta({ description: 'Rows that an earlier run found to be gone.' }),
  not_read: count.meta({ description: 'Of `unchanged`: not read again.' }),
  threads_not_read: count.meta({ description: 'Reply threads that were not read again: their reply count did not change.' }),
});

export type Incremental = z.infer<typeof incrementalSchema>;

/** Null: that is not known. */
const instant = z.iso.datetime().nullable();

/** What an item of a living dataset said before, the oldest first. */
export const earlierSchema = z.array(
  z.object({
    text: z.string().nullable(),
    title: z.string().nullable(),
    rating: z.number().nullable(),
    owner_reply: z.string().nullable(),
    since: instant,
  }),
);

/** What is known of a row of a living dataset besides what it says. */
const historySchema = z.object({
  first_seen: instant,
  last_seen: instant,
  /** Null: it is there. */
  gone_since: instant,
  earlier: earlierSchema.meta({ description: 'What it said before, the oldest first.' }),
});

export type RowHistory = z.infer<typeof historySchema>;

/** A page of what an export found changed. */
export const changesSchema = z.object({
  previous_guid: z.uuid().nullable(),
  total: count.meta({ description: 'Rows of these kinds.' }),
  results: z
    .array(z.object({ row: z.int().min(1), change: z.enum(ROW_CHANGES), ...historySchema.shape, item: exportedItemSchema }))
    .meta({ examples: [[]] }),
});

/** The runs of an address, as far as they share their rows: the oldest first. */
export const runsSchema = z.object({
  runs: z
    .array(
      z.object({
        guid: z.uuid(),
        finished_at: instant,
        rows: count.meta({ description: 'Rows that were there.' }),
        new: count,
        edited: count,
        gone: count,
        average_rating: z.number().nullable(),
        average_sentiment: z.number().nullable().meta({ description: 'From -1 to 1.' }),
      }),
    )
    .meta({ examples: [[]] }),
});
