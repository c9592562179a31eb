import type { ReportPort } from '#core/exports/ports.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { portOver } from '#core/threads/thread-port.ts';

export interface ReportThreadData {
  readonly vaultKey: Uint8Array;
}

/** What the thread answers. */
export type ReportCalls = Pick<ReportPort, 'make'>;

/** Reports are rare. */
const REST_MS = 5_000;
/** Five answers of 2 MB, several times over, and a platform that reads them. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/** A thread that makes failure reports, there while one is made. */
export function startReports(vaultKey: Uint8Array): ReportPort {
  const workerData: ReportThreadData = { vaultKey };
  const thread = new CalledThread({ name: 'report', workerData, resourceLimits: MEMORY, restMs: REST_MS });
  return { ...portOver<ReportCalls>((method, given) => thread.call(method, given))(['make']), close: () => thread.close() };
}
