import { CommentdockError } from '#core/contract/error.ts';
import { fileOf as notedFile, type JobFile, type JobRecord } from '#core/contract/job-record.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { BulkRecord, MergedFileRequest, PackRequest } from '#core/exports/bulk-ports.ts';
import type { ResultFiles } from '#core/exports/files.ts';
import type { JobReader, MediaFiles } from '#core/exports/ports.ts';
import { downloadFile, downloadName } from '#core/exports/presentation.ts';

/** Of an export without any file. */
const USUAL_FORMAT = 'xlsx';

export interface ContentsParts {
  readonly jobs: Pick<JobReader, 'find'>;
  readonly engine: Pick<EnginePort, 'writeFiles'>;
  readonly resultFiles: ResultFiles;
  readonly media: Pick<MediaFiles, 'of' | 'open'>;
}

/** What is in an archive, in the order of the exports that were asked for. */
interface ArchiveContents {
  readonly files: readonly PackedExport[];
  readonly merged: PackRequest['merged'];
  /** Files of rows: names in the exports folder and in the archive. */
  readonly media: readonly string[];
}

interface PackedExport {
  readonly job: JobRecord;
  readonly file: JobFile;
  /** Its name in the archive. */
  readonly as: string;
}

/** Files that are not there are written. @throws CommentdockError RESOURCE_NOT_FOUND where an export is gone; DISK */
export async function contentsOf(record: BulkRecord, parts: ContentsParts): Promise<ArchiveContents> {
  const files: PackedExport[] = [];
  const names = new Set<string>();
  for (const guid of record.guids) {
    const { job, file } = await fileOf(guid, parts);
    const as = downloadName(job, file);
    // Two names are alike only where eight digits of two guids are.
    const unique = names.has(as) ? `${guid}_${as}` : as;
    names.add(unique);
    files.push({ job, file, as: unique });
  }
  const sources = files.map(({ job, as }) => ({ guid: job.guid, file: as }));
  const media = new Set<string>();
  if (record.media) for (const { job } of files) for (const { name } of await parts.media.of(job.id)) media.add(name);
  const merged = record.merge ? { as: `merged_${record.uuid.slice(0, 8)}.xlsx`, sources } : null;
  return { files, merged, media: [...media] };
}

/** What a file of all rows is made by. @throws CommentdockError RESOURCE_NOT_FOUND where an export is gone */
export function mergeOf({ guids, merged, fileName }: BulkRecord, parts: Pick<ContentsParts, 'jobs'>): MergedFileRequest | null {
  if (merged === undefined) return null;
  for (const guid of guids) jobOf(guid, parts);
  return { name: fileName, guids, merged };
}

/** The name that a download is saved under. */
export function archiveName({ uuid, merged, fileName }: BulkRecord): string {
  return merged === undefined ? `commentdock_${uuid.slice(0, 8)}.zip` : merged.stem + fileName.slice(fileName.indexOf('.'));
}

/** The file that `download_link` of the export names. */
async function fileOf(guid: string, { engine, resultFiles, ...parts }: ContentsParts): Promise<Omit<PackedExport, 'as'>> {
  const job = jobOf(guid, parts);
  const format = downloadFile(job)?.format ?? USUAL_FORMAT;
  const written = (await resultFiles.has(job, format)) ? job : await engine.writeFiles(guid, [format]);
  const file = notedFile(written, format);
  if (file !== undefined) return { job: written, file };
  throw new CommentdockError('DISK', `The ${format} file of the export ${guid} could not be written.`);
}

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function jobOf(guid: string, { jobs }: Pick<ContentsParts, 'jobs'>): JobRecord {
  const job = jobs.find(guid);
  if (job !== null) return job;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `The export ${guid} was deleted before the archive was ready.`);
}
