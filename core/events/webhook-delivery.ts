import { z } from 'zod';
import { ENVELOPE_VERSION } from '#core/contract/event.ts';
import { WEBHOOK_EVENTS } from '#core/contract/webhook.ts';
import { defineEvent } from '#core/events/define.ts';

const NAME = 'webhook.event.created';

/** Each try counts, also the failed ones. */
export const webhookEventCreated = defineEvent({
  name: NAME,
  summary: 'A delivery to a webhook was attempted.',
  audience: 'webhooks',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(NAME),
    /** Of the delivery record. */
    guid: z.uuid(),
    /** The response code; 0 where no answer came. */
    status: z.string(),
    url: z.null(),
    details: z.object({ uuid: z.uuid(), event: z.enum(WEBHOOK_EVENTS), responseCode: z.int(), webhookUrl: z.string() }),
  }),
});

type Payload = z.output<typeof webhookEventCreated.payload>;

export function webhookAttempt(details: Payload['details']): Payload {
  return { version: ENVELOPE_VERSION, event: NAME, guid: details.uuid, status: String(details.responseCode), url: null, details };
}
