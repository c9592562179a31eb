import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Config } from '#core/config/config.ts';
import type { CommentdockError } from '#core/contract/error.ts';
import { type Core, startCore } from '#core/index.ts';
import { logJobs } from '#core/log/job-log.ts';
import { openServiceLog } from '#core/log/service-log.ts';
import { startProbeServer } from '#core/surfaces/rest/probe-server.ts';
import { createProbes } from '#core/surfaces/rest/probes.ts';
import { openVitalSigns } from '#core/vital-signs.ts';

/** A machine that runs exports of a database, and serves nobody. */
interface Worker {
  /** Where it tells how it is. */
  readonly baseUrl: string;
  /** As in `Core`. */
  readonly failure: Promise<CommentdockError>;
  /** Takes nothing new, and gives back what it runs. */
  close(): Promise<void>;
}

/** @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK, PORT_IN_USE */
export async function startWorker(config: Config): Promise<Worker> {
  await using opened = new AsyncDisposableStack();
  const { logger } = opened.use(openServiceLog(config));
  let core: Core | null = null;
  const signs = opened.use(await openVitalSigns(config, () => core));
  // It tells that it starts, and that it ends.
  const server = await startProbeServer(config, createProbes(signs));
  opened.defer(() => server.close());
  const started = await startCore(config, 'rest');
  opened.defer(() => started.close());
  opened.defer(logJobs(started.services.engine, logger));
  await started.goOnAsLeft();
  core = started;
  const resources = opened.move();
  return {
    baseUrl: server.url,
    failure: started.failure,
    close() {
      signs.beginClosing();
      return resources.disposeAsync();
    },
  };
}
