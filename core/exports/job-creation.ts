import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { exportedItem, SANDBOX_MARK } from '#core/contract/exported-item.ts';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { jobSchema } from '#core/contract/job.ts';
import { tierOf } from '#core/contract/tier.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import { createAndAwait } from '#core/exports/await-jobs.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { chooseExport, exportFields, MAX_URL_LENGTH, newJob, requestedExports, type RequestedExports } from '#core/exports/new-jobs.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { sampleItems } from '#core/sandbox/sample-items.ts';
import type { Choice } from '#core/platforms/registry.ts';

const MAX_URLS = 100;

const urlText = z.string().min(1).max(MAX_URL_LENGTH);

const creationInput = z.object({
  url: urlText
    .optional()
    .meta({ description: 'What to export, as copied from the browser.', examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
  urls: z
    .array(z.union([urlText, z.object({ url: urlText })]))
    .min(1)
    .max(MAX_URLS)
    .optional()
    .meta({ description: 'Instead of `url`: several, one export each. Each counts towards the limits of the plan.' }),
  ...exportFields,
  attended: flagField(
    'The owner sits in front of it: at a wall that a person can pass the export waits for them instead of ending. Counts from the owner alone: their window, desktop and terminal.',
  ),
});

type CreationInput = z.output<typeof creationInput>;

export const createdJobSchema = jobSchema.extend({
  /** The sample, with `sandbox` only. */
  comments: z.array(exportedItemSchema).optional(),
});

/** Creates one export for each URL: all of them, or none where one is refused. */
export const createJobs = defineOperation({
  name: 'jobs.create',
  summary: 'Export a URL',
  description:
    'Starts an export of a URL; the platform is recognised by it. Without a selector (`followers`, `following`, `likes`, `shares`, `tweets`, `live`...) it exports what the URL itself gives: comments, reviews or posts. The export runs by itself: poll `status_url` until it is done, then fetch `download_link`.',
  scope: 'write',
  input: creationInput,
  output: z.object({ jobs: z.array(createdJobSchema) }),
  errors: [
    'INVALID_REQUEST',
    'INVALID_URL',
    'PLAN_EXPIRED',
    'PLATFORM_NOT_ALLOWED',
    'FORMAT_NOT_ALLOWED',
    'DAILY_LIMIT_EXCEEDED',
    'RATE_WINDOW_EXCEEDED',
    'QUEUE_LIMIT_EXCEEDED',
  ],
  rest: { method: 'POST', path: '/api/v3/job', status: 201, auth: 'token', from: { sandbox: { header: 'x-sandbox' } } },
  cli: { command: 'export' },
  async run(input, context) {
    const { caller, settings, admission, links } = context;
    if (caller.kind !== 'owner' && settings.plan() === 'free') throw new CommentdockError('PLAN_EXPIRED');
    const requested = requestedExports(input, null, context);
    const named = urlsOf(input);
    await context.platforms.prepare(named.map(({ url }) => url));
    const choices = named.map(({ url, name }) => ({ url, choice: chooseNaming(name, url, requested, context) }));
    const jobs = choices.map(({ url, choice }) => newJob(url, choice, requested, context, input.attended ? 'attended' : 'alone'));
    if (!input.sandbox) return { jobs: (await admission.create(jobs, { kind: 'single', caller })).map((job) => presentJob(job, links)) };
    const records = await createAndAwait(jobs, context);
    return { jobs: records.map((record, index) => withSample(record, choices[index]?.choice, context)) };
  },
});

/** The URLs with the name of the input field each came from, null where it needs no naming. */
function urlsOf({ url, urls }: CreationInput): readonly { readonly url: string; readonly name: string | null }[] {
  if (url !== undefined && urls !== undefined) throw new CommentdockError('INVALID_REQUEST', 'Give either `url` or `urls`, not both.');
  if (url !== undefined) return [{ url: url.trim(), name: null }];
  if (urls === undefined) throw new CommentdockError('INVALID_REQUEST', '`url` is required: give the address of what to export.');
  return urls.map((entry, index) => ({ url: (typeof entry === 'string' ? entry : entry.url).trim(), name: `urls[${index}]` }));
}

function chooseNaming(name: string | null, url: string, requested: RequestedExports, context: ExportContext): Choice {
  try {
    return chooseExport(url, requested, context);
  } catch (error) {
    if (name === null || !(error instanceof CommentdockError)) throw error;
    throw new CommentdockError(error.code, `${name}: ${error.message}`, { cause: error });
  }
}

function withSample(record: JobRecord, choice: Choice | undefined, context: ExportContext): z.output<typeof createdJobSchema> {
  const job = presentJob(record, context.links);
  if (choice === undefined) return job;
  const options = toExportOptions(record.options, choice.platform, tierOf(record.plan));
  const items = sampleItems({ platform: choice.platform, target: choice.target, options });
  return { ...job, comments: items.map((item) => ({ ...exportedItem(item), ...SANDBOX_MARK })) };
}
