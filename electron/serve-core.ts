import type { ParentPort } from 'electron';
import { type Config, readConfig } from '#core/config/config.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { type Service, startService } from '#core/index.ts';
import { closeRequestSchema, type CoreNews, type ServiceAddress } from '#electron/core-messages.ts';

/**
 * Runs the service for the shell at the other end of `port`: tells how its start went, and holds until the shell asks to close.
 * Afterwards everything is closed.
 * @throws CommentdockError where the engine broke down, so that a new process takes its place
 */
export async function serveCore(port: ParentPort, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const closing = closeRequest(port);
  const { service, news } = await start(env);
  port.postMessage(news);
  const failure = await Promise.race([closing, ...(service === null ? [] : [service.failure])]);
  await service?.close();
  if (failure !== undefined) throw failure;
}

async function start(env: Readonly<Record<string, string | undefined>>): Promise<{ service: Service | null; news: CoreNews }> {
  let config: Config | null = null;
  try {
    config = readConfig(env);
    // Nobody sees the standard error of an app.
    const service = await startService({ ...config, logFile: config.logFile ?? 'on' });
    const address = addressIn(config);
    if (address === null) throw new Error(`The service left no run.json in ${config.dataDir}.`);
    return { service, news: { type: 'ready', ...address } };
  } catch (error) {
    return { service: null, news: whyNot(error, config) };
  }
}

/** A data folder in use is no failure where a service answers for it. */
function whyNot(error: unknown, config: Config | null): CoreNews {
  const known = asCommentdockError(error);
  const running = known.code === 'DATA_DIR_IN_USE' && config !== null ? addressIn(config) : null;
  return running === null ? { type: 'failed', detail: known.message } : { type: 'inUse', ...running };
}

function addressIn({ dataDir }: Config): ServiceAddress | null {
  const running = readRunFile(dataDir);
  return running === null ? null : { baseUrl: running.base_url, ownerSecret: running.owner_secret };
}

function closeRequest(port: ParentPort): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  port.on('message', ({ data }) => {
    if (closeRequestSchema.safeParse(data).success) resolve();
  });
  return promise;
}
