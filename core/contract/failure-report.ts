import { z } from 'zod';
import { completenessSchema } from '#core/contract/completeness.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';

const failureSchema = z.object({ code: z.string(), path: z.string().nullable() });

/** `report.json` of a failure report, for whoever mends what it tells of. */
export const reportFactsSchema = z.object({
  /** Of this file. */
  format: z.literal(1),
  program: z.object({ name: z.string(), version: z.string() }),
  platform: z.string(),
  /** Of a pack or folder that read the pages again, which; null: the built-in one. */
  origin: z.string().nullable(),
  machine: z.object({ os: z.string(), arch: z.string(), node: z.string() }),
  /** What was asked for, with other ids and names in it. */
  query: z.object({
    url: z.string(),
    options: jobOptionsSchema,
    target: z.object({
      target: z.string(),
      params: z.record(z.string(), z.string()),
      type: z.string(),
      selector: z.string(),
      url: z.string(),
    }),
  }),
  /** Of the export; null where it did not fail as a whole. */
  error: z.object({ code: z.string().nullable(), message: z.string().nullable() }),
  ledger: completenessSchema,
  /** Of those that failed and whose exchanges `report.har` has, in its order. */
  pages: z.array(
    z.object({
      /** How many exchanges of `report.har` it made. */
      exchanges: z.int(),
      cursor: z.json(),
      /** What the run knew before. */
      known: z.record(z.string(), z.json()),
      failure: failureSchema.extend({ message: z.string() }),
      /** How it ends when it is read again from `report.har`; null: without a failure. */
      replayed: failureSchema.nullable(),
    }),
  ),
  /** True where texts of people were left. */
  keeps_texts: z.boolean(),
  /** How many values were replaced, by what they were. */
  replaced: z.record(z.string(), z.int()),
  /** Words of short texts that were left, since without them the page fails otherwise. */
  kept_words: z.array(z.string().meta({ examples: ['Reply'] })),
});
export type ReportFacts = z.infer<typeof reportFactsSchema>;

/** What is in a failure report, for its owner to see before it is written. */
export const failureReportSchema = z.object({
  /** To save it under. */
  name: z.string().meta({ examples: ['commentdock-report_youtube_7d44bd9e.zip'] }),
  parts: z.array(z.object({ name: z.string().meta({ examples: ['report.har'] }), bytes: z.int() })),
  /** As they stand in it. */
  exchanges: z.array(
    z.object({
      method: z.string().meta({ examples: ['GET'] }),
      url: z.string().meta({ examples: ['https://www.youtube.com/watch?v=aB3dEfGh1Jk'] }),
      status: z.int(),
      bytes: z.int(),
    }),
  ),
  replaced: reportFactsSchema.shape.replaced,
  kept_words: reportFactsSchema.shape.kept_words,
  /** True where each page fails in the report as it failed here; false where one does not; null where there is none to try. */
  fails_alike: z.boolean().nullable(),
  /** The ZIP file. Nothing keeps it. */
  content: z.string().meta({ description: 'The file, in base64.', examples: ['UEsDBBQAAAAIAA=='] }),
});
export type FailureReport = z.infer<typeof failureReportSchema>;
