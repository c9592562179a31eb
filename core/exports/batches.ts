import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError, errorCodeSchema } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { createAndAwait } from '#core/exports/await-jobs.ts';
import { type BatchUrl, distinct } from '#core/exports/batch-urls.ts';
import { batchStatusSchema, rollUp } from '#core/exports/batch-status.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { ownerOf } from '#core/operations/context.ts';
import { chooseExport, exportFields, newJob, requestedExports, type RequestedExports } from '#core/exports/new-jobs.ts';
import { expandedSchema, expandField, expandUrls } from '#core/exports/post-lists.ts';
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
  /** What was exported of lists of posts, under `expand`. */
  expanded: z.array(expandedSchema).optional(),
  sandbox: z.boolean().optional(),
});

const creationInput = z.object({
  urls: z
    .array(z.union([z.string(), z.object({ url: z.string() })]))
    .min(1)
    .meta({
      description: 'What to export. At most 25 on premium, 100 on business; commands and the window may send more.',
      examples: [['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.reddit.com/r/pics/comments/1a2b3c/']],
    }),
  expand: expandField,
  ...exportFields,
});

const create = defineOperation({
  name: 'batches.create',
  summary: 'Export many URLs',
  description:
    'Starts one export for each URL, all under the same options. Duplicates count once; URLs that cannot be exported are listed in `errors`, the others are exported all the same. What the plan cannot run or queue at once waits.',
  scope: 'write',
  input: creationInput,
  output: createdBatchSchema,
  errors: ['INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'DAILY_LIMIT_EXCEEDED'],
  rest: { method: 'POST', path: '/api/v1/batch-export', status: 201, auth: 'token', from: { sandbox: { header: 'x-sandbox' } } },
  cli: { command: 'batch' },
  async run(input, context) {
    const { batches, caller, now } = context;
    refuseTooMany(input, context);
    const batchId = randomUUID();
    const requested = requestedExports(input, batchId, context);
    const urls = distinct(input.urls.map((entry, index) => ({ index, given: typeof entry === 'string' ? entry : entry.url })));
    await context.platforms.prepare(urls.map(({ given }) => given.trim()));
    // Samples ask nobody, who posted what neither.
    const posts = input.sandbox ? undefined : input.expand?.posts;
    const expanded = posts === undefined ? null : await expandUrls(urls, posts, requested, context);
    const { jobs, errors } = sortOut(expanded?.urls ?? urls, requested, context);
    for (const { of, error } of expanded?.refused ?? []) errors.push(refusedUrl(of, error));
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
      errors: errors.toSorted((one, other) => one.index - other.index),
      ...(expanded === null ? {} : { expanded: [...expanded.lists] }),
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
function refuseTooMany(
  { urls, expand }: Pick<z.output<typeof creationInput>, 'urls' | 'expand'>,
  { caller, settings }: ExportContext,
): void {
  const plan = settings.plan();
  const { urlsPerBatch } = tierFor(caller, settings);
  if (urlsPerBatch === 0)
    throw new CommentdockError('INVALID_REQUEST', `Bulk export requires a Premium or Business plan; the plan in use is ${plan}.`);
  if (urls.length > urlsPerBatch)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `\`urls\` has ${urls.length} entries; the ${plan} plan takes at most ${urlsPerBatch} in one batch. Send several batches.`,
    );
  const stated = urls.length * (expand?.posts ?? 1);
  if (stated > urlsPerBatch)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `\`expand.posts\`: ${urls.length} lists of as many posts may become ${stated} exports; the ${plan} plan takes at most ${urlsPerBatch} in one batch.`,
    );
}

function refusedUrl({ index, given }: BatchUrl, { message, code }: CommentdockError): RefusedUrl {
  return { index, url: given, error: message, error_code: code };
}

function sortOut(
  urls: readonly BatchUrl[],
  requested: RequestedExports,
  context: ExportContext,
): { readonly jobs: readonly NewJob[]; readonly errors: RefusedUrl[] } {
  const jobs: NewJob[] = [];
  const errors: RefusedUrl[] = [];
  for (const each of urls) {
    try {
      const url = each.given.trim();
      jobs.push(newJob(url, chooseExport(url, requested, context), requested, context));
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      errors.push(refusedUrl(each, error));
    }
  }
  return { jobs, errors };
}

async function createAll(jobs: readonly NewJob[], { sandbox }: RequestedExports, context: ExportContext): Promise<void> {
  if (jobs.length === 0) return;
  if (sandbox) await createAndAwait(jobs, context);
  else await context.admission.create(jobs, { kind: 'batch', caller: context.caller });
}
