import type { Completeness } from '#core/contract/completeness.ts';
import type { GapCause } from '#core/contract/gap-cause.ts';
import type { MessageKey } from '#renderer/messages/en.ts';

/** One stretch of the bar. */
export interface LedgerPart {
  readonly name: MessageKey;
  readonly count: number;
  /** A value of CSS. */
  readonly color: string;
}

/** In the order of the bar. */
const CAUSES: Readonly<Record<GapCause, MessageKey>> = {
  limit: 'gap.limit',
  filtered: 'gap.filtered',
  login: 'gap.login',
  blocked: 'gap.blocked',
  hidden: 'gap.hidden',
  deleted: 'gap.deleted',
  sameId: 'gap.sameId',
  unreadable: 'gap.unreadable',
  notReached: 'gap.notReached',
  notServed: 'gap.notServed',
};

/** What there is, and what is missing by its cause; nothing that is zero. */
export function ledgerParts({ exported, gap }: Pick<Completeness, 'exported' | 'gap'>): readonly LedgerPart[] {
  const gaps = (Object.keys(CAUSES) as GapCause[]).map((cause) => ({
    name: CAUSES[cause],
    count: gap[cause],
    color: `var(--gap-${cause})`,
  }));
  const all: readonly LedgerPart[] = [{ name: 'ledger.exported', count: exported, color: 'var(--accent)' }, ...gaps];
  return all.filter(({ count }) => count > 0);
}
