import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Sealing } from '#core/contract/sealing.ts';
import type { PageWatch } from '#core/engine/page-work.ts';
import type { AccountPort, EngineStore, NetworkPort } from '#core/engine/ports.ts';
import type { WritingPort } from '#core/engine/writing-port.ts';
import type { SentimentPort } from '#core/engine/sentiment-ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** What the engine works with. */
export interface EngineParts {
  readonly store: EngineStore;
  readonly network: NetworkPort;
  readonly writing: WritingPort;
  readonly exportsFolder: string;
  /** For so long an export waits for its owner. Left out: a day. */
  readonly windowWaitHours?: number;
  readonly retryScale: number;
  /** Requests at once per export; null: what the platform declares. */
  readonly lanes: number | null;
  /** Loads it where it is not loaded yet; null for an id nobody knows. `beforeCode` is called where code runs of which nobody knows how long it takes. */
  platformById(id: string, beforeCode: () => void): Promise<PlatformDefinition | null>;
  cookiesOf(jobGuid: string): Readonly<Record<string, string>>;
  /** What the pseudonyms of a project of its owner hang on; made when it is first needed. */
  keyForProject(project: string): Uint8Array;
  forgetCookies(jobGuid: string): void;
  /** Left out: none is saved. */
  readonly accounts?: AccountPort;
  /** Left out: nothing is judged. */
  readonly sentiment?: SentimentPort;
  /** Left out: exchanges of pages that fail are not kept. */
  readonly sealing?: Sealing;
  /** Left out: nobody watches the work on pages. */
  readonly watch?: PageWatch;
  /** Sample items of a sandbox job. */
  sampleItems(job: JobRecord, platform: PlatformDefinition): Promise<readonly Item[]>;
  now(): number;
}
