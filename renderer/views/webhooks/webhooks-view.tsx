import '#renderer/design/automation.css';
import { useState } from 'react';
import { goTo } from '#renderer/shell/place.ts';
import { NewWebhook } from '#renderer/views/webhooks/new-webhook.tsx';
import type { MadeSecret } from '#renderer/views/webhooks/signing-secret.ts';
import { WebhookDetail } from '#renderer/views/webhooks/webhook-detail.tsx';
import { WebhookList } from '#renderer/views/webhooks/webhook-list.tsx';

/** Who is told of exports: all, one with its deliveries, or a new one. */
export function WebhooksView({ detail }: { readonly detail: string | null }) {
  // Nobody can read it back: it is shown until one leaves.
  const [made, setMade] = useState<MadeSecret | null>(null);
  if (detail === null) return <WebhookList />;
  if (detail === 'new') {
    return (
      <NewWebhook
        onCreated={(uuid, secret) => {
          setMade(secret === null ? null : { uuid, secret });
          goTo({ view: 'webhooks', detail: uuid });
        }}
      />
    );
  }
  return <WebhookDetail key={detail} uuid={detail} secret={made?.uuid === detail ? made.secret : null} onSecret={setMade} />;
}
