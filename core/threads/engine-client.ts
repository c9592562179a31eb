import { THREAD_MEMORY } from '#core/threads/thread-memory.ts';
import type { Config } from '#core/config/config.ts';
import { CommentdockError, diskTrouble } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import type { DatasetPort } from '#core/operations/bulk-ports.ts';
import type { SecretVault } from '#core/operations/ports.ts';
import { Caller } from '#core/threads/calls.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';
import { startThread } from '#core/threads/start-thread.ts';

/** What the thread is started with. */
export interface EngineThreadData {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly vaultKey: Uint8Array;
}

export interface EngineThread {
  readonly engine: EnginePort;
  /** Lets the engine go on with what was interrupted. Called once everything that listens is in place. */
  start(): Promise<void>;
  /** As `DatasetPort`: the thread that writes files belongs to the engine's. */
  readonly pack: DatasetPort['pack'];
  /** What ended the thread where nobody closed it. Nothing works any more then; what was stored goes on at the next start. */
  readonly failure: Promise<CommentdockError>;
}

/** Starts the engine's thread. Cookies of a job go to the vault here and never cross as part of the job. */
export function startEngineThread(parts: {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly vault: SecretVault;
  /** With which the thread opens it too. */
  readonly vaultKey: Uint8Array;
}): EngineThread {
  const { config, exportsFolder, vault, vaultKey } = parts;
  const worker = startThread('engine', {
    workerData: { config, exportsFolder, vaultKey } satisfies EngineThreadData,
    resourceLimits: THREAD_MEMORY,
  });
  const listeners = new Set<(change: JobChange) => void>();
  const caller = new Caller(worker, (news) => {
    for (const listener of listeners) listener(news as JobChange);
  });
  let isClosing = false;
  const failure = caller.ended.then((reason) => (isClosing ? new Promise<never>(() => undefined) : engineFailure(reason)));
  const engine: EnginePort = {
    async create(jobs) {
      const withCookies = jobs.filter((job) => job.options.cookies !== undefined);
      for (const { guid, options } of withCookies) vault.set(cookiesSecret(guid), JSON.stringify(options.cookies));
      try {
        return (await caller.call('create', jobs.map(withCookieNamesOnly))) as readonly JobRecord[];
      } catch (error) {
        for (const { guid } of withCookies) vault.remove(cookiesSecret(guid));
        throw error;
      }
    },
    stop: async (guid) => (await caller.call('stop', guid)) as JobRecord,
    retry: async (guid) => (await caller.call('retry', guid)) as JobRecord,
    remove: async (guid) => void (await caller.call('remove', guid)),
    writeFiles: async (guid, formats) => (await caller.call('writeFiles', { guid, formats })) as JobRecord,
    reprocess: async (guid, wish) => (await caller.call('reprocess', { guid, wish })) as JobRecord,
    cancelReprocessing: async (guid) => void (await caller.call('cancelReprocessing', guid)),
    pause: async () => void (await caller.call('pause', null)),
    resume: async () => void (await caller.call('resume', null)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosing = true;
      // A thread that is gone has nothing left to close.
      await Promise.race([caller.ended, caller.call('close', null)]);
      await worker.terminate();
    },
  };
  return {
    engine,
    start: async () => void (await caller.call('start', null)),
    pack: async (request) => void (await caller.call('pack', request)),
    failure,
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
