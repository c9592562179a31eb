import { z } from 'zod';
import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal, JOB_STATUSES, type JobStatus } from '#core/contract/job.ts';

const count = z.int().min(0);

/** The state of a batch: interface.md's counts, and each export. */
export const batchStatusSchema = z.object({
  batch_id: z.string().meta({ examples: ['7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'] }),
  status: z.enum(['queueing', 'progress', 'done', 'error']),
  total: count,
  done: count,
  errored: count,
  queueing: count,
  in_progress: count,
  stopped: count,
  is_complete: z.boolean(),
  /** Exports that have ended, of a hundred. */
  progress_pct: z.int().min(0).max(100),
  exports: z.array(
    z.object({
      guid: z.uuid(),
      url: z.string().meta({ examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
      status: z.enum(JOB_STATUSES),
      /** What the platform says exists; null when it does not say. */
      total: count.nullable(),
      totalExported: count,
    }),
  ),
});

export type BatchStatus = z.output<typeof batchStatusSchema>;

/** `jobs` in the order in which they were created. A batch without any is over, and has nothing to show for it. */
export function rollUp(batchId: string, jobs: readonly JobRecord[]): BatchStatus {
  const counts: Record<JobStatus, number> = { queueing: 0, progress: 0, done: 0, error: 0, stopped: 0 };
  for (const { status } of jobs) counts[status] += 1;
  const ended = jobs.filter(({ status }) => isTerminal(status)).length;
  return {
    batch_id: batchId,
    status: statusOf(jobs, counts, ended),
    total: jobs.length,
    done: counts.done,
    errored: counts.error,
    queueing: counts.queueing,
    in_progress: counts.progress,
    stopped: counts.stopped,
    is_complete: ended === jobs.length,
    progress_pct: jobs.length === 0 ? 100 : Math.floor((100 * ended) / jobs.length),
    exports: jobs.map((job) => ({
      guid: job.guid,
      url: job.url,
      status: job.status,
      total: job.platformTotal,
      totalExported: job.exported,
    })),
  };
}

function statusOf(jobs: readonly JobRecord[], counts: Readonly<Record<JobStatus, number>>, ended: number): BatchStatus['status'] {
  if (ended === jobs.length) return counts.done > 0 ? 'done' : 'error';
  return jobs.some(({ startedAtMs }) => startedAtMs !== null) ? 'progress' : 'queueing';
}
