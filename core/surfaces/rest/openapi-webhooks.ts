import { WEBHOOK_BODY_STATUS, WEBHOOK_EVENTS, webhookBodySchema, type WebhookEventName } from '#core/contract/webhook.ts';
import { exampleOf } from '#core/surfaces/rest/openapi-example.ts';
import type { JsonObject, SchemaWriter } from '#core/surfaces/rest/openapi-schemas.ts';

const WHEN: Readonly<Record<WebhookEventName, string>> = {
  'export.created': 'A new export starts',
  'export.finished': 'An export is done',
  'export.failed': 'An export failed',
  'export.requeued': 'An export is queued once more',
};

const MESSAGE_ID = 'msg_7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';

/** What comes with every message, by name: what it is, and how it looks. */
const HEADERS: Readonly<Record<string, readonly [description: string, example: string]>> = {
  'X-Signature': ['Hexadecimal HMAC-SHA256 of the raw body under the signing secret.', 'a'.repeat(64)],
  'X-Webhook-Event': ['The event, as in the body.', 'export.finished'],
  'X-Webhook-Id': ['The `message_id` of the body: the same in every try.', MESSAGE_ID],
  'webhook-id': ['The same, as Standard Webhooks names it.', MESSAGE_ID],
  'webhook-timestamp': ['When this try was made, in Unix seconds.', '1772357400'],
  'webhook-signature': ['`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots.', `v1,${'A'.repeat(43)}=`],
};

/** The messages that webhooks are sent, as OpenAPI has them, by event. */
export function webhooksObject(schemas: SchemaWriter): JsonObject {
  const schema = schemas.write(webhookBodySchema, 'output');
  const sample = exampleOf(schema, schemas.byName) as JsonObject;
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => {
      const example = { ...sample, event, status: WEBHOOK_BODY_STATUS[event] };
      return [event, { post: messageObject(event, { schema, example }) }];
    }),
  );
}

function messageObject(event: WebhookEventName, json: JsonObject): JsonObject {
  return {
    operationId: `message.${event}`,
    summary: WHEN[event],
    description: '200 to 299 within 10 seconds takes the message; after anything else it is sent again.',
    tags: ['webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, [description, example]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example: name === 'X-Webhook-Event' ? event : example,
    })),
    requestBody: { required: true, content: { 'application/json': json } },
    responses: { '2XX': { description: 'Taken.' }, 410: { description: 'The webhook is disabled.' } },
  };
}
