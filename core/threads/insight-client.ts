import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type InsightPort, JOINT_INDEX, SEARCH_FOLDER } from '#core/insight/ports.ts';
import type { StorePlace } from '#core/store/place.ts';
import { namesAside } from '#core/store/put-aside.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';
import { THREAD_MEMORY } from '#core/threads/thread-memory.ts';
import { portOver } from '#core/threads/thread-port.ts';

export interface InsightThreadData {
  readonly place: StorePlace;
}

/** What the thread answers. */
export interface InsightCalls extends Pick<
  InsightPort,
  'arrivals' | 'changes' | 'count' | 'everywhere' | 'indexState' | 'runs' | 'search' | 'settled'
> {
  forget(guid: string): Promise<void>;
}

/** A thread for statistics and searches, started with the first question and kept. */
export function startInsights(place: StorePlace): InsightPort {
  const thread = new CalledThread({
    name: 'insight',
    workerData: { place } satisfies InsightThreadData,
    resourceLimits: { ...ROW_MEMORY, ...THREAD_MEMORY },
    restMs: null,
  });
  let isClosed = false;
  const calls = portOver<InsightCalls>((method, given) => thread.call(method, given))([
    'arrivals',
    'count',
    'everywhere',
    'forget',
    'indexState',
    'runs',
    'search',
    'settled',
    'changes',
  ]);
  return {
    ...calls,
    forget(guid) {
      if (isClosed) return;
      // Whatever goes wrong here is made good when the thread starts: it sweeps then.
      const folder = join(place.dataDir, SEARCH_FOLDER);
      const path = join(folder, `${guid}.sqlite`);
      const files = [path, ...namesAside(path)];
      // Its words stand among those of others, where all were searched once.
      const gone =
        thread.isOpen || existsSync(join(folder, JOINT_INDEX))
          ? calls.forget(guid)
          : Promise.all(files.map((name) => rm(name, { force: true })));
      gone.catch(() => undefined);
    },
    async close() {
      isClosed = true;
      await thread.close();
    },
  };
}
