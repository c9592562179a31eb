import type { EvidencePort } from '#core/exports/ports.ts';
import type { StorePlace } from '#core/store/place.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';
import { portOver } from '#core/threads/thread-port.ts';
import type { StampSettings } from '#core/threads/time-stamp-server.ts';
import type { VaultKeys } from '#core/vault/vault-key.ts';

export interface EvidenceThreadData {
  readonly place: StorePlace;
  readonly exportsFolder: string;
  readonly vaultKeys: VaultKeys;
  readonly settings: StampSettings;
}

/** What the thread answers. */
export type EvidenceCalls = Pick<EvidencePort, 'pack' | 'resolve'>;

/** Packages are rare. */
const REST_MS = 5_000;

/** A thread that hashes and packs, there while a package is made or a pseudonym looked for. */
export function startEvidence(workerData: EvidenceThreadData): EvidencePort {
  const thread = new CalledThread({ name: 'evidence', workerData, resourceLimits: ROW_MEMORY, restMs: REST_MS });
  return { ...portOver<EvidenceCalls>((method, given) => thread.call(method, given))(['pack', 'resolve']), close: () => thread.close() };
}
