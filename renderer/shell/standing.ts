import type { Job } from '#renderer/client/queries.ts';
import { goalOf } from '#renderer/views/exports/pace.ts';

/** How far those that run are, all together; empty where none does. */
export function standingOf(jobs: readonly Pick<Job, 'total' | 'total_exported' | 'options' | 'started_at'>[]): string {
  if (jobs.length === 0) return '';
  const known = jobs.flatMap((job) => {
    const goal = goalOf(job);
    return goal === null || goal === 0 ? [] : [{ goal, done: Math.min(goal, job.total_exported) }];
  });
  if (known.length === 0) return `${jobs.length} … · `;
  const sum = (of: (each: (typeof known)[number]) => number): number => known.reduce((all, each) => all + of(each), 0);
  return `${Math.floor((100 * sum(({ done }) => done)) / sum(({ goal }) => goal))} % · `;
}
