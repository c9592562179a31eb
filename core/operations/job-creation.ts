import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { exportedItem, exportedItemSchema } from '#core/contract/exported-item.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { jobSchema } from '#core/contract/job.ts';
import type { Plan } from '#core/contract/job.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { defaultFormats, FILE_FORMATS, tierOf } from '#core/contract/tier.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import { checkJobOptions, toExportOptions } from '#core/engine/selection.ts';
import { createAndAwait } from '#core/operations/await-jobs.ts';
import type { OperationContext } from '#core/operations/context.ts';
import { defineOperation } from '#core/operations/define.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { presentJob } from '#core/operations/present-job.ts';
import { sampleItems } from '#core/operations/sandbox.ts';
import type { Choice } from '#core/platforms/registry.ts';

/** Longer than any address a browser takes from its bar. */
const MAX_URL_LENGTH = 8_192;
const MAX_URLS = 100;
const NO_ROUTES = { vpnNames: [], poolUuids: [] };

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
    .meta({ description: 'Instead of `url`: several, one export each.' }),
  options: jobOptionsSchema.nullish().meta({ description: 'Unknown options are ignored; a known one of a wrong type is refused.' }),
  formats: z
    .array(z.enum(FILE_FORMATS))
    .min(1)
    .optional()
    .meta({ description: 'Files to write; without it xlsx, csv and json, as far as the plan has them.' }),
  sandbox: flagField('Sample data at once; the platform is not asked.'),
});

type CreationInput = z.output<typeof creationInput>;

const sampleCommentSchema = exportedItemSchema.extend({ _sandbox: z.literal(true) });

export const createdJobSchema = jobSchema.extend({
  /** The sample, with `sandbox` only. */
  comments: z.array(sampleCommentSchema).optional(),
});

/** Creates one export for each URL: all of them, or none where one is refused. */
export const createJobs = defineOperation({
  name: 'jobs.create',
  summary: 'Export a URL',
  description:
    'Starts an export of a URL; the platform is recognised by it. Without a selector (`followers`, `following`, `likes`, `shares`, `tweets`, `live`...) it exports what the URL itself gives: comments, reviews or posts. The export runs by itself: poll `status_url` until it is done, then fetch `download_link`.',
  effect: 'write',
  scope: 'write',
  input: creationInput,
  output: z.object({ jobs: z.array(createdJobSchema) }),
  errors: ['INVALID_REQUEST', 'INVALID_URL', 'PLAN_EXPIRED', 'PLATFORM_NOT_ALLOWED', 'FORMAT_NOT_ALLOWED'],
  rest: { method: 'POST', path: '/api/v3/job', status: 201, auth: 'token', from: { sandbox: { header: 'x-sandbox' } } },
  cli: { command: 'export' },
  async run(input, context) {
    const plan = context.settings.plan();
    if (context.caller.kind === 'token' && plan === 'free') throw new CommentdockError('PLAN_EXPIRED');
    const options = input.options ?? {};
    checkJobOptions(options, NO_ROUTES);
    const formats = formatsOf(input.formats, plan);
    const choices = urlsOf(input).map(({ url, name }) => ({ url, choice: chooseNaming(name, url, options, context) }));
    const jobs = choices.map(({ url, choice }): NewJob => ({
      guid: randomUUID(),
      url,
      options,
      platform: choice.platform.id,
      target: choice.target,
      plan,
      formats,
      sandbox: input.sandbox,
      batchId: null,
      tokenUuid: context.caller.tokenUuid,
    }));
    if (!input.sandbox) return { jobs: (await context.engine.create(jobs)).map((job) => presentJob(job, context.links)) };
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

function chooseNaming(name: string | null, url: string, options: JobOptions, context: OperationContext): Choice {
  try {
    const choice = context.platforms.choose(url, options);
    const { platforms } = tierOf(context.settings.plan());
    if (platforms === 'all' || choice.platform.tier === 'major') return choice;
    throw new CommentdockError(
      'PLATFORM_NOT_ALLOWED',
      `${choice.platform.name} is not part of the ${context.settings.plan()} plan; business has every platform.`,
    );
  } catch (error) {
    if (name === null || !(error instanceof CommentdockError)) throw error;
    throw new CommentdockError(error.code, `${name}: ${error.message}`, { cause: error });
  }
}

function formatsOf(asked: readonly FileFormat[] | undefined, plan: Plan): readonly FileFormat[] {
  if (asked === undefined) return defaultFormats(plan);
  const allowed: readonly FileFormat[] = tierOf(plan).formats;
  const refused = asked.filter((format) => !allowed.includes(format));
  if (refused.length === 0) return [...new Set(asked)];
  throw new CommentdockError('FORMAT_NOT_ALLOWED', `The plan in use has no ${refused.join(', ')}; it has ${allowed.join(', ')}.`);
}

function withSample(record: JobRecord, choice: Choice | undefined, context: OperationContext): z.output<typeof createdJobSchema> {
  const job = presentJob(record, context.links);
  if (choice === undefined) return job;
  const options = toExportOptions(record.options, choice.platform, tierOf(record.plan));
  const items = sampleItems({ platform: choice.platform, target: choice.target, options });
  return { ...job, comments: items.map((item) => ({ ...exportedItem(item), _sandbox: true as const })) };
}
