import type { Job } from '#renderer/client/queries.ts';
import { jobName } from '#renderer/components/job-name.ts';
import type { Bar, Chart, ChartWords } from '#renderer/views/export/overview/chart.ts';
import { ACCENT, type Figure, type Line, meaningsOf, type Target } from '#renderer/views/export/overview/figure.ts';
import { type CommonTime, stretchesOf, timeKey } from '#renderer/views/export/overview/time-of-both.ts';

const COMPARED = 'var(--compared)';

/** An export beside another one. */
interface Side {
  /** Null: the one that is shown. */
  readonly guid: string | null;
  readonly name: string;
  readonly charts: readonly Chart[];
}

type Pair<T> = readonly [own: T, other: T];

/** What two exports are called beside each other: by when they were made, where they have one name. */
export function sideNames(jobs: Pair<Job>, { moment }: ChartWords): Pair<string> {
  const [own, other] = jobs.map(jobName) as [string, string];
  if (own !== other) return [own, other];
  const [first, second] = jobs.map(({ created_at }) => moment(created_at)) as [string, string];
  return first === second ? [`1 · ${first}`, `2 · ${second}`] : [first, second];
}

/** The charts of two exports, each on one scale: in shares, for one of them may be far larger. A chart that only one has is there too. */
export function comparedFigures(sides: Pair<Side>, time: CommonTime, words: ChartWords): readonly Figure[] {
  const ids = [...new Set(sides.flatMap(({ charts }) => charts.map(({ id }) => id)))];
  return ids.flatMap((id) => {
    const charts = sides.map(({ charts: all }) => all.find((chart) => chart.id === id));
    const known = charts.find((chart) => chart !== undefined);
    if (known === undefined) return [];
    const [own = { ...known, bars: [] }, other = { ...known, bars: [] }] = charts;
    return [known.shape === 'columns' ? comparedColumns(sides, [own, other], time, words) : comparedList(sides, [own, other], words)];
  });
}

/** Bars of both one below the other, under one name. */
function comparedList(sides: Pair<Side>, charts: Pair<Chart>, words: ChartWords): Figure {
  const [chart] = charts;
  const share = (at: 0 | 1, bar: Bar | undefined): number | null => shareOf(charts[at], bar);
  const ids = [...new Set(charts.flatMap(({ bars }) => bars.filter(({ isBelow }) => isBelow !== true).map(({ id }) => id)))];
  const pairs = ids.map((id) => {
    const [own, other] = charts.map(({ bars }) => bars.find((bar) => bar.id === id));
    return { bar: (own ?? other) as Bar, bars: [own, other] as const, shares: [share(0, own), share(1, other)] as const };
  });
  const { order } = chart;
  const key = ({ bar, shares }: (typeof pairs)[number]): number =>
    order === 'most' ? -Math.max(shares[0] ?? 0, shares[1] ?? 0) : order(bar);
  const inOrder = pairs.toSorted((a, b) => key(a) - key(b));
  const shown = order === 'most' ? inOrder.slice(0, chart.most) : inOrder;
  const longest = Math.max(Number.MIN_VALUE, ...shown.flatMap(({ shares }) => shares.map((value) => value ?? 0)));
  const told = ({ bars, shares }: (typeof pairs)[number], at: 0 | 1): string => inShares(shares[at], bars[at]?.count ?? 0, words);
  const lines = shown.flatMap((pair) =>
    ([0, 1] as const).map((at): Line => {
      const heard = words.late('charts.of', { name: pair.bar.name, export: sides[at].name });
      const said = `${heard}: ${told(pair, at)}`;
      const target: Target = { guid: sides[at].guid, rows: (pair.bars[at] ?? pair.bar).rows };
      const size = (pair.shares[at] ?? 0) / longest;
      return {
        id: `${pair.bar.id} ${at}`,
        name: at === 0 ? pair.bar.name : '',
        told: told(pair, at),
        heard,
        said,
        isBelow: false,
        pieces: [{ size, color: at === 0 ? ACCENT : COMPARED, said, target }],
        target,
      };
    }),
  );
  return {
    ...framed(chart, sides, words),
    panels: [{ name: null, lines }],
    legend: sides.map(({ name }, at) => ({ name, color: at === 0 ? ACCENT : COMPARED })),
    longest: percent(longest, words),
    rows: shown.map((pair) => [pair.bar.name, told(pair, 0), told(pair, 1)]),
  };
}

/** Columns of each in a row of their own, over the same time. */
function comparedColumns(sides: Pair<Side>, charts: Pair<Chart>, time: CommonTime, words: ChartWords): Figure {
  const all = charts.flatMap(({ bars }) => bars.map(({ id }) => id));
  const starts = stretchesOf(all, time, words.language);
  const found = charts.map((chart) => new Map(chart.bars.map((bar) => [timeKey(bar.id, time.bucket), bar])));
  const shares = charts.flatMap((chart) => chart.bars.map((bar) => shareOf(chart, bar) ?? 0));
  const longest = Math.max(Number.MIN_VALUE, ...shares);
  const panel = (at: 0 | 1) => {
    const { guid, name: of } = sides[at];
    const lines = starts.map(({ key, name }): Line => {
      const bar = found[at]?.get(key);
      const told = inShares(shareOf(charts[at], bar), bar?.count ?? 0, words);
      const said = `${words.late('charts.of', { name, export: of })}: ${told}`;
      const target: Target = { guid, rows: (bar ?? (charts[at].bars[0] as Bar)).rows };
      const color = at === 0 ? ACCENT : COMPARED;
      const whole = { size: (shareOf(charts[at], bar) ?? 0) / longest, color, said, target };
      const parts = bar?.parts?.map((part) => ({
        size: part.count / Math.max(1, charts[at].total) / longest,
        color: part.color,
        said: `${said.slice(0, said.length - told.length)}${part.name}, ${inShares(part.count / Math.max(1, charts[at].total), part.count, words)}`,
        target: { guid, rows: part.rows },
      }));
      return {
        id: String(key),
        name,
        told,
        heard: null,
        said,
        isBelow: false,
        pieces: bar === undefined ? [] : (parts ?? [whole]),
        target,
      };
    });
    return { name: of, lines };
  };
  const panels = [panel(0), panel(1)] as const;
  return {
    ...framed(charts[0], sides, words),
    legend: meaningsOf(charts.flatMap(({ bars }) => bars)),
    panels: panels.filter((_, at) => (charts[at]?.bars.length ?? 0) > 0),
    longest: percent(longest, words),
    rows: starts.map(({ name }, at) => [name, ...panels.map(({ lines }) => lines[at]?.told ?? '')]),
  };
}

function framed(
  { id, title, words: said, shape }: Chart,
  sides: Pair<Side>,
  { late }: ChartWords,
): Pick<Figure, 'id' | 'title' | 'words' | 'shape' | 'head'> {
  return { id, title, words: said ?? null, shape, head: [late('charts.name'), ...sides.map(({ name }) => name)] };
}

/** Null: too small to be told, or nobody knows. */
function shareOf({ total, isWhole }: Chart, bar: Bar | undefined): number | null {
  if (bar === undefined) return isWhole && total > 0 ? 0 : null;
  return bar.count / Math.max(1, total);
}

function inShares(share: number | null, count: number, words: ChartWords): string {
  return share === null ? '–' : `${percent(share, words)} · ${words.number(count)}`;
}

function percent(share: number, { language }: ChartWords): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
}
