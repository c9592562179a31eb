import type { Job } from '#renderer/client/queries.ts';

/** An export as people call it: its address, without what all of them begin with. */
export function jobName({ url }: Pick<Job, 'url'>): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
