import { Suspense } from 'react';
import { Checkbox } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { Box } from '#renderer/components/box.tsx';
import { JobFix } from '#renderer/components/job-fix.tsx';
import { bareAddress, jobName } from '#renderer/components/job-name.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { SiteIcon } from '#renderer/components/site-icon.tsx';
import { useKeptFocus } from '#renderer/components/use-kept-focus.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { Downloads } from '#renderer/views/export/downloads.tsx';
import { JobActions } from '#renderer/views/exports/job-actions.tsx';
import { JobProgress } from '#renderer/views/exports/job-progress.tsx';
import { RowLabels } from '#renderer/views/exports/row-labels.tsx';
import { RowMore } from '#renderer/views/exports/row-more.tsx';
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
        <span className="job-title">
          <SiteIcon platform={job.platform} />
          <a className="clipped" dir="auto" href={linkTo({ view: 'export', guid: job.guid })}>
            {name}
          </a>
        </span>
        <span className="quiet">
          {platform} · {text(`type.${job.export_type}`)} · {moment(job.created_at)}
          {name !== bareAddress(job.url) && ` · ${job.url}`}
        </span>
        <Suspense fallback={null}>
          <RowLabels job={job} />
        </Suspense>
        <Standing job={job} waits={waits} isPaused={isPaused} />
        {job.error !== null && <span className="bad">{inWords({ code: job.error_code, message: job.error })}</span>}
      </div>
      <JobProgress job={job} />
      <JobStatus job={job} />
      <JobActions job={job}>
        <Suspense fallback={null}>
          <Downloads job={job} shown={undefined} isBeside />
          <RowMore job={job} />
        </Suspense>
      </JobActions>
      <JobFix job={job} />
    </li>
  );
}
