import { z } from 'zod';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';

const count = z.int().min(0);

/** The ledger of one export: what the platform says exists, what we have, and where the difference went. */
export const completenessSchema = z.object({
  /** What the platform says exists; null when it does not say. */
  platform_total: count.nullable().meta({ examples: [512] }),
  exported: count.meta({ examples: [500] }),
  /**
   * All of `gap` added up. Together with what is exported (rows that are shown no more aside), that is the platform's total once the export
   * has ended, and more only where the known gaps alone go beyond it: never less, and never negative.
   */
  missing: count.meta({ examples: [12] }),
  gap: z
    .record(z.enum(GAP_CAUSES), count)
    .meta({ examples: [{ ...Object.fromEntries(GAP_CAUSES.map((cause) => [cause, 0])), limit: 12 }] }),
  /** True: all the platform would show is here. False: something is missing. Null: not finished yet. */
  complete: z.boolean().nullable(),
  /** One sentence for people. */
  summary: z.string().meta({ examples: ['500 of 512; 12 left out by the limit.'] }),
  pages: count,
  requests: count,
  retries: count,
  waits: z.object({ count, total_ms: count }),
  /** The doors (public API, mirror, embedded JSON...) that answered, in the order in which they were used. */
  doors: z.array(z.string()).meta({ examples: [['in-page API']] }),
  /**
   * The owner's routes that were used, by name, in the order of their use, and why one was left. Left out where the export went straight
   * to the net.
   */
  routes: z
    .array(z.string())
    .optional()
    .meta({ examples: [['proxy 1 of the pool "Mine": cannot be reached', 'proxy 2 of the pool "Mine"']] }),
  /** Single gaps and remarks in the platform's words: which thread was given up and why. At most 100. */
  notes: z.array(z.string()).meta({ examples: [[]] }),
});

export type Completeness = z.infer<typeof completenessSchema>;
