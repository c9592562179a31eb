import { ExternalLink } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { type Job, useJob } from '#renderer/client/queries.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { arriving } from '#renderer/components/arriving.ts';
import { JobFix } from '#renderer/components/job-fix.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { mayReport, ReportButton } from '#renderer/components/report-button.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { WayBack } from '#renderer/components/way-back.tsx';
import { useKeptFocus } from '#renderer/components/use-kept-focus.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose, goTo, useChosen } from '#renderer/shell/place.ts';
import { JobProgress } from '#renderer/views/exports/job-progress.tsx';
import { JobActions } from '#renderer/views/exports/job-actions.tsx';
import { DataTable } from '#renderer/views/export/data-table.tsx';
import { Downloads } from '#renderer/views/export/downloads.tsx';
import { filterOf } from '#renderer/views/export/layout.ts';
import { choicesOf, EVERYTHING, type TableWish, wishIn } from '#renderer/views/export/table-wish.ts';
import { RepeatButton } from '#renderer/views/schedules/repeat-button.tsx';

/** What one visit may not need comes when it is opened. */
const Overview = arriving(async () => (await import('#renderer/views/export/overview/overview.tsx')).Overview);
const TimeMachine = arriving(async () => (await import('#renderer/views/export/time/time-machine.tsx')).TimeMachine);
const Ledger = arriving(async () => (await import('#renderer/views/export/ledger.tsx')).Ledger);
const Winners = arriving(async () => (await import('#renderer/views/export/winners/winners.tsx')).Winners);

const ToneButton = arriving(async () => (await import('#renderer/views/export/tone.tsx')).ToneButton);
const RowMore = arriving(async () => (await import('#renderer/views/exports/row-more.tsx')).RowMore);

const TABS = ['data', 'overview', 'time', 'winners', 'ledger'] as const;
type TabName = (typeof TABS)[number];

/** One export: its rows, counts of them, draws among them, and where the others are. */
export function ExportView({ guid }: { readonly guid: string }) {
  const { text } = useWords();
  const job = useJob(guid);
  if (job.isPending) return <Loading />;
  if (job.error !== null)
    return (
      <div className="view">
        <h1>{text('exports.title')}</h1>
        <Problem error={job.error} onRetry={() => void job.refetch()} />
      </div>
    );
  return <Opened job={job.data} />;
}

function Opened({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const inWords = useErrorWords();
  const [chosen] = useChosen();
  const wish = wishIn(chosen);
  const first: TabName = job.status === 'error' && job.total_exported === 0 ? 'ledger' : 'data';
  const tabs = job.incremental === null ? TABS.filter((name) => name !== 'time') : TABS;
  const tab = tabs.find((known) => known === chosen.get('tab')) ?? first;
  const showTab = (name: TabName): void => choose({ tab: name === first ? null : name }, 'new');
  const showRows = (rows: Pick<TableWish, 'q' | 'filters'>): void =>
    choose({ ...choicesOf({ ...EVERYTHING, ...rows }), tab: first === 'data' ? null : 'data' }, 'new');
  return (
    <div className="view view-full">
      <Head job={job} wish={wish} />
      {job.needs_you !== undefined && (
        <div className="problem" role="alert">
          <p>{inWords(job.needs_you)}</p>
          <JobFix job={job} />
        </div>
      )}
      {job.error !== null && (
        <div className="problem" role="alert">
          <p>
            {inWords({ code: job.error_code, message: job.error })} {text('export.failed')}
          </p>
          <JobFix job={job} />
        </div>
      )}
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => showTab(key as TabName)}>
        <TabList className="tab-list" aria-label={text('export.parts')}>
          {tabs.map((name) => (
            <Tab key={name} id={name} className="tab">
              {text(`export.${name}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="data" className="tab-panel">
          <DataTable job={job} wish={wish} onChange={(next) => choose(choicesOf(next))} />
        </TabPanel>
        <LatePanel id="overview">
          <Overview job={job} onRows={showRows} />
        </LatePanel>
        <LatePanel id="time">
          <TimeMachine job={job} />
        </LatePanel>
        <LatePanel id="winners">
          <Winners job={job} />
        </LatePanel>
        <LatePanel id="ledger">
          <Ledger job={job} />
        </LatePanel>
      </Tabs>
    </div>
  );
}

/** A panel whose code comes when it is opened. */
function LatePanel({ id, children }: { readonly id: TabName; readonly children: ReactNode }) {
  return (
    <TabPanel id={id} className="tab-panel">
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </TabPanel>
  );
}

function Head({ job, wish }: { readonly job: Job; readonly wish: TableWish }) {
  const { text, moment } = useWords();
  const platform = usePlatformName(job.platform);
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div className="view-head export-head" {...kept}>
      <div className="export-name">
        <p className="quiet export-of">
          <WayBack view="exports" name={text('exports.title')} />
          <span>
            {platform} · {text(`type.${job.export_type}`)} · {moment(job.created_at)}
          </span>
        </p>
        <h1 className="clipped" dir="auto">
          {jobName(job)}
        </h1>
        <div className="export-facts">
          <JobStatus job={job} />
          <JobProgress job={job} />
          <a className="quiet" href={job.url} target="_blank" rel="noreferrer">
            {text('export.original')} <ExternalLink size={12} aria-hidden />
          </a>
        </div>
      </div>
      <div className="tools">
        <Suspense fallback={null}>
          <ToneButton job={job} />
        </Suspense>
        <RepeatButton url={job.url} options={job.options} />
        {job.status !== 'error' && mayReport(job) && <ReportButton job={job} />}
        <Downloads job={job} shown={filterOf(wish)} />
        <JobActions job={job} onDeleted={() => goTo({ view: 'exports' })}>
          <Suspense fallback={null}>
            <RowMore job={job} />
          </Suspense>
        </JobActions>
      </div>
    </div>
  );
}
