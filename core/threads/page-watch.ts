import type { PageWatch } from '#core/engine/page-work.ts';

/** Two numbers of 32 bits, and how often they changed. */
const BYTES = 12;
const [CHANGES, JOB, ENTRY] = [0, 1, 2];

/** Memory that both sides of a thread see, also when one of them stands still. */
export type WatchMemory = SharedArrayBuffer;

/** The page at whose answer a thread is. */
export interface PageUnderWay {
  readonly jobId: number;
  readonly entryId: number;
  /** Differs from that of any other stretch of work. */
  readonly stretch: number;
}

export function createWatchMemory(): WatchMemory {
  return new SharedArrayBuffer(BYTES);
}

/** For the thread that works. @param large told of every page with a large answer */
export function openPageWatch(memory: WatchMemory, large: () => void = () => undefined): PageWatch {
  const cells = new Int32Array(memory);
  const note = (jobId: number, entryId: number): number => {
    Atomics.store(cells, JOB, jobId);
    Atomics.store(cells, ENTRY, entryId);
    return Atomics.add(cells, CHANGES, 1) + 1;
  };
  return {
    of(jobId, entryId) {
      let stretch = 0;
      const end = (): void => {
        if (Atomics.load(cells, CHANGES) === stretch) note(0, 0);
      };
      return {
        begin() {
          stretch = note(jobId, entryId);
          // Whatever comes after the event loop was given back is the work on something else.
          setImmediate(end);
        },
        large,
        end,
      };
    },
  };
}

/** For those who watch it; null where it is at no page. */
export function pageUnderWay(memory: WatchMemory): PageUnderWay | null {
  const cells = new Int32Array(memory);
  const [stretch, jobId, entryId] = [CHANGES, JOB, ENTRY].map((cell) => Atomics.load(cells, cell)) as [number, number, number];
  return jobId === 0 ? null : { jobId, entryId, stretch };
}
