import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { useChange } from '#renderer/client/queries.ts';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { WayBack } from '#renderer/components/way-back.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { newSigningSecret } from '#renderer/views/webhooks/signing-secret.ts';
import type { Webhook } from '#renderer/views/webhooks/webhook-actions.tsx';
import { WebhookFields } from '#renderer/views/webhooks/webhook-fields.tsx';

interface NewWebhookParts {
  /** `secret`: one that was made here; null where the owner has it already. */
  readonly onCreated: (uuid: string, secret: string | null) => void;
}

export function NewWebhook({ onCreated }: NewWebhookParts) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<Webhook['events']>(['export.finished', 'export.failed']);
  const [own, setOwn] = useState('');
  const create = useChange('webhooks.create', 'webhooks.list', 'webhooks.summary');
  const submit = (): void => {
    const signingSecret = own === '' ? newSigningSecret() : own;
    create.mutate({ url, events, signingSecret }, { onSuccess: ({ uuid }) => onCreated(uuid, own === '' ? signingSecret : null) });
  };
  return (
    <div className="view view-form">
      <div className="view-head">
        <div className="record-name">
          <WayBack view="webhooks" name={text('webhooks.title')} />
          <h1>{text('webhooks.new')}</h1>
        </div>
      </div>
      <Form
        className="long-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <WebhookFields url={url} events={events} error={create.error} hasFocus onUrl={setUrl} onEvents={setEvents} />
        <Field
          label={text('webhooks.secret')}
          words={text('webhooks.secret.words')}
          value={own}
          error={wrongOf(create.error, 'signingSecret')}
          onChange={setOwn}
        />
        {create.error !== null && <Problem error={create.error} />}
        <div className="form-end">
          <Button type="submit" className="button button-main" isDisabled={url.trim() === '' || events.length === 0 || create.isPending}>
            {text('webhooks.create')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
