import { type Column, COLUMNS } from '#core/contract/columns.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import { certainKinds, kindOfKinds } from '#core/writers/value-kind.ts';

const EXTRA_WIDTH = 38;
const HEADER_ROOM = 4;

/**
 * The columns that were asked for, by their headers, in that order and under the names that they are given. One that no row fills is there
 * and empty, so that files of other rows have the same columns.
 */
export function arrangedColumns(filled: readonly FilledColumn[], wanted: Layout['columns']): readonly FilledColumn[] {
  if (wanted === undefined) return filled;
  return wanted.map((wish) => {
    const { column, as } = typeof wish === 'string' ? { column: wish, as: wish } : wish;
    const known = filled.find(({ header }) => isCalled(header, column)) ?? emptyColumn(column);
    const header = typeof wish === 'string' ? known.header : as;
    return { ...known, header, width: Math.max(known.width, Math.min(header.length + HEADER_ROOM, known.maxWidth)) };
  });
}

function emptyColumn(name: string): FilledColumn {
  const known = COLUMNS.find(({ header }) => isCalled(header, name));
  const column: Column = known ?? { header: name, type: 'text', maxWidth: EXTRA_WIDTH, read: () => null };
  return { ...column, width: 0, kind: kindOfKinds(certainKinds(column)) };
}

function isCalled(header: string, name: string): boolean {
  return header.toLowerCase() === name.toLowerCase();
}
