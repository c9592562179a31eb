import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { BULK_STATUSES, type BulkRecord } from '#core/exports/bulk-ports.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { downloadSchema } from '#core/exports/files.ts';
import { ownerOf } from '#core/operations/context.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { fileLink } from '#core/exports/presentation.ts';

const MAX_GUIDS = 100;

const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the bulk download.' }) });

const create = defineOperation({
  name: 'bulk.create',
  summary: 'Put several exports into one ZIP',
  description:
    'Assembles the files of finished exports into a ZIP archive, in the background. Exports that are unknown or not done are skipped. Poll until `status` is ready or error.',
  scope: 'write',
  input: z.object({
    guids: z
      .array(z.string().min(1))
      .min(1)
      .max(MAX_GUIDS)
      .meta({ description: 'The `guid` of each export.', examples: [['7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21']] }),
    merge: flagField('One workbook of all rows too, with a column for where each row comes from.'),
  }),
  output: z.object({ uuid: z.uuid(), status: z.enum(BULK_STATUSES), fileCount: z.int().min(1) }),
  errors: ['INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/bulk-download', status: 201, auth: 'token' },
  cli: { command: 'bulk' },
  run({ guids, merge }, { jobs, bulk, bulkAssembly, caller, now }) {
    const done = [...new Set(guids)].filter((guid) => jobs.find(guid)?.status === 'done');
    if (done.length === 0) {
      throw new CommentdockError(
        'INVALID_REQUEST',
        'None of these exports is done, so there is nothing to download. `status` of GET /api/v3/job/{guid} says where each is.',
      );
    }
    const uuid = randomUUID();
    const fileName = `bulk_${randomBytes(16).toString('hex')}.zip`;
    bulk.insert({ uuid, status: 'processing', guids: done, merge, fileName, error: null, createdAtMs: now(), memberUuid: ownerOf(caller) });
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
  summary: 'Download a ZIP of exports',
  description: 'The archive, once it is ready.',
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
