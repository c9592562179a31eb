import type { WebhookEventName, WebhookStatus, WebhookSummary } from '#core/contract/webhook.ts';
import type { Paging } from '#core/operations/input-fields.ts';

/** A webhook as stored; its signing secret is in the vault. Instants are milliseconds since 1970. */
export interface WebhookRecord {
  readonly uuid: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly status: WebhookStatus;
  /** Messages that it accepted. */
  readonly delivered: number;
  readonly lastCallAtMs: number | null;
  readonly createdAtMs: number;
  /** Whose it is; left out or null: the owner's. It hears of the exports that they see. */
  readonly memberUuid?: string | null;
}

/** A message to one webhook, and how its delivery went. */
export interface WebhookMessageRecord {
  readonly uuid: string;
  readonly webhook: { readonly uuid: string; readonly url: string };
  readonly event: WebhookEventName;
  readonly messageId: string;
  /** Null before the first try. */
  readonly body: string | null;
  /** HTTP status of the last try; 0 where none came. */
  readonly responseCode: number;
  /** Why the last try failed, in words. */
  readonly error: string | null;
  readonly calls: number;
  readonly createdAtMs: number;
  readonly lastCallAtMs: number | null;
  /** How long the last try took, in milliseconds. */
  readonly lastCallMs: number | null;
  /** Null: nothing more is sent by itself. */
  readonly nextCallAtMs: number | null;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly WebhookEventName[];
  /** `enabled` also forgets the failures so far. */
  readonly status?: WebhookStatus;
}

/** Webhooks of the owner and of members, and what they were sent. Written by the API thread itself. `of`: a member; left out: all. */
export interface WebhookStore {
  insert(webhook: Pick<WebhookRecord, 'uuid' | 'url' | 'events' | 'status' | 'createdAtMs' | 'memberUuid'>): WebhookRecord;
  find(uuid: string): WebhookRecord | null;
  /** Newest first. `urlPart`: only those with this text in their URL, upper and lower case alike. */
  list(request: Paging & { readonly urlPart: string | null; readonly of?: string }): readonly WebhookRecord[];
  count(): number;
  /** The webhook as changed; null where it is gone. */
  update(uuid: string, change: WebhookChange): WebhookRecord | null;
  /** With all its messages. */
  remove(uuid: string): void;
  summary(of?: string): WebhookSummary;
  /** Newest first; null filters let everything through. */
  messages(request: Paging & MessageFilter): readonly WebhookMessageRecord[];
  findMessage(uuid: string): WebhookMessageRecord | null;
  /** A message outside of the outbox: it is never sent by itself. */
  insertMessage(message: NewMessage): void;
  /** Makes a message due at once, in a new round of tries, and notes the resend. */
  resend(uuid: string, nowMs: number): void;
  /** When messages of this webhook were resent since then, oldest first. */
  resentSince(webhookUuid: string, sinceMs: number): readonly number[];
}

interface MessageFilter {
  readonly webhookUuid: string | null;
  readonly event: string | null;
  readonly messageId: string | null;
  readonly of?: string;
}

interface NewMessage {
  readonly uuid: string;
  readonly webhookUuid: string;
  readonly event: WebhookEventName;
  readonly eventId: string;
  readonly messageId: string;
  readonly body: string;
  readonly createdAtMs: number;
}

/** Sends messages. In a process without a running service, what is due waits for the next service. */
export interface WebhookDelivery {
  /** Something may be due now. */
  wake(): void;
  /** One try at this message, now and never again by itself; settled when it returns. */
  callOnce(messageUuid: string): Promise<void>;
}
