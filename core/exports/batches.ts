import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError, errorCodeSchema } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { createAndAwait } from '#core/exports/await-jobs.ts';
import { batchStatusSchema, rollUp } from '#core/exports/batch-status.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { ownerOf } from '#core/operations/context.ts';
import { chooseExport, exportFields, newJob, requestedExports, type RequestedExports } from '#core/exports/new-jobs.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';

const refusedUrlSchema = z.object({
  /** Position in the `urls` that were sent, from 0. */
  index: z.int().min(0),
  url: z.string(),
  error: z.string(),
  error_code: errorCodeSchema,
});

type RefusedUrl = z.output<typeof refusedUrlSchema>;

export const createdBatchSchema = z.object({
  batch_id: z.uuid(),
  /** The same as `batch_id`. */
  batchId: z.uuid(),
  /** How many URLs were sent, duplicates and refused ones too. */
  submitted: z.int(),
  /** One export for each accepted URL, in the order in which they were sent. */
  guids: z.array(z.uuid()),
  errors: z.array(refusedUrlSchema).meta({ examples: [[]] }),
  sandbox: z.boolean().optional(),
});

const create = defineOperation({
  name: 'batches.create',
  summary: 'Export many URLs',
  description:
    'Starts one export for each URL, all under the same options. Duplicates count once; URLs that cannot be exported are listed in `errors`, the others are exported all the same. What the plan cannot run or queue at once waits.',
  scope: 'write',
  input: z.object({
    urls: z
      .array(z.union([z.string(), z.object({ url: z.string() })]))
      .min(1)
      .meta({
        description: 'What to export. At most 25 on premium, 100 on business; commands and the window may send more.',
        examples: [['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.reddit.com/r/pics/comments/1a2b3c/']],
      }),
    ...exportFields,
  }),
  output: createdBatchSchema,
  errors: ['INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'DAILY_LIMIT_EXCEEDED'],
  rest: { method: 'POST', path: '/api/v1/batch-export', status: 201, auth: 'token', from: { sandbox: { header: 'x-sandbox' } } },
  cli: { command: 'batch' },
  async run(input, context) {
    const { batches, caller, now } = context;
    refuseTooMany(input.urls.length, context);
    const batchId = randomUUID();
    const requested = requestedExports(input, batchId, context);
    const urls = distinct(input.urls);
    await context.platforms.prepare(urls.map(({ given }) => given.trim()));
    const { jobs, errors } = sortOut(urls, requested, context);
    batches.insert({ id: batchId, submitted: input.urls.length, createdAtMs: now(), memberUuid: ownerOf(caller) });
    try {
      await createAll(jobs, requested, context);
    } catch (error) {
      batches.remove(batchId);
      throw error;
    }
    return {
      batch_id: batchId,
      batchId,
      submitted: input.urls.length,
      guids: jobs.map(({ guid }) => guid),
      errors,
      ...(input.sandbox ? { sandbox: true } : {}),
    };
  },
});

const get = defineOperation({
  name: 'batches.get',
  summary: 'Get the state of a batch',
  description:
    'Counts over the exports of a batch, and each of them. `status` is queueing until the first one starts, then progress; once all have ended it is done, or error where none succeeded.',
  scope: 'read',
  input: z.object({ batchId: z.string().min(1).meta({ description: 'The `batch_id` of the batch.' }) }),
  output: batchStatusSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/batch-export/{batchId}', status: 200, auth: 'token' },
  cli: { command: 'batch get' },
  run({ batchId }, { jobs, batches }) {
    const exports = jobs.ofBatch(batchId);
    if (exports.length > 0 || batches.find(batchId) !== null) return rollUp(batchId, exports);
    throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no batch ${batchId}. It is the \`batch_id\` of POST /api/v1/batch-export.`);
  },
});

export const BATCH_OPERATIONS = [create, get];

/** @throws CommentdockError INVALID_REQUEST */
function refuseTooMany(submitted: number, { caller, settings }: ExportContext): void {
  const plan = settings.plan();
  const { urlsPerBatch } = tierFor(caller, settings);
  if (urlsPerBatch === 0)
    throw new CommentdockError('INVALID_REQUEST', `Bulk export requires a Premium or Business plan; the plan in use is ${plan}.`);
  if (submitted > urlsPerBatch)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `\`urls\` has ${submitted} entries; the ${plan} plan takes at most ${urlsPerBatch} in one batch. Send several batches.`,
    );
}

interface SubmittedUrl {
  readonly index: number;
  /** As it was sent. */
  readonly given: string;
}

/** Each URL once, where it stands first. White space around it makes no other URL. */
function distinct(urls: readonly (string | { readonly url: string })[]): readonly SubmittedUrl[] {
  const first = new Map<string, SubmittedUrl>();
  for (const [index, entry] of urls.entries()) {
    const given = typeof entry === 'string' ? entry : entry.url;
    if (!first.has(given.trim())) first.set(given.trim(), { index, given });
  }
  return [...first.values()];
}

function sortOut(
  urls: readonly SubmittedUrl[],
  requested: RequestedExports,
  context: ExportContext,
): { readonly jobs: readonly NewJob[]; readonly errors: RefusedUrl[] } {
  const jobs: NewJob[] = [];
  const errors: RefusedUrl[] = [];
  for (const { index, given } of urls) {
    try {
      const url = given.trim();
      jobs.push(newJob(url, chooseExport(url, requested, context), requested, context));
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      errors.push({ index, url: given, error: error.message, error_code: error.code });
    }
  }
  return { jobs, errors };
}

async function createAll(jobs: readonly NewJob[], { sandbox }: RequestedExports, context: ExportContext): Promise<void> {
  if (jobs.length === 0) return;
  if (sandbox) await createAndAwait(jobs, context);
  else await context.admission.create(jobs, { kind: 'batch', caller: context.caller });
}
