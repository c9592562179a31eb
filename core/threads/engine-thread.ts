import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '#core/config/config.ts';
import { cacheBytes } from '#core/config/file-places.ts';
import type { PicturePort } from '#core/contract/media.ts';
import { tierOf } from '#core/contract/tier.ts';
import { Engine } from '#core/engine/engine.ts';
import { PlatformChecks } from '#core/engine/platform-check.ts';
import { platformOf } from '#core/engine/fetching.ts';
import { Pictures } from '#core/engine/pictures.ts';
import type { EngineParts } from '#core/engine/engine-parts.ts';
import { isOutOfHands } from '#core/engine/turns.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import { PacksInUse } from '#core/packs/packs-in-use.ts';
import { packBehindRejection } from '#core/packs/pack-platform.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { storePlace } from '#core/store/place.ts';
import { type EngineSide, openEngineStore, openScratchStore } from '#core/store/store.ts';
import { accountLogin } from '#core/threads/account-login.ts';
import { shelfOf } from '#core/threads/known-platforms.ts';
import { sendNews } from '#core/threads/calls.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';
import { lazyNetwork } from '#core/threads/lazy-network.ts';
import type { EngineThreadData } from '#core/threads/engine-client.ts';
import { CHECK_METHODS, ENGINE_METHODS, type EngineCalls } from '#core/threads/engine-calls.ts';
import { createGarbageCollection } from '#core/threads/garbage-collection.ts';
import { openPageWatch } from '#core/threads/page-watch.ts';
import { savedPasses } from '#core/threads/saved-passes.ts';
import { savedRoutes } from '#core/threads/saved-routes.ts';
import type { TeamEngine } from '#core/threads/team-engine.ts';
import { sentimentJudges } from '#core/threads/sentiment-judges.ts';
import { answerPort, methodsOf } from '#core/threads/thread-port.ts';
import { startWriting, type WritingThread } from '#core/threads/writing-client.ts';
import { keyForProject } from '#core/vault/project-keys.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { vaultFolder, vaultWithKeys } from '#core/vault/vault.ts';

/** Requests at once per export where no ceiling holds (`COMMENTDOCK_PACE=off`). */
const LANES_UNPACED = 24;

/** The engine's thread: network, store and job lifecycle, away from the API's event loop. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a worker thread.');
  const { config, exportsFolder, vaultKeys, watch } = workerData as EngineThreadData;
  const store = openEngineStore(config);
  const vault = vaultWithKeys(store.secrets ?? secretFiles(vaultFolder(config.dataDir)), vaultKeys);
  const packs = new PacksInUse(shelfOf(config.dataDir), Date.now);
  standByRejections();
  const writing = startWriting(storePlace(config), exportsFolder, { hashes: cacheBytes(config) !== null });
  const parts = {
    network: lazyNetwork({ config, hosts: store.hosts, routes: savedRoutes({ ...store, vault }), passes: savedPasses(vault) }),
    writing,
    exportsFolder,
    windowWaitHours: config.windowWaitHours,
    retryScale: config.retryScale,
    lanes: config.lanes ?? (config.pace === 'off' ? LANES_UNPACED : null),
    platformById: async (id, beforeCode) => (await packs.platform(id, beforeCode)) ?? loadPlatform(id),
    cookiesOf: (guid) => JSON.parse(vault.get(cookiesSecret(guid)) ?? '{}') as Record<string, string>,
    forgetCookies: (guid) => vault.remove(cookiesSecret(guid)),
    keyForProject: (project) => keyForProject(project, vault),
    accounts: accountLogin({ accounts: store.accounts, vault, now: Date.now }),
    sentiment: sentimentJudges({ config, vault, settings: store.sentimentSettings }),
    sampleItems: async (job, platform) => {
      const { sampleItems } = await import('#core/sandbox/sample-items.ts');
      return sampleItems({ platform, target: job.target, options: toExportOptions(job.options, platform, tierOf(job.plan)) });
    },
    watch: openPageWatch(watch, createGarbageCollection()),
    now: Date.now,
  } satisfies Omit<EngineParts, 'store'>;
  const engine = new Engine({ ...parts, store, sealing: sealingWithKeys(vaultKeys) });
  const team = await teamOf(engine, config);
  const measured = await measuredOf(engine, team, config);
  const checks = new PlatformChecks({ ...parts, learnt: store.learnt, openScratch: openScratchStore });
  const pictures = new Pictures({
    store,
    platformOf: (job) => platformOf(job, parts),
    openSession: (job, platform) => engine.fetching.openForFiles(job, platform),
  });
  engine.subscribe((change) => sendNews(port, change));
  answerPort<EngineCalls>(port, callsOf({ engine, checks, pictures, store, writing, team, measured }));
}

/** Nothing of it is loaded where there is no team. */
async function teamOf(engine: Engine, config: Config): Promise<TeamEngine | null> {
  const { databaseUrl } = config;
  if (databaseUrl === null) return null;
  const { joinTeam } = await import('#core/threads/team-engine.ts');
  return joinTeam(engine, { ...config, databaseUrl });
}

/** Nothing of it is loaded where nothing is to be measured. */
async function measuredOf(engine: Engine, team: TeamEngine | null, { metrics }: Config): Promise<EngineCalls['measured']> {
  if (metrics === 'off') return async () => [];
  const { measureEngine } = await import('#core/metrics/engine-metrics.ts');
  return measureEngine({ engine, newsHeard: () => team?.newsHeard ?? 0 });
}

interface Answering {
  readonly engine: Engine;
  readonly checks: PlatformChecks;
  readonly pictures: Pictures;
  readonly store: EngineSide;
  readonly writing: WritingThread;
  readonly team: TeamEngine | null;
  readonly measured: EngineCalls['measured'];
}

function callsOf({ engine, checks, pictures, store, writing, team, measured }: Answering): EngineCalls {
  return {
    ...methodsOf(engine, ENGINE_METHODS),
    ...methodsOf(checks, CHECK_METHODS),
    ...methodsOf<PicturePort, 'fetchPicture'>(pictures, ['fetchPicture']),
    async create(jobs) {
      const created = jobs.map(({ guid }) => store.jobs.find(guid)).filter((job) => job !== null);
      // Asked again, since the thread before died over the answer.
      return created.length === jobs.length ? created : engine.create(jobs);
    },
    async start(deaths) {
      engine.start(deaths);
      team?.start();
    },
    async pause() {
      team?.order('pause');
      await engine.pause();
    },
    async resume() {
      team?.order('resume');
      await engine.resume();
    },
    measured,
    vitals: async () => ({ takesExports: team?.takes ?? true }),
    pack: (request) => writing.pack(request),
    merge: (request) => writing.merge(request),
    async close() {
      pictures.close();
      await checks.endChecks();
      await team?.close();
      await engine.close();
    },
  };
}

/**
 * A promise that the code of a pack lets fail without anybody waiting for it ends no thread: its page does not come, or comes without it. Nor
 * does one that fails since the database of a team is away.
 */
function standByRejections(): void {
  process.on('unhandledRejection', (reason) => {
    if (packBehindRejection() === null && !isOutOfHands(reason)) throw reason;
  });
}

await main();
