import type { Job } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

export function JobStatus({ job }: { readonly job: Pick<Job, 'status' | 'sandbox' | 'needs_you'> }) {
  const { text } = useWords();
  return (
    <span className="chips">
      {job.needs_you === undefined ? (
        <span className={`chip chip-${job.status}`}>{text(`status.${job.status}`)}</span>
      ) : (
        <span className="chip chip-error">{text('status.needsYou')}</span>
      )}
      {job.sandbox === true && <span className="chip">{text('exports.sample')}</span>}
    </span>
  );
}
