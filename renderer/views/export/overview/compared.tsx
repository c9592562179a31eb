import { X } from 'lucide-react';
import { Button } from 'react-aria-components';
import { type Job, useJob } from '#renderer/client/queries.ts';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { choose, linkTo } from '#renderer/shell/place.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import { hasEnded } from '#renderer/views/export/job-state.ts';
import type { BarRows } from '#renderer/views/export/overview/chart.ts';
import { ChartFigure, FigureTable } from '#renderer/views/export/overview/chart-figure.tsx';
import { chartsOf } from '#renderer/views/export/overview/charts.ts';
import { commonBucket } from '#renderer/views/export/overview/time-of-both.ts';
import { CompareButton } from '#renderer/views/export/overview/compare-button.tsx';
import { comparedFigures, sideNames } from '#renderer/views/export/overview/comparison.ts';
import { figuresBeside, figuresOf } from '#renderer/views/export/overview/facts.ts';
import type { Target } from '#renderer/views/export/overview/figure.ts';
import { ReportDialog } from '#renderer/views/export/overview/report-dialog.tsx';
import { choicesOf, EVERYTHING } from '#renderer/views/export/table-wish.ts';
import { useStatistics } from '#renderer/views/export/use-statistics.ts';

interface ComparedParts {
  readonly job: Job;
  readonly statistics: Statistics;
  readonly onRows: (rows: BarRows) => void;
}

/** An export beside another one. @param guid of the other one, as the address has it */
export function Compared({ guid, ...own }: ComparedParts & { readonly guid: string }) {
  const { text } = useLateWords('charts');
  const other = useJob(guid);
  if (other.isPending) return <Loading />;
  const isReady = other.data !== undefined && hasEnded(other.data) && other.data.total_exported > 0;
  if (isReady) return <Beside {...own} other={other.data} />;
  return (
    <div className="overview">
      <div className="tools">
        <CompareButton guid={own.job.guid} />
        <EndButton />
      </div>
      {other.error === null ? <Empty title={text('export.empty')} /> : <Problem error={other.error} onRetry={() => void other.refetch()} />}
    </div>
  );
}

function Beside({ job, other, statistics, onRows }: ComparedParts & { readonly other: Job }) {
  const words = useLateWords('charts');
  const { late } = words;
  const first = useStatistics(other, true);
  // Both in the same stretches of time: what has other ones is counted once more.
  const bucket = first.data === undefined ? null : commonBucket(statistics.time, first.data.time);
  const isOwnAlike = bucket === statistics.time.bucket;
  const isOtherAlike = bucket === first.data?.time.bucket;
  const again = useStatistics(job, !isOwnAlike && bucket !== null, bucket);
  const otherAgain = useStatistics(other, !isOtherAlike && bucket !== null, bucket);
  const [own, beside] = [
    isOwnAlike || bucket === null ? statistics : again.data,
    isOtherAlike || bucket === null ? first.data : otherAgain.data,
  ];
  const error = first.error ?? again.error ?? otherAgain.error;
  if (error !== null) return <Problem error={error} />;
  if (own === undefined || beside === undefined) return <Loading />;
  const names = sideNames([job, other], words);
  const sides = [
    { guid: null, name: names[0], charts: chartsOf(own, words) },
    { guid: other.guid, name: names[1], charts: chartsOf(beside, words) },
  ] as const;
  const figures = comparedFigures(sides, { bucket: bucket ?? 'year', timezone: own.time.timezone }, words);
  const facts = {
    head: [late('charts.figure'), ...names],
    rows: figuresBeside(figuresOf(job, own, words), figuresOf(other, beside, words)),
  };
  const open = ({ guid, rows }: Target): void => (guid === null ? onRows(rows) : openRows(guid, rows));
  return (
    <div className="overview">
      <div className="overview-head">
        <div className="compared-facts" role="group" aria-label={late('charts.compare')} tabIndex={0}>
          <FigureTable title={late('charts.compare')} {...facts} />
        </div>
        <div className="tools">
          <CompareButton guid={job.guid} />
          <EndButton />
          <ReportDialog job={job} other={other} facts={facts} figures={figures} />
        </div>
      </div>
      <p className="quiet">{late('charts.compared')}</p>
      <div className="charts">
        {figures.map((figure) => (
          <ChartFigure key={figure.id} figure={figure} onOpen={open} />
        ))}
      </div>
    </div>
  );
}

function EndButton() {
  const { late } = useLateWords('charts');
  return (
    <Button className="button" onPress={() => choose({ with: null }, 'new')}>
      <X size={14} aria-hidden />
      {late('charts.compareEnd')}
    </Button>
  );
}

/** The rows of the other export, in its own view. */
function openRows(guid: string, rows: BarRows): void {
  const given = Object.entries(choicesOf({ ...EVERYTHING, ...rows })).filter((entry): entry is [string, string] => entry[1] !== null);
  location.hash = `${linkTo({ view: 'export', guid })}?${new URLSearchParams(given).toString()}`;
}
