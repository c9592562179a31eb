import type { Job } from '#renderer/client/queries.ts';

/** False while rows are still to come. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queueing' && status !== 'progress';
}

/** Another text as soon as the rows of an export may be others. */
export function revisionOf({ status, retry, exported_at: at }: Pick<Job, 'status' | 'retry' | 'exported_at'>): string {
  return [status, retry, at ?? ''].join(' ');
}
