import '#renderer/design/overview.css';
import type { Job } from '#renderer/client/queries.ts';
import { Facts } from '#renderer/components/facts.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { changeFacts } from '#renderer/views/export/change-facts.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import { hasEnded } from '#renderer/views/export/job-state.ts';
import { BarColumns, BarList } from '#renderer/views/export/overview/bars.tsx';
import { type BarRows, type Chart, chartsOf } from '#renderer/views/export/overview/charts.ts';
import { Digest } from '#renderer/views/export/overview/digest.tsx';
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
  return (
    <div className="overview">
      <Figures job={job} statistics={statistics.data} />
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
function Figures({ job, statistics }: { readonly job: Job; readonly statistics: Statistics }) {
  const { text, number, decimal, day } = useWords();
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
  return <Facts facts={facts.map(([name, value]) => [text(name), value])} />;
}

function ChartFigure({ chart, onRows }: { readonly chart: Chart; readonly onRows: (rows: BarRows) => void }) {
  const { text } = useWords();
  const { title, shape, bars } = chart;
  const Bars = shape === 'columns' ? BarColumns : BarList;
  return (
    <figure className={`chart chart-${shape}`}>
      <figcaption>
        <h2>{text(title)}</h2>
      </figcaption>
      <Bars label={text(title)} bars={bars} onOpen={(index) => onRows(chart.rowsOf(index))} />
    </figure>
  );
}
