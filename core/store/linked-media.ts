import type { Item } from '#core/contract/item.ts';
import { mediaUrls, withMediaFiles } from '#core/contract/media.ts';
import type { Connection } from '#core/store/connection.ts';

/** Names the files of rows of a job, as far as they were fetched. */
type LinkMedia = (items: readonly Item[]) => readonly Item[];

/** Looked up for some rows at a time: an export may name more addresses than memory is to hold. */
export function mediaLinks(connection: Connection, jobId: number): LinkMedia {
  if (connection.prepare<[number]>('SELECT 1 FROM media WHERE job_id = ? LIMIT 1').get(jobId) === undefined) return (items) => items;
  const these = connection.prepare<[number, string], { url: string; file: string }>(
    'SELECT url, file FROM media WHERE job_id = ? AND url IN (SELECT value FROM json_each(?))',
  );
  return (items) => {
    const urls = [...new Set(items.flatMap(mediaUrls))];
    if (urls.length === 0) return items;
    const files = new Map(these.all(jobId, JSON.stringify(urls)).map(({ url, file }) => [url, file]));
    return files.size === 0 ? items : items.map((item) => withMediaFiles(item, files));
  };
}
