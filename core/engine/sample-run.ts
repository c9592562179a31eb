import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { commitPage, cursorHash } from '#core/engine/commit.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { readKey, startPosition } from '#core/engine/position.ts';

const NO_TRAFFIC = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };

/** Stores the sample of a sandbox job as if one page had answered it. Makes no request. */
export function storeSample(store: EngineStore, job: JobRecord, items: readonly Item[]): void {
  const ledger = store.jobs.ledger(job.id);
  if (ledger.pages > 0) return;
  const run = store.run(job.id);
  const position = startPosition(0);
  const options = { replies: true, sort: null, limit: items.length, minTimestamp: null, maxTimestamp: null, countries: [] };
  const row = { type: job.target.type };
  const context = {
    store: run,
    walk: 'lists',
    options,
    row,
    barren: new Map<string, number>(),
    lastRows: new Map(),
    incremental: null,
  } as const;
  store.transaction(() => {
    const entry = run.addEntry({
      position,
      readKey: readKey('lists', position),
      role: 'page',
      under: null,
      expect: null,
      optional: false,
      afterMs: 0,
      cursor: null,
      cursorHash: cursorHash(null),
    });
    const before = { kept: 0, replies: 0, platformTotal: null, ledger };
    const { totals } = commitPage(context, before, entry, { items, total: items.length, door: 'sandbox' }, NO_TRAFFIC);
    store.jobs.update(job.id, {
      exported: totals.kept,
      replies: totals.replies,
      platformTotal: totals.platformTotal,
      ledger: totals.ledger,
    });
  });
}
