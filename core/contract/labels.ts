import { z } from 'zod';
import { JOB_STATUSES } from '#core/contract/job.ts';

const LONGEST_TITLE = 200;
const LONGEST_FOLDER = 100;
const LONGEST_TAG = 35;
const MOST_TAGS = 20;
const LONGEST_VIEW_NAME = 100;
const LONGEST_SOUGHT = 500;

const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u, { error: 'must be one line.' });

/** Tags as they are given: each once, empty ones left out. */
export const tagsSchema = z
  .array(
    z
      .string()
      .trim()
      .max(LONGEST_TAG)
      .regex(/^[^,"\\\p{Cc}]*$/u, { error: 'must be without commas and quotes.' })
      .meta({ examples: ['to read'] }),
  )
  .max(MOST_TAGS)
  .transform((tags): readonly string[] => [...new Set(tags.filter((tag) => tag !== ''))]);

/** What people call an export and sort it by. Of a change: what is left out stays, null or nothing takes it away. */
export const labelFields = {
  title: oneLine(LONGEST_TITLE)
    .nullish()
    .meta({ description: 'What it is called. Empty: by its address.', examples: ['Launch video'] }),
  folder: oneLine(LONGEST_FOLDER)
    .nullish()
    .meta({ description: 'The folder or project that it is in. Empty: none.', examples: ['Spring campaign'] }),
  tags: tagsSchema.nullish().meta({ description: 'All of its tags. Empty: none.' }),
};

export interface Labels {
  readonly title: string | null;
  readonly folder: string | null;
  readonly tags: readonly string[];
}

/** The filters of a list of exports, by the names that the list has for them. */
export const listFiltersSchema = z
  .strictObject({
    q: z.string().max(LONGEST_SOUGHT).optional(),
    status: z.enum(JOB_STATUSES).optional(),
    platform: z.string().max(LONGEST_SOUGHT).optional(),
    folder: z.string().max(LONGEST_FOLDER).optional(),
    tag: z.string().max(LONGEST_TAG).optional(),
    min_timestamp: z.int().min(0).optional(),
    max_timestamp: z.int().min(0).optional(),
  })
  .meta({ examples: [{ folder: 'Spring campaign', status: 'done' }] });

export type ListFilters = z.infer<typeof listFiltersSchema>;

export const viewNameSchema = oneLine(LONGEST_VIEW_NAME)
  .min(1)
  .regex(/^[^/\\]+$/, { error: 'must be without slashes.' })
  .meta({ examples: ['Done this spring'] });
