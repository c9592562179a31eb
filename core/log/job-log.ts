import type { Logger } from 'pino';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';

/** What is logged of an export. Progress would fill a log. */
const LOGGED: ReadonlySet<JobChange['kind']> = new Set([
  'created',
  'started',
  'finished',
  'failed',
  'requeued',
  'waiting',
  'stopped',
  'removed',
]);

/**
 * Logs what becomes of exports, each by its guid, with codes and counts: addresses and words of errors are nobody else's business. All of it is
 * information: that a site refuses one is nothing wrong with the service.
 * @returns the way to stop
 */
export function logJobs(engine: Pick<EnginePort, 'subscribe'>, logger: Logger): () => void {
  return engine.subscribe(({ kind, job, isForeign }) => {
    if (!LOGGED.has(kind) || isForeign === true) return;
    logger.info({ job: job.guid, platform: job.platform, ...endOf(kind, job) }, `export ${kind}`);
  });
}

function endOf(kind: JobChange['kind'], job: JobChange['job']): Readonly<Record<string, unknown>> {
  if (kind === 'failed') return { code: job.errorCode, rows: job.exported };
  return kind === 'finished' || kind === 'stopped' ? { rows: job.exported } : {};
}
