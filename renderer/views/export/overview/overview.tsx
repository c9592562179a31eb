import '#renderer/design/overview.css';
import { useState } from 'react';
import type { Job } from '#renderer/client/queries.ts';
import { type Fact, Facts } from '#renderer/components/facts.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { changeFacts } from '#renderer/views/export/change-facts.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import { hasEnded } from '#renderer/views/export/job-state.ts';
import { BarColumns, BarList } from '#renderer/views/export/overview/bars.tsx';
import type { DrawnChart } from '#renderer/views/export/overview/chart-drawing.ts';
import { ChartMore } from '#renderer/views/export/overview/chart-more.tsx';
import { type BarRows, type Chart, chartsOf } from '#renderer/views/export/overview/charts.ts';
import { Digest } from '#renderer/views/export/overview/digest.tsx';
import { ReportDialog } from '#renderer/views/export/overview/report-dialog.tsx';
import { useStatistics } from '#renderer/views/export/use-statistics.ts';

interface OverviewParts {
  readonly job: Job;
  /** Shows the rows behind a bar. */
  readonly onRows: (rows: BarRows) => void;
}

/** What an export holds, counted. */
export function Overview({ job, onRows }: OverviewParts) {
  const words = useWords();
  const { text } = words;
  const statistics = useStatistics(job, true);
  if (!hasEnded(job)) return <p className="quiet state">{text('chart.running')}</p>;
  if (job.total_exported === 0) return <Empty title={text('export.empty')} />;
  if (statistics.error !== null) return <Problem error={statistics.error} onRetry={() => void statistics.refetch()} />;
  if (statistics.data === undefined) return <Loading />;
  const charts = chartsOf(statistics.data, words);
  const facts = figuresOf(job, statistics.data, words);
  return (
    <div className="overview">
      <div className="overview-head">
        <Facts facts={facts} />
        <ReportDialog job={job} facts={facts} charts={charts.map((chart) => drawn(chart, words))} />
      </div>
      <Digest job={job} />
      <p className="quiet">{text('chart.hint')}</p>
      <div className="charts">
        {charts.map((chart) => (
          <ChartFigure key={chart.title} chart={chart} onRows={onRows} />
        ))}
      </div>
    </div>
  );
}

/** The numbers that stand for themselves. */
function figuresOf(job: Job, statistics: Statistics, { text, number, decimal, day }: Words): readonly Fact[] {
  const { items, replies, authors, ratings, likes, media, time } = statistics;
  const facts: readonly (readonly [MessageKey, string])[] = [
    ['chart.items', number(items)],
    ...changeFacts(job).map(([name, count]) => [name, number(count)] as const),
    ['column.replies', replies === 0 ? '' : number(replies)],
    ['chart.people', authors.distinct === 0 ? '' : number(authors.distinct)],
    ['chart.average', ratings.average === null ? '' : decimal(ratings.average)],
    ['column.likes', likes.count === 0 ? '' : number(likes.total)],
    ['chart.media', media.count === 0 ? '' : number(media.count)],
    ['chart.from', time.from === null ? '' : day(time.from)],
    ['chart.to', time.to === null ? '' : day(time.to)],
  ];
  return facts.map(([name, value]) => [text(name), value] as const);
}

function drawn({ title, shape, bars }: Chart, { text, number }: Words): DrawnChart {
  return { title: text(title), shape, bars, number };
}

function ChartFigure({ chart, onRows }: { readonly chart: Chart; readonly onRows: (rows: BarRows) => void }) {
  const words = useWords();
  const [isTable, setTable] = useState(false);
  const title = words.text(chart.title);
  const Bars = chart.shape === 'columns' ? BarColumns : BarList;
  return (
    <figure className={`chart chart-${chart.shape}`}>
      <figcaption className="chart-head">
        <h2>{title}</h2>
        <ChartMore chart={drawn(chart, words)} isTable={isTable} onTable={() => setTable(!isTable)} />
      </figcaption>
      {isTable ? <ChartTable chart={chart} /> : <Bars label={title} bars={chart.bars} onOpen={(index) => onRows(chart.rowsOf(index))} />}
    </figure>
  );
}

function ChartTable({ chart }: { readonly chart: Chart }) {
  const { late, number, text } = useLateWords('charts');
  return (
    <div className="chart-table" role="group" aria-label={text(chart.title)} tabIndex={0}>
      <table aria-label={text(chart.title)}>
        <thead>
          <tr>
            <th scope="col">{late('charts.name')}</th>
            <th scope="col">{late('charts.count')}</th>
          </tr>
        </thead>
        <tbody>
          {chart.bars.map(({ id, name, count }) => (
            <tr key={id}>
              <td dir="auto">{name}</td>
              <td className="number">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
