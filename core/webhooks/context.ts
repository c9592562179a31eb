import type { Config } from '#core/config/config.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';
import type { WebhookDelivery, WebhookStore } from '#core/webhooks/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on webhooks work with. */
export interface WebhookServices {
  readonly webhooks: WebhookStore;
  readonly webhookDelivery: WebhookDelivery;
  readonly settings: Pick<OwnerSettings, 'plan' | 'userUuid'>;
  readonly vault: SecretVault;
  readonly config: Config;
  /** Milliseconds since 1970. */
  now(): number;
}

export type WebhookContext = WebhookServices & CallContext;

/** An operation on webhooks: checked against what it is called with. */
export const defineOperation: DefineOperation<WebhookContext> = define;
