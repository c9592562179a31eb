import { randomUUID } from 'node:crypto';
import { CommentdockError } from '#core/contract/error.ts';
import { WEBHOOK_STATUS, type WebhookEventName } from '#core/contract/webhook.ts';
import { ownerOf } from '#core/operations/context.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';
import type { WebhookContext } from '#core/webhooks/context.ts';
import type { WebhookRecord } from '#core/webhooks/ports.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { createTargetGuard } from '#core/webhooks/target-guard.ts';

interface WantedWebhook {
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly signingSecret: string;
  readonly enabled: boolean;
}

/**
 * Stores a webhook, its secret in the vault.
 * @throws CommentdockError VALIDATION_ERROR, LIMIT_EXCEEDED
 */
export function addWebhook({ url, events, signingSecret, enabled }: WantedWebhook, context: WebhookContext): WebhookRecord {
  checkWebhookUrl(url, context);
  const { webhooks, vault, caller, settings, now } = context;
  const plan = settings.plan();
  const allowed = tierFor(caller, settings).webhooks;
  if (webhooks.count() >= allowed) {
    throw new CommentdockError('LIMIT_EXCEEDED', `The ${plan} plan has ${allowed} webhooks at most. Delete one first, or switch the plan.`);
  }
  const uuid = randomUUID();
  vault.set(webhookSecretName(uuid), signingSecret);
  const status = enabled ? WEBHOOK_STATUS.enabled : WEBHOOK_STATUS.disabled;
  return webhooks.insert({ uuid, url, events: [...new Set(events)], status, createdAtMs: now(), memberUuid: ownerOf(caller) });
}

export function removeWebhook({ uuid }: WebhookRecord, { webhooks, vault }: WebhookContext): void {
  webhooks.remove(uuid);
  vault.remove(webhookSecretName(uuid));
}

/** @throws CommentdockError VALIDATION_ERROR where nothing may be sent to this URL */
export function checkWebhookUrl(url: string, { config }: WebhookContext): void {
  const refusal = createTargetGuard(config).refusalOf(url);
  if (refusal === null) return;
  throw new CommentdockError('VALIDATION_ERROR', refusal, { violations: [{ propertyPath: 'url', message: refusal }] });
}

/** @throws CommentdockError RESOURCE_NOT_FOUND */
export function findWebhook(uuid: string, { webhooks }: WebhookContext): WebhookRecord {
  const webhook = webhooks.find(uuid);
  if (webhook !== null) return webhook;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no webhook ${uuid}. GET /api/v1/webhooks lists those that exist.`);
}

/**
 * Nothing is sent to a webhook that is not enabled, or that has nothing to sign with.
 * @throws CommentdockError INVALID_REQUEST naming the state
 */
export function expectSendable({ uuid, status }: Pick<WebhookRecord, 'uuid' | 'status'>, { vault }: WebhookContext): void {
  if (status !== WEBHOOK_STATUS.enabled) {
    const state = status === WEBHOOK_STATUS.suspended ? 'suspended' : 'disabled';
    throw new CommentdockError('INVALID_REQUEST', `The webhook is ${state}. Enable it with PATCH /api/v1/webhooks/${uuid}/toggle first.`);
  }
  if (vault.get(webhookSecretName(uuid)) !== null) return;
  throw new CommentdockError('INVALID_REQUEST', `The webhook has no signing secret. Set one with PATCH /api/v1/webhooks/${uuid} first.`);
}
