import type { Config } from '#core/config/config.ts';
import type { Engine } from '#core/engine/engine.ts';
import type { HelpDesk } from '#core/engine/help.ts';
import type { ExportQueue } from '#core/queue/export-queue.ts';
import type { HelpNews } from '#core/queue/help-news.ts';
import { Helping } from '#core/queue/helping.ts';
import type { QueuedExport } from '#core/queue/queued-export.ts';
import { SharedRun } from '#core/queue/run-help.ts';

interface SharingParts {
  readonly engine: Engine;
  readonly config: Pick<Config, 'workLanes' | 'pace'>;
  readonly queue: ExportQueue;
  accepts(kind: Pick<QueuedExport, 'platform' | 'route'>): boolean;
  tell(news: HelpNews): void;
  onFault(error: unknown): void;
}

/** How a machine shares the requests of large exports with others: of those that it runs, and of theirs. */
export function shareRequests({ engine, config, queue, accepts, tell, onFault }: SharingParts) {
  const runs = new Map<string, SharedRun>();
  const helping = new Helping({
    asks: queue.asks,
    worker: () => queue.worker,
    freeLanes: () => (config.workLanes ?? 0) - engine.turns.running,
    accepts,
    open: (guid, seat) => engine.fetching.openHelp(guid, seat),
    tell,
    onFault,
  });
  return {
    /** For a run under that fence. */
    deskOf(fence: bigint): HelpDesk {
      return {
        isPaced: config.pace === 'on',
        open(wish) {
          const { guid } = wish.job;
          const run = new SharedRun({ asks: queue.asks, fence, wish, tell, onFault, onClosed: () => runs.delete(guid) });
          runs.set(guid, run);
          return run;
        },
      };
    },
    hear(news: HelpNews): void {
      if (news.help === 'changed') runs.get(news.guid)?.hear();
      else helping.hear(news);
    },
    close: () => helping.close(),
  };
}
