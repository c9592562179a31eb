import { parentPort, workerData } from 'node:worker_threads';
import type { SearchWish } from '#core/insight/ports.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { RowDesk } from '#core/insight/desk/rows.ts';
import type { SearchDesk } from '#core/insight/desk/search.ts';
import type { StatisticsDesk } from '#core/insight/desk/statistics.ts';
import type { InsightCall, InsightThreadData } from '#core/threads/insight-client.ts';

/** The thread that answers questions about what exports hold: it reads, and writes nothing but indexes of its own. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataDir } = workerData as InsightThreadData;
let statistics: Promise<StatisticsDesk> | null = null;
let searches: Promise<SearchDesk> | null = null;
let rows: Promise<RowDesk> | null = null;

/** Each is loaded with its first question. */
async function openStatistics(): Promise<StatisticsDesk> {
  const desk = await import('#core/insight/desk/statistics.ts');
  return new desk.StatisticsDesk(dataDir);
}

async function openSearches(): Promise<SearchDesk> {
  const desk = await import('#core/insight/desk/search.ts');
  return new desk.SearchDesk(dataDir);
}

async function openRows(): Promise<RowDesk> {
  const desk = await import('#core/insight/desk/rows.ts');
  return new desk.RowDesk(dataDir);
}

answerCalls(port, async (_name, input) => {
  const call = input as InsightCall;
  if (call.ask === 'count') return (await (statistics ??= openStatistics())).count(call.guid, call.timeZone);
  if (call.ask === 'arrivals') return (await (rows ??= openRows())).arrivals(call.guid, call.wish);
  if (call.ask === 'search' && isPlain(call.wish)) return (await (rows ??= openRows())).page(call.guid, call.wish);
  const desk = await (searches ??= openSearches());
  if (call.ask === 'search') return desk.search(call.guid, call.wish);
  return call.ask === 'indexState' ? desk.state(call.guid) : desk.forget(call.guid);
});

/** All rows as the files have them: no index is needed for those. */
function isPlain({ query, filters, sort, offset }: SearchWish): boolean {
  const isOff = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
  return offset !== null && query === null && sort === 'file' && Object.values(filters).every(isOff);
}
