import { parentPort, workerData } from 'node:worker_threads';
import { type Draw, drawWinners, type DrawWish } from '#core/analysis/draw.ts';
import { NO_TEXTS, type TextSize, withText } from '#core/analysis/sentiment-providers/estimate.ts';
import { judgedText } from '#core/contract/sentiment.ts';
import type { Connection } from '#core/store/connection.ts';
import type { Dataset } from '#core/store/dataset.ts';
import { Readings, type StorePlace } from '#core/store/place.ts';
import type { DatasetCalls } from '#core/threads/dataset-client.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { answerPort } from '#core/threads/thread-port.ts';
import { datasetOf, findExport } from '#core/insight/desk/stored-export.ts';

/** The thread of draws and estimates: reads from a connection of its own. */
interface ThreadData {
  readonly place: StorePlace;
}

async function draw(guid: string, wish: DrawWish): Promise<Draw> {
  using reading = readings.open();
  const dataset = await storedRows(reading.connection, guid);
  return drawWinners(() => dataset.chunks(), wish);
}

/** The texts as a provider would be sent them. */
async function measureTexts(guid: string): Promise<TextSize & { readonly rows: number }> {
  using reading = readings.open();
  const dataset = await storedRows(reading.connection, guid);
  let size = NO_TEXTS;
  for (const items of dataset.chunks()) for (const item of items) size = withText(size, judgedText(item));
  return { ...size, rows: dataset.rows };
}

async function storedRows(connection: Connection, guid: string): Promise<Dataset> {
  const { job, platform } = await findExport(connection, guid, openFacts(place.dataDir));
  return datasetOf(connection, job, platform);
}

async function addressesOf(guid: string): Promise<readonly string[]> {
  using reading = readings.open();
  const dataset = await storedRows(reading.connection, guid);
  return [...dataset.chunks()].flat().flatMap(({ url }) => url ?? []);
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { place } = workerData as ThreadData;
const readings = new Readings(place);
answerPort<DatasetCalls>(port, { draw, measureTexts, addressesOf });
