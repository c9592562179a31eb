import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { JOB_STATUSES, jobSchema } from '#core/contract/job.ts';
import { continueCommand } from '#core/contract/needs-you.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { numberField, textField, wordsOf } from '#core/operations/query-fields.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import type { JobWish } from '#core/exports/ports.ts';
import { presentJob } from '#core/exports/presentation.ts';

const MAX_SOUGHT_LENGTH = 500;
const SECOND_MS = 1_000;
const LAST_MS_OF_SECOND = 999;

const guidInput = z.object({ guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }) });

const listInput = z.object({
  ...pagingFields({ defaultLimit: 30, maxLimit: 30 }),
  q: textField('In the address, the name of the platform or list, the titles, folder or tags; upper and lower case are alike.', {
    maxLength: MAX_SOUGHT_LENGTH,
    example: 'dQw4w9WgXcQ',
  }),
  status: z.enum(JOB_STATUSES).nullish().meta({ description: 'Those in this state.' }),
  platform: textField('Those of this platform, by its id.', { maxLength: MAX_SOUGHT_LENGTH, example: 'youtube' }),
  folder: textField('Those in this folder.', { maxLength: MAX_SOUGHT_LENGTH, example: 'Spring campaign' }),
  tag: textField('Those with this tag.', { maxLength: MAX_SOUGHT_LENGTH, example: 'to read' }),
  min_timestamp: numberField('Unix seconds: none created before.', { min: 0, whole: true }),
  max_timestamp: numberField('Unix seconds: none created after.', { min: 0, whole: true }),
});

const list = defineOperation({
  name: 'jobs.list',
  summary: 'List exports',
  description:
    'Exports, newest first; all, or those that the filters name. A page with fewer entries than `limit` is the last one; past the end the list is empty.',
  scope: 'read',
  input: listInput,
  output: z.array(jobSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v3/jobs', status: 200, auth: 'token' },
  cli: { command: 'jobs' },
  run({ page, limit, ...fields }, context) {
    const wish = wishOf(fields);
    return context.jobs.list({ page, limit, ...(wish === null ? {} : { wish }) }).map((job) => presentJob(job, context.links));
  },
});

const get = defineOperation({
  name: 'jobs.get',
  summary: 'Get an export',
  description:
    'The state of one export, its counts, its links once files exist, and its completeness ledger. Poll every 5 to 10 seconds until `status` is done, error or stopped.',
  scope: 'read',
  input: guidInput,
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v3/job/{guid}', status: 200, auth: 'token' },
  cli: { command: 'jobs get' },
  run: ({ guid }, context) => presentJob(findJob(guid, context), context.links),
});

const stop = defineOperation({
  name: 'jobs.stop',
  summary: 'Stop an export',
  description:
    'Stops a queued or running export for good. What was fetched can still be downloaded, and `options.cursor` of a new export goes on from there.',
  scope: 'write',
  input: guidInput,
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'PATCH', path: '/api/v3/job/{guid}/stop', status: 200, auth: 'token' },
  cli: { command: 'jobs stop' },
  run: async ({ guid }, context) => presentJob(await context.engine.stop(findJob(guid, context).guid), context.links),
});

const retry = defineOperation({
  name: 'jobs.retry',
  summary: 'Retry a failed export',
  description: 'Queues an export that ended in error once more. It goes on from the last page that was stored.',
  scope: 'write',
  input: guidInput,
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'PATCH', path: '/api/v3/job/{guid}/retry', status: 200, auth: 'token' },
  cli: { command: 'jobs retry' },
  run: async ({ guid }, context) => presentJob(await context.engine.retry(findJob(guid, context).guid), context.links),
});

const goOn = defineOperation({
  name: 'jobs.continue',
  summary: 'Open the window of an export at a wall',
  description:
    'For the owner alone: opens a window of the platform on the screen of this machine, where the export goes on once the owner has done what the site asks. Takes an export that waits (`needs_you`) and one that failed at such a wall; where the window is open already, what was refused is asked for once more.',
  scope: 'write',
  input: guidInput,
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'INSUFFICIENT_SCOPE'],
  rest: { method: 'PATCH', path: '/api/v3/job/{guid}/continue', status: 200, auth: 'owner' },
  async run({ guid }, context) {
    if (context.caller.kind !== 'owner')
      throw new CommentdockError('INSUFFICIENT_SCOPE', `Only the owner opens windows, in the app or with \`${continueCommand(guid)}\`.`);
    return presentJob(await context.engine.goOnInWindow(findJob(guid, context).guid), context.links);
  },
});

const remove = defineOperation({
  name: 'jobs.delete',
  summary: 'Delete an export',
  description: 'Removes the export, everything it fetched and its files. A running export is stopped first.',
  scope: 'write',
  input: guidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v3/job/{guid}', status: 204, auth: 'token' },
  cli: { command: 'jobs delete' },
  run: ({ guid }, context) => context.engine.remove(findJob(guid, context).guid),
});

export const JOB_OPERATIONS = [createJobs, list, get, stop, retry, goOn, remove];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
export function findJob(guid: string, context: Pick<ExportContext, 'jobs'>): JobRecord {
  const job = context.jobs.find(guid);
  if (job) return job;
  throw new CommentdockError(
    'RESOURCE_NOT_FOUND',
    `There is no export ${guid}. GET /api/v3/jobs or \`commentdock jobs\` lists those that exist.`,
  );
}

/** Null: all of them. */
function wishOf({
  q,
  status = null,
  platform,
  folder,
  tag,
  min_timestamp: since,
  max_timestamp: until,
}: Omit<z.output<typeof listInput>, 'page' | 'limit'>): JobWish | null {
  const wish = {
    text: wordsOf(q),
    status,
    platform: wordsOf(platform),
    folder: wordsOf(folder),
    tag: wordsOf(tag),
    sinceMs: since === null ? null : since * SECOND_MS,
    untilMs: until === null ? null : until * SECOND_MS + LAST_MS_OF_SECOND,
  };
  return Object.values(wish).every((part) => part === null) ? null : wish;
}
