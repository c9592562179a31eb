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
  const groups = new Map<string, AddressGroup>();
  for (const row of rows) {
    const { found, error } = row;
    if (found === undefined && error === null) continue;
    const key = found === undefined ? REFUSED : `${found.id} ${found.target}`;
    const group = groups.get(key) ?? { key, found: found ?? null, rows: [] };
    groups.set(key, { ...group, rows: [...group.rows, row] });
  }
  return [...groups.values()].toSorted((a, b) => Number(a.found === null) - Number(b.found === null));
}
