import { z } from 'zod';
import { incrementalSchema } from '#core/contract/incremental.ts';
import { jobSchema } from '#core/contract/job.ts';

export const WEBHOOK_EVENTS = ['export.created', 'export.finished', 'export.failed', 'export.requeued'] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** The `status` of interface.md. Only an enabled webhook is sent anything. */
export const WEBHOOK_STATUS = { disabled: 0, enabled: 1, suspended: 2 } as const;
export type WebhookStatus = (typeof WEBHOOK_STATUS)[keyof typeof WEBHOOK_STATUS];

/** So many failed tries in a row suspend a webhook. */
export const SUSPENDED_AFTER_FAILURES = 30;

const eventName = z.enum(WEBHOOK_EVENTS);
const count = z.int().min(0);
const instant = z.iso.datetime({ offset: true });

/** The webhook object of every answer. The signing secret is in none. */
export const webhookSchema = z.object({
  uuid: z.uuid(),
  url: z.string().meta({ examples: ['https://example.com/hook'] }),
  events: z.array(eventName),
  status: z.literal(Object.values(WEBHOOK_STATUS)).meta({ description: '0 disabled, 1 enabled, 2 suspended.' }),
  enabled: z.boolean(),
  isSuspended: z.boolean(),
  /** When something was last sent to it. */
  lastEventAt: instant.nullable(),
  /** Events that it accepted. */
  webhookEventsCount: count,
  createdAt: instant,
  member_uuid: z.uuid().optional(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** A delivery record: one message to one webhook, however often it was tried. */
export const webhookEventSchema = z.object({
  uuid: z.uuid(),
  event: eventName,
  messageId: z.string().meta({ examples: ['msg_7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'] }),
  responseCode: count.meta({ description: 'HTTP status of the last try; 0 where none came.' }),
  numberOfCalls: count,
  createdAt: instant,
  lastCallAt: instant.nullable(),
  durationMs: count.nullable().meta({ description: 'Milliseconds that the last try took; null where that is not known.' }),
  nextCallAt: instant.nullable().meta({ description: 'When it is tried again by itself; null: not.' }),
  message: z.string().nullable().meta({ description: 'The body as sent; null before the first try.' }),
  error: z.string().nullable().meta({ description: 'Why the last try failed.' }),
  webhook: webhookSchema.pick({ uuid: true, url: true }),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

export const webhookSummarySchema = z.object({
  total_webhooks: count,
  active_webhooks: count,
  total_events: count,
  successful_deliveries: count,
  failed_deliveries: count,
});
export type WebhookSummary = z.infer<typeof webhookSummarySchema>;

/** What a webhook says of the job's state, for each event. */
export const WEBHOOK_BODY_STATUS = {
  'export.created': 'processing',
  'export.finished': 'done',
  'export.failed': 'failed',
  'export.requeued': 'requeued',
} as const satisfies Record<WebhookEventName, string>;

/** The JSON body of a delivery: flat, with the fields of the job object under their names there. */
export const webhookBodySchema = z.object({
  event: eventName,
  /** The same in the messages to all webhooks. */
  event_id: z.string().meta({ examples: ['evt_f3b1c9d2-2a6e-4f08-8f0e-5b1d7c9a4e10'] }),
  /** The same in every try. */
  message_id: z.string().meta({ examples: ['msg_7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'] }),
  status: z.enum(Object.values(WEBHOOK_BODY_STATUS)),
  ...jobSchema.pick({ guid: true, url: true, platform: true, export_type: true, options: true }).shape,
  replies: z.boolean(),
  shares: z.boolean(),
  likes: z.boolean(),
  ...jobSchema.pick({ file_name: true, total: true, total_exported: true }).shape,
  /** Exported items that are no replies. */
  comments_count: count,
  ...jobSchema.pick({ replies_count: true, retry: true, error: true }).shape,
  /** The same as `error`. */
  error_message: z.string().nullable(),
  ...jobSchema.pick({
    error_code: true,
    plan: true,
    created_at: true,
    updated_at: true,
    exported_at: true,
    download_url: true,
    json_url: true,
    status_url: true,
    delete_after: true,
    masked_metadata: true,
    sandbox: true,
  }).shape,
  /** Of incremental runs only. */
  incremental: incrementalSchema.optional(),
  /** In messages that were asked for by the test operation. */
  test: z.literal(true).optional(),
});
export type WebhookBody = z.infer<typeof webhookBodySchema>;
