import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { useDeletions } from '#renderer/components/deletions.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { Again } from '#renderer/views/exports/again.tsx';
import { StopButton } from '#renderer/views/exports/stop-button.tsx';

interface JobActionsParts {
  readonly job: Job;
  /** What else can be done with it where it is shown. */
  readonly children?: ReactNode;
  readonly onDeleted?: () => void;
}

/** What can be done with an export as it stands. What ends it stands apart from what takes it away. */
export function JobActions({ job, children, onDeleted }: JobActionsParts) {
  const { text } = useWords();
  const { begin } = useDeletions();
  return (
    <div className="job-actions">
      <StopButton job={job} />
      <Again job={job} />
      {children}
      <Confirm
        title={text('exports.deleteTitle', { name: jobName(job) })}
        words={text('exports.deleteWords', { count: job.total_exported })}
        action={text('action.delete')}
        onConfirm={() => {
          begin([job]);
          onDeleted?.();
        }}
      >
        <IconButton icon={Trash2} name={text('action.delete')} />
      </Confirm>
    </div>
  );
}
