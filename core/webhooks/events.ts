import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { webhookEventSchema } from '#core/contract/webhook.ts';
import { defineOperation, type WebhookContext } from '#core/webhooks/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { inSeconds, MINUTE_MS, waitMs } from '#core/owner/limits.ts';
import { presentWebhookEvent } from '#core/webhooks/presentation.ts';
import type { WebhookMessageRecord } from '#core/webhooks/ports.ts';
import { sampleJob } from '#core/webhooks/sample.ts';
import { expectSendable, findWebhook } from '#core/webhooks/targets.ts';
import { uuidInput } from '#core/webhooks/webhooks.ts';
import { webhookBody } from '#core/webhooks/body.ts';

/** Per webhook: it spares the receiver, so that it holds for the owner too. */
const RESENDS = { allowed: 10, windowMs: MINUTE_MS };

const filter = (of: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Only those of this ${of}.`, examples: [example] });

const list = defineOperation({
  name: 'webhooks.events',
  summary: 'List deliveries',
  description: 'What webhooks were sent or are to be sent, newest first, and how it went.',
  scope: 'read',
  input: z.object({
    ...pagingFields({ defaultLimit: 10, maxLimit: 30 }),
    'webhook.uuid': filter('webhook', '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'),
    event: filter('event', 'export.finished'),
    message_id: filter('message', 'msg_7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'),
  }),
  output: z.array(webhookEventSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/webhooks/events', status: 200, auth: 'token' },
  cli: { command: 'webhooks events' },
  run({ page, limit, event, ...filters }, { webhooks }) {
    const webhookUuid = filters['webhook.uuid'] ?? null;
    return webhooks
      .messages({ page, limit, webhookUuid, event: event ?? null, messageId: filters.message_id ?? null })
      .map(presentWebhookEvent);
  },
});

const resend = defineOperation({
  name: 'webhooks.resend',
  summary: 'Send a delivery again',
  description: 'Queues the same body under the same message id once more, at most 10 times a minute for each webhook.',
  scope: 'write',
  input: z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the delivery record.' }) }),
  output: z.object({ message: z.literal('webhook.event.queued') }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'RATE_LIMIT_EXCEEDED', 'VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/webhooks/events/{uuid}/resend', status: 200, auth: 'token' },
  cli: { command: 'webhooks resend' },
  run({ uuid }, context) {
    const { webhooks, webhookDelivery, now } = context;
    const message = findMessage(uuid, context);
    const { webhook } = message;
    expectSendable(findWebhook(webhook.uuid, context), context);
    limitResends(webhook.uuid, context);
    webhooks.resend(uuid, now());
    webhookDelivery.wake();
    return { message: 'webhook.event.queued' as const };
  },
});

const test = defineOperation({
  name: 'webhooks.test',
  summary: 'Test a webhook',
  description:
    'Sends a signed sample of the first of its events at once, and answers how that went. The body carries `test: true`. A failed test is not tried again, but counts as a failure.',
  scope: 'write',
  input: uuidInput,
  output: webhookEventSchema.extend({ success: z.boolean() }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/webhooks/{uuid}/test', status: 200, auth: 'token' },
  cli: { command: 'webhooks test' },
  async run({ uuid }, context) {
    const { webhooks, webhookDelivery, now } = context;
    const webhook = findWebhook(uuid, context);
    expectSendable(webhook, context);
    const [event = 'export.finished'] = webhook.events;
    const ids = { event, eventId: `evt_${randomUUID()}`, messageId: `msg_${randomUUID()}` };
    const message = { ...ids, uuid: randomUUID(), webhookUuid: uuid, createdAtMs: now() };
    const body = JSON.stringify({ ...webhookBody(ids, sampleJob(event, context)), test: true });
    webhooks.insertMessage({ ...message, body });
    await webhookDelivery.callOnce(message.uuid);
    const sent = findMessage(message.uuid, context);
    return { ...presentWebhookEvent(sent), success: sent.calls > 0 && sent.error === null };
  },
});

export const WEBHOOK_EVENT_OPERATIONS = [list, resend, test];

function findMessage(uuid: string, { webhooks }: WebhookContext): WebhookMessageRecord {
  const message = webhooks.findMessage(uuid);
  if (message !== null) return message;
  throw new CommentdockError(
    'RESOURCE_NOT_FOUND',
    `There is no webhook event ${uuid}. GET /api/v1/webhooks/events lists those that exist.`,
  );
}

/** @throws CommentdockError RATE_LIMIT_EXCEEDED */
function limitResends(webhookUuid: string, { webhooks, now }: WebhookContext): void {
  const nowMs = now();
  const newestFirst = webhooks.resentSince(webhookUuid, nowMs - RESENDS.windowMs).toReversed();
  const secondsToWait = inSeconds(waitMs(RESENDS, newestFirst, 1, nowMs));
  if (secondsToWait === 0) return;
  const detail = `Events of one webhook are resent ${RESENDS.allowed} times a minute at most. Wait ${secondsToWait} seconds.`;
  throw new CommentdockError('RATE_LIMIT_EXCEEDED', detail, { secondsToWait });
}
