import { Worker } from 'node:worker_threads';
import type { Draw, DrawWish } from '#core/analysis/draw.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { DatasetPort, PackRequest } from '#core/operations/bulk-ports.ts';
import { Caller } from '#core/threads/calls.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** What crosses to the thread. */
export interface DrawCall {
  readonly guid: string;
  readonly wish: DrawWish;
}

/** A thread that reads what exports hold for draws and archives, started with the first one and kept. */
export function startDatasets(dataDir: string, exportsFolder: string): DatasetPort {
  let worker: Worker | null = null;
  let caller: Caller | null = null;
  let isClosed = false;
  const open = (): Caller => {
    if (isClosed) throw new CommentdockError('STOPPED', 'Commentdock is closing.');
    if (caller !== null) return caller;
    worker = new Worker(new URL(import.meta.resolve('#core/threads/dataset-thread.ts')), {
      workerData: { dataDir, exportsFolder },
      name: 'datasets',
      resourceLimits: ROW_MEMORY,
    });
    caller = new Caller(worker, () => undefined);
    worker.once('exit', () => {
      caller = null;
    });
    return caller;
  };
  return {
    draw: async (guid, wish) => (await open().call('draw', { guid, wish } satisfies DrawCall)) as Draw,
    measureTexts: async (guid) => (await open().call('measureTexts', guid)) as Awaited<ReturnType<DatasetPort['measureTexts']>>,
    pack: async (request) => void (await open().call('pack', request satisfies PackRequest)),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
