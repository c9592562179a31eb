import { join } from 'node:path';
import type { MergeRequest, PackRequest } from '#core/exports/bulk-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { openReading, type StorePlace } from '#core/store/place.ts';
import { datasetOf, findExport, type StoredExport } from '#core/insight/desk/stored-export.ts';
import { mergedExport, writeMergedFile } from '#core/threads/merged-file.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { writeArchive } from '#core/writers/archive.ts';
import { type MergedSource, writeMergedWorkbook } from '#core/writers/merged-workbook.ts';

interface Places {
  readonly place: StorePlace;
  readonly exportsFolder: string;
}

type Sources = NonNullable<PackRequest['merged']>['sources'];

/** Puts files of exports, and one workbook of all their rows, into an archive. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
export function packExports({ archive, files, media, merged }: PackRequest, { place, exportsFolder }: Places): Promise<void> {
  const sources = merged?.sources ?? [];
  return withExports(place, guidsOf(sources), (exports, connection) =>
    writeArchive({
      path: join(exportsFolder, archive),
      files: files.map(({ name, as }) => ({ path: join(exportsFolder, name), as })),
      media: media.map((name) => ({ path: join(exportsFolder, name), as: name })),
      merged: merged === null ? null : { as: merged.as, sources: mergedSources(exports, sources, connection) },
    }),
  );
}

/** Writes all rows of exports into one file. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
export function mergeExports(request: MergeRequest, { place, exportsFolder }: Places): Promise<void> {
  const guids = 'merged' in request ? request.guids : guidsOf(request.sources);
  return withExports(place, guids, (exports, connection) =>
    'merged' in request
      ? writeMergedFile(connection, exports, { ...request, folder: exportsFolder })
      : writeMergedWorkbook(join(exportsFolder, request.name), mergedSources(exports, request.sources, connection)),
  );
}

async function withExports(
  place: StorePlace,
  guids: readonly string[],
  work: (exports: readonly StoredExport[], connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = openReading(place);
  try {
    // One view of all rows to the end: those of an export that is deleted meanwhile go some hundred at a time.
    connection.exec(isFile(connection) ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const factsById = openFacts(place.dataDir);
    await work(await Promise.all(guids.map((guid) => findExport(connection, guid, factsById))), connection);
  } finally {
    connection.close();
  }
}

function guidsOf(sources: Sources): readonly string[] {
  return sources.map(({ guid }) => guid);
}

/** `exports` as the sources name them, in their order. */
function mergedSources(exports: readonly StoredExport[], sources: Sources, connection: Connection): readonly MergedSource[] {
  return exports.map((stored, at) => ({
    ...mergedExport(stored),
    file: sources[at]?.file ?? '',
    rows: () => datasetOf(connection, stored.job, stored.platform).chunks(),
  }));
}
