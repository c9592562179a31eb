import type { MemberStore, TokenStore } from '#core/auth/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { JobReader } from '#core/exports/ports.ts';
import type { AccountStore } from '#core/logins/ports.ts';
import type { AuditLog, SharingStore } from '#core/members/ports.ts';
import type { ScheduleStore } from '#core/schedules/ports.ts';
import type { WebhookStore } from '#core/webhooks/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on members, on what they share and on what they did work with. */
export interface MemberServices {
  readonly members: MemberStore;
  readonly sharing: SharingStore;
  readonly audit: AuditLog;
  readonly tokens: TokenStore;
  readonly jobs: JobReader;
  readonly accounts: AccountStore;
  readonly schedules: ScheduleStore;
  readonly webhooks: WebhookStore;
  readonly engine: Pick<EnginePort, 'forgetWindows'>;
  readonly vault: SecretVault;
  /** Milliseconds since 1970. */
  now(): number;
}

export type MemberContext = MemberServices & CallContext;

/** An operation on members: checked against what it is called with. */
export const defineOperation: DefineOperation<MemberContext> = define;
