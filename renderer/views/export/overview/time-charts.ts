import { bucketFilter, type Statistics, TONES } from '#renderer/views/export/filters.ts';
import { type Bar, type Chart, type ChartWords, type Part, withFilter } from '#renderer/views/export/overview/chart.ts';
import { NOT_JUDGED_COLOR, TONE_COLORS } from '#renderer/views/export/overview/tone-charts.ts';

export type Bucket = NonNullable<Statistics['time']['bucket']>;

export const DATES: Readonly<Record<Bucket, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

/** From below. */
const STACKED = TONES.toReversed();

export function overTime({ time }: Statistics, words: ChartWords): Chart {
  const bars = columns(time, words);
  return { ...timeChart(bars), id: 'time', title: words.late('charts.time') };
}

/** Only where something was judged. */
export function toneOverTime({ time, sentiment }: Statistics, words: ChartWords): readonly Chart[] {
  if (sentiment.count + sentiment.unclassified === 0) return [];
  const bars = columns(time, words).map((bar, at): Bar => {
    const counts = time.counts[at];
    const judged = STACKED.reduce((sum, tone) => sum + (counts?.[tone] ?? 0), 0);
    const parts: readonly Part[] = [
      { name: words.late('charts.notJudged'), count: bar.count - judged, color: NOT_JUDGED_COLOR, rows: bar.rows },
      ...STACKED.map((tone) => ({
        name: words.text(`tone.${tone}`),
        count: counts?.[tone] ?? 0,
        color: TONE_COLORS[tone],
        rows: withFilter({ ...bar.rows.filters, tones: [tone] }),
      })),
    ];
    return { ...bar, parts: parts.filter(({ count }) => count > 0) };
  });
  return [{ ...timeChart(bars), id: 'toneTime', title: words.late('charts.toneTime') }];
}

function columns(time: Statistics['time'], { language }: ChartWords): readonly Bar[] {
  const format = new Intl.DateTimeFormat(language, { ...DATES[time.bucket ?? 'day'], timeZone: time.timezone });
  return time.counts.map(({ start, count }, at) => ({
    id: start,
    name: format.format(new Date(start)),
    count,
    rows: withFilter(bucketFilter(time, at)),
  }));
}

function timeChart(bars: readonly Bar[]): Omit<Chart, 'id' | 'title'> {
  return {
    shape: 'columns',
    bars,
    most: bars.length,
    total: bars.reduce((sum, { count }) => sum + count, 0),
    order: ({ id }) => Date.parse(id),
    isWhole: true,
  };
}
