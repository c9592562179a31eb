import { join } from 'node:path';
import type { MergeRequest, PackRequest } from '#core/exports/bulk-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { openReading, type StorePlace } from '#core/store/place.ts';
import { datasetOf, type FactsById, findExport } from '#core/insight/desk/stored-export.ts';
import { writeArchive } from '#core/writers/archive.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { type MergedSource, writeMergedWorkbook } from '#core/writers/merged-workbook.ts';

interface Places {
  readonly place: StorePlace;
  readonly exportsFolder: string;
}

/** Puts files of exports, and one workbook of all their rows, into an archive. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
export function packExports({ archive, files, merged }: PackRequest, { place, exportsFolder }: Places): Promise<void> {
  return withSources(place, merged?.sources ?? [], (sources) =>
    writeArchive({
      path: join(exportsFolder, archive),
      files: files.map(({ name, as }) => ({ path: join(exportsFolder, name), as })),
      merged: merged === null ? null : { as: merged.as, sources },
    }),
  );
}

/** Writes the workbook of all rows of exports alone. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
export function mergeExports({ name, sources: wanted }: MergeRequest, { place, exportsFolder }: Places): Promise<void> {
  return withSources(place, wanted, (sources) => writeMergedWorkbook(join(exportsFolder, name), sources));
}

async function withSources(
  place: StorePlace,
  wanted: MergeRequest['sources'],
  work: (sources: readonly MergedSource[]) => Promise<void>,
): Promise<void> {
  const connection = openReading(place);
  try {
    // One view of all rows to the end: those of an export that is deleted meanwhile go some hundred at a time.
    connection.exec(isFile(connection) ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const factsById = openFacts(place.dataDir);
    await work(await Promise.all(wanted.map(({ guid, file }) => mergedSource(connection, { guid, file, factsById }))));
  } finally {
    connection.close();
  }
}

interface Wanted {
  readonly guid: string;
  readonly file: string;
  readonly factsById: FactsById;
}

async function mergedSource(connection: Connection, { guid, file, factsById }: Wanted): Promise<MergedSource> {
  const { job, platform } = await findExport(connection, guid, factsById);
  return {
    url: job.url,
    file,
    platform: platform.name,
    exportType: job.target.type,
    createdAtMs: job.createdAtMs,
    finishedAtMs: job.finishedAtMs ?? job.updatedAtMs,
    completeness: job.completeness,
    sentiment: job.sentiment?.state === 'running' ? null : (job.sentiment ?? null),
    rows: () => datasetOf(connection, job, platform).chunks(),
  };
}
