import type { DetectedUrl } from '#renderer/client/queries.ts';
import type { AddressRow } from '#renderer/views/home/recognised-list.tsx';

/** Addresses of one kind at one site; without a site those that are not supported. */
export interface AddressGroup {
  readonly key: string;
  readonly found: DetectedUrl | null;
  readonly rows: readonly AddressRow[];
}

const REFUSED = 'refused';

/** What is known of many addresses, by site and kind in their order; last what is refused. Those that are still being asked for are in none. */
export function addressGroups(rows: readonly AddressRow[]): readonly AddressGroup[] {
  const known = rows.filter(({ found, error }) => found !== undefined || error !== null);
  const byKey = Map.groupBy(known, ({ found }) => (found === undefined ? REFUSED : `${found.id} ${found.target}`));
  const groups = [...byKey].map(([key, ofKey]) => ({ key, found: ofKey[0]?.found ?? null, rows: ofKey }));
  return groups.toSorted((a, b) => Number(a.found === null) - Number(b.found === null));
}
