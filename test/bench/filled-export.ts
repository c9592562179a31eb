import { Worker } from 'node:worker_threads';

/** Puts an export of so many rows that is done into a data folder, in a thread that ends. Returns its guid. */
export async function filledExport(folder: string, items: number): Promise<string> {
  const worker = new Worker(new URL(import.meta.resolve('#test/bench/insight-rows.ts')), { workerData: { folder, items } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.once('message', resolve).once('error', reject);
  const guid = await promise;
  await worker.terminate();
  return guid;
}
