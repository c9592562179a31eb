import { CircleStop } from 'lucide-react';
import { Button } from 'react-aria-components';
import { type Job, useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Ends an export for good; nothing where it has ended. */
export function StopButton({ job: { guid, status } }: { readonly job: Pick<Job, 'guid' | 'status'> }) {
  const { text } = useWords();
  const stop = useChange('jobs.stop');
  if (status !== 'queueing' && status !== 'progress') return null;
  return (
    // A disabled one would lose the focus.
    <Button className={stop.isPending ? 'button busy' : 'button'} {...(stop.isPending ? {} : { onPress: () => stop.mutate({ guid }) })}>
      <CircleStop size={14} aria-hidden />
      {text('action.stop')}
    </Button>
  );
}
