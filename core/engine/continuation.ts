import { isDeepStrictEqual } from 'node:util';
import type { JobTarget } from '#core/contract/job-record.ts';

const CURSOR_PREFIX = 'c1.';

/** The opaque `cursor` of a job: what it left unread is found through it. */
export function cursorOfJob(guid: string): string {
  return `${CURSOR_PREFIX}${guid}`;
}

/** Empty for a text that is no cursor of ours. */
export function guidOfCursor(cursor: string): string {
  return cursor.startsWith(CURSOR_PREFIX) ? cursor.slice(CURSOR_PREFIX.length) : '';
}

/** True for two targets that name the same list, be their URLs written in two ways. */
export function isSameList(one: JobTarget, other: JobTarget): boolean {
  return isDeepStrictEqual({ ...one, url: '' }, { ...other, url: '' });
}
