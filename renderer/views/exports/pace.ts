import type { Job } from '#renderer/client/queries.ts';

/** How fast an export runs, and how long it will. */
interface Pace {
  /** Items a second since its start. */
  readonly perSecond: number;
  /** Null where the platform does not say how many there are. */
  readonly leftMs: number | null;
  /** From 0 to 1; null as above. */
  readonly share: number | null;
}

type Counted = Pick<Job, 'started_at' | 'total' | 'total_exported' | 'options'>;

const SECOND_MS = 1_000;

/** Null before the first item. The end is the limit, where that is lower than what there is. */
export function paceOf(job: Counted, nowMs: number): Pace | null {
  if (job.started_at === null || job.total_exported === 0) return null;
  const elapsedMs = Math.max(SECOND_MS, nowMs - Date.parse(job.started_at));
  const perSecond = (job.total_exported / elapsedMs) * SECOND_MS;
  const goal = goalOf(job);
  if (goal === null || goal === 0) return { perSecond, leftMs: null, share: null };
  const left = Math.max(0, goal - job.total_exported);
  return { perSecond, leftMs: (left / perSecond) * SECOND_MS, share: Math.min(1, job.total_exported / goal) };
}

/** As many as will come; null where that is not known. */
export function goalOf({ total, options }: Counted): number | null {
  const { limit } = options;
  const goals = [total, limit].filter((goal): goal is number => typeof goal === 'number');
  return goals.length === 0 ? null : Math.min(...goals);
}
