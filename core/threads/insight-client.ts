import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportStatistics } from '#core/contract/statistics.ts';
import { SEARCH_FOLDER } from '#core/insight/ports.ts';
import type { IndexState, InsightPort, SearchPage, SearchWish } from '#core/insight/ports.ts';
import { namesAside } from '#core/store/put-aside.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';
import { THREAD_MEMORY } from '#core/threads/thread-memory.ts';

export interface InsightThreadData {
  readonly dataDir: string;
}

/** What crosses to the thread. */
export type InsightCall =
  | { readonly ask: 'count'; readonly guid: string; readonly timeZone: string }
  | { readonly ask: 'search'; readonly guid: string; readonly wish: SearchWish }
  | { readonly ask: 'arrivals'; readonly guid: string; readonly wish: Pick<SearchWish, 'offset' | 'limit'> }
  | { readonly ask: 'indexState' | 'forget'; readonly guid: string };

/** A thread for statistics and searches, started with the first question and kept. */
export function startInsights(dataDir: string): InsightPort {
  const thread = new CalledThread({
    name: 'insight',
    workerData: { dataDir } satisfies InsightThreadData,
    resourceLimits: { ...ROW_MEMORY, ...THREAD_MEMORY },
    restMs: null,
  });
  let isClosed = false;
  const ask = (call: InsightCall): Promise<unknown> => thread.call(call.ask, call);
  return {
    count: async (guid, timeZone) => (await ask({ ask: 'count', guid, timeZone })) as ExportStatistics,
    search: async (guid, wish) => (await ask({ ask: 'search', guid, wish })) as SearchPage,
    arrivals: async (guid, wish) => (await ask({ ask: 'arrivals', guid, wish })) as SearchPage,
    indexState: async (guid) => (await ask({ ask: 'indexState', guid })) as IndexState,
    forget(guid) {
      if (isClosed) return;
      // Whatever goes wrong here is made good when the thread starts: it sweeps then.
      const path = join(dataDir, SEARCH_FOLDER, `${guid}.sqlite`);
      const files = [path, ...namesAside(path)];
      const gone = thread.isOpen ? ask({ ask: 'forget', guid }) : Promise.all(files.map((name) => rm(name, { force: true })));
      gone.catch(() => undefined);
    },
    async close() {
      isClosed = true;
      await thread.close();
    },
  };
}
