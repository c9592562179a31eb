import { createChance } from '#core/platforms/youtube/simulator/random.ts';
import { entityMutations, entityRow, sharedMutation } from '#core/platforms/youtube/simulator/entity-row.ts';
import { oldRow } from '#core/platforms/youtube/simulator/old-row.ts';
import type { RowKind } from '#core/platforms/youtube/simulator/row.ts';

/** The rows of a page, and the data that stands apart from them in the newer format. */
export function commentRows(count: number, kind: RowKind, seed: number): { readonly rows: object[]; readonly mutations: object[] } {
  const chance = createChance(seed);
  const rows: object[] = [];
  const mutations: object[] = kind.format === 'old' || count === 0 ? [] : [sharedMutation(chance)];
  for (let row = 0; row < count; row += 1) {
    if (kind.format === 'old') {
      rows.push(oldRow(row, kind, chance));
    } else {
      rows.push(entityRow(row, kind, chance));
      mutations.push(...entityMutations(row, kind, chance));
    }
  }
  return { rows, mutations };
}
