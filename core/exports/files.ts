import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { safeStem } from '#core/contract/file-name.ts';
import { type JobRecord, ownLayout } from '#core/contract/job-record.ts';
import type { Layout, LayoutWish } from '#core/contract/layout.ts';
import type { Pseudonyms } from '#core/contract/pseudonyms.ts';
import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { typeOfFile } from '#core/exports/file-types.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { textField, wordsOf } from '#core/operations/query-fields.ts';
import { layoutField, layoutOfFile, settledLayout } from '#core/exports/layouts.ts';
import { findJob } from '#core/exports/jobs.ts';
import { handedOver, MOST_LOOKS } from '#core/exports/open-file.ts';
import { downloadName } from '#core/exports/presentation.ts';
import { PSEUDONYM_FIELDS, pseudonymsOf } from '#core/exports/pseudonym-fields.ts';
import type { Operation } from '#core/operations/define.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';

/** What a file name of the exports folder looks like: no separators, nothing hidden. */
const FILE_NAME = /^\w[\w-]*(\.[\w-]+)+$/;
/** Of a table of edges the two last parts. */
const ENDING = /(?:\.edges)?\.\w+$/;
const MAX_GIVEN_NAME = 300;

const named = z.object({
  /** The name to save it under. */
  name: z.string(),
  contentType: z.string(),
});

/** A finished file on disk. Surfaces hand over its bytes. */
const exportFileSchema = named.extend({
  /** Absolute. */
  path: z.string(),
  bytes: z.int(),
  /** Opens it, null where it is gone: what is open is not cleared away. Left out: it is opened by its path. */
  open: functionOf<() => Promise<FileHandle | null>>().optional(),
});

/** A file, or what is made while it is handed out. */
export const downloadSchema = z.union([exportFileSchema, named.extend({ stream: functionOf<() => Readable>() })]);

export type ExportFile = z.infer<typeof exportFileSchema>;
export type Download = z.infer<typeof downloadSchema>;

/** Files of exports, as whoever asks for one gets them. */
export interface ResultFiles {
  /** Whether the file that is noted of the export is there to be found. `layout`: as for `fileOf`. */
  has(job: JobRecord, format: FileFormat, layout?: Layout): Promise<boolean>;
  /** The file that is noted; null where there is none, and it is to be written. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
  find(job: JobRecord, format: FileFormat, layout?: Layout): Promise<ExportFile | null>;
  /** By the last part of its link; null where there is none. @throws CommentdockError as `find` */
  named(fileName: string): Promise<ExportFile | null>;
}

/** Whether an operation answers a file, to be handed over as it is. */
export function givesFile({ output }: Pick<Operation, 'output'>): boolean {
  return output === exportFileSchema || output === downloadSchema;
}

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });
const format = z.enum(FILE_FORMATS).default('xlsx').meta({ description: 'Format of the file.' });
const partial = flagField('Of an export that failed: the file of what was fetched before.');

const download = defineOperation({
  name: 'exports.download',
  summary: 'Download the file of an export',
  description: 'The file of a finished export. A stopped export gives what it had; a failed one does so with `partial`.',
  scope: 'read',
  input: z.object({ guid, format, layout: layoutField, partial, ...PSEUDONYM_FIELDS }),
  output: exportFileSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'DISK'],
  rest: { method: 'GET', path: '/api/v3/job/{guid}/download', status: 200, auth: 'token' },
  cli: { command: 'jobs download' },
  run(input, context) {
    const pseudonyms = pseudonymsOf(input);
    return pseudonyms === null ? fileOfJob(input, context) : fileUnder(pseudonyms, input, context);
  },
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
  run: (input, context) => fileOfJob({ ...input, format: 'json', layout: {} }, context),
});

const file = defineOperation({
  name: 'exports.file',
  summary: 'Fetch a file by its link',
  description:
    'What `download_link` and `json_url` name. The name cannot be guessed, so no token is needed: whoever has the link may read the file.',
  scope: 'read',
  input: z.object({
    file: z.string().meta({ description: 'The last part of the link.', examples: ['youtube-comments_x7Qm.xlsx'] }),
    name: textField('What it is to be called where it is saved, without its ending. Default: as the link.', {
      maxLength: MAX_GIVEN_NAME,
      example: 'Comments of our video',
    }),
  }),
  output: downloadSchema,
  errors: ['RESOURCE_NOT_FOUND', 'DISK'],
  rest: { method: 'GET', path: '/exports/{file}', status: 200, auth: 'public' },
  async run(input, { archives, resultFiles }) {
    const place = input.file.startsWith('bulk_') ? archives : resultFiles;
    const found = FILE_NAME.test(input.file) ? await place.named(input.file) : null;
    const given = wordsOf(input.name);
    if (found !== null) return given === null ? found : { ...found, name: `${safeStem(given)}${ENDING.exec(found.name)?.[0] ?? ''}` };
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
  readonly layout?: LayoutWish | null | undefined;
  readonly partial: boolean;
}

async function fileOfJob(request: FileRequest, context: ExportContext): Promise<ExportFile> {
  const { format } = request;
  const { engine, resultFiles } = context;
  // Between being noted and being found a file may be replaced, or go with its export: the next look says which.
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const job = findJob(request.guid, context);
    refuseForeignFormat(format, context);
    refuseUnfinished(job, request);
    const { layout } = layoutOfFile(request.layout, job, context);
    const standing = await resultFiles.find(job, format, layout);
    if (standing) return standing;
    const written = await resultFiles.find(await engine.writeFiles(job.guid, [format], layout), format, layout);
    if (written) return written;
  }
  throw new CommentdockError('DISK', `The ${format} file is not in the exports folder.`);
}

/** A file that is made for whoever asked, and noted nowhere: the one of the export stays as it is. */
async function fileUnder(pseudonyms: Pseudonyms, request: FileRequest, context: ExportContext): Promise<ExportFile> {
  const { format } = request;
  const job = findJob(request.guid, context);
  refuseForeignFormat(format, context);
  refuseUnfinished(job, request);
  const wish = request.layout ?? null;
  const layout = { ...(wish === null ? ownLayout(job) : settledLayout(wish, context)), pseudonyms };
  const { files } = await context.engine.writeAside(job.guid, { formats: [format], layout });
  const [file] = files;
  if (file === undefined) throw new CommentdockError('DISK', `The ${format} file is not in the exports folder.`);
  const written = { format, name: file.path, layout };
  return { name: downloadName(job, written), contentType: typeOfFile(written), bytes: file.bytes, ...handedOver(file.path) };
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

function functionOf<F extends (...given: never[]) => unknown>() {
  return z.custom<F>((value) => typeof value === 'function');
}
