const CURSOR_PREFIX = 'c1.';

/** The opaque `cursor` of a job: what it left unread is found through it. */
export function cursorOfJob(guid: string): string {
  return `${CURSOR_PREFIX}${guid}`;
}

/** Empty for a text that is no cursor of ours. */
export function guidOfCursor(cursor: string): string {
  return cursor.startsWith(CURSOR_PREFIX) ? cursor.slice(CURSOR_PREFIX.length) : '';
}
