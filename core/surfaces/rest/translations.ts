import type { z } from 'zod';
import { createdJobSchema, createJobs } from '#core/exports/job-creation.ts';

/** Where interface.md fixes another shape than the operation gives. */
interface Translation {
  /** What the document shows of the input and of the answer: the form that clients are written for. */
  readonly input: z.ZodObject;
  readonly schema: z.ZodType;
  /** What the document says of the other form. */
  readonly note: string;
  /** `input` is the operation's, unchecked; `output` has its output's shape. */
  answer(input: Readonly<Record<string, unknown>>, output: unknown): unknown;
}

/** A single creation answers the job itself; one with `urls` answers `{data: [{guid, item}]}`. */
const createdJobs: Translation = {
  input: createJobs.input.omit({ urls: true }).required({ url: true }),
  schema: createdJobSchema,
  note: 'Several at once are `POST /api/v1/batch-export`. Older clients send `urls`, a list of addresses, in place of `url` here, all of which are exported or none, and are answered `{"data": [{"guid": "...", "item": {...}}]}` with a job as each `item`.',
  answer(input, output) {
    const { jobs } = output as z.output<typeof createJobs.output>;
    return input['urls'] === undefined ? jobs[0] : { data: jobs.map((job) => ({ guid: job.guid, item: job })) };
  },
};

/** By name of the operation. */
export const TRANSLATIONS: Readonly<Record<string, Translation>> = { [createJobs.name]: createdJobs };
