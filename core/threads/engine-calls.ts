import type { PageDeath } from '#core/engine/page-work.ts';
import type { CheckPort } from '#core/engine/platform-check.ts';
import type { PicturePort } from '#core/contract/media.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { DatasetPort } from '#core/exports/bulk-ports.ts';
import type { Measured } from '#core/metrics/thread-metrics.ts';

/** How the engine's thread stands. */
interface EngineVitals {
  /** Whether exports may come to it: for a machine of a team, whether the queue gives it any. */
  readonly takesExports: boolean;
}

/** What the engine's thread answers; its news come by themselves. */
export interface EngineCalls extends Omit<EnginePort, 'subscribe'>, CheckPort, PicturePort {
  /** Goes on with what was interrupted. `deaths`: over which pages the threads before died. */
  start(deaths: readonly PageDeath[]): Promise<void>;
  vitals(): Promise<EngineVitals>;
  /** What the thread measured; empty where nothing is to be measured. */
  measured(): Promise<Measured>;
  /** The thread that writes files belongs to the engine's. */
  readonly pack: DatasetPort['pack'];
  readonly merge: DatasetPort['merge'];
}

/** Methods of the engine that cross to its thread as they are. */
export const ENGINE_METHODS = [
  'stop',
  'retry',
  'goOnInWindow',
  'forgetLearnt',
  'forgetWindows',
  'remove',
  'writeFiles',
  'writeAside',
  'restoreFile',
  'dropFiles',
  'reprocess',
  'cancelReprocessing',
  'pause',
  'resume',
] as const satisfies readonly (keyof EnginePort)[];

/** Those of checks. */
export const CHECK_METHODS = ['checkPlatform', 'endChecks'] as const satisfies readonly (keyof CheckPort)[];
