import { z } from 'zod';
import { createdJobSchema, createJobs } from '#core/exports/job-creation.ts';

/** Where interface.md fixes another shape than the operation gives. */
interface Translation {
  readonly schema: z.ZodType;
  /** `input` is the operation's, unchecked; `output` has its output's shape. */
  answer(input: Readonly<Record<string, unknown>>, output: unknown): unknown;
}

const createdManySchema = z.object({ data: z.array(z.object({ guid: z.uuid(), item: createdJobSchema })) });

/** A single creation answers the job itself; one with `urls` answers `{data: [{guid, item}]}`. */
const createdJobs: Translation = {
  schema: z.union([createdJobSchema, createdManySchema]),
  answer(input, output) {
    const { jobs } = output as z.output<typeof createJobs.output>;
    return input['urls'] === undefined ? jobs[0] : { data: jobs.map((job) => ({ guid: job.guid, item: job })) };
  },
};

/** By name of the operation. */
export const TRANSLATIONS: Readonly<Record<string, Translation>> = { [createJobs.name]: createdJobs };
