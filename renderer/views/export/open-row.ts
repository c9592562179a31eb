import type { FoundRow } from '#renderer/client/queries.ts';
import { choose, useChosen } from '#renderer/shell/place.ts';

/** The number of a row, and its place in the table from 0 on, as the address has them. */
const ROW = /^[1-9]\d{0,8}$/;
const PLACE = /^\d{1,9}$/;

/** The row that is shown in full. */
interface OpenRow {
  /** Its number in the files. */
  readonly row: number;
  /** Where it stood in the table, as it was opened; the table may have changed since. */
  readonly at: number;
}

/** The row that the address names; null where it names none. */
export function useOpenRow(): OpenRow | null {
  const [chosen] = useChosen();
  const row = chosen.get('row') ?? '';
  const at = chosen.get('at') ?? '';
  if (!ROW.test(row)) return null;
  // A table of all rows in the order of the files has each at its number.
  return { row: Number(row), at: PLACE.test(at) ? Number(at) : Number(row) - 1 };
}

/** @param step `new`: back closes it; `same`: back leads past it, as from row to row */
export function openRow({ row }: FoundRow, index: number, step: 'new' | 'same'): void {
  choose({ row: String(row), at: index === row - 1 ? null : String(index) }, step);
}

export function closeRow(): void {
  choose({ row: null, at: null });
}
