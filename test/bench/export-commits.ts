import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitPage, cursorHash, lookAhead, type RunTotals } from '#core/engine/commit.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { EngineStore, FrontierEntry } from '#core/engine/ports.ts';
import { readKey, startPosition } from '#core/engine/position.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { roundTrips } from '#core/store/postgres/measured-round-trips.ts';
import { openEngineStore } from '#core/store/store.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { startCluster } from '#test/postgres/cluster.ts';
import { insertJob } from '#test/store/stored-job.ts';

const ROWS = 100;
const NEXTS = 20;
const COMMITS_A_ROUND = 300;
/** Statements are prepared and numbers taken by then. */
const COMMITS_BEFORE = 20;
const OPTIONS = { replies: true, sort: null, limit: 10_000_000, minTimestamp: null, maxTimestamp: null, countries: [] };
const NO_TRAFFIC = { requests: 1, retries: 0, waits: 0, waitedMs: 0 };

/** How long an export waits until a page of new rows is stored with all that follows: in a data folder, and on a PostgreSQL that writes to its disk. */
export async function exportCommits({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  const cluster = await startCluster({ fsync: 'on' });
  const embedded = openEngineStore({ dataDir: join(folder, 'embedded'), databaseUrl: null });
  const shared = openEngineStore({ dataDir: join(folder, 'shared'), databaseUrl: await cluster.newDatabase() });
  try {
    const found = { embedded: [] as number[], shared: [] as number[], trips: 0 };
    for (let round = 0; round < rounds; round += 1) {
      found.embedded.push(...commitMany(embedded).ms);
      const { ms, trips } = commitMany(shared);
      found.shared.push(...ms);
      found.trips += trips;
    }
    const each = found.trips / found.shared.length;
    const [ours, theirs] = [told(found.embedded), told(found.shared)];
    return [
      {
        what: `a commit of ${ROWS} rows and ${NEXTS} further requests: in a data folder ${ours}; on PostgreSQL ${theirs}`,
        found: `${each.toFixed(2)} round trips`,
        bar: '1',
        holds: each === 1,
      },
    ];
  } finally {
    shared.close();
    embedded.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** One export, a page after the other. */
function commitMany(store: EngineStore): { readonly ms: readonly number[]; readonly trips: number } {
  const job = insertJob(store);
  const context = { store: store.run(job.id), walk: 'lists', options: OPTIONS, row: { type: 'comments' }, incremental: null } as const;
  const memory = { barren: new Map<string, number>(), lastRows: new Map() };
  const position = startPosition(0);
  const first = { cursor: 'first', role: 'page', position, readKey: readKey('lists', position), cursorHash: cursorHash('first') } as const;
  let entry = context.store.addEntry({ ...first, under: null, expect: null, optional: false, afterMs: 0 });
  let totals: RunTotals = { kept: 0, replies: 0, platformTotal: null, ledger: EMPTY_LEDGER };
  let trips = 0;
  const ms: number[] = [];
  const onTrip = (): void => void (trips += 1);
  for (let at = 0; at < COMMITS_BEFORE + COMMITS_A_ROUND; at += 1) {
    if (at === COMMITS_BEFORE) subscribe(roundTrips.name, onTrip);
    const page = pageAt(at);
    const askedAt = performance.now();
    store.jobs.commit(job.id, () => {
      lookAhead(context, [{ entry, page }]);
      const committed = commitPage({ ...context, ...memory }, totals, entry, page, NO_TRAFFIC);
      totals = committed.totals;
      entry = committed.added[0] as FrontierEntry;
      return { exported: totals.kept, replies: totals.replies, platformTotal: totals.platformTotal, ledger: totals.ledger };
    });
    if (at >= COMMITS_BEFORE) ms.push(performance.now() - askedAt);
  }
  unsubscribe(roundTrips.name, onTrip);
  return { ms, trips };
}

function pageAt(at: number): Page {
  const items = Array.from({ length: ROWS }, (_, row) =>
    makeItem({
      id: `Ugx${at}_${row}`,
      kind: 'comment',
      text: `What somebody wrote here, ${row} of ${at}. `.repeat(4),
      replyCount: 2,
      likes: row,
    }),
  );
  const threads = items.slice(0, NEXTS - 1).map(({ id }): Next => ({ cursor: { list: id }, role: 'replies', under: id, expect: 2 }));
  return { items, next: [{ cursor: { page: at + 1 }, role: 'page' }, ...threads] };
}

function told(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] as number).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
