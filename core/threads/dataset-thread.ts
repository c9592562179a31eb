import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { drawWinners } from '#core/analysis/draw.ts';
import type { Draw } from '#core/analysis/draw.ts';
import { NO_TEXTS, withText } from '#core/analysis/sentiment-providers/estimate.ts';
import type { TextSize } from '#core/analysis/sentiment-providers/estimate.ts';
import { judgedText } from '#core/contract/sentiment.ts';
import type { PackRequest } from '#core/operations/bulk-ports.ts';
import { openReader } from '#core/store/database.ts';
import type { Connection } from '#core/store/database.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { DrawCall } from '#core/threads/dataset-client.ts';
import { datasetOf, findExport } from '#core/threads/stored-export.ts';
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

/** The texts as a provider would be sent them. */
async function measureTexts(guid: string, { dataDir }: ThreadData): Promise<TextSize & { readonly rows: number }> {
  const connection = openReader(dataDir);
  try {
    const { job, platform } = await findExport(connection, guid);
    const dataset = datasetOf(connection, job, platform);
    let size = NO_TEXTS;
    for (const items of dataset.chunks()) for (const item of items) size = withText(size, judgedText(item));
    return { ...size, rows: dataset.rows };
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
    sentiment: job.sentiment?.state === 'running' ? null : (job.sentiment ?? null),
    rows: () => datasetOf(connection, job, platform).chunks(),
  };
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const data = workerData as ThreadData;
answerCalls(port, async (name, input) => {
  if (name === 'draw') return draw(input as DrawCall, data);
  return name === 'measureTexts' ? measureTexts(input as string, data) : pack(input as PackRequest, data);
});
