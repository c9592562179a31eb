import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, Form, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { ShownOnce } from '#renderer/components/shown-once.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { WayBack } from '#renderer/components/way-back.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo, useChosenText } from '#renderer/shell/place.ts';
import { Deliveries } from '#renderer/views/webhooks/deliveries.tsx';
import { type MadeSecret, newSigningSecret } from '#renderer/views/webhooks/signing-secret.ts';
import { type Webhook, WebhookActions, WebhookState } from '#renderer/views/webhooks/webhook-actions.tsx';
import { WebhookFields } from '#renderer/views/webhooks/webhook-fields.tsx';

interface WebhookDetailParts {
  readonly uuid: string;
  /** One that was just made: it is shown this once. */
  readonly secret: string | null;
  readonly onSecret: (made: MadeSecret) => void;
}

/** One webhook: what it was sent, and what it is. */
export function WebhookDetail({ uuid, secret, onSecret }: WebhookDetailParts) {
  const { text } = useWords();
  const [tab, setTab] = useChosenText('tab', 'deliveries');
  const webhook = useQuery(readOf('webhooks.get', { uuid }));
  useRefresh('webhooks.get');
  if (webhook.isPending) return <Loading />;
  if (webhook.error !== null) return <Problem error={webhook.error} onRetry={() => void webhook.refetch()} />;
  return (
    <div className="view">
      <div className="view-head">
        <div className="record-name">
          <WayBack view="webhooks" name={text('webhooks.title')} />
          <h1 className="clipped">{webhook.data.url}</h1>
          <p>
            <WebhookState webhook={webhook.data} />
          </p>
        </div>
        <WebhookActions webhook={webhook.data} onDeleted={() => goTo({ view: 'webhooks' })} />
      </div>
      {secret !== null && (
        <ShownOnce
          title={text('webhooks.secretOnce')}
          words={text('webhooks.secretOnce.words')}
          name={text('webhooks.secret')}
          value={secret}
        />
      )}
      {webhook.data.isSuspended && <Suspended uuid={uuid} />}
      <Tabs className="tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <TabList className="tab-list" aria-label={text('webhooks.title')}>
          <Tab id="deliveries" className="tab">
            {text('webhooks.deliveries')}
          </Tab>
          <Tab id="settings" className="tab">
            {text('webhooks.settings')}
          </Tab>
        </TabList>
        <TabPanel id="deliveries" className="tab-panel">
          <Deliveries uuid={uuid} />
        </TabPanel>
        <TabPanel id="settings" className="tab-panel">
          <Editor webhook={webhook.data} onSecret={(made) => onSecret({ uuid, secret: made })} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** So many failures in a row halted it: says how to go on. */
function Suspended({ uuid }: { readonly uuid: string }) {
  const { text } = useWords();
  const enable = useChange('webhooks.toggle', 'webhooks.list', 'webhooks.get', 'webhooks.summary', 'webhooks.events');
  return (
    <div className="problem" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <strong>{text('webhooks.suspended')}</strong>
        <p>{text('webhooks.suspended.words')}</p>
      </div>
      <Button className="button" isDisabled={enable.isPending} onPress={() => enable.mutate({ uuid })}>
        {text('webhooks.enable')}
      </Button>
    </div>
  );
}

interface EditorParts {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

function Editor({ webhook, onSecret }: EditorParts) {
  const { text } = useWords();
  const { uuid } = webhook;
  const [url, setUrl] = useState(webhook.url);
  const [events, setEvents] = useState(webhook.events);
  const update = useChange('webhooks.update', 'webhooks.list', 'webhooks.get');
  const renew = useChange('webhooks.update', 'webhooks.get');
  const replaceSecret = (): void => {
    const signingSecret = newSigningSecret();
    renew.mutate({ uuid, signingSecret }, { onSuccess: () => onSecret(signingSecret) });
  };
  const error = update.error ?? renew.error;
  return (
    <Form
      className="long-form"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ uuid, url, events });
      }}
    >
      <WebhookFields url={url} events={events} error={update.error} onUrl={setUrl} onEvents={setEvents} />
      {error !== null && <Problem error={error} />}
      <div className="form-end">
        <span role="status" className="good">
          {update.isSuccess && text('webhooks.saved')}
        </span>
        <Confirm
          title={text('webhooks.renewTitle')}
          words={text('webhooks.renewWords')}
          action={text('webhooks.renew')}
          onConfirm={replaceSecret}
        >
          <Button className="button" isDisabled={renew.isPending}>
            {text('webhooks.renew')}
          </Button>
        </Confirm>
        <Button type="submit" className="button button-main" isDisabled={url.trim() === '' || events.length === 0 || update.isPending}>
          {text('automation.save')}
        </Button>
      </div>
    </Form>
  );
}
