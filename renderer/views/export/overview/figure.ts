import type { Bar, BarRows, Chart, ChartWords } from '#renderer/views/export/overview/chart.ts';

/** Where a bar leads. `guid` null: to the export that is shown. */
export interface Target {
  readonly guid: string | null;
  readonly rows: BarRows;
}

/** A piece of a bar. */
interface Piece {
  /** Of the longest bar, from 0 to 1. */
  readonly size: number;
  /** A value of CSS. */
  readonly color: string;
  /** What it is, in full and with its number. */
  readonly said: string;
  readonly target: Target;
}

/** A bar as it is drawn, of whatever it is made. */
export interface Line {
  readonly id: string;
  /** Empty: that of the one above holds for it too. */
  readonly name: string;
  /** Its number, beside it. */
  readonly told: string;
  /** Heard in place of the name, where that says too little; null: the name says it. */
  readonly heard: string | null;
  /** What is heard, and the number. */
  readonly said: string;
  readonly isBelow: boolean;
  /** From its foot. Those of columns lead each to their own rows. */
  readonly pieces: readonly Piece[];
  readonly target: Target;
}

/** Bars that stand together. */
export interface Panel {
  /** The export that they are of, where there are several. */
  readonly name: string | null;
  readonly lines: readonly Line[];
}

/** What a colour stands for. */
interface Meaning {
  readonly name: string;
  /** A value of CSS. */
  readonly color: string;
}

/** A chart as it is shown, drawn, and told in a table. Panels of one figure have one scale. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly words: string | null;
  readonly shape: Chart['shape'];
  readonly panels: readonly Panel[];
  /** Where colours tell something apart. */
  readonly legend: readonly Meaning[];
  /** The number of the longest bar. */
  readonly longest: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const ACCENT = 'var(--accent)';

/** A chart of one export. */
export function figureOf(chart: Chart, words: ChartWords): Figure {
  const { id, title, shape } = chart;
  const bars = chart.bars.slice(0, chart.most);
  const longest = longestOf(bars);
  return {
    id,
    title,
    words: chart.words ?? null,
    shape,
    panels: [{ name: null, lines: bars.map((bar) => lineOf(bar, longest, words)) }],
    legend: meaningsOf(bars),
    longest: words.number(longest),
    ...tableOf(bars, words),
  };
}

/** What the parts of bars are, each once. */
export function meaningsOf(bars: readonly Bar[]): readonly Meaning[] {
  const colors = new Map(bars.flatMap(({ parts = [] }) => parts.map(({ name, color }) => [name, color] as const)));
  return [...colors].map(([name, color]) => ({ name, color }));
}

function longestOf(bars: readonly Bar[]): number {
  return Math.max(1, ...bars.map(({ count, parts = [] }) => Math.max(count, sumOf(parts))));
}

function sumOf(parts: NonNullable<Bar['parts']>): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

function lineOf(bar: Bar, longest: number, { number }: ChartWords): Line {
  const { id, name, count, color = ACCENT, parts, rows, said = name } = bar;
  const target = { guid: null, rows };
  const inWords = `${said}: ${number(count)}`;
  const pieces = parts
    ?.filter((part) => part.count > 0)
    .map((part) => ({
      size: part.count / longest,
      color: part.color,
      said: `${said}, ${part.name}: ${number(part.count)}`,
      target: { guid: null, rows: part.rows },
    }));
  return {
    id,
    name,
    told: number(count),
    heard: bar.said ?? null,
    said: inWords,
    isBelow: bar.isBelow === true,
    pieces: pieces ?? [{ size: count / longest, color, said: inWords, target }],
    target,
  };
}

/** Parts have a column each. */
function tableOf(bars: readonly Bar[], { late, number }: ChartWords): Pick<Figure, 'head' | 'rows'> {
  const parts = [...new Set(bars.flatMap((bar) => bar.parts?.map(({ name }) => name) ?? []))];
  const cells = ({ count, parts: own = [] }: Bar): readonly string[] =>
    parts.length === 0 ? [number(count)] : parts.map((name) => number(own.find((part) => part.name === name)?.count ?? 0));
  return {
    head: [late('charts.name'), ...(parts.length === 0 ? [late('charts.count')] : parts)],
    rows: bars.map((bar) => [bar.said ?? bar.name, ...cells(bar)]),
  };
}
