import type { Completeness } from '#core/contract/completeness.ts';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';

const CAUSE_LABELS = {
  deleted: 'deleted on the platform',
  hidden: 'hidden by the platform',
  filtered: 'left out by the options',
  limit: 'beyond the limit',
  blocked: 'blocked or given up',
  login: 'shown only after a login',
  sameId: 'under a taken id',
  unreadable: 'of an unknown form',
  notReached: 'not asked for any more',
  notServed: 'stated but not served',
} as const;

/** The completeness ledger as the last lines of an export. */
export function ledgerLines(ledger: Completeness): string[] {
  const row = (label: string, value: string | number): string => `  ${label.padEnd(26)} ${value}`;
  return [
    'Completeness',
    row('the platform states', ledger.platform_total ?? 'not stated'),
    row('exported', ledger.exported),
    ...(ledger.missing === 0 ? [row('known to be missing', 0)] : [row('missing', ledger.missing)]),
    ...GAP_CAUSES.filter((cause) => ledger.gap[cause] > 0).map((cause) => row(`  ${CAUSE_LABELS[cause]}`, ledger.gap[cause])),
    row('pages, requests, retries', `${ledger.pages}, ${ledger.requests}, ${ledger.retries}`),
    ...(ledger.waits.count === 0 ? [] : [row('waits', `${ledger.waits.count}, ${(ledger.waits.total_ms / 1000).toFixed(1)} s in all`)]),
    ...(ledger.doors.length === 0 ? [] : [row('doors', ledger.doors.join(', '))]),
    ...(ledger.routes === undefined ? [] : [row('routes', ledger.routes.join(', '))]),
    ...ledger.notes.map((note) => `  note: ${note}`),
    ledger.summary,
  ];
}
