import { parentPort, workerData } from 'node:worker_threads';
import type { NewJob } from '#core/contract/job-record.ts';
import { type FileFormat, tierOf } from '#core/contract/tier.ts';
import { Engine } from '#core/engine/engine.ts';
import type { PageDeath } from '#core/engine/page-work.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PackRequest } from '#core/exports/bulk-ports.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { openEngineStore } from '#core/store/store.ts';
import { accountLogin } from '#core/threads/account-login.ts';
import { answerCalls, sendNews } from '#core/threads/calls.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';
import { lazyNetwork } from '#core/threads/lazy-network.ts';
import type { EngineThreadData } from '#core/threads/engine-client.ts';
import { openPageWatch } from '#core/threads/page-watch.ts';
import { savedPasses } from '#core/threads/saved-passes.ts';
import { savedRoutes } from '#core/threads/saved-routes.ts';
import { sentimentJudges } from '#core/threads/sentiment-judges.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { vaultWithKey } from '#core/vault/vault.ts';

/** Requests at once per export where no ceiling holds (`COMMENTDOCK_PACE=off`). */
const LANES_UNPACED = 24;

/** The engine's thread: network, store and job lifecycle, away from the API's event loop. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a worker thread.');
  const { config, exportsFolder, vaultKey, watch } = workerData as EngineThreadData;
  const store = openEngineStore(config.dataDir);
  const vault = vaultWithKey(config.dataDir, vaultKey);
  const writing = startWriting(config.dataDir, exportsFolder);
  const engine = new Engine({
    store,
    network: lazyNetwork({ config, hosts: store.hosts, routes: savedRoutes({ ...store, vault }), passes: savedPasses(vault) }),
    writing,
    exportsFolder,
    windowWaitHours: config.windowWaitHours,
    retryScale: config.retryScale,
    lanes: config.lanes ?? (config.pace === 'off' ? LANES_UNPACED : null),
    platformById: loadPlatform,
    cookiesOf: (guid) => JSON.parse(vault.get(cookiesSecret(guid)) ?? '{}') as Record<string, string>,
    forgetCookies: (guid) => vault.remove(cookiesSecret(guid)),
    accounts: accountLogin({ accounts: store.accounts, vault, now: Date.now }),
    sentiment: sentimentJudges({ config, vault, settings: store.sentimentSettings }),
    sampleItems: async (job, platform) => {
      const { sampleItems } = await import('#core/sandbox/sample-items.ts');
      return sampleItems({ platform, target: job.target, options: toExportOptions(job.options, platform, tierOf(job.plan)) });
    },
    watch: openPageWatch(watch),
    now: Date.now,
  });
  engine.subscribe((change) => sendNews(port, change));
  answerCalls(port, async (name, input) => {
    if (name === 'pack') return writing.pack(input as PackRequest);
    const created = name === 'create' ? (input as readonly NewJob[]).map(({ guid }) => store.jobs.find(guid)) : [null];
    // Asked again, since the thread before died over the answer.
    if (!created.includes(null)) return created;
    return answer(engine, name as keyof EnginePort | 'start', input);
  });
}

async function answer(engine: Engine, name: keyof EnginePort | 'start', input: unknown): Promise<unknown> {
  switch (name) {
    case 'start':
      return engine.start(input as readonly PageDeath[]);
    case 'create':
      return engine.create(input as readonly NewJob[]);
    case 'stop':
      return engine.stop(input as string);
    case 'retry':
      return engine.retry(input as string);
    case 'goOnInWindow':
      return engine.goOnInWindow(input as string);
    case 'forgetWindows':
      return engine.forgetWindows(input as string);
    case 'remove':
      return engine.remove(input as string);
    case 'writeFiles': {
      const { guid, formats } = input as { guid: string; formats: readonly FileFormat[] };
      return engine.writeFiles(guid, formats);
    }
    case 'reprocess': {
      const { guid, wish } = input as { guid: string; wish: Reprocessing };
      return engine.reprocess(guid, wish);
    }
    case 'cancelReprocessing':
      return engine.cancelReprocessing(input as string);
    case 'pause':
      return engine.pause();
    case 'resume':
      return engine.resume();
    case 'close':
      return engine.close();
    default:
      throw new Error(`The engine has no call "${name}".`);
  }
}

await main();
