import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { Engine } from '#core/engine/engine.ts';
import type { EngineStore, NetworkPort } from '#core/engine/ports.ts';
import { createInstalledAgent } from '#core/network/browser/installed-agent.ts';
import { createDefaultExit } from '#core/network/browser/exit.ts';
import { createFleet } from '#core/network/browser/fleet.ts';
import { loadTrust } from '#core/network/certificates.ts';
import { createPacer } from '#core/network/pacing.ts';
import { openRunSession } from '#core/network/session.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTransport, type Transport } from '#core/network/transport.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';
import { loadPlatform, loadPlatforms } from '#core/platforms/registry.ts';
import { openEngineStore } from '#core/store/store.ts';
import type { World } from '#test/world/world.ts';
import { writingHere } from '#test/engine/writing-here.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** Every wait between tries is this part of what it is for owners. */
const RETRY_SCALE = 0.001;

interface Conditions {
  readonly world: World;
  /** Requests at once: 1 is a sequential reader. */
  readonly lanes: number;
  /** What a hang costs. Left out: as for owners. */
  readonly phaseTimeoutMs?: number;
}

/** Engine, network, store and writers as owners have them, on a data folder of their own, in a world where things go wrong. */
export interface FaultyExport extends AsyncDisposable {
  /** Exports to the end, requeues included. */
  run(url: string, options?: JobOptions): Promise<JobRecord>;
  /** Starts an export and returns its guid. */
  begin(url: string, options?: JobOptions): Promise<string>;
  stop(guid: string): Promise<JobRecord>;
  /** Retries a failed job by hand, to the end. */
  retry(guid: string): Promise<JobRecord>;
  /** Rows of the JSON file of what is stored now. */
  rows(guid: string): Promise<Item[]>;
  /** Requests that were handed to the wire so far, whether or not they reached the world. */
  made(): number;
}

export function openFaultyExport({ world, lanes, phaseTimeoutMs }: Conditions): FaultyExport {
  const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-faults-'));
  const exportsFolder = join(dataDir, 'exports');
  mkdirSync(exportsFolder);
  const store = openEngineStore(inFolder(dataDir));
  let made = 0;
  const engine = new Engine({
    store,
    network: networkIn(world, store, { phaseTimeoutMs, onMade: () => void (made += 1) }),
    writing: writingHere(dataDir, exportsFolder),
    exportsFolder,
    retryScale: RETRY_SCALE,
    lanes,
    platformById: loadPlatform,
    cookiesOf: () => ({}),
    keyForProject: () => new Uint8Array(32),
    forgetCookies: () => undefined,
    sampleItems: async () => [],
    now: Date.now,
  });
  const create = async (guid: string, url: string, options: JobOptions): Promise<unknown> => {
    const { platform, target } = (await loadPlatforms()).choose(url, options);
    const rest = { plan: 'business', formats: ['json'], sandbox: false, batchId: null, tokenUuid: null } as const;
    return engine.create([{ guid, url, options, platform: platform.id, target, ...rest }]);
  };
  return {
    run(url, options = {}) {
      const guid = randomUUID();
      return endOf(engine, guid, () => create(guid, url, options));
    },
    async begin(url, options = {}) {
      const guid = randomUUID();
      await create(guid, url, options);
      return guid;
    },
    stop: (guid) => engine.stop(guid),
    retry: (guid) => endOf(engine, guid, () => engine.retry(guid)),
    async rows(guid) {
      const job = await engine.writeFiles(guid, ['json']);
      const name = job.files.find((file) => file.format === 'json')?.name ?? '';
      return JSON.parse(readFileSync(join(exportsFolder, name), 'utf8')) as Item[];
    },
    made: () => made,
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** As the engine's thread has it, without ceilings and with a shorter patience. */
function networkIn(
  world: World,
  { hosts }: EngineStore,
  { phaseTimeoutMs, onMade }: { readonly phaseTimeoutMs: number | undefined; onMade(): void },
): NetworkPort {
  const route = { httpsProxy: world.url, httpProxy: world.url, noProxy: null, extraCaFile: world.caFile };
  const guard = createTargetGuard({ allowedInnerHosts: null });
  const wire = createTransport(route, guard, phaseTimeoutMs);
  const transport: Transport = {
    ...wire,
    exchange(outgoing, signal) {
      onMade();
      return wire.exchange(outgoing, signal);
    },
  };
  const pacer = createPacer({ ceilings: 'off', hosts, now: Date.now });
  const browsers = createFleet({ browser: null });
  const installedAgent = createInstalledAgent({ setting: null });
  const exit = createDefaultExit({ settings: route, trust: () => loadTrust(route.extraCaFile), guard });
  return {
    openSession: async (run) =>
      openRunSession(run, { transport, pacer, retryScale: RETRY_SCALE, now: Date.now, browsers, guard, exit, installedAgent }),
    async close() {
      pacer.close(new LastingWireFailure('closed'));
      await Promise.all([transport.close(), browsers.close().then(() => exit.close())]);
    },
  };
}

/** The job once it has ended for good. */
async function endOf(engine: Engine, guid: string, begin: () => Promise<unknown>): Promise<JobRecord> {
  const { promise, resolve } = Promise.withResolvers<JobRecord>();
  const unsubscribe = engine.subscribe(({ kind, job }) => {
    if (job.guid === guid && (kind === 'finished' || kind === 'failed' || kind === 'stopped')) resolve(job);
  });
  try {
    await begin();
    return await promise;
  } finally {
    unsubscribe();
  }
}
