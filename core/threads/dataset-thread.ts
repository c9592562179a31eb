import { parentPort, workerData } from 'node:worker_threads';
import { type Draw, drawWinners, type DrawWish } from '#core/analysis/draw.ts';
import { NO_TEXTS, type TextSize, withText } from '#core/analysis/sentiment-providers/estimate.ts';
import { judgedText } from '#core/contract/sentiment.ts';
import { openReading, type StorePlace } from '#core/store/place.ts';
import type { DatasetCalls } from '#core/threads/dataset-client.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { answerPort } from '#core/threads/thread-port.ts';
import { datasetOf, findExport } from '#core/insight/desk/stored-export.ts';

/** The thread of draws and estimates: reads from a connection of its own. */
interface ThreadData {
  readonly place: StorePlace;
}

async function draw(guid: string, wish: DrawWish, { place }: ThreadData): Promise<Draw> {
  const connection = openReading(place);
  try {
    const { job, platform } = await findExport(connection, guid, openFacts(place.dataDir));
    const dataset = datasetOf(connection, job, platform);
    return drawWinners(() => dataset.chunks(), wish);
  } finally {
    connection.close();
  }
}

/** The texts as a provider would be sent them. */
async function measureTexts(guid: string, { place }: ThreadData): Promise<TextSize & { readonly rows: number }> {
  const connection = openReading(place);
  try {
    const { job, platform } = await findExport(connection, guid, openFacts(place.dataDir));
    const dataset = datasetOf(connection, job, platform);
    let size = NO_TEXTS;
    for (const items of dataset.chunks()) for (const item of items) size = withText(size, judgedText(item));
    return { ...size, rows: dataset.rows };
  } finally {
    connection.close();
  }
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const data = workerData as ThreadData;
answerPort<DatasetCalls>(port, { draw: (guid, wish) => draw(guid, wish, data), measureTexts: (guid) => measureTexts(guid, data) });
