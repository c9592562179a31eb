import { GAP_CAUSES, type GapCause } from '#core/contract/gap-cause.ts';

/** The gap of a ledger: what is named, and 0 of every other cause. */
export function gapOf(counts: Partial<Record<GapCause, number>>): Record<GapCause, number> {
  const none = Object.fromEntries(GAP_CAUSES.map((cause) => [cause, 0])) as Record<GapCause, number>;
  return { ...none, ...counts } as Record<GapCause, number>;
}
