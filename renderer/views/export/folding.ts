import type { RowAddress } from '#renderer/client/row-pages.ts';

/** A thread that was opened while all others are folded: its first row below the top one, by place in the file, and their number. */
interface Opened {
  readonly place: number;
  readonly below: number;
}

/** Which threads are folded, whatever of the export is loaded. */
export interface Folding {
  /** True: every thread is folded but those in `opened`. */
  readonly isAllFolded: boolean;
  /** Folded rows by their place in the file, with the number of rows below each. */
  readonly closed: ReadonlyMap<number, number>;
  /** By the index of the top row among all top rows. */
  readonly opened: ReadonlyMap<number, Opened>;
}

export const UNFOLDED: Folding = { isAllFolded: false, closed: new Map(), opened: new Map() };
export const FOLDED: Folding = { ...UNFOLDED, isAllFolded: true };

/** A row with rows below it, as the table shows it. */
export interface Thread {
  /** Where the table has it from. */
  readonly address: RowAddress;
  /** Its place in the file, from 0 on. */
  readonly place: number;
  readonly below: number;
}

/** Folds a thread, or shows it again. */
export function toggled(folding: Folding, { address, place, below }: Thread): Folding {
  if (address.source === 'top') {
    const opened = new Map(folding.opened);
    if (!opened.delete(address.at)) opened.set(address.at, { place: place + 1, below });
    return { ...folding, opened };
  }
  const closed = new Map(folding.closed);
  if (!closed.delete(place)) closed.set(place, below);
  return { ...folding, closed };
}

export function isFolded(folding: Folding, { address, place }: Pick<Thread, 'address' | 'place'>): boolean {
  return address.source === 'top' ? !folding.opened.has(address.at) : folding.closed.has(place);
}

/** What the table shows: how many rows, and where the one at an index comes from. */
interface ShownRows {
  readonly count: number;
  addressOf(index: number): RowAddress;
}

interface Stretch {
  /** Index in the table of its first row. */
  readonly index: number;
  readonly length: number;
  readonly from: RowAddress;
}

/**
 * The rows left by the folding as stretches of rows that follow each other: as many as there are threads that were touched,
 * whatever the size of the export.
 */
export function shownRows(folding: Folding, totals: Readonly<Record<RowAddress['source'], number>>): ShownRows {
  const hidden = hiddenStretches(folding.closed);
  const stretches: Stretch[] = [];
  let index = 0;
  const add = (from: RowAddress, length: number): void => {
    if (length <= 0) return;
    stretches.push({ index, length, from });
    index += length;
  };
  const addPlaces = (start: number, end: number): void => {
    let at = start;
    for (const gap of hidden) {
      if (gap.start >= end || gap.end <= start) continue;
      add({ source: 'all', at }, gap.start - at);
      at = Math.max(at, gap.end);
    }
    add({ source: 'all', at }, end - at);
  };
  if (folding.isAllFolded) {
    let top = 0;
    for (const [at, { place, below }] of [...folding.opened].toSorted(([a], [b]) => a - b)) {
      add({ source: 'top', at: top }, at + 1 - top);
      addPlaces(place, place + below);
      top = at + 1;
    }
    add({ source: 'top', at: top }, totals.top - top);
  } else addPlaces(0, totals.all);
  return { count: index, addressOf: (wanted) => addressIn(stretches, wanted) };
}

/** Without those inside of another one. */
function hiddenStretches(closed: ReadonlyMap<number, number>): readonly { readonly start: number; readonly end: number }[] {
  let reached = 0;
  return [...closed]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([place, below]) => {
      if (place + 1 < reached) return [];
      reached = place + 1 + below;
      return [{ start: place + 1, end: reached }];
    });
}

function addressIn(stretches: readonly Stretch[], wanted: number): RowAddress {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle] as Stretch).index <= wanted) low = middle;
    else high = middle - 1;
  }
  const { from, index } = stretches[low] ?? { from: { source: 'all' as const, at: 0 }, index: 0 };
  return { source: from.source, at: from.at + wanted - index };
}
