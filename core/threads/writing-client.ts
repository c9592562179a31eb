import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WriteRequest, WritingPort, Written } from '#core/engine/ports.ts';
import { Caller } from '#core/threads/calls.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** What crosses to the writing thread: the request, and a flag that turns 1 when its files are no longer wanted. */
export interface WriteCall extends Omit<WriteRequest, 'signal'> {
  readonly cancelled: SharedArrayBuffer;
}

/** A thread that writes files, started with the first one and kept. */
export function startWriting(dataDir: string, exportsFolder: string): WritingPort {
  let worker: Worker | null = null;
  let caller: Caller | null = null;
  const open = (): Caller => {
    if (caller !== null) return caller;
    worker = new Worker(new URL(import.meta.resolve('#core/threads/writing-thread.ts')), {
      workerData: { dataDir, exportsFolder },
      name: 'writing',
      resourceLimits: ROW_MEMORY,
    });
    caller = new Caller(worker, () => undefined);
    worker.once('exit', () => {
      caller = null;
    });
    return caller;
  };
  return {
    async write({ signal, ...request }) {
      signal.throwIfAborted();
      const cancelled = new SharedArrayBuffer(1);
      const cancel = (): void => void Atomics.store(new Uint8Array(cancelled), 0, 1);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const written = (await open().call('write', { ...request, cancelled } satisfies WriteCall)) as Written;
        if (!signal.aborted) return written;
        await Promise.all(written.files.map(({ name }) => rm(join(exportsFolder, name), { force: true })));
        throw signal.reason;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
