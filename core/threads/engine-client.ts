import type { VaultKeys } from '#core/vault/vault-key.ts';
import type { Config } from '#core/config/config.ts';
import { CommentdockError, diskTrouble } from '#core/contract/error.ts';
import { tellAll } from '#core/contract/tell-all.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import type { CheckPort } from '#core/engine/platform-check.ts';
import type { PicturePort } from '#core/contract/media.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import type { DatasetPort } from '#core/exports/bulk-ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';
import { CHECK_METHODS, ENGINE_METHODS, type EngineCalls } from '#core/threads/engine-calls.ts';
import type { WatchMemory } from '#core/threads/page-watch.ts';
import { StandingEngine } from '#core/threads/standing-engine.ts';
import { startThread } from '#core/threads/start-thread.ts';
import { ENGINE_MEMORY } from '#core/threads/thread-memory.ts';
import { portOver } from '#core/threads/thread-port.ts';

/** What the thread is started with. */
export interface EngineThreadData {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly vaultKeys: VaultKeys;
  /** Where it notes at which page it is. */
  readonly watch: WatchMemory;
}

export interface EngineThread {
  readonly engine: EnginePort;
  /** Of the same thread: the pace of a host is one. */
  readonly checks: CheckPort;
  readonly pictures: PicturePort;
  /** Lets the engine go on with what was interrupted. Called once everything that listens is in place. */
  start(): Promise<void>;
  readonly vitals: EngineCalls['vitals'];
  readonly measured: EngineCalls['measured'];
  /** As `DatasetPort`: the thread that writes files belongs to the engine's. */
  readonly pack: DatasetPort['pack'];
  readonly merge: DatasetPort['merge'];
  /** What keeps every thread from coming up. Nothing works any more then; what was stored goes on at the next start. */
  readonly failure: Promise<CommentdockError>;
  /** The service is closing: whoever waits for the engine then does so no longer than that. */
  endWithin(graceMs: number): void;
}

export interface EngineThreadParts {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly vault: SecretVault;
  /** With which the thread opens it too. */
  readonly vaultKeys: VaultKeys;
  /** As `StandingEngineParts`. */
  sweep(): Promise<void>;
  warn(words: string): void;
  onStuck(): void;
}

/** Starts the engine's thread, and another one whenever it dies. Cookies of a job go to the vault here and never cross as part of the job. */
export function startEngineThread({ config, exportsFolder, vault, vaultKeys, ...standing }: EngineThreadParts): EngineThread {
  const listeners = new Set<(change: JobChange) => void>();
  const caller = new StandingEngine({
    start: (watch) =>
      startThread('engine', {
        workerData: { config, exportsFolder, vaultKeys, watch } satisfies EngineThreadData,
        resourceLimits: ENGINE_MEMORY,
      }),
    onNews(news) {
      tellAll(listeners, news as JobChange);
    },
    ...standing,
  });
  const thread = portOver<EngineCalls>((method, given) => caller.call(method, given));
  const calls = thread(['create', 'start', 'vitals', 'measured', 'pack', 'merge']);
  const engine: EnginePort = {
    ...thread(ENGINE_METHODS),
    async create(jobs) {
      const withCookies = jobs.filter((job) => job.options.cookies !== undefined);
      for (const { guid, options } of withCookies) vault.set(cookiesSecret(guid), JSON.stringify(options.cookies));
      try {
        return await calls.create(jobs.map(withCookieNamesOnly));
      } catch (error) {
        for (const { guid } of withCookies) vault.remove(cookiesSecret(guid));
        throw error;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => caller.close(),
  };
  return {
    engine,
    checks: thread(CHECK_METHODS),
    pictures: thread(['fetchPicture']),
    start: () => calls.start([]),
    vitals: calls.vitals,
    measured: calls.measured,
    pack: calls.pack,
    merge: calls.merge,
    failure: caller.failure.then(engineFailure),
    endWithin: (graceMs) => caller.endWithin(graceMs),
  };
}

function engineFailure(reason: Error): CommentdockError {
  const trouble = diskTrouble(reason);
  if (trouble !== null) return trouble;
  const detail = `The engine broke down: ${reason.message}. What was fetched is kept; start Commentdock again and it goes on.`;
  return new CommentdockError('INTERNAL', detail, { cause: reason });
}

/** The store notes which cookies were given by their names. */
function withCookieNamesOnly(job: NewJob): NewJob {
  const { cookies } = job.options;
  if (cookies === undefined) return job;
  return { ...job, options: { ...job.options, cookies: Object.fromEntries(Object.keys(cookies).map((name) => [name, ''])) } };
}
