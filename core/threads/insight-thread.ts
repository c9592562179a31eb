import { parentPort, workerData } from 'node:worker_threads';
import type { SearchWish } from '#core/insight/ports.ts';
import type { EverywhereDesk } from '#core/insight/desk/everywhere.ts';
import type { RowDesk } from '#core/insight/desk/rows.ts';
import type { RunDesk } from '#core/insight/desk/runs.ts';
import type { SearchDesk } from '#core/insight/desk/search.ts';
import type { StatisticsDesk } from '#core/insight/desk/statistics.ts';
import type { InsightCalls, InsightThreadData } from '#core/threads/insight-client.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { answerPort } from '#core/threads/thread-port.ts';

/** The thread that answers questions about what exports hold: it reads, and writes nothing but indexes of its own. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { place } = workerData as InsightThreadData;
const factsById = openFacts(place.dataDir);
let statistics: Promise<StatisticsDesk> | null = null;
let searches: Promise<SearchDesk> | null = null;
let rows: Promise<RowDesk> | null = null;
let runs: Promise<RunDesk> | null = null;
let everywhere: Promise<EverywhereDesk> | null = null;

/** Each is loaded with its first question. */
async function openStatistics(): Promise<StatisticsDesk> {
  const desk = await import('#core/insight/desk/statistics.ts');
  return new desk.StatisticsDesk(place, factsById);
}

async function openSearches(): Promise<SearchDesk> {
  const desk = await import('#core/insight/desk/search.ts');
  return new desk.SearchDesk(place, factsById);
}

async function openRows(): Promise<RowDesk> {
  const desk = await import('#core/insight/desk/rows.ts');
  return new desk.RowDesk(place, factsById);
}

async function openRuns(): Promise<RunDesk> {
  const desk = await import('#core/insight/desk/runs.ts');
  return new desk.RunDesk(place, factsById);
}

async function openEverywhere(): Promise<EverywhereDesk> {
  const desk = await import('#core/insight/desk/everywhere.ts');
  return new desk.EverywhereDesk(place, factsById);
}

async function forget(guid: string): Promise<void> {
  (await (searches ??= openSearches())).forget(guid);
  (await (everywhere ??= openEverywhere())).forget(guid);
}

answerPort<InsightCalls>(port, {
  count: async (guid, timeZone, bucket) => (await (statistics ??= openStatistics())).count(guid, timeZone, bucket),
  arrivals: async (guid, wish) => (await (rows ??= openRows())).arrivals(guid, wish),
  changes: async (guid, wish) => (await (rows ??= openRows())).changes(guid, wish),
  runs: async (guid) => (await (runs ??= openRuns())).runs(guid),
  settled: async (guid, wish) => (await (rows ??= openRows())).settled(guid, wish),
  async search(guid, wish) {
    if (isPlain(wish)) return (await (rows ??= openRows())).page(guid, wish);
    return (await (searches ??= openSearches())).search(guid, wish);
  },
  indexState: async (guid) => (await (searches ??= openSearches())).state(guid),
  everywhere: async (wish) => (await (everywhere ??= openEverywhere())).search(wish),
  forget,
});

/** All rows as the files have them: no index is needed for those. */
function isPlain({ query, filters, sort, offset }: SearchWish): boolean {
  const isOff = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
  return offset !== null && query === null && sort === 'file' && Object.values(filters).every(isOff);
}
