import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '#core/threads/calls.ts';
import type { SearchDesk } from '#core/threads/export-search.ts';
import type { StatisticsDesk } from '#core/threads/export-statistics.ts';
import type { InsightCall, InsightThreadData } from '#core/threads/insight-client.ts';

/** The thread that answers questions about what exports hold: it reads, and writes nothing but indexes of its own. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
enableCompileCache();
const { dataDir } = workerData as InsightThreadData;
let statistics: Promise<StatisticsDesk> | null = null;
let searches: Promise<SearchDesk> | null = null;

/** Each is loaded with its first question. */
async function openStatistics(): Promise<StatisticsDesk> {
  const desk = await import('#core/threads/export-statistics.ts');
  return new desk.StatisticsDesk(dataDir);
}

async function openSearches(): Promise<SearchDesk> {
  const desk = await import('#core/threads/export-search.ts');
  return new desk.SearchDesk(dataDir);
}

answerCalls(port, async (_name, input) => {
  const call = input as InsightCall;
  if (call.ask === 'count') return (await (statistics ??= openStatistics())).count(call.guid, call.timeZone);
  const desk = await (searches ??= openSearches());
  if (call.ask === 'search') return desk.search(call.guid, call.wish);
  return call.ask === 'indexState' ? desk.state(call.guid) : desk.forget(call.guid);
});
