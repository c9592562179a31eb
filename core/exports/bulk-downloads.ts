import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { fileStem, titleOf } from '#core/contract/file-name.ts';
import { type JobRecord, ownLayout } from '#core/contract/job-record.ts';
import { type Layout, layoutWishSchema } from '#core/contract/layout.ts';
import { FILE_FORMATS, fileEnding } from '#core/contract/tier.ts';
import { BULK_STATUSES, type BulkRecord, type MergedFile } from '#core/exports/bulk-ports.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { downloadSchema, refuseForeignFormat } from '#core/exports/files.ts';
import { settledLayout } from '#core/exports/layouts.ts';
import { ownerOf } from '#core/operations/context.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { fileLink } from '#core/exports/presentation.ts';

const MAX_GUIDS = 100;
/** All files of an archive are open at once. */
const MOST_EXPORTS = 500;

const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the bulk download.' }) });

const creationInput = z.object({
  guids: z
    .array(z.string().min(1))
    .min(1)
    .max(MAX_GUIDS)
    .meta({
      description: 'The `guid` of each export; the `batch_id` of a batch stands for all of its exports.',
      examples: [['7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21']],
    }),
  merge: flagField('One workbook of all rows too, with a column for where each row comes from.'),
  media: flagField('The pictures and files of their rows too, where they were fetched.'),
  format: z.enum(FILE_FORMATS).optional().meta({
    description: 'In place of the ZIP one file of all rows in this format, each with platform, URL, title and guid of its export.',
  }),
  without_duplicates: flagField('With `format`: of rows of one site that have the same id, only the first.'),
  layout: layoutWishSchema.nullish().meta({ description: 'With `format`: a preset or a layout.' }),
});

const create = defineOperation({
  name: 'bulk.create',
  summary: 'Put several exports into one ZIP, or into one file',
  description:
    'Assembles the files of finished exports into a ZIP archive, or with `format` all their rows into one file, in the background. Exports that are unknown or not done are skipped. Poll until `status` is ready or error.',
  scope: 'write',
  input: creationInput,
  output: z.object({ uuid: z.uuid(), status: z.enum(BULK_STATUSES), fileCount: z.int().min(1) }),
  errors: ['INVALID_REQUEST', 'FORMAT_NOT_ALLOWED'],
  rest: { method: 'POST', path: '/api/v1/bulk-download', status: 201, auth: 'token' },
  cli: { command: 'bulk' },
  run(input, context) {
    const { bulk, bulkAssembly, caller, now } = context;
    const done = doneExports(input.guids, context);
    const uuid = randomUUID();
    const merged = mergedFile(input, done, uuid, context);
    if (input.merge || input.media || merged !== null) refuseHidden(done, merged?.layout);
    bulk.insert({
      uuid,
      status: 'processing',
      guids: done.map(({ guid }) => guid),
      merge: input.merge,
      media: input.media,
      ...(merged === null ? {} : { merged }),
      fileName: `bulk_${randomBytes(16).toString('hex')}.${merged === null ? 'zip' : endingOf(merged)}`,
      error: null,
      createdAtMs: now(),
      memberUuid: ownerOf(caller),
    });
    bulkAssembly.wake();
    return { uuid, status: 'processing' as const, fileCount: done.length };
  },
});

const get = defineOperation({
  name: 'bulk.get',
  summary: 'Get the state of a bulk download',
  description: 'Whether the archive is ready. `downloadUrl` then needs no token: whoever has the link may read the archive.',
  scope: 'read',
  input: uuidInput,
  output: z.object({
    uuid: z.uuid(),
    status: z.enum(BULK_STATUSES),
    fileCount: z.int().min(1),
    /** Once it is ready. */
    downloadUrl: z
      .string()
      .optional()
      .meta({ examples: ['http://127.0.0.1:4780/exports/bulk_x7Qm.zip'] }),
    /** Why it failed. */
    error: z.string().optional(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/bulk-download/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'bulk get' },
  run({ uuid }, context) {
    const { status, guids, fileName, error } = findBulk(uuid, context);
    return {
      uuid,
      status,
      fileCount: guids.length,
      ...(status === 'ready' ? { downloadUrl: fileLink(fileName, context.links.baseUrl) } : {}),
      ...(error === null ? {} : { error }),
    };
  },
});

const download = defineOperation({
  name: 'bulk.download',
  summary: 'Download several exports',
  description: 'The archive, or the one file, once it is ready.',
  scope: 'read',
  input: uuidInput,
  output: downloadSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'DISK'],
  rest: { method: 'GET', path: '/api/v1/bulk-download/{uuid}/download', status: 200, auth: 'token' },
  cli: { command: 'bulk download' },
  async run({ uuid }, context) {
    const bulk = findBulk(uuid, context);
    const { status, error } = bulk;
    if (status !== 'ready') {
      const reason = status === 'error' ? `It failed: ${error ?? 'no reason is known'}` : 'It is still being assembled; ask again soon.';
      throw new CommentdockError('INVALID_REQUEST', `The archive is in state "${status}". ${reason}`);
    }
    const file = await context.archives.find(bulk);
    if (file !== null) return file;
    // Deleted just then: there is no archive to speak of.
    findBulk(uuid, context);
    throw new CommentdockError('DISK', 'The archive is not in the exports folder any more. Make another one.');
  },
});

const remove = defineOperation({
  name: 'bulk.delete',
  summary: 'Delete a bulk download',
  description: 'Removes the archive. The exports in it stay as they are.',
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/bulk-download/{uuid}', status: 204, auth: 'token' },
  cli: { command: 'bulk delete' },
  async run({ uuid }, context) {
    const bulk = findBulk(uuid, context);
    context.bulk.remove(uuid);
    await context.archives.remove(bulk);
  },
});

export const BULK_OPERATIONS = [create, get, download, remove];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function findBulk(uuid: string, { bulk }: ExportContext): BulkRecord {
  const record = bulk.find(uuid);
  if (record !== null) return record;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no bulk download ${uuid}. It is the \`uuid\` of POST /api/v1/bulk-download.`);
}

/** Those that are done, each once, in the order in which they were named. @throws CommentdockError INVALID_REQUEST */
function doneExports(named: readonly string[], { jobs }: Pick<ExportContext, 'jobs'>): readonly JobRecord[] {
  const found = named.flatMap((id): readonly JobRecord[] => {
    const job = jobs.find(id);
    return job === null ? jobs.ofBatch(id) : [job];
  });
  const done = [...new Map(found.map((job) => [job.guid, job])).values()].filter(({ status }) => status === 'done');
  if (done.length === 0)
    throw new CommentdockError(
      'INVALID_REQUEST',
      'None of these exports is done, so there is nothing to download. `status` of GET /api/v3/job/{guid} says where each is.',
    );
  if (done.length > MOST_EXPORTS)
    throw new CommentdockError('INVALID_REQUEST', `These are ${done.length} exports, and at most ${MOST_EXPORTS} go into one download.`);
  return done;
}

/** Null: an archive is wanted. @throws CommentdockError INVALID_REQUEST, FORMAT_NOT_ALLOWED */
function mergedFile(
  { merge, media, format, without_duplicates: withoutDuplicates, layout: wish }: z.output<typeof creationInput>,
  exports: readonly JobRecord[],
  uuid: string,
  context: ExportContext,
): MergedFile | null {
  if (format === undefined) {
    if (!withoutDuplicates && (wish ?? null) === null) return null;
    throw new CommentdockError('INVALID_REQUEST', '`layout` and `without_duplicates` are about one file of all rows. Say its `format`.');
  }
  if (merge || media)
    throw new CommentdockError('INVALID_REQUEST', '`merge` and `media` are about a ZIP, and with `format` there is none. Leave them out.');
  refuseForeignFormat(format, context);
  const layout = wish === undefined || wish === null ? {} : settledLayout(wish, context);
  return { format, withoutDuplicates, layout, stem: stemOf(exports, uuid, layout) };
}

/** What is made of stored rows of several exports has them as they are. @throws CommentdockError INVALID_REQUEST */
function refuseHidden(exports: readonly JobRecord[], layout?: Layout): void {
  const hidden = exports.find((job) => ownLayout(job).pseudonyms !== undefined);
  if (hidden === undefined && layout?.pseudonyms === undefined) return;
  const which = hidden === undefined ? 'the layout puts them' : `the export ${hidden.guid} stands`;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `One file of several exports, and pictures, show rows as they are stored, and ${which} under pseudonyms. Leave \`format\`, \`merge\` and \`media\` out.`,
  );
}

/** As files of one export are called, with what they have in common. */
function stemOf(exports: readonly JobRecord[], uuid: string, layout: Layout): string {
  const common = (read: (job: JobRecord) => string, otherwise: string): string => {
    const values = new Set(exports.map(read));
    return values.size === 1 ? ([...values][0] ?? otherwise) : otherwise;
  };
  const name = {
    platform: common(({ platform }) => platform, 'merged'),
    target: { type: common(({ target }) => target.type, 'rows'), params: { title: common(titleOf, `${exports.length}-exports`) } },
    guid: uuid,
    createdAtMs: Math.max(...exports.map(({ createdAtMs }) => createdAtMs)),
    finishedAtMs: Math.max(...exports.map(({ finishedAtMs, createdAtMs }) => finishedAtMs ?? createdAtMs)),
  };
  return fileStem(name, layout);
}

function endingOf({ format, layout }: MergedFile): string {
  return `${fileEnding(format)}${layout.split === undefined ? '' : '.zip'}`;
}
