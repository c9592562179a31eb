import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '#core/threads/calls.ts';
import { SearchDesk } from '#core/threads/export-search.ts';
import { StatisticsDesk } from '#core/threads/export-statistics.ts';
import type { InsightCall, InsightThreadData } from '#core/threads/insight-client.ts';

/** The thread that answers questions about what exports hold: it reads, and writes nothing but indexes of its own. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataDir } = workerData as InsightThreadData;
const statistics = new StatisticsDesk(dataDir);
const searches = new SearchDesk(dataDir);
answerCalls(port, async (_name, input) => {
  const call = input as InsightCall;
  switch (call.ask) {
    case 'count':
      return statistics.count(call.guid, call.timeZone);
    case 'search':
      return searches.search(call.guid, call.wish);
    case 'indexState':
      return searches.state(call.guid);
    case 'forget':
      return searches.forget(call.guid);
  }
});
