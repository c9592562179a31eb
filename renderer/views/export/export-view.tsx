import { ExternalLink } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useJob } from '#renderer/client/queries.ts';
import type { Job } from '#renderer/client/queries.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo, linkTo } from '#renderer/shell/place.ts';
import { JobProgress } from '#renderer/views/exports/job-progress.tsx';
import { JobActions } from '#renderer/views/exports/job-row.tsx';
import { DataTable } from '#renderer/views/export/data-table.tsx';
import { Downloads } from '#renderer/views/export/downloads.tsx';
import { Ledger } from '#renderer/views/export/ledger.tsx';

/** One export: its rows, where the others are, its files. */
export function ExportView({ guid }: { readonly guid: string }) {
  const { text } = useWords();
  const job = useJob(guid);
  if (job.isPending) return <Loading />;
  if (job.error !== null) return <Problem error={job.error} onRetry={() => void job.refetch()} />;
  const hasEnded = job.data.status === 'done' || job.data.status === 'stopped';
  return (
    <div className="view view-full">
      <Head job={job.data} />
      {job.data.error !== null && (
        <p className="problem" role="alert">
          {job.data.error} {text('export.failed')}
        </p>
      )}
      <Tabs className="tabs" defaultSelectedKey={job.data.status === 'error' ? 'ledger' : 'data'}>
        <TabList className="tab-list" aria-label={text('exports.title')}>
          <Tab id="data" className="tab">
            {text('export.data')}
          </Tab>
          <Tab id="ledger" className="tab">
            {text('export.ledger')}
          </Tab>
        </TabList>
        <TabPanel id="data" className="tab-panel">
          {hasEnded ? <DataTable job={job.data} /> : <p className="quiet state">{text('export.running')}</p>}
        </TabPanel>
        <TabPanel id="ledger" className="tab-panel">
          <Ledger job={job.data} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function Head({ job }: { readonly job: Job }) {
  const { text, moment } = useWords();
  return (
    <div className="view-head export-head">
      <div className="export-name">
        <p className="quiet">
          <a href={linkTo({ view: 'exports' })}>{text('exports.title')}</a> / {job.platform} · {text(`type.${job.export_type}`)} ·{' '}
          {moment(job.created_at)}
        </p>
        <h1 className="clipped">{job.url.replace(/^https?:\/\/(www\.)?/, '')}</h1>
        <div className="export-facts">
          <JobStatus job={job} />
          <JobProgress job={job} />
          <a className="quiet" href={job.url} target="_blank" rel="noreferrer">
            {text('export.original')} <ExternalLink size={12} aria-hidden />
          </a>
        </div>
      </div>
      <div className="tools">
        <Downloads job={job} />
        <JobActions job={job} onDeleted={() => goTo({ view: 'exports' })} />
      </div>
    </div>
  );
}
