import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { drawWinners } from '#core/analysis/draw.ts';
import type { Draw } from '#core/analysis/draw.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { tierOf } from '#core/contract/tier.ts';
import { exportRowOf } from '#core/engine/export-run.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PackRequest } from '#core/operations/bulk-ports.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import type { PlatformDefinition } from '#core/platforms/define.ts';
import { openReader } from '#core/store/database.ts';
import type { Connection } from '#core/store/database.ts';
import { readDataset } from '#core/store/dataset.ts';
import type { Dataset } from '#core/store/dataset.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { DrawCall } from '#core/threads/dataset-client.ts';
import { writeArchive } from '#core/writers/archive.ts';
import type { MergedSource } from '#core/writers/merged-workbook.ts';

/** The thread of draws and archives: reads from a connection of its own. */
interface ThreadData {
  readonly dataDir: string;
  readonly exportsFolder: string;
}

async function draw({ guid, wish }: DrawCall, { dataDir }: ThreadData): Promise<Draw> {
  const connection = openReader(dataDir);
  try {
    const { job, platform } = await findExport(connection, guid);
    const dataset = datasetOf(connection, job, platform);
    return drawWinners(() => dataset.chunks(), wish);
  } finally {
    connection.close();
  }
}

async function pack({ archive, files, merged }: PackRequest, { dataDir, exportsFolder }: ThreadData): Promise<void> {
  const connection = openReader(dataDir);
  try {
    const sources = await Promise.all((merged?.sources ?? []).map(({ guid, file }) => mergedSource(connection, guid, file)));
    await writeArchive({
      path: join(exportsFolder, archive),
      files: files.map(({ name, as }) => ({ path: join(exportsFolder, name), as })),
      merged: merged === null ? null : { as: merged.as, sources },
    });
  } finally {
    connection.close();
  }
}

async function mergedSource(connection: Connection, guid: string, file: string): Promise<MergedSource> {
  const { job, platform } = await findExport(connection, guid);
  return {
    url: job.url,
    file,
    platform: platform.name,
    exportType: job.target.type,
    createdAtMs: job.createdAtMs,
    finishedAtMs: job.finishedAtMs ?? job.updatedAtMs,
    completeness: job.completeness,
    rows: () => datasetOf(connection, job, platform).chunks(),
  };
}

/** The items as the files of the export have them. */
function datasetOf(connection: Connection, job: JobRecord, platform: PlatformDefinition): Dataset {
  const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
  const { order = 'tree' } = exportRowOf(platform, job.target);
  return readDataset(connection, { id: job.id, limit, order });
}

async function findExport(
  connection: Connection,
  guid: string,
): Promise<{ readonly job: JobRecord; readonly platform: PlatformDefinition }> {
  const job = createJobReader(connection).find(guid);
  if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid} any more.`);
  const platform = await loadPlatform(job.platform);
  if (platform !== null) return { job, platform };
  throw new CommentdockError('INTERNAL', `This version does not know the platform "${job.platform}".`);
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const data = workerData as ThreadData;
answerCalls(port, async (name, input) => (name === 'draw' ? draw(input as DrawCall, data) : pack(input as PackRequest, data)));
