import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import { tierOf } from '#core/contract/tier.ts';
import type { SharedExports } from '#core/engine/shared-exports.ts';
import type { Connection, Statement } from '#core/store/connection.ts';
import { addJobs, jobSpecs, type QueuedExport } from '#core/queue/queued-export.ts';

/** Whose turn it is to run an export, as the queue of the team notes it. */
export function createSharedExports(connection: Connection): SharedExports & { expectTurn(jobId: number): void } {
  const turns = new Map<number, { readonly guid: string; readonly fence: bigint }>();
  const revoke = connection.prepare<[string]>('DELETE FROM export_leases WHERE job_guid = ?');
  const holdTurn = connection.prepare<[string, string]>('SELECT hold_turn(?, ?)');
  let add: Statement<[string]> | null = null;
  return {
    enqueue(jobs) {
      add ??= connection.prepare<[string]>(addJobs('dedupe', 1, '').replace('$1', '?'));
      add.run(jobSpecs(jobs.map(queued), 0));
    },
    hold({ id, guid }, fence) {
      if (fence === null) turns.delete(id);
      else turns.set(id, { guid, fence });
    },
    revoke: (guid) => void revoke.run(guid),
    expectTurn(jobId) {
      const turn = turns.get(jobId);
      if (turn !== undefined) holdTurn.run(turn.guid, String(turn.fence));
    },
  };
}

/** Samples ask nobody, and nor does what is done to an export that has ended: they take no place of a plan's. */
function queued({ guid, platform, options, plan, sandbox, status }: JobRecord): QueuedExport {
  const atOnce = tierOf(plan).concurrentExports;
  const share = sandbox || isTerminal(status) || !Number.isFinite(atOnce) ? null : { name: `plan ${plan}`, atOnce };
  return { guid, platform, route: options.vpn ?? options.pool ?? null, share };
}
