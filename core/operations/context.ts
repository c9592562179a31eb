import type { AccessTokenVerifier } from '#core/auth/identify.ts';
import type { SignIn } from '#core/auth/sign-in.ts';
import type { AssistantCommand } from '#core/config/assistant-command.ts';
import type { WindowPass } from '#core/auth/window-session.ts';
import type { Config } from '#core/config/config.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { Announcer } from '#core/events/define.ts';
import type { AccountStore, BrowserCookies } from '#core/logins/ports.ts';
import type { Admission } from '#core/exports/admission.ts';
import type { BulkAssembly, BulkStore, Conversions, DatasetPort } from '#core/exports/bulk-ports.ts';
import type { HostWaits } from '#core/service/host-waits.ts';
import type { InsightPort } from '#core/insight/ports.ts';
import type { AllowedClients } from '#core/auth/oauth/ports.ts';
import type { BatchStore, JobReader } from '#core/exports/ports.ts';
import type { CreationLog, OwnerSettings, RequestLog } from '#core/owner/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { TokenStore } from '#core/auth/ports.ts';
import type { ExportPause } from '#core/service/pause.ts';
import type { Machine } from '#core/service/ports.ts';
import type { PoolStore, RouteProbe, RouteStore } from '#core/routes/ports.ts';
import type { ScheduleRuns, ScheduleStore } from '#core/schedules/ports.ts';
import type { ProviderTrials, SentimentSettingsStore } from '#core/sentiment/ports.ts';
import type { WebhookDelivery, WebhookStore } from '#core/webhooks/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';

/** Who asks. `owner`: the owner's own hands (in-process, or with the secret of run.json); `client`: an OAuth client. */
export interface Caller {
  readonly kind: 'owner' | 'token' | 'client';
  /** Of an API token. */
  readonly tokenUuid: string | null;
  /** Of an OAuth client. */
  readonly clientId: string | null;
  /** True where the request comes from this machine: token values are shown to nobody else. */
  readonly loopback: boolean;
  /** Of the owner's window in a browser; left out for everybody else. */
  readonly window?: WindowPass;
}

/** The owner in this very process: the CLI when no service runs. */
export const OWNER_HERE: Caller = { kind: 'owner', tokenUuid: null, clientId: null, loopback: true };

/** What operations work with; the same for every call of a process. */
export interface Services {
  readonly jobs: JobReader;
  /** For what exists already, and for samples; other exports are created through `admission`. */
  readonly engine: EnginePort;
  readonly admission: Admission;
  readonly batches: BatchStore;
  readonly creations: CreationLog;
  readonly requests: RequestLog;
  readonly announcer: Announcer;
  readonly tokens: TokenStore;
  /** Of OAuth clients. */
  readonly accessTokens: AccessTokenVerifier;
  readonly allowedClients: AllowedClients;
  /** What starts the tools of assistants on this machine; null where nothing can. */
  readonly assistantCommand: AssistantCommand | null;
  /** Of the owner, with a browser. */
  readonly signIn: SignIn;
  readonly webhooks: WebhookStore;
  readonly webhookDelivery: WebhookDelivery;
  readonly bulk: BulkStore;
  readonly bulkAssembly: Pick<BulkAssembly, 'wake'>;
  readonly conversions: Conversions;
  readonly datasets: DatasetPort;
  readonly insights: InsightPort;
  readonly routes: RouteStore;
  readonly pools: PoolStore;
  readonly routeProbe: RouteProbe;
  readonly accounts: AccountStore;
  readonly browserCookies: BrowserCookies;
  readonly sentimentSettings: SentimentSettingsStore;
  readonly providerTrials: Pick<ProviderTrials, 'ask'>;
  readonly schedules: ScheduleStore;
  readonly scheduleRuns: ScheduleRuns;
  readonly exportPause: ExportPause;
  readonly machine: Machine;
  readonly hostWaits: HostWaits;
  readonly vault: SecretVault;
  /** `settings.plan()` is the plan in force, whatever it comes from. */
  readonly settings: OwnerSettings;
  readonly platforms: PlatformCatalog;
  readonly config: Config;
  /** Absolute folder that `JobFile.name` lies in. */
  readonly exportsFolder: string;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface OperationContext extends Services {
  readonly caller: Caller;
  /** `baseUrl` without a slash at the end. */
  readonly links: { readonly baseUrl: string };
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
