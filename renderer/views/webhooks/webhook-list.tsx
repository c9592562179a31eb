import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { allOf, readOf } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { Facts } from '#renderer/components/facts.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { type Webhook, WebhookActions, WebhookState } from '#renderer/views/webhooks/webhook-actions.tsx';

export function WebhookList() {
  const { text } = useWords();
  const webhooks = useQuery(allOf('webhooks.list'));
  useRefresh('webhooks.list');
  if (webhooks.isPending) return <Loading />;
  if (webhooks.error !== null) return <Problem error={webhooks.error} onRetry={() => void webhooks.refetch()} />;
  return (
    <div className="view">
      <div className="view-head">
        <h1>{text('webhooks.title')}</h1>
        {webhooks.data.length > 0 && <NewLink name={text('webhooks.new')} />}
      </div>
      {webhooks.data.length === 0 ? (
        <Empty title={text('webhooks.empty.title')}>
          <WebhookIcon size={28} aria-hidden className="quiet" />
          <p className="quiet empty-words">{text('webhooks.empty.words')}</p>
          <NewLink name={text('webhooks.empty.action')} />
        </Empty>
      ) : (
        <>
          <Summary />
          <ul className="records" aria-label={text('webhooks.list')}>
            {webhooks.data.map((webhook) => (
              <WebhookRow key={webhook.uuid} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const FIGURES = [
  ['active_webhooks', 'webhooks.summary.active'],
  ['total_events', 'webhooks.summary.events'],
  ['successful_deliveries', 'webhooks.summary.delivered'],
  ['failed_deliveries', 'webhooks.summary.failed'],
] as const satisfies readonly (readonly [string, MessageKey])[];

/** How the deliveries to all of them went. */
function Summary() {
  const { text, number } = useWords();
  const { data } = useQuery(readOf('webhooks.summary', {}));
  useRefresh('webhooks.summary');
  // Their place is kept from the start, so that the list below does not move under a pointer.
  return <Facts facts={FIGURES.map(([field, name]) => [text(name), data === undefined ? '–' : number(data[field])])} />;
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { text, moment } = useWords();
  const { uuid, url, events, webhookEventsCount: count, lastEventAt } = webhook;
  return (
    <li className="record webhook">
      <div className="record-name">
        <a className="clipped" href={linkTo({ view: 'webhooks', detail: uuid })}>
          {url}
        </a>
        <span className="quiet">{events.map((event) => text(`webhooks.event.${event}`)).join(', ')}</span>
      </div>
      <dl className="record-facts">
        <div>
          <dt>{text('webhooks.delivered')}</dt>
          <dd className="number">{count}</dd>
        </div>
        <div>
          <dt>{text('webhooks.lastEvent')}</dt>
          <dd className="number">{lastEventAt === null ? <span className="quiet">{text('webhooks.never')}</span> : moment(lastEventAt)}</dd>
        </div>
      </dl>
      <WebhookState webhook={webhook} />
      <WebhookActions webhook={webhook} />
    </li>
  );
}

function NewLink({ name }: { readonly name: string }) {
  return (
    <a className="button button-main" href={linkTo({ view: 'webhooks', detail: 'new' })}>
      <Plus size={14} aria-hidden />
      {name}
    </a>
  );
}
