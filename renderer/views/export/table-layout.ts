import { useMemo, useSyncExternalStore } from 'react';
import { AUTHOR_COLUMN, COLUMNS, type TableColumn } from '#renderer/views/export/columns.ts';

/** How the table stands in this browser, whatever it shows. */
export interface TableLayout {
  /** Names of columns in their order; those that it does not name follow as usual. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels, of those that were given a width. */
  readonly widths: Readonly<Record<string, number>>;
  /** How many of the first columns stay where they are while one scrolls sideways. */
  readonly frozen: number;
  /** Texts have several lines. */
  readonly isTall: boolean;
}

/** A column as it stands in the table. */
export interface PlacedColumn {
  readonly column: TableColumn;
  /** Of a CSS grid. */
  readonly track: string;
  /** Where it stays, as a length from the start of the table, which is a container of that length; null: it moves with the others. */
  readonly stays: string | null;
}

export const USUAL: TableLayout = { order: [], hidden: [], widths: {}, frozen: 0, isTall: false };
export const MOST_FROZEN = 3;
/** Of the width of the table, for columns that stay: on a phone two of them could cover all of it. */
const ROOM_TO_STAY = '66cqi';
export const WIDTHS = { least: 60, most: 1_200 } as const;

const STORED = 'commentdock.table';
const CHANGED = 'commentdock:table';

export function useTableLayout(): TableLayout {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED));
  return useMemo(() => layoutIn(stored), [stored]);
}

export function changeLayout(change: (before: TableLayout) => TableLayout): void {
  localStorage.setItem(STORED, JSON.stringify(change(layoutIn(localStorage.getItem(STORED)))));
  window.dispatchEvent(new Event(CHANGED));
}

/** A width, within what makes sense. */
export function widened(layout: TableLayout, name: string, px: number): TableLayout {
  const width = Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, px)));
  return { ...layout, widths: { ...layout.widths, [name]: width } };
}

/** As wide as it usually is. */
export function asWide(layout: TableLayout, name: string): TableLayout {
  return { ...layout, widths: Object.fromEntries(Object.entries(layout.widths).filter(([other]) => other !== name)) };
}

/** All columns but the author's, which is always the first, in the order of this browser. */
export function orderedColumns({ order }: TableLayout): readonly TableColumn[] {
  const placeOf = ({ name }: TableColumn): number => (order.includes(name) ? order.indexOf(name) : order.length + 1);
  return COLUMNS.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** One place to the left or the right, among all columns. */
export function moved(layout: TableLayout, name: string, by: -1 | 1): TableLayout {
  const order: string[] = orderedColumns(layout).map((column) => column.name);
  const at = order.indexOf(name);
  const to = Math.min(order.length - 1, Math.max(0, at + by));
  return { ...layout, order: order.toSpliced(at, 1).toSpliced(to, 0, name) };
}

/** The columns that the rows fill, as the layout has them, and how wide they are together at least. */
export function placedColumns(filled: ReadonlySet<TableColumn>, layout: TableLayout): { columns: readonly PlacedColumn[]; least: string } {
  const shown = [AUTHOR_COLUMN, ...orderedColumns(layout).filter((column) => filled.has(column) && !layout.hidden.includes(column.name))];
  let before: readonly string[] = [];
  const columns = shown.map((column, at): PlacedColumn => {
    const given = layout.widths[column.name];
    const least = given === undefined ? column.least : `${given}px`;
    const isFrozen = at < layout.frozen;
    const start = sum(before);
    before = [...before, least];
    const stays = isFrozen ? stayingAt(start, sum(before)) : null;
    // What stays has one width, so that the next knows where to stay.
    return {
      column,
      stays,
      track: given !== undefined || isFrozen || column.most === undefined ? least : `minmax(${least}, ${column.most})`,
    };
  });
  return { columns, least: sum(before) };
}

/** A column that would leave the others no room moves with them: it stays far out of sight. */
function stayingAt(start: string, end: string): string {
  return `calc(${start} + 1000 * min(0px, ${ROOM_TO_STAY} - ${end}))`;
}

function sum(lengths: readonly string[]): string {
  return `calc(${['0px', ...lengths].join(' + ')})`;
}

/** What somebody, or another version, left there: what makes no sense is as usual. */
export function layoutIn(stored: string | null): TableLayout {
  const { order, hidden, widths, frozen, isTall } = fieldsOf(stored);
  const names = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
  const given = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
  const numbers = given.filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  const count = Number.isInteger(frozen) ? Number(frozen) : 0;
  return numbers.reduce((layout, [name, px]) => widened(layout, name, px), {
    order: names(order),
    hidden: names(hidden),
    widths: {},
    frozen: Math.min(MOST_FROZEN, Math.max(0, count)),
    isTall: isTall === true,
  } as TableLayout);
}

function fieldsOf(stored: string | null): Readonly<Partial<Record<keyof TableLayout, unknown>>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function subscribe(changed: () => void): () => void {
  for (const name of [CHANGED, 'storage']) window.addEventListener(name, changed);
  return () => {
    for (const name of [CHANGED, 'storage']) window.removeEventListener(name, changed);
  };
}
