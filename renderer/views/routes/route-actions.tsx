import { Activity, Trash2 } from 'lucide-react';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** A change that was asked for, as a mutation has it. */
interface Asked {
  readonly isPending: boolean;
}

interface RouteActionsParts {
  readonly name: string;
  readonly check: Asked;
  readonly remove: Asked;
  readonly onCheck: () => void;
  readonly onRemove: () => void;
}

/** What can be done with a route or a pool. */
export function RouteActions({ name, check, remove, onCheck, onRemove }: RouteActionsParts) {
  const { text } = useWords();
  return (
    <div className="row-actions">
      <IconButton icon={Activity} name={text('routes.checkOf', { name })} isBusy={check.isPending} onPress={onCheck} />
      <Confirm
        title={text('accounts.removeTitle', { name })}
        words={text('routes.removeWords')}
        action={text('action.remove')}
        onConfirm={onRemove}
      >
        <IconButton icon={Trash2} name={text('action.removeOf', { name })} isBusy={remove.isPending} />
      </Confirm>
    </div>
  );
}
