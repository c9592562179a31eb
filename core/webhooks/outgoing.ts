import type { JobRecord } from '#core/contract/job-record.ts';
import type { WebhookEventName } from '#core/contract/webhook.ts';

/** A message that is to be sent. */
export interface OutgoingMessage {
  readonly uuid: string;
  readonly event: WebhookEventName;
  readonly eventId: string;
  readonly messageId: string;
  readonly jobGuid: string;
  /** The job when the message was stored; null once `body` stands. */
  readonly job: JobRecord | null;
  readonly body: string | null;
  /** Failed tries in this round. */
  readonly tries: number;
  /** Counts resends: an answer that belongs to an earlier round does not end a later one. */
  readonly round: number;
  readonly webhook: OutgoingWebhook;
}

export interface OutgoingWebhook {
  readonly uuid: string;
  readonly url: string;
  /** Failed tries in a row. */
  readonly failures: number;
}

/** How a try went. gone: the receiver wants nothing any more (410). */
export type Outcome = 'delivered' | 'failed' | 'gone';

/** Messages waiting to be sent, as the dispatcher sees them. Calls are durable when they return. */
export interface OutgoingQueue {
  /** Enabled webhooks that have something due. */
  webhooksDue(nowMs: number): readonly OutgoingWebhook[];
  /** The first messages due for a webhook, oldest first. */
  due(webhookUuid: string, nowMs: number, limit: number): readonly OutgoingMessage[];
  /** Makes due at once what was planned by a clock that was ahead of this one by more than a minute. */
  forgetFuture(nowMs: number): void;
  /** When the next message after `nowMs` is due; null: none waits. */
  nextDueAtMs(nowMs: number): number | null;
  find(messageUuid: string): OutgoingMessage | null;
  /** Fixes what every try sends. */
  writeBody(messageUuid: string, body: string): void;
  /**
   * Notes a try: counts it, plans the next one, and counts failures of the webhook. `failed` suspends it at the limit, `gone`
   * disables it.
   */
  settle(message: OutgoingMessage, result: TryResult): void;
}

interface TryResult {
  readonly outcome: Outcome;
  /** 0 where no answer came. */
  readonly responseCode: number;
  readonly error: string | null;
  readonly atMs: number;
  readonly elapsedMs: number;
  readonly nextCallAtMs: number | null;
}
