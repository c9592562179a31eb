import type { Job } from '#renderer/client/queries.ts';

/** An export as people call it: the title that they gave it, else that of its page, else its address. */
export function jobName({ url, title, page_title: ofPage }: Pick<Job, 'url' | 'title' | 'page_title'>): string {
  return title ?? ofPage ?? bareAddress(url);
}

/** An address without what all of them begin with. */
export function bareAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
