import { z } from 'zod';

const rows = z.array(z.int().min(1)).meta({ examples: [[3, 17]] });

/** What a model on this machine found in rows of an export. */
export const exportDigestSchema = z.object({
  guid: z.uuid(),
  model: z.string().meta({ examples: ['llama3.2:3b'] }),
  total: z.int().min(0).meta({ description: 'Rows that match.' }),
  rows_read: z.int().min(0).meta({ description: 'Of them, those that the model read.' }),
  summary: z.array(z.object({ text: z.string().meta({ examples: ['Most praise the battery.'] }), rows })).meta({
    description: 'Sentences of the model, each with the rows that are to bear it out: places in the files of the export, from 1 on.',
  }),
  topics: z
    .array(z.object({ text: z.string().meta({ examples: ['battery'] }), count: z.int().min(1), rows }))
    .meta({ description: 'The largest; `count` is how many of the rows read speak of one.' }),
  questions: z.array(z.object({ text: z.string().meta({ examples: ['When does it ship?'] }), rows })),
  citations: z
    .array(
      z.object({
        row: z
          .int()
          .min(1)
          .meta({ examples: [3] }),
        id: z.string().meta({ examples: ['c3'] }),
        text: z.string().meta({ examples: ['Lasts for days.'] }),
      }),
    )
    .meta({ description: 'The rows that are named, in their own words.' }),
  note: z
    .string()
    .nullable()
    .meta({ description: 'What was left out, and why.', examples: [null] }),
});

export type ExportDigest = z.infer<typeof exportDigestSchema>;
