import type { Draw, DrawWish } from '#core/analysis/draw.ts';
import type { DatasetPort } from '#core/exports/bulk-ports.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

const REST_MS = 20_000;

/** What crosses to the thread. */
export interface DrawCall {
  readonly guid: string;
  readonly wish: DrawWish;
}

/** A thread that reads what exports hold for draws and estimates. */
export function startDatasets(dataDir: string): Omit<DatasetPort, 'pack'> {
  const thread = new CalledThread({ name: 'dataset', workerData: { dataDir }, resourceLimits: ROW_MEMORY, restMs: REST_MS });
  return {
    draw: async (guid, wish) => (await thread.call('draw', { guid, wish } satisfies DrawCall)) as Draw,
    measureTexts: async (guid) => (await thread.call('measureTexts', guid)) as Awaited<ReturnType<DatasetPort['measureTexts']>>,
    close: () => thread.close(),
  };
}
