import type { MemberStore } from '#core/auth/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { ExportServices } from '#core/exports/context.ts';
import type { CreationLog } from '#core/owner/ports.ts';
import type { ScheduleRuns, ScheduleStore } from '#core/schedules/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on schedules work with. */
export interface ScheduleServices extends ExportServices {
  readonly schedules: ScheduleStore;
  readonly scheduleRuns: ScheduleRuns;
  readonly creations: Pick<CreationLog, 'remove'>;
  readonly vault: SecretVault;
  readonly members: Pick<MemberStore, 'find'>;
}

export type ScheduleContext = ScheduleServices & CallContext;

/** An operation on schedules: checked against what it is called with. */
export const defineOperation: DefineOperation<ScheduleContext> = define;
