import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { ReportPort } from '#core/exports/ports.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { portOver } from '#core/threads/thread-port.ts';

export interface ReportThreadData {
  readonly dataDir: string;
  readonly vaultKey: Uint8Array;
}

/** What the thread answers. */
export type ReportCalls = Pick<ReportPort, 'make'>;

/** Reports are rare. */
const REST_MS = 5_000;
/** Five answers of 2 MB, several times over, and a platform that reads them. */
const MEMORY = { maxOldGenerationSizeMb: 512 };
/** The proof gives up after 15 seconds by itself; code that never gives the thread back does not. */
const PATIENCE_MS = 120_000;

/** A thread that makes failure reports, there while one is made, and ended where it stands still. */
export function startReports(data: ReportThreadData, patienceMs = PATIENCE_MS): ReportPort {
  const open = (): CalledThread => new CalledThread({ name: 'report', workerData: data, resourceLimits: MEMORY, restMs: REST_MS });
  let thread = open();
  return {
    async make(request) {
      const asked = thread;
      const made = new AbortController();
      try {
        const patience = delay(patienceMs, null, { signal: made.signal, ref: false });
        const { make } = portOver<ReportCalls>((method, given) => asked.call(method, given))(['make']);
        const report = await Promise.race([make(request), patience]);
        if (report !== null) return report;
        if (thread === asked) thread = open();
        await asked.close();
        throw new CommentdockError(
          'INTERNAL',
          `The platform ${request.job.platform} stands still at what the export kept: no report can be made.`,
        );
      } finally {
        made.abort();
      }
    },
    close: () => thread.close(),
  };
}
