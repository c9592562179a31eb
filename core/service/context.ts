import type { TokenStore } from '#core/auth/ports.ts';
import type { Config } from '#core/config/config.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { JobReader } from '#core/exports/ports.ts';
import type { AccountStore } from '#core/logins/ports.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import type { PoolStore, RouteStore } from '#core/routes/ports.ts';
import type { ScheduleRuns, ScheduleStore } from '#core/schedules/ports.ts';
import type { CheckDesk, CheckStore } from '#core/service/check-desk.ts';
import type { HostWaits } from '#core/service/host-waits.ts';
import type { LearntReader } from '#core/service/learnt.ts';
import type { ExportPause } from '#core/service/pause.ts';
import type { Machine } from '#core/service/ports.ts';
import type { WebhookStore } from '#core/webhooks/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on the service itself work with. */
export interface ServiceServices {
  readonly machine: Machine;
  readonly exportPause: ExportPause;
  readonly hostWaits: HostWaits;
  readonly learnt: LearntReader;
  readonly engine: Pick<EnginePort, 'forgetLearnt'>;
  readonly checkDesk: Pick<CheckDesk, 'begin' | 'end' | 'open'>;
  readonly checkRecords: Pick<CheckStore, 'all'>;
  readonly scheduleRuns: Pick<ScheduleRuns, 'catchUp'>;
  /** The plan in force, and what there is: its diagnostics count it. */
  readonly settings: Pick<OwnerSettings, 'plan' | 'preferences'>;
  readonly jobs: Pick<JobReader, 'list' | 'lastOfPlatforms'>;
  readonly accounts: Pick<AccountStore, 'list'>;
  readonly routes: Pick<RouteStore, 'names'>;
  readonly pools: Pick<PoolStore, 'uuids'>;
  readonly schedules: Pick<ScheduleStore, 'list'>;
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly tokens: Pick<TokenStore, 'list'>;
  readonly platforms: PlatformCatalog;
  readonly config: Config;
  /** Milliseconds since 1970. */
  now(): number;
}

export type ServiceContext = ServiceServices & CallContext;

/** An operation on the service itself: checked against what it is called with. */
export const defineOperation: DefineOperation<ServiceContext> = define;
