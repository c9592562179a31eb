import type { EngineStore } from '#core/engine/ports.ts';
import type { JobReader, OwnerSettings, TokenStore } from '#core/operations/ports.ts';
import type { Plan } from '#core/contract/job.ts';
import { type Connection, openDatabase, openReader } from '#core/store/database.ts';
import { createHostPaceStore } from '#core/store/hosts.ts';
import { createJobReader, createJobStore } from '#core/store/jobs.ts';
import { createRunStore, prepareRunStatements } from '#core/store/run.ts';
import { createOwnerSettings } from '#core/store/settings.ts';
import { createTokenStore } from '#core/store/tokens.ts';

/** The engine's side: jobs and what they fetch. */
export function openEngineStore(dataDir: string, now: () => number = Date.now): EngineStore {
  const connection = openDatabase(dataDir);
  const statements = prepareRunStatements(connection);
  return {
    jobs: createJobStore(connection, now),
    hosts: createHostPaceStore(connection),
    run: (jobId) => createRunStore(statements, jobId),
    transaction: (work) => connection.transaction(work).immediate(),
    close: () => connection.close(),
  };
}

/** The API's side: jobs to read, tokens and settings of the owner. */
export interface ApiStore {
  readonly jobs: JobReader;
  readonly tokens: TokenStore;
  readonly settings: OwnerSettings;
  close(): void;
}

export function openApiStore(dataDir: string, forcedPlan: Plan | null): ApiStore {
  const writing: Connection = openDatabase(dataDir);
  const settings = createOwnerSettings(writing, forcedPlan);
  const reading = openReader(dataDir);
  return {
    jobs: createJobReader(reading),
    tokens: createTokenStore(writing),
    settings,
    close() {
      reading.close();
      writing.close();
    },
  };
}
