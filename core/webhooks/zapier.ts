import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PLANS } from '#core/contract/job.ts';
import { WEBHOOK_EVENTS, webhookBodySchema } from '#core/contract/webhook.ts';
import { defineOperation } from '#core/webhooks/context.ts';
import { sampleJob } from '#core/webhooks/sample.ts';
import { addWebhook, findWebhook, removeWebhook } from '#core/webhooks/targets.ts';
import { webhookBody } from '#core/webhooks/body.ts';

const SECRET_BYTES = 32;

const eventName = z.enum(WEBHOOK_EVENTS).meta({ description: 'What triggers the automation.' });

const check = defineOperation({
  name: 'zapier.check',
  summary: 'Check the token of an automation',
  description: 'For no-code automation: answers whose data the token opens.',
  scope: 'read',
  input: z.object({}),
  output: z.object({ ok: z.literal(true), user_uuid: z.uuid(), plan: z.enum(PLANS) }),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/zapier/auth/test', status: 200, auth: 'token' },
  run: (_input, { settings }) => ({ ok: true as const, user_uuid: settings.userUuid, plan: settings.plan() }),
});

const subscribe = defineOperation({
  name: 'zapier.subscribe',
  summary: 'Subscribe an automation',
  description: 'For no-code automation: a webhook for one event, with a signing secret of its own. `id` is its `uuid` among the webhooks.',
  scope: 'write',
  input: z.object({
    url: z
      .string()
      .trim()
      .min(1)
      .meta({ description: 'Where the automation listens.', examples: ['https://example.com/hook'] }),
    event: eventName,
  }),
  output: z.object({ id: z.uuid() }),
  errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED'],
  rest: { method: 'POST', path: '/api/v1/zapier/webhooks', status: 201, auth: 'token' },
  run({ url, event }, context) {
    const signingSecret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { id: addWebhook({ url, events: [event], signingSecret, enabled: true }, context).uuid };
  },
});

const unsubscribe = defineOperation({
  name: 'zapier.unsubscribe',
  summary: 'Unsubscribe an automation',
  description: 'For no-code automation: deletes the webhook.',
  scope: 'write',
  input: z.object({ id: z.string().min(1).meta({ description: 'As answered when it was subscribed.' }) }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/zapier/webhooks/{id}', status: 204, auth: 'token' },
  run: ({ id }, context) => removeWebhook(findWebhook(id, context), context),
});

const sample = defineOperation({
  name: 'zapier.sample',
  summary: 'Show an automation a sample',
  description: 'For no-code automation: a list with one made-up message of the event, in the shape that webhooks get.',
  scope: 'read',
  input: z.object({ event: eventName }),
  output: z.array(webhookBodySchema),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/zapier/events/{event}/sample', status: 200, auth: 'token' },
  run: ({ event }, context) => [webhookBody({ event, eventId: 'evt_sample', messageId: 'msg_sample' }, sampleJob(event, context))],
});

export const ZAPIER_OPERATIONS = [check, subscribe, unsubscribe, sample];
