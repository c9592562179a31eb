import type { Config } from '#core/config/config.ts';
import type { KeptExchangeStore } from '#core/engine/exchanges.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { Announcer } from '#core/events/define.ts';
import type { Admission } from '#core/exports/admission.ts';
import type { BulkArchives, BulkAssembly, BulkStore, Conversions, DatasetPort } from '#core/exports/bulk-ports.ts';
import type { ResultFiles } from '#core/exports/files.ts';
import type {
  BatchStore,
  DrawStore,
  EvidencePort,
  JobReader,
  LabelStore,
  ListViewStore,
  MediaFiles,
  PresetStore,
  RemarkStore,
  ReportPort,
} from '#core/exports/ports.ts';
import type { AccountStore } from '#core/logins/ports.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import type { PoolStore, RouteStore } from '#core/routes/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on exports work with. */
export interface ExportServices {
  readonly jobs: JobReader;
  /** For what exists already, and for samples; other exports are created through `admission`. */
  readonly engine: EnginePort;
  readonly admission: Admission;
  readonly batches: BatchStore;
  readonly presets: PresetStore;
  readonly draws: DrawStore;
  readonly labels: LabelStore;
  readonly listViews: ListViewStore;
  readonly remarks: RemarkStore;
  readonly bulk: BulkStore;
  readonly bulkAssembly: Pick<BulkAssembly, 'wake'>;
  readonly archives: Pick<BulkArchives, 'find' | 'named' | 'remove'>;
  readonly resultFiles: ResultFiles;
  readonly conversions: Conversions;
  readonly datasets: DatasetPort;
  readonly keptExchanges: Pick<KeptExchangeStore, 'of'>;
  readonly media: MediaFiles;
  readonly reports: Pick<ReportPort, 'make'>;
  readonly evidence: Pick<EvidencePort, 'pack' | 'resolve'>;
  readonly announcer: Announcer;
  readonly routes: Pick<RouteStore, 'findByCode' | 'findByName' | 'names'>;
  readonly pools: Pick<PoolStore, 'find' | 'uuids'>;
  readonly accounts: Pick<AccountStore, 'ofPlatform'>;
  /** `settings.plan()` is the plan in force, whatever it comes from. */
  readonly settings: OwnerSettings;
  readonly platforms: PlatformCatalog;
  readonly config: Config;
  /** Milliseconds since 1970. */
  now(): number;
}

export type ExportContext = ExportServices & CallContext;

/** An operation on exports: checked against what it is called with. */
export const defineOperation: DefineOperation<ExportContext> = define;
