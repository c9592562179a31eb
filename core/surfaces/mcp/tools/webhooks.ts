import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Webhook, WEBHOOK_EVENTS, type WebhookEvent, webhookSchema } from '#core/contract/webhook.ts';
import { askedPage, pageFields, toldPage } from '#core/surfaces/mcp/page.ts';
import { CHANGES, defineTool, READS, removing, SETS } from '#core/surfaces/mcp/tool.ts';

const SECRET_BYTES = 32;

const uuid = z.string().min(1).meta({ description: 'The `uuid` of the webhook.' });
const event = z.enum(WEBHOOK_EVENTS).meta({ description: 'What it is told of.' });
const url = z.string().min(1).meta({ description: 'Where messages go: an https address.' });

const listWebhooks = defineTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'Webhooks, newest first: their addresses, events, and whether they are enabled, disabled or suspended after failures.',
  operation: 'webhooks.list',
  hints: READS,
  input: z.object(pageFields(30, webhookSchema)),
  ask: askedPage,
  tell(webhooks: readonly Webhook[], args) {
    const { told, next_cursor } = toldPage(webhooks, args);
    return { webhooks: told, count: told.length, next_cursor };
  },
});

const createWebhook = defineTool({
  name: 'create_webhook',
  title: 'Add a webhook',
  description:
    'Sends a signed message to an address whenever the event happens. The signing secret is made here and told in this answer alone: hand it to whoever receives the messages.',
  operation: 'webhooks.create',
  hints: CHANGES,
  input: z.object({ event, url }),
  ask: ({ event: of, url: to }) => ({ url: to, events: [of], signingSecret: newSecret() }),
  tell: (webhook: Webhook, _args, _use, { signingSecret }) => ({ ...webhook, signingSecret }),
});

const updateWebhook = defineTool({
  name: 'update_webhook',
  title: 'Change a webhook',
  description: 'Gives a webhook another address, another event, or both. What is left out stays.',
  operation: 'webhooks.update',
  hints: SETS,
  input: z.object({ uuid, event: event.optional(), url: url.optional() }),
  ask: ({ event: of, ...same }) => ({ ...same, ...(of === undefined ? {} : { events: [of] }) }),
  tell: (webhook: Webhook) => webhook,
});

const deleteWebhook = removing(
  {
    name: 'delete_webhook',
    title: 'Delete a webhook',
    description:
      'Removes a webhook, its secret and the history of its deliveries. It cannot be had back; `toggle_webhook` only silences it.',
    operation: 'webhooks.delete',
  },
  uuid,
);

const toggleWebhook = defineTool({
  name: 'toggle_webhook',
  title: 'Switch a webhook on or off',
  description: 'Disables an enabled webhook; enables a disabled or suspended one and forgets its failures.',
  operation: 'webhooks.toggle',
  hints: CHANGES,
  input: z.object({ uuid }),
  ask: (args) => args,
  tell: (state: Pick<Webhook, 'uuid' | 'enabled' | 'status'>) => state,
});

const testWebhook = defineTool({
  name: 'test_webhook',
  title: 'Test a webhook',
  description: 'Sends a signed sample to the address at once, and tells in `success`, `responseCode` and `error` how that went.',
  operation: 'webhooks.test',
  hints: { ...CHANGES, openWorld: true },
  input: z.object({ uuid }),
  ask: (args) => args,
  tell: (sent: WebhookEvent) => sent,
});

export const WEBHOOK_TOOLS = [listWebhooks, createWebhook, updateWebhook, deleteWebhook, toggleWebhook, testWebhook];

/** In the form of Standard Webhooks. */
function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
