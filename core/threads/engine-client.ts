import { Worker } from 'node:worker_threads';
import type { Config } from '#core/config/config.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import type { SecretVault } from '#core/operations/ports.ts';
import { Caller } from '#core/threads/calls.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';

export interface EngineThread {
  readonly engine: EnginePort;
  /** Lets the engine go on with what was interrupted. Called once everything that listens is in place. */
  start(): Promise<void>;
}

/** Starts the engine's thread. Cookies of a job go to the vault here and never cross as part of the job. */
export function startEngineThread(parts: {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly vault: SecretVault;
}): EngineThread {
  const { config, exportsFolder, vault } = parts;
  const worker = new Worker(new URL(import.meta.resolve('#core/threads/engine-thread.ts')), {
    workerData: { config, exportsFolder },
    name: 'engine',
  });
  const listeners = new Set<(change: JobChange) => void>();
  const caller = new Caller(worker, (news) => {
    for (const listener of listeners) listener(news as JobChange);
  });
  const engine: EnginePort = {
    async create(jobs) {
      for (const job of jobs)
        if (job.options.cookies !== undefined) vault.set(cookiesSecret(job.guid), JSON.stringify(job.options.cookies));
      return (await caller.call('create', jobs.map(withCookieNamesOnly))) as readonly JobRecord[];
    },
    stop: async (guid) => (await caller.call('stop', guid)) as JobRecord,
    retry: async (guid) => (await caller.call('retry', guid)) as JobRecord,
    remove: async (guid) => void (await caller.call('remove', guid)),
    writeFiles: async (guid, formats) => (await caller.call('writeFiles', { guid, formats })) as JobRecord,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await caller.call('close', null);
      await worker.terminate();
    },
  };
  return { engine, start: async () => void (await caller.call('start', null)) };
}

/** The store notes which cookies were given by their names. */
function withCookieNamesOnly(job: NewJob): NewJob {
  const { cookies } = job.options;
  if (cookies === undefined) return job;
  return { ...job, options: { ...job.options, cookies: Object.fromEntries(Object.keys(cookies).map((name) => [name, ''])) } };
}
