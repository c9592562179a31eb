import { CircleStop, Trash2 } from 'lucide-react';
import { Button, Checkbox } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { type Job, useChange } from '#renderer/client/queries.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { Box } from '#renderer/components/box.tsx';
import { Confirm } from '#renderer/components/confirm.tsx';
import { useDeletions } from '#renderer/components/deletions.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { JobFix } from '#renderer/components/job-fix.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { useKeptFocus } from '#renderer/components/use-kept-focus.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { Again } from '#renderer/views/exports/again.tsx';
import { JobProgress } from '#renderer/views/exports/job-progress.tsx';
import { Standing } from '#renderer/views/exports/standing.tsx';

interface JobRowParts {
  readonly job: Job;
  readonly waits: Output<'platforms.waits'>;
  readonly isPaused: boolean;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

export function JobRow({ job, waits, isPaused, isSelected, onToggle }: JobRowParts) {
  const { text, moment } = useWords();
  const inWords = useErrorWords();
  const platform = usePlatformName(job.platform);
  const kept = useKeptFocus<HTMLLIElement>();
  const name = jobName(job);
  return (
    <li className="job" {...kept}>
      <Checkbox className="checkbox" aria-label={text('exports.select', { name })} isSelected={isSelected} onChange={onToggle}>
        <Box isSelected={isSelected} />
      </Checkbox>
      <div className="job-name">
        <a className="clipped" href={linkTo({ view: 'export', guid: job.guid })}>
          {name}
        </a>
        <span className="quiet">
          {platform} · {text(`type.${job.export_type}`)} · {moment(job.created_at)}
        </span>
        <Standing job={job} waits={waits} isPaused={isPaused} />
        {job.error !== null && <span className="bad">{inWords({ code: job.error_code, message: job.error })}</span>}
      </div>
      <JobProgress job={job} />
      <JobStatus job={job} />
      <JobActions job={job} />
      <JobFix job={job} />
    </li>
  );
}

/** What can be done with an export as it stands. What ends it stands apart from what takes it away. */
export function JobActions({ job, onDeleted }: { readonly job: Job; readonly onDeleted?: () => void }) {
  const { text } = useWords();
  const stop = useChange('jobs.stop');
  const { begin } = useDeletions();
  const { guid, status } = job;
  return (
    <div className="job-actions">
      {(status === 'queueing' || status === 'progress') && (
        // A disabled one would lose the focus.
        <Button className={stop.isPending ? 'button busy' : 'button'} {...(stop.isPending ? {} : { onPress: () => stop.mutate({ guid }) })}>
          <CircleStop size={14} aria-hidden />
          {text('action.stop')}
        </Button>
      )}
      <Again job={job} />
      <Confirm
        title={text('exports.deleteTitle', { name: jobName(job) })}
        words={text('exports.deleteWords', { count: job.total_exported })}
        action={text('action.delete')}
        onConfirm={() => {
          begin(job);
          onDeleted?.();
        }}
      >
        <IconButton icon={Trash2} name={text('action.delete')} />
      </Confirm>
    </div>
  );
}
