import { CircleCheck } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Sends one short sentence of ours to a provider, and says what came back. */
export function Trial({ id }: { readonly id: string }) {
  const { text, number } = useWords();
  const trial = useChange('sentiment.test');
  const problem = trial.error?.message ?? trial.data?.error ?? null;
  return (
    <>
      <span role="status" className="trial">
        {trial.data?.ok === true && (
          <>
            <CircleCheck size={14} className="good" aria-hidden /> {text('sentiment.answered', { ms: number(trial.data.elapsed_ms ?? 0) })}
          </>
        )}
        {problem !== null && <span className="bad">{problem}</span>}
      </span>
      <Button className="button" isDisabled={trial.isPending} onPress={() => trial.mutate({ id })}>
        {text(trial.isPending ? 'routes.checking' : 'sentiment.test')}
      </Button>
    </>
  );
}
