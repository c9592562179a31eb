import type { Job } from '#core/contract/job.ts';
import { WEBHOOK_BODY_STATUS, type WebhookBody, type WebhookEventName } from '#core/contract/webhook.ts';

interface MessageIds {
  readonly event: WebhookEventName;
  readonly eventId: string;
  readonly messageId: string;
}

/** What a webhook is sent about a job. */
export function webhookBody({ event, eventId, messageId }: MessageIds, job: Job): WebhookBody {
  return {
    event,
    event_id: eventId,
    message_id: messageId,
    status: WEBHOOK_BODY_STATUS[event],
    guid: job.guid,
    url: job.url,
    platform: job.platform,
    export_type: job.export_type,
    options: job.options,
    replies: job.options['replies'] === true,
    shares: job.options['shares'] === true,
    likes: job.options['likes'] === true,
    file_name: job.file_name,
    total: job.total,
    total_exported: job.total_exported,
    comments_count: job.total_exported - job.replies_count,
    replies_count: job.replies_count,
    retry: job.retry,
    error: job.error,
    error_message: job.error,
    error_code: job.error_code,
    plan: job.plan,
    created_at: job.created_at,
    updated_at: job.updated_at,
    exported_at: job.exported_at,
    download_url: job.download_url,
    json_url: job.json_url,
    status_url: job.status_url,
    delete_after: job.delete_after,
    masked_metadata: job.masked_metadata,
    ...(job.incremental === null ? {} : { incremental: job.incremental }),
    ...(job.sandbox === true ? { sandbox: true } : {}),
  };
}
