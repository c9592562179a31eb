import { Power, Send, Trash2 } from 'lucide-react';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

export type Webhook = Output<'webhooks.get'>;

export function WebhookState({ webhook: { isSuspended, enabled } }: { readonly webhook: Webhook }) {
  const { text } = useWords();
  if (isSuspended) return <span className="chip chip-error">{text('webhooks.suspended')}</span>;
  return enabled ? (
    <span className="chip chip-done">{text('webhooks.enabled')}</span>
  ) : (
    <span className="chip chip-stopped">{text('webhooks.disabled')}</span>
  );
}

interface WebhookActionParts {
  readonly webhook: Webhook;
  readonly onDeleted?: () => void;
}

/** What can be done with a webhook as it stands. */
export function WebhookActions({ webhook, onDeleted }: WebhookActionParts) {
  const { text } = useWords();
  const inWords = useErrorWords();
  const { uuid, enabled } = webhook;
  const test = useChange('webhooks.test', 'webhooks.list', 'webhooks.get', 'webhooks.events', 'webhooks.summary');
  const toggle = useChange('webhooks.toggle', 'webhooks.list', 'webhooks.get', 'webhooks.summary');
  const remove = useChange('webhooks.delete', 'webhooks.list', 'webhooks.summary');
  const error = test.error ?? toggle.error ?? remove.error;
  return (
    <div className="record-actions">
      <IconButton icon={Send} name={text('webhooks.test')} isBusy={test.isPending || !enabled} onPress={() => test.mutate({ uuid })} />
      <IconButton
        icon={Power}
        name={text(enabled ? 'webhooks.disable' : 'webhooks.enable')}
        isBusy={toggle.isPending}
        onPress={() => toggle.mutate({ uuid })}
      />
      <Confirm
        title={text('webhooks.deleteTitle')}
        words={text('webhooks.deleteWords')}
        action={text('action.delete')}
        onConfirm={() => remove.mutate({ uuid }, { onSuccess: () => onDeleted?.() })}
      >
        <IconButton icon={Trash2} name={text('action.delete')} isBusy={remove.isPending} />
      </Confirm>
      <p className="record-error" role="status">
        {error !== null && <span className="bad">{inWords(error)}</span>}
        {test.data !== undefined && error === null && <TestResult {...test.data} />}
      </p>
    </div>
  );
}

/** How the test went, in the receiver's own number. */
function TestResult({ success, responseCode, error, durationMs }: Output<'webhooks.test'>) {
  const { text, number } = useWords();
  if (success) return <span className="good">{text('webhooks.tested', { code: String(responseCode), ms: number(durationMs ?? 0) })}</span>;
  return <span className="bad">{error ?? text('webhooks.testFailed')}</span>;
}
