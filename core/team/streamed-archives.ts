import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import { archiveName, type ContentsParts, contentsOf, mergeOf } from '#core/exports/archive-contents.ts';
import type { BulkArchives, BulkRecord, BulkStore, DatasetPort, MergeRequest } from '#core/exports/bulk-ports.ts';
import { ARCHIVE_TYPE, contentTypeOf } from '#core/exports/file-types.ts';
import type { Download, ExportFile } from '#core/exports/files.ts';
import { openFile } from '#core/exports/open-file.ts';
import { streamArchive, type StreamedFile } from '#core/writers/archive-stream.ts';

interface StreamedArchiveParts extends ContentsParts {
  readonly bulk: Pick<BulkStore, 'ofFile'>;
  readonly datasets: Pick<DatasetPort, 'merge'>;
  readonly exportsFolder: string;
}

/** Archives that are made of the files of their exports while they are handed out, on any node; none is stored. */
export function streamedArchives(parts: StreamedArchiveParts): BulkArchives {
  const find = async (record: BulkRecord): Promise<Download> => {
    const name = archiveName(record);
    const merge = mergeOf(record, parts);
    const contentType = contentTypeOf(record.fileName) ?? ARCHIVE_TYPE;
    if (merge !== null) return { name, contentType, stream: () => streamMerged(merge, parts) };
    const files = await filesOf(record, parts);
    return { name, contentType, stream: () => streamArchive(files) };
  };
  return {
    assemble: async (record) => void (mergeOf(record, parts) ?? (await contentsOf(record, parts))),
    find,
    async named(fileName) {
      const record = parts.bulk.ofFile(fileName);
      return record?.status === 'ready' ? { ...(await find(record)), name: fileName } : null;
    },
    remove: async () => undefined,
    sweep: async () => undefined,
  };
}

async function filesOf(record: BulkRecord, parts: StreamedArchiveParts): Promise<readonly StreamedFile[]> {
  const { files, merged, media } = await contentsOf(record, parts);
  const atMs = Math.max(...files.map(({ job }) => endOf(job)));
  const streamed = [
    ...files.map(({ job, file, as }) => ({ as, atMs: endOf(job), open: () => openResult(job.guid, file.format, parts) })),
    ...media.map((as) => ({ as, atMs, open: () => parts.media.open(as) })),
  ];
  if (merged === null) return streamed;
  return [...streamed, { as: merged.as, atMs, open: () => openMerged({ name: merged.as, sources: merged.sources }, parts) }];
}

/** What is noted of an export, and so the same on each node. */
function endOf({ finishedAtMs, createdAtMs }: JobRecord): number {
  return finishedAtMs ?? createdAtMs;
}

async function openResult(guid: string, format: FileFormat, { jobs, resultFiles }: StreamedArchiveParts): Promise<Readable> {
  const ask = async (): Promise<ExportFile> => {
    const job = jobs.find(guid);
    const found = job && (await resultFiles.find(job, format));
    if (found) return found;
    throw new CommentdockError('RESOURCE_NOT_FOUND', `The export ${guid} was deleted while its archive was made.`);
  };
  const { handle } = await openFile(await ask(), ask);
  return handle.createReadStream();
}

/** Made once somebody reads it: who asks for no more than its name has it not made. */
function streamMerged(request: MergeRequest, parts: StreamedArchiveParts): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield* await openMerged(request, parts);
  };
  return Readable.from(pieces(), { objectMode: false });
}

/** What stands first in a workbook is known at its end: the file lies in the folder until it is opened, and goes with whoever reads it. */
async function openMerged(request: MergeRequest, { datasets, exportsFolder }: StreamedArchiveParts): Promise<Readable> {
  // Its ending tells the next start what a killed process left behind.
  const name = `merged_${randomUUID()}.partial`;
  const path = join(exportsFolder, name);
  await datasets.merge({ ...request, name });
  try {
    return (await open(path)).createReadStream();
  } finally {
    rmSync(path, { force: true });
  }
}
