import type { JobRecord } from '#core/contract/job-record.ts';
import type { HelpDesk } from '#core/engine/help.ts';

/**
 * What a store that several machines share says of exports besides its rows: whose turn it is, and who may still write. Calls are
 * part of the transaction that is open.
 */
export interface SharedExports {
  /** Puts exports that wait where every machine that runs exports takes from. One that is there already stays where it is. */
  enqueue(jobs: readonly JobRecord[]): void;
  /**
   * From now on what this machine changes of the export is stored only while its turn lasts; null: it has none any more.
   * What is changed afterwards throws `TurnLost`, and nothing of its transaction is stored.
   */
  hold(job: Pick<JobRecord, 'id' | 'guid'>, fence: bigint | null): void;
  /** Ends the turn of whoever runs it. */
  revoke(guid: string): void;
}

/** A machine's turn to run an export: it lasts until the signal, or until the store says otherwise. */
export interface Turn {
  readonly guid: string;
  readonly fence: bigint;
  readonly signal: AbortSignal;
  readonly help: HelpDesk;
}
