import type { Job } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

export function JobStatus({ job }: { readonly job: Pick<Job, 'status' | 'sandbox'> }) {
  const { text } = useWords();
  return (
    <span className="chips">
      <span className={`chip chip-${job.status}`}>{text(`status.${job.status}`)}</span>
      {job.sandbox === true && <span className="chip">{text('exports.sample')}</span>}
    </span>
  );
}
