import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { fileOf, type JobRecord } from '#core/contract/job-record.ts';
import { itemFilterSchema } from '#core/contract/language.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import { conversionDone, conversionFailed, converted, notConverted } from '#core/events/conversion.ts';
import type { Announcer } from '#core/events/define.ts';
import type { Conversions, FileKind } from '#core/exports/bulk-ports.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { refuseForeignFormat, refuseUnfinished } from '#core/exports/files.ts';
import { layoutField, layoutOfFile } from '#core/exports/layouts.ts';
import { findJob } from '#core/exports/jobs.ts';
import { refuseFilter } from '#core/exports/new-jobs.ts';
import { fileLink } from '#core/exports/presentation.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';

/** ready: `link` is there. processing: being written. none: not asked for yet. error: the last try failed; ask again. */
const CONVERSION_STATUSES = ['ready', 'processing', 'none', 'error'] as const;
type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

export function createConversions({
  engine,
  announcer,
}: {
  readonly engine: Pick<EnginePort, 'writeFiles' | 'reprocess'>;
  readonly announcer: Announcer;
}): Conversions {
  const states = new Map<string, 'processing' | 'error'>();
  const keyOf = (guid: string, { format, layout }: FileKind): string => `${guid} ${format} ${JSON.stringify(layout)}`;
  return {
    stateOf: (guid, kind) => states.get(keyOf(guid, kind)) ?? null,
    start(guid, kind, baseUrl) {
      const key = keyOf(guid, kind);
      if (states.get(key) === 'processing') return;
      states.set(key, 'processing');
      engine.writeFiles(guid, [kind.format], kind.layout).then(
        (job) => {
          states.delete(key);
          const name = fileOf(job, kind.format, kind.layout)?.name ?? '';
          announcer.announce(conversionDone, converted(guid, fileLink(name, baseUrl)));
        },
        () => {
          states.set(key, 'error');
          announcer.announce(conversionFailed, notConverted(guid));
        },
      );
    },
    startReprocessing(guid, wish) {
      const key = keyOf(guid, { format: wish.format });
      states.set(key, 'processing');
      // How it ends is announced by `announceChanges`, after a restart too.
      engine.reprocess(guid, wish).then(
        () => states.delete(key),
        () => states.set(key, 'error'),
      );
    },
  };
}

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });
const optionSchema = z.object({
  format: z.enum(FILE_FORMATS),
  status: z.enum(CONVERSION_STATUSES),
  /** Null until the file is ready. Needs no token. */
  link: z.string().nullable(),
});

const options = defineOperation({
  name: 'conversions.options',
  summary: 'List the file formats of an export',
  description: 'Every format that the plan has, and the link of each file that exists.',
  scope: 'read',
  input: z.object({ guid, layout: layoutField }),
  output: z.array(optionSchema),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/jobs/{guid}/downloadOptions', status: 200, auth: 'token' },
  cli: { command: 'jobs formats' },
  run(input, context) {
    const job = findJob(input.guid, context);
    const { formats } = tierFor(context.caller, context.settings);
    const kind = layoutOfFile(input.layout, job, context);
    return Promise.all(formats.map((format) => optionOf(job, { format, ...kind }, context)));
  },
});

const start = defineOperation({
  name: 'conversions.start',
  summary: 'Convert an export to another format',
  description:
    'Writes a further file of what an export holds, in the background; nothing is fetched again. With `filter` the export is processed anew, and its files are replaced. How far the texts are judged is told by `job.convert.progress` and the `sentiment` of the job object. It ends in the event `job.convert.done` or `job.convert.failed`; the download options then have its link.',
  scope: 'write',
  input: z.object({
    guid,
    format: z
      .enum(FILE_FORMATS)
      .default('xlsx')
      .meta({ description: 'Format of the file. Default: xlsx.', examples: ['csv'] }),
    layout: layoutField,
    filter: itemFilterSchema.nullish().meta({
      description:
        'What is done with the items first: `sentiment` judges their tone; `language` says what they are written in where the platform does not, and with a list of ISO 639 codes leaves out those in other languages; true takes them in again. All files of the export are replaced then.',
    }),
  }),
  output: optionSchema.extend({ guid: z.uuid() }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'FORMAT_NOT_ALLOWED'],
  rest: { method: 'POST', path: '/api/v1/jobs/{guid}/download', status: 202, auth: 'token' },
  cli: { command: 'jobs convert' },
  async run({ guid: wanted, format, filter, layout: laidOut }, context) {
    const job = findJob(wanted, context);
    refuseForeignFormat(format, context);
    refuseUnfinished(job, { partial: false });
    const { announcer, conversions, links } = context;
    const wish: Reprocessing = { sentiment: filter?.sentiment === true, language: filter?.language ?? false, format };
    const kind = { format, ...layoutOfFile(laidOut, job, context) };
    if (wish.sentiment || wish.language !== false) {
      if (kind.layout !== undefined)
        throw new CommentdockError(
          'INVALID_REQUEST',
          '`layout` and `filter.sentiment` or `filter.language` are two steps. Ask for the layout once the other is done.',
        );
      refuseFilter(wish, job.target.type, 'filter');
      refuseLivingDataset(wish, job);
      conversions.startReprocessing(job.guid, wish);
      return { guid: job.guid, format, status: 'processing' as const, link: null };
    }
    const standing = await optionOf(job, kind, context);
    if (standing.link === null) conversions.start(job.guid, kind, links.baseUrl);
    else announcer.announce(conversionDone, converted(job.guid, standing.link));
    return { guid: job.guid, ...standing, status: standing.link === null ? ('processing' as const) : standing.status };
  },
});

const cancel = defineOperation({
  name: 'conversions.cancel',
  summary: 'Cancel the processing of an export',
  description:
    'Ends what a `filter` began on an export that had ended, such as the judging of its texts. What was judged is kept, and goes on from there when it is asked for again; the files stay as they were. It ends in `job.convert.failed`. Where nothing is under way, nothing happens.',
  scope: 'write',
  input: z.object({ guid }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/jobs/{guid}/download', status: 204, auth: 'token' },
  cli: { command: 'jobs cancel-conversion' },
  run: (input, context) => context.engine.cancelReprocessing(findJob(input.guid, context).guid),
});

export const CONVERSION_OPERATIONS = [options, start, cancel];

async function optionOf(job: JobRecord, kind: FileKind, context: ExportContext): Promise<z.output<typeof optionSchema>> {
  const { conversions, links, resultFiles } = context;
  const { format, layout } = kind;
  const file = fileOf(job, format, layout);
  const stands = await resultFiles.has(job, format, layout);
  const isProcessing = conversions.stateOf(job.guid, kind) === 'processing';
  const link = file === undefined || !stands || isProcessing ? null : fileLink(file.name, links.baseUrl);
  const status: ConversionStatus = link === null ? (conversions.stateOf(job.guid, kind) ?? 'none') : 'ready';
  return { format, status, link };
}

/** @throws CommentdockError INVALID_REQUEST where rows stay from run to run: the next one builds on them */
function refuseLivingDataset({ language }: Reprocessing, { series }: JobRecord): void {
  if (!Array.isArray(language) || (series ?? null) === null) return;
  throw new CommentdockError(
    'INVALID_REQUEST',
    '`filter.language`: an incremental export keeps its rows, and none can be left out by language. Search it by language instead.',
  );
}
