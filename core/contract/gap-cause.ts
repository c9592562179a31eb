/**
 * Why something that exists is not in the export.
 * deleted: gone on the platform; hidden: held back by it; filtered: by the job's own options; limit: `limit` or the
 * tier's ceiling; blocked: refused or given up after retries; login: shown only to a session; sameId: under an id that another row has;
 * unreadable: given in a form that is not known; notReached: not asked for before the export was stopped or failed; notServed: stated, never delivered.
 */
export const GAP_CAUSES = [
  'deleted',
  'hidden',
  'filtered',
  'limit',
  'blocked',
  'login',
  'sameId',
  'unreadable',
  'notReached',
  'notServed',
] as const;
export type GapCause = (typeof GAP_CAUSES)[number];
