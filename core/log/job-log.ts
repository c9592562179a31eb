import type { Logger } from 'pino';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';

/** How each change of an export is logged; the others are not: progress would fill a log. */
const LEVELS: Partial<Record<JobChange['kind'], 'info' | 'warn'>> = {
  created: 'info',
  started: 'info',
  finished: 'info',
  failed: 'warn',
  requeued: 'info',
  waiting: 'warn',
  stopped: 'info',
  removed: 'info',
};

/**
 * Logs what becomes of exports, each by its guid, with codes and counts: addresses and words of errors are nobody else's business.
 * @returns the way to stop
 */
export function logJobs(engine: Pick<EnginePort, 'subscribe'>, logger: Logger): () => void {
  return engine.subscribe(({ kind, job, isForeign }) => {
    const level = LEVELS[kind];
    if (level === undefined || isForeign === true) return;
    logger[level]({ job: job.guid, platform: job.platform, ...endOf(kind, job) }, `export ${kind}`);
  });
}

function endOf(kind: JobChange['kind'], job: JobChange['job']): Readonly<Record<string, unknown>> {
  if (kind === 'failed') return { code: job.errorCode, rows: job.exported };
  return kind === 'finished' || kind === 'stopped' ? { rows: job.exported } : {};
}
