import { Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import { useJobs } from '#renderer/client/queries.ts';
import { useDeletions } from '#renderer/components/deletions.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { BulkBar } from '#renderer/views/exports/bulk-bar.tsx';
import { JobRow } from '#renderer/views/exports/job-row.tsx';
import { ListFilters, useListWish } from '#renderer/views/exports/list-filters.tsx';
import { PauseSwitch, usePaused } from '#renderer/views/exports/pause-switch.tsx';
import { SavedViews } from '#renderer/views/exports/saved-views.tsx';
import { SelectAll } from '#renderer/views/exports/select-all.tsx';
import { useWaits } from '#renderer/views/exports/standing.tsx';

/** All exports, as they stand now. */
export function ExportsView() {
  const { text } = useWords();
  const wish = useListWish();
  const jobs = useJobs(wish);
  const { leaving } = useDeletions();
  const isPaused = usePaused();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const waits = useWaits(jobs.data ?? []);
  if (jobs.isPending) return <Loading />;
  if (jobs.error !== null) return <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const shown = jobs.data.filter(({ guid }) => !leaving.some((job) => job.guid === guid));
  const chosen = shown.filter(({ guid }) => selected.has(guid));
  const isFiltered = Object.keys(wish).length > 0;
  const toggle = (guid: string): void => setSelected((before) => before.symmetricDifference(new Set([guid])));
  return (
    <div className="view">
      <div className="view-head">
        <h1>{text('exports.title')}</h1>
        {(shown.length > 0 || isFiltered) && (
          <div className="tools">
            <PauseSwitch />
            <Suspense fallback={null}>
              <ListFilters />
            </Suspense>
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        <SavedViews wish={wish} />
      </Suspense>
      {chosen.length > 0 && <BulkBar jobs={chosen} onClear={() => setSelected(new Set())} />}
      {shown.length > 1 && <SelectAll guids={shown.map(({ guid }) => guid)} selected={selected} onChange={setSelected} />}
      {jobs.data.length === 0 && !isFiltered && !jobs.isPlaceholderData ? (
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
      {isFiltered && shown.length === 0 && <p className="quiet state">{text('exports.none')}</p>}
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
