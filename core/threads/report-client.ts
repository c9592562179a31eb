import type { VaultKeys } from '#core/vault/vault-key.ts';
import type { ReportPort } from '#core/exports/ports.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { portOver } from '#core/threads/thread-port.ts';

export interface ReportThreadData {
  readonly dataDir: string;
  readonly vaultKeys: VaultKeys;
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
export function startReports(workerData: ReportThreadData, patienceMs = PATIENCE_MS): ReportPort {
  const thread = new CalledThread({ name: 'report', workerData, resourceLimits: MEMORY, restMs: REST_MS, patienceMs });
  return { ...portOver<ReportCalls>((method, given) => thread.call(method, given))(['make']), close: () => thread.close() };
}
