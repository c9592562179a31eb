import { type Webhook, WEBHOOK_STATUS, type WebhookEvent } from '#core/contract/webhook.ts';
import type { WebhookMessageRecord, WebhookRecord } from '#core/webhooks/ports.ts';

/** The webhook object of every answer. */
export function presentWebhook(record: WebhookRecord): Webhook {
  return {
    uuid: record.uuid,
    url: record.url,
    events: [...record.events],
    status: record.status,
    enabled: record.status === WEBHOOK_STATUS.enabled,
    isSuspended: record.status === WEBHOOK_STATUS.suspended,
    lastEventAt: record.lastCallAtMs === null ? null : withOffset(record.lastCallAtMs),
    webhookEventsCount: record.delivered,
    createdAt: withOffset(record.createdAtMs),
    ...(record.memberUuid == null ? {} : { member_uuid: record.memberUuid }),
  };
}

export function presentWebhookEvent(record: WebhookMessageRecord): WebhookEvent {
  return {
    uuid: record.uuid,
    event: record.event,
    messageId: record.messageId,
    responseCode: record.responseCode,
    numberOfCalls: record.calls,
    createdAt: withOffset(record.createdAtMs),
    lastCallAt: record.lastCallAtMs === null ? null : withOffset(record.lastCallAtMs),
    durationMs: record.lastCallMs,
    nextCallAt: record.nextCallAtMs === null ? null : withOffset(record.nextCallAtMs),
    message: record.body,
    error: record.error,
    webhook: record.webhook,
  };
}

/** interface.md has the instants of webhooks in ISO 8601 with an offset. */
function withOffset(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}
