import type { LateWords } from '#renderer/messages/late.ts';
import { type Filters, NO_FILTER } from '#renderer/views/export/filters.ts';

export type ChartWords = LateWords<'charts'>;

/** What the table shows of a bar. */
export interface BarRows {
  readonly q: string;
  readonly filters: Filters;
}

/** A part of a bar with rows of its own. */
export interface Part {
  readonly name: string;
  readonly count: number;
  /** A value of CSS. */
  readonly color: string;
  readonly rows: BarRows;
}

/** One bar. */
export interface Bar {
  /** The same for the same thing in another export. */
  readonly id: string;
  /** What it stands for, in full. */
  readonly name: string;
  readonly count: number;
  /** A value of CSS; left out: the accent. */
  readonly color?: string;
  /** What it is made of, from below; left out: it is of one piece. */
  readonly parts?: readonly Part[];
  /** Belongs to the one above. */
  readonly isBelow?: true;
  /** Heard in place of the name, where that says too little by itself. */
  readonly said?: string;
  readonly rows: BarRows;
}

/** A chart of one export, in counts. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  /** What it tells, where the title does not say it. */
  readonly words?: string;
  /** Side by side where their order says something, else one below the other. */
  readonly shape: 'columns' | 'list';
  readonly bars: readonly Bar[];
  /** Bars that are shown; those behind them are there to be compared with. */
  readonly most: number;
  /** What the bars are counted among. */
  readonly total: number;
  /** How bars of two exports stand together: those of the largest shares first, or all of them by a number. */
  readonly order: 'most' | ((bar: Bar) => number);
  /** True where a bar that is not there stands for none; else it may be too small to be told. */
  readonly isWhole: boolean;
}

export function withFilter(filters: Partial<Filters>): BarRows {
  return { q: '', filters: { ...NO_FILTER, ...filters } };
}
