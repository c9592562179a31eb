import type { Job } from '#renderer/client/queries.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { jobName } from '#renderer/components/job-name.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { PagePicture } from '#renderer/components/picture.tsx';
import { SiteIcon } from '#renderer/components/site-icon.tsx';
import { useKeptFocus } from '#renderer/components/use-kept-focus.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { Downloads } from '#renderer/views/export/downloads.tsx';
import { Again } from '#renderer/views/exports/again.tsx';
import { JobProgress } from '#renderer/views/exports/job-progress.tsx';
import { StopButton } from '#renderer/views/exports/stop-button.tsx';

/** An export in short: what it is, how it stands, and what one does next with it. */
export function WorkRow({ job }: { readonly job: Job }) {
  const words = useLateWords('home');
  const inWords = useErrorWords();
  const platform = usePlatformName(job.platform);
  const kept = useKeptFocus<HTMLLIElement>();
  const isOpen = job.status === 'progress' || job.status === 'queueing';
  const facts = [
    platform,
    words.text(`type.${job.export_type}`),
    ...(isOpen ? [] : [words.late('work.rows', { count: job.total_exported })]),
    words.time(job.created_at),
  ];
  return (
    <li className="work-row" {...kept}>
      <PagePicture job={job}>
        <SiteIcon platform={job.platform} />
      </PagePicture>
      <div className="work-name">
        <a className="clipped" dir="auto" href={linkTo({ view: 'export', guid: job.guid })}>
          {jobName(job)}
        </a>
        <span className="quiet clipped">{facts.join(' · ')}</span>
        {job.error !== null && <span className="bad clipped">{inWords({ code: job.error_code, message: job.error })}</span>}
      </div>
      {job.status === 'progress' && <JobProgress job={job} />}
      <JobStatus job={job} />
      <div className="job-actions">
        {isOpen ? (
          <StopButton job={job} />
        ) : (
          <>
            <Downloads job={job} shown={undefined} isBeside />
            <Again job={job} />
          </>
        )}
      </div>
    </li>
  );
}
