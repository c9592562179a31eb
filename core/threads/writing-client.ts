import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteRequest, WritingPort, Written } from '#core/engine/writing-port.ts';
import type { MergeRequest, PackRequest } from '#core/exports/bulk-ports.ts';
import type { StorePlace } from '#core/store/place.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** Between two exports of a batch the thread stays; an idle service does without its memory. */
const REST_MS = 20_000;

/** What crosses to the writing thread: the request, and a flag that turns 1 when its files are no longer wanted. */
export interface WriteCall extends Omit<WriteRequest, 'signal'> {
  readonly cancelled: SharedArrayBuffer;
}

export interface WritingThread extends WritingPort {
  /** Puts files, and one workbook of several exports, into an archive. @throws as `DatasetPort.pack` */
  pack(request: PackRequest): Promise<void>;
  /** @throws as `DatasetPort.merge` */
  merge(request: MergeRequest): Promise<void>;
}

/** What the thread is started with. */
export interface WritingThreadData {
  readonly place: StorePlace;
  readonly exportsFolder: string;
  /** Whether files are noted with their SHA-256. */
  readonly hashes: boolean;
}

/**
 * A thread that writes files and archives. One for both: each thread costs memory, and a bulk download needs both in turn.
 * Left out: without hashes.
 */
export function startWriting(
  place: StorePlace,
  exportsFolder: string,
  { hashes }: Pick<WritingThreadData, 'hashes'> = { hashes: false },
): WritingThread {
  const thread = new CalledThread({
    name: 'writing',
    workerData: { place, exportsFolder, hashes } satisfies WritingThreadData,
    resourceLimits: ROW_MEMORY,
    restMs: REST_MS,
  });
  return {
    write: cancellable(exportsFolder, (call) => thread.call('write', call) as Promise<Written>),
    pack: async (request) => void (await thread.call('pack', request)),
    merge: async (request) => void (await thread.call('merge', request)),
    close: () => thread.close(),
  };
}

/** Writing that a flag cancels, as one that a signal does; what was written by then goes. @param write busy while it writes: no message reaches it */
export function cancellable(exportsFolder: string, write: (call: WriteCall) => Promise<Written>): WritingPort['write'] {
  return async ({ signal, ...request }) => {
    signal.throwIfAborted();
    const cancelled = new SharedArrayBuffer(1);
    const cancel = (): void => void Atomics.store(new Uint8Array(cancelled), 0, 1);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const written = await write({ ...request, cancelled });
      if (!signal.aborted) return written;
      await Promise.all(written.files.map(({ name }) => rm(join(exportsFolder, name), { force: true })));
      throw signal.reason;
    } catch (error) {
      // Whoever writes knows that it is to stop, and not why.
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
