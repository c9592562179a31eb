import type { Job } from '#renderer/client/queries.ts';

/** An export as people call it: its own title, else its address without what all of them begin with. */
export function jobName({ url, title }: Pick<Job, 'url' | 'title'>): string {
  return title ?? url.replace(/^https?:\/\/(www\.)?/, '');
}
