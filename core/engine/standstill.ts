import { hash } from 'node:crypto';
import type { Page } from '#core/platform-api/define.ts';

/** By list: the rows of its last page, and how many pages in a row had them. */
export type LastRows = Map<string, { readonly rows: string; readonly inARow: number }>;

/** Pages in a row with the very same rows, after which a list that still names further ones stands still. */
export const MOST_SAME_PAGES = 3;

export const STANDS_STILL = `A list was ended before its end: the platform gave the same page ${MOST_SAME_PAGES} times in a row, each time with another cursor for the next. Retry later.`;

/** How many pages of the list in a row had the rows of this one; 0 for a page without any. */
export function noteRows(last: LastRows, list: string, { items }: Pick<Page, 'items'>): number {
  // What is pinned stands on the first page alone.
  const ids = items.filter(({ isPinned }) => isPinned !== true).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const rows = hash('sha1', JSON.stringify(ids), 'base64');
  const before = last.get(list);
  const inARow = before?.rows === rows ? before.inARow + 1 : 1;
  last.set(list, { rows, inARow });
  return inARow;
}
