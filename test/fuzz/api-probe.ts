import { get } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import { rssMb } from '#test/fuzz/service-memory.ts';

const EVERY_MS = 10;

/** What a service was like since the last look at it. */
interface Probed {
  /** The longest that a call had to wait, in milliseconds. */
  readonly longestMs: number;
  readonly largestRssMb: number;
  readonly calls: number;
  /** Calls without an answer. */
  readonly failed: number;
}

/** Asks a service for its health again and again, from a thread of its own: what holds up the one who asks is not measured. */
export interface ApiProbe extends AsyncDisposable {
  /** What was seen since the last call of this. */
  look(): Promise<Probed>;
}

interface Place {
  readonly baseUrl: string;
  readonly pid: number;
}

export function startApiProbe(place: Place): ApiProbe {
  const worker = new Worker(new URL(import.meta.url), { workerData: place });
  return {
    look: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage('look');
      }),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

function answerTime(baseUrl: string): Promise<number | null> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    get(`${baseUrl}/health`, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - startedMs));
    }).once('error', () => resolve(null));
  });
}

async function probe({ baseUrl, pid }: Place): Promise<never> {
  let seen: Probed = { longestMs: 0, largestRssMb: 0, calls: 0, failed: 0 };
  parentPort?.on('message', () => {
    parentPort?.postMessage(seen);
    seen = { longestMs: 0, largestRssMb: 0, calls: 0, failed: 0 };
  });
  for (;;) {
    const tookMs = await answerTime(baseUrl);
    seen = {
      longestMs: Math.max(seen.longestMs, tookMs ?? 0),
      largestRssMb: Math.max(seen.largestRssMb, rssOf(pid)),
      calls: seen.calls + 1,
      failed: seen.failed + (tookMs === null ? 1 : 0),
    };
    await delay(EVERY_MS);
  }
}

/** 0 for a process that is gone. */
function rssOf(pid: number): number {
  try {
    return rssMb(pid);
  } catch {
    return 0;
  }
}

if (!isMainThread && parentPort !== null) void probe(workerData as Place);
