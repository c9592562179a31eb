import type { DatasetPort } from '#core/exports/bulk-ports.ts';
import type { StorePlace } from '#core/store/place.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';
import { portOver } from '#core/threads/thread-port.ts';

const REST_MS = 20_000;

/** What the thread answers. */
export type DatasetCalls = Pick<DatasetPort, 'draw' | 'measureTexts' | 'addressesOf'>;

/** A thread that reads what exports hold for draws and estimates. */
export function startDatasets(place: StorePlace): Omit<DatasetPort, 'pack' | 'merge'> {
  const thread = new CalledThread({ name: 'dataset', workerData: { place }, resourceLimits: ROW_MEMORY, restMs: REST_MS });
  return {
    ...portOver<DatasetCalls>((method, given) => thread.call(method, given))(['draw', 'measureTexts', 'addressesOf']),
    close: () => thread.close(),
  };
}
