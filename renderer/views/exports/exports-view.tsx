import { useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { type Job, useJobs } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { BulkBar } from '#renderer/views/exports/bulk-bar.tsx';
import { JobRow } from '#renderer/views/exports/job-row.tsx';
import { PauseSwitch, usePaused } from '#renderer/views/exports/pause-switch.tsx';
import { SelectAll } from '#renderer/views/exports/select-all.tsx';
import { useWaits } from '#renderer/views/exports/standing.tsx';

const STATES = ['all', 'queueing', 'progress', 'done', 'error', 'stopped'] as const;
type State = (typeof STATES)[number];

/** All exports, as they stand now. */
export function ExportsView() {
  const { text } = useWords();
  const jobs = useJobs();
  const [state, setState] = useState<State>('all');
  const [typed, setTyped] = useState('');
  const isPaused = usePaused();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const waits = useWaits(jobs.data ?? []);
  if (jobs.isPending) return <Loading />;
  if (jobs.error !== null) return <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const shown = jobs.data.filter((job) => (state === 'all' || job.status === state) && fits(job, typed));
  const toggle = (guid: string): void => setSelected((before) => before.symmetricDifference(new Set([guid])));
  return (
    <div className="view">
      <div className="view-head">
        <h1>{text('exports.title')}</h1>
        {jobs.data.length > 0 && (
          <div className="tools">
            <PauseSwitch />
            <SearchField className="search" aria-label={text('exports.search')} value={typed} onChange={setTyped}>
              <Input className="control" placeholder={text('exports.search')} />
            </SearchField>
            <Choice
              label={text('exports.status')}
              isLabelHidden
              value={state}
              options={STATES.map((id) => ({ id, name: text(`status.${id}`) }))}
              onChange={setState}
            />
          </div>
        )}
      </div>
      {selected.size > 0 && <BulkBar guids={[...selected]} onClear={() => setSelected(new Set())} />}
      {shown.length > 1 && <SelectAll guids={shown.map(({ guid }) => guid)} selected={selected} onChange={setSelected} />}
      {jobs.data.length === 0 ? (
        <NoExports />
      ) : (
        <ul className="jobs" aria-label={text('exports.list')}>
          {shown.map((job) => (
            <JobRow
              key={job.guid}
              job={job}
              waits={waits}
              isPaused={isPaused}
              isSelected={selected.has(job.guid)}
              onToggle={() => toggle(job.guid)}
            />
          ))}
        </ul>
      )}
      {jobs.data.length > 0 && shown.length === 0 && <p className="quiet state">{text('exports.none')}</p>}
      {jobs.hasNextPage && (
        <Button className="button" onPress={() => void jobs.fetchNextPage()} isDisabled={jobs.isFetchingNextPage}>
          {text('action.loadMore')}
        </Button>
      )}
    </div>
  );
}

function NoExports() {
  const { text } = useWords();
  return (
    <Empty title={text('exports.empty.title')}>
      <p className="quiet">{text('exports.empty.words')}</p>
      <a className="button button-main" href={linkTo({ view: 'home' })}>
        {text('exports.empty.action')}
      </a>
    </Empty>
  );
}

function fits(job: Job, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' || `${job.platform} ${job.url} ${job.export_type}`.toLowerCase().includes(wanted);
}
