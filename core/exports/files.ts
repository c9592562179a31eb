import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { contentTypeOf, CONTENT_TYPES } from '#core/exports/file-types.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { findJob } from '#core/exports/jobs.ts';
import { MOST_LOOKS } from '#core/exports/open-file.ts';
import { downloadName } from '#core/exports/presentation.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';

/** What a file name of the exports folder looks like: no separators, nothing hidden. */
const FILE_NAME = /^\w[\w-]*(\.[\w-]+)+$/;

/** A finished file on disk. Surfaces hand over its bytes. */
export const exportFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  /** The name to save it under. */
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
});

export type ExportFile = z.infer<typeof exportFileSchema>;

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });
const partial = flagField('Of an export that failed: the file of what was fetched before.');

const download = defineOperation({
  name: 'exports.download',
  summary: 'Download the file of an export',
  description: 'The file of a finished export. A stopped export gives what it had; a failed one does so with `partial`.',
  scope: 'read',
  input: z.object({ guid, format: z.enum(FILE_FORMATS).default('xlsx'), partial }),
  output: exportFileSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'DISK'],
  rest: { method: 'GET', path: '/api/v3/job/{guid}/download', status: 200, auth: 'token' },
  cli: { command: 'jobs download' },
  run: (input, context) => fileOfJob(input, context),
});

const json = defineOperation({
  name: 'exports.json',
  summary: 'Get the rows of an export as JSON',
  description: 'A JSON list with one object for each row: our item schema, and beside it the names that existing readers use.',
  scope: 'read',
  input: z.object({ guid, partial }),
  output: exportFileSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'DISK'],
  rest: { method: 'GET', path: '/api/v3/job/{guid}/json', status: 200, auth: 'token' },
  cli: { command: 'jobs download' },
  run: (input, context) => fileOfJob({ ...input, format: 'json' }, context),
});

const file = defineOperation({
  name: 'exports.file',
  summary: 'Fetch a file by its link',
  description:
    'What `download_link` and `json_url` name. The name cannot be guessed, so no token is needed: whoever has the link may read the file.',
  scope: 'read',
  input: z.object({ file: z.string().meta({ description: 'The last part of the link.', examples: ['youtube-comments_x7Qm.xlsx'] }) }),
  output: exportFileSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/exports/{file}', status: 200, auth: 'public' },
  async run(input, context) {
    const contentType = FILE_NAME.test(input.file) ? contentTypeOf(input.file) : null;
    const found = contentType && (await fileOnDisk(join(context.exportsFolder, input.file), input.file, contentType));
    if (found) return found;
    throw new CommentdockError(
      'RESOURCE_NOT_FOUND',
      'There is no such file. It goes when its export is deleted, and when another takes its place.',
    );
  },
});

export const EXPORT_OPERATIONS = [download, json, file];

interface FileRequest {
  readonly guid: string;
  readonly format: FileFormat;
  readonly partial: boolean;
}

async function fileOfJob(request: FileRequest, context: ExportContext): Promise<ExportFile> {
  const { format } = request;
  // Between being noted and being found a file may be replaced, or go with its export: the next look says which.
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const job = findJob(request.guid, context);
    refuseForeignFormat(format, context);
    refuseUnfinished(job, request);
    const standing = await storedFile(job, format, context);
    if (standing) return standing;
    const written = await storedFile(await context.engine.writeFiles(job.guid, [format]), format, context);
    if (written) return written;
  }
  throw new CommentdockError('DISK', `The ${format} file is not in the exports folder.`);
}

/** @throws CommentdockError FORMAT_NOT_ALLOWED */
export function refuseForeignFormat(format: FileFormat, { caller, settings }: ExportContext): void {
  const allowed = tierFor(caller, settings).formats;
  if (allowed.includes(format)) return;
  throw new CommentdockError('FORMAT_NOT_ALLOWED', `The plan in use has no ${format}; it has ${allowed.join(', ')}.`);
}

/**
 * Only what has ended can be read as a whole.
 * @throws CommentdockError INVALID_REQUEST naming the state
 */
export function refuseUnfinished(job: JobRecord, { partial: wantsPartial }: Pick<FileRequest, 'partial'>): void {
  if (job.status === 'queueing' || job.status === 'progress') {
    throw new CommentdockError(
      'INVALID_REQUEST',
      `The export is in state "${job.status}" with ${job.exported} items so far. Ask again once its status is done.`,
    );
  }
  if (job.status === 'error' && !wantsPartial) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      `The export failed: ${job.error ?? 'no reason is known'} ?partial=true gives the ${job.exported} items that were fetched before; retry goes on from there.`,
    );
  }
}

/** Null where it was not written yet, or is gone. */
export async function storedFile(
  job: JobRecord,
  format: FileFormat,
  { exportsFolder }: Pick<ExportContext, 'exportsFolder'>,
): Promise<ExportFile | null> {
  const stored = job.files.find((candidate) => candidate.format === format);
  return stored ? fileOnDisk(join(exportsFolder, stored.name), downloadName(job, format), CONTENT_TYPES[format]) : null;
}

/** Null where there is none. @throws CommentdockError DISK */
export async function fileOnDisk(path: string, name: string, contentType: string): Promise<ExportFile | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { path, name, contentType, bytes: found.size } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}
