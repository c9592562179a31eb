import { Columns2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button, Heading, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { useJobs } from '#renderer/client/queries.ts';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { choose } from '#renderer/shell/place.ts';
import { hasEnded } from '#renderer/views/export/job-state.ts';

/** Chooses the export that this one is shown beside. */
export function CompareButton({ guid }: { readonly guid: string }) {
  const { late } = useLateWords('charts');
  return (
    <DialogButton icon={Columns2} label={late('charts.compare')}>
      {(close) => <Others guid={guid} onDone={close} />}
    </DialogButton>
  );
}

function Others({ guid, onDone }: { readonly guid: string; readonly onDone: () => void }) {
  const { text, late, number, moment } = useLateWords('charts');
  const [sought, setSought] = useState('');
  const q = useDeferredValue(sought.trim());
  const jobs = useJobs(q === '' ? {} : { q });
  const others = jobs.data?.filter((job) => job.guid !== guid && hasEnded(job) && job.total_exported > 0);
  const take = (chosen: unknown): void => {
    choose({ with: String(chosen) }, 'new');
    onDone();
  };
  return (
    <div className="compare-form">
      <Heading slot="title">{late('charts.compareWith')}</Heading>
      <SearchField className="search" aria-label={late('charts.compareSearch')} value={sought} onChange={setSought} autoFocus>
        <Input className="control" placeholder={late('charts.compareSearch')} />
      </SearchField>
      {jobs.error !== null && <Problem error={jobs.error} />}
      {jobs.error === null && others === undefined && <Loading />}
      {others !== undefined && (
        <ListBox
          className="menu compare-list"
          aria-label={late('charts.compareWith')}
          selectionMode="none"
          onAction={take}
          renderEmptyState={() => <p className="quiet">{late('charts.compareNone')}</p>}
        >
          {others.map((job) => (
            <ListBoxItem key={job.guid} id={job.guid} className="menu-item compare-item" textValue={jobName(job)}>
              <span className="clipped" dir="auto">
                {jobName(job)}
              </span>
              <span className="quiet number">
                {moment(job.created_at)} · {number(job.total_exported)}
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      <div className="dialog-actions">
        {jobs.hasNextPage && (
          <Button className="button" onPress={() => void jobs.fetchNextPage()}>
            {text('action.more')}
          </Button>
        )}
        <Button className="button" onPress={onDone}>
          {text('action.cancel')}
        </Button>
      </div>
    </div>
  );
}
