import { z } from 'zod';
import {
  type Webhook,
  WEBHOOK_EVENTS,
  WEBHOOK_STATUS,
  webhookSchema,
  type WebhookStatus,
  webhookSummarySchema,
} from '#core/contract/webhook.ts';
import { defineOperation, type WebhookContext } from '#core/webhooks/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { presentWebhook } from '#core/webhooks/presentation.ts';
import type { WebhookChange } from '#core/webhooks/ports.ts';
import { addWebhook, checkWebhookUrl, findWebhook, removeWebhook } from '#core/webhooks/targets.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';

const MAX_SECRET_LENGTH = 512;

const url = z
  .string()
  .trim()
  .min(1)
  .meta({ description: 'Where messages go: an https address on the internet.', examples: ['https://example.com/hook'] });
const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).meta({ description: 'What it is told of.' });
const signingSecret = z
  .string()
  .min(1)
  .max(MAX_SECRET_LENGTH)
  .meta({ description: 'Key of the signatures. Never shown again.', writeOnly: true, examples: ['whsec_c2VjcmV0IG9mIGEgd2ViaG9vaw=='] });
const enabled = z.boolean().meta({ description: 'False: nothing is sent.' });

export const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the webhook.' }) });

const create = defineOperation({
  name: 'webhooks.create',
  summary: 'Add a webhook',
  description:
    'Sends a signed message to `url` for each of `events`. `X-Signature` is the hexadecimal HMAC-SHA256 of the raw body under `signingSecret`; the headers of Standard Webhooks come too. The address that the name leads to is checked with each delivery.',
  scope: 'write',
  input: z.object({ url, events, signingSecret, enabled: enabled.default(true) }),
  output: webhookSchema,
  errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED'],
  rest: { method: 'POST', path: '/api/v1/webhooks', status: 201, auth: 'token' },
  cli: { command: 'webhooks add' },
  run: (input, context) => presentWebhook(addWebhook(input, context)),
});

const list = defineOperation({
  name: 'webhooks.list',
  summary: 'List webhooks',
  description: 'Webhooks, newest first. A page with fewer entries than `limit` is the last one.',
  scope: 'read',
  input: z.object({
    ...pagingFields({ defaultLimit: 10, maxLimit: 30 }),
    query: z
      .string()
      .optional()
      .meta({ description: 'Only those with this text in their URL.', examples: ['example.com'] }),
  }),
  output: z.array(webhookSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/webhooks', status: 200, auth: 'token' },
  cli: { command: 'webhooks' },
  run: ({ query, ...paging }, { webhooks }) => webhooks.list({ ...paging, urlPart: query ?? null }).map(presentWebhook),
});

const get = defineOperation({
  name: 'webhooks.get',
  summary: 'Get a webhook',
  description: 'One webhook and whether it is enabled, disabled or suspended.',
  scope: 'read',
  input: uuidInput,
  output: webhookSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/webhooks/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'webhooks get' },
  run: ({ uuid }, context) => presentWebhook(findWebhook(uuid, context)),
});

const update = defineOperation({
  name: 'webhooks.update',
  summary: 'Change a webhook',
  description: 'What is left out stays. Enabling a suspended webhook makes its failures forgotten; what was waiting is sent.',
  scope: 'write',
  input: uuidInput.extend({
    url: url.optional(),
    events: events.optional(),
    signingSecret: signingSecret.optional(),
    enabled: enabled.optional(),
  }),
  output: webhookSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'PATCH', path: '/api/v1/webhooks/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'webhooks update' },
  run({ uuid, ...wanted }, context) {
    const webhook = findWebhook(uuid, context);
    if (wanted.url !== undefined) checkWebhookUrl(wanted.url, context);
    if (wanted.signingSecret !== undefined) context.vault.set(webhookSecretName(uuid), wanted.signingSecret);
    return change(
      uuid,
      {
        ...(wanted.url === undefined ? {} : { url: wanted.url }),
        ...(wanted.events === undefined ? {} : { events: [...new Set(wanted.events)] }),
        ...(wanted.enabled === undefined ? {} : statusChange(webhook.status, wanted.enabled)),
      },
      context,
    );
  },
});

const remove = defineOperation({
  name: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Removes the webhook, its secret and its whole event history.',
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/webhooks/{uuid}', status: 204, auth: 'token' },
  cli: { command: 'webhooks remove' },
  run: ({ uuid }, context) => removeWebhook(findWebhook(uuid, context), context),
});

const toggle = defineOperation({
  name: 'webhooks.toggle',
  summary: 'Switch a webhook on or off',
  description: 'Disables an enabled webhook; enables a disabled or suspended one, and forgets its failures.',
  scope: 'write',
  input: uuidInput,
  output: webhookSchema.pick({ uuid: true, enabled: true, status: true }),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'PATCH', path: '/api/v1/webhooks/{uuid}/toggle', status: 200, auth: 'token' },
  cli: { command: 'webhooks toggle' },
  run({ uuid }, context) {
    const webhook = findWebhook(uuid, context);
    const changed = change(uuid, statusChange(webhook.status, webhook.status !== WEBHOOK_STATUS.enabled), context);
    return { uuid, enabled: changed.enabled, status: changed.status };
  },
});

const summary = defineOperation({
  name: 'webhooks.summary',
  summary: 'Sum up deliveries',
  description: 'How many webhooks there are, and how the deliveries to them went.',
  scope: 'read',
  input: z.object({}),
  output: webhookSummarySchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/webhooks/summary', status: 200, auth: 'token' },
  cli: { command: 'webhooks summary' },
  run: (_input, { webhooks }) => webhooks.summary(),
});

export const WEBHOOK_OPERATIONS = [create, list, summary, get, update, remove, toggle];

/** An enabled webhook that is enabled once more keeps counting its failures. */
function statusChange(status: WebhookStatus, wanted: boolean): WebhookChange {
  if (wanted && status === WEBHOOK_STATUS.enabled) return {};
  return { status: wanted ? WEBHOOK_STATUS.enabled : WEBHOOK_STATUS.disabled };
}

function change(uuid: string, wanted: WebhookChange, context: WebhookContext): Webhook {
  const changed = context.webhooks.update(uuid, wanted) ?? findWebhook(uuid, context);
  context.webhookDelivery.wake();
  return presentWebhook(changed);
}
