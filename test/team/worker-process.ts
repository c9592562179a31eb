import { openExportQueue } from '#core/queue/export-queue.ts';
import { LEASE_MS } from '#test/team/queue-room.ts';

/** A worker in a process of its own, which says on its output what becomes of its exports. None of them ends by itself. */
const say = (event: string, guid: string, fence: bigint): void => console.log(JSON.stringify({ event, guid, fence: String(fence) }));
const queue = await openExportQueue({ databaseUrl: process.argv[2] ?? '', leaseMs: LEASE_MS, onFault: () => {} });
queue.work({
  lanes: 2,
  accepts: () => true,
  isOpen: async () => true,
  run: async (guid, { fence, signal }) => {
    say('began', guid, fence);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    say('aborted', guid, fence);
  },
});
