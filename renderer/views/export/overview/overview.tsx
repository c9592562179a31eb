import '#renderer/design/overview.css';
import type { Job } from '#renderer/client/queries.ts';
import { Facts } from '#renderer/components/facts.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { useChosen } from '#renderer/shell/place.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import { hasEnded } from '#renderer/views/export/job-state.ts';
import type { BarRows } from '#renderer/views/export/overview/chart.ts';
import { ChartFigure } from '#renderer/views/export/overview/chart-figure.tsx';
import { chartsOf } from '#renderer/views/export/overview/charts.ts';
import { CompareButton } from '#renderer/views/export/overview/compare-button.tsx';
import { Compared } from '#renderer/views/export/overview/compared.tsx';
import { Digest } from '#renderer/views/export/overview/digest.tsx';
import { figuresOf } from '#renderer/views/export/overview/facts.ts';
import { figureOf } from '#renderer/views/export/overview/figure.ts';
import { ReportDialog } from '#renderer/views/export/overview/report-dialog.tsx';
import { useStatistics } from '#renderer/views/export/use-statistics.ts';

interface OverviewParts {
  readonly job: Job;
  /** Shows the rows behind a bar. */
  readonly onRows: (rows: BarRows) => void;
}

/** What an export holds, counted; beside another one, where the address names one. */
export function Overview({ job, onRows }: OverviewParts) {
  const { text, late } = useLateWords('charts');
  const [chosen] = useChosen();
  const other = chosen.get('with');
  const statistics = useStatistics(job, true);
  if (!hasEnded(job)) return <p className="quiet state">{late('charts.running')}</p>;
  if (job.total_exported === 0) return <Empty title={text('export.empty')} />;
  if (statistics.error !== null) return <Problem error={statistics.error} onRetry={() => void statistics.refetch()} />;
  if (statistics.data === undefined) return <Loading />;
  if (other !== null && other !== job.guid) return <Compared job={job} statistics={statistics.data} guid={other} onRows={onRows} />;
  return <OfOne job={job} statistics={statistics.data} onRows={onRows} />;
}

function OfOne({ job, statistics, onRows }: OverviewParts & { readonly statistics: Statistics }) {
  const words = useLateWords('charts');
  const figures = chartsOf(statistics, words).map((chart) => figureOf(chart, words));
  const facts = figuresOf(job, statistics, words).filter(([, value]) => value !== '');
  return (
    <div className="overview">
      <div className="overview-head">
        <Facts facts={facts} />
        <div className="tools">
          <CompareButton guid={job.guid} />
          <ReportDialog job={job} other={null} facts={{ head: [], rows: facts }} figures={figures} />
        </div>
      </div>
      <Digest job={job} />
      <p className="quiet">{words.late('charts.hint')}</p>
      <div className="charts">
        {figures.map((figure) => (
          <ChartFigure key={figure.id} figure={figure} onOpen={({ rows }) => onRows(rows)} />
        ))}
      </div>
    </div>
  );
}
