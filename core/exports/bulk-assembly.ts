import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { JobFile } from '#core/contract/job-record.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import { archiveFailed, archiveReady, bulkDownloadFailed, bulkDownloadReady } from '#core/events/bulk-download.ts';
import type { Announcer } from '#core/events/define.ts';
import type { BulkAssembly, BulkRecord, BulkStore, DatasetPort, PackRequest } from '#core/exports/bulk-ports.ts';
import { storedFile } from '#core/exports/files.ts';
import { MOST_LOOKS } from '#core/exports/open-file.ts';
import type { JobReader } from '#core/exports/ports.ts';
import { downloadFile, downloadName, fileLink } from '#core/exports/presentation.ts';

/** What the names of archives look like in the exports folder. */
const ARCHIVE_NAME = /^bulk_[0-9a-f]{32}\.zip$/;

/** Of an export without any file. */
const USUAL_FORMAT = 'xlsx';

interface BulkAssemblyParts {
  readonly bulk: BulkStore;
  readonly jobs: JobReader;
  readonly engine: EnginePort;
  readonly datasets: DatasetPort;
  readonly announcer: Announcer;
  readonly exportsFolder: string;
}

export function createBulkAssembly(parts: BulkAssemblyParts): BulkAssembly {
  const { bulk, exportsFolder } = parts;
  let baseUrl: string | null = null;
  let isClosed = false;
  let isBusy = false;
  const assembleAll = async (links: string): Promise<void> => {
    isBusy = true;
    try {
      for (let next = bulk.nextProcessing(); next !== null; next = bulk.nextProcessing()) {
        const failure = await pack(next, parts).then(
          () => null,
          (error: unknown) => asCommentdockError(error),
        );
        if (isClosed) return;
        await settle(next, failure, links, parts);
      }
    } finally {
      // In the same turn in which nothing was found: whoever wakes later starts anew.
      isBusy = false;
    }
  };
  const wake = (): void => {
    if (isBusy || isClosed || baseUrl === null) return;
    // Fails where the store or the disk does: what waits stays as it is until the next wake or start.
    assembleAll(baseUrl).catch((error: unknown) =>
      process.emitWarning(`An archive could not be noted: ${asCommentdockError(error).message}`),
    );
  };
  return {
    wake,
    async start(links) {
      await removeStray(bulk, exportsFolder);
      baseUrl = links;
      wake();
    },
    close() {
      isClosed = true;
    },
  };
}

async function settle(next: BulkRecord, failure: CommentdockError | null, baseUrl: string, parts: BulkAssemblyParts): Promise<void> {
  const { bulk, announcer, exportsFolder } = parts;
  const isKnown = bulk.settle(next.uuid, failure === null ? { status: 'ready', error: null } : { status: 'error', error: failure.message });
  if (!isKnown) await rm(join(exportsFolder, next.fileName), { force: true });
  else if (failure === null) announcer.announce(bulkDownloadReady, archiveReady(next, fileLink(next.fileName, baseUrl)));
  else announcer.announce(bulkDownloadFailed, archiveFailed(next, failure.message));
}

/**
 * Files that were replaced or deleted before they could be read are looked for again: that finds the new ones, or says what is gone.
 * @throws CommentdockError RESOURCE_NOT_FOUND where an export is gone; DISK
 */
async function pack(record: BulkRecord, parts: BulkAssemblyParts): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const request = await packRequest(record, parts);
    try {
      return await parts.datasets.pack(request);
    } catch (error) {
      if (looks === MOST_LOOKS || asCommentdockError(error).code !== 'RESOURCE_NOT_FOUND') throw error;
    }
  }
}

async function packRequest(record: BulkRecord, parts: BulkAssemblyParts): Promise<PackRequest> {
  const files: PackRequest['files'][number][] = [];
  const names = new Set<string>();
  for (const guid of record.guids) {
    const { file, as } = await fileOf(guid, parts);
    // Two names are alike only where eight digits of two guids are.
    const unique = names.has(as) ? `${guid}_${as}` : as;
    names.add(unique);
    files.push({ name: file.name, as: unique });
  }
  const sources = record.guids.map((guid, index) => ({ guid, file: files[index]?.as ?? '' }));
  const merged = record.merge ? { as: `merged_${record.uuid.slice(0, 8)}.xlsx`, sources } : null;
  return { archive: record.fileName, files, merged };
}

/** The file that `download_link` of the export names; written where it is not there. */
async function fileOf(guid: string, parts: BulkAssemblyParts): Promise<{ readonly file: JobFile; readonly as: string }> {
  const { jobs, engine } = parts;
  const job = jobs.find(guid);
  if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `The export ${guid} was deleted before the archive was ready.`);
  const format = downloadFile(job)?.format ?? USUAL_FORMAT;
  const hasFile = (await storedFile(job, format, parts)) !== null;
  const written = hasFile ? job : await engine.writeFiles(guid, [format]);
  const file = written.files.find((candidate) => candidate.format === format);
  if (file !== undefined) return { file, as: downloadName(job, format) };
  throw new CommentdockError('DISK', `The ${format} file of the export ${guid} could not be written.`);
}

/** Removes archives that nobody knows: a process was killed while one was being deleted, or before it was noted. */
async function removeStray(bulk: BulkStore, exportsFolder: string): Promise<void> {
  const known = bulk.fileNames();
  const stray = (await readdir(exportsFolder)).filter((name) => ARCHIVE_NAME.test(name) && !known.has(name));
  await Promise.all(stray.map((name) => rm(join(exportsFolder, name), { force: true })));
}
