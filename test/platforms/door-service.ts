import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { Engine } from '#core/engine/engine.ts';
import { createNetwork, type NetworkSetup } from '#core/network/network.ts';
import type { Page, PlatformDefinition } from '#core/platform-api/define.ts';
import type { PlatformRegistry } from '#core/platforms/registry.ts';
import { openEngineStore } from '#core/store/store.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { QUIET_CONFIG } from '#test/network/page.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** Pages of simulated sites are whole when they come: what they lack then never comes. */
const PAGE_PATIENCE = 0.1;

/** What an export is, without the world that answers it. */
type ExportWish = Pick<SimulatedExport, 'platform' | 'url' | 'selector' | 'cookies'>;

/** The engine as owners have it, with all platforms, their paces left out, one page at a time. */
export interface DoorService extends AsyncDisposable {
  /** Begins an export and gives its last state. */
  run(wish: ExportWish): Promise<JobRecord>;
  /** Goes on with one that failed, to its next end. */
  goOn(guid: string): Promise<JobRecord>;
  /** Ids in the JSON file of what is stored now. */
  ids(guid: string): Promise<string[]>;
}

/** @param onPage told of each page that a platform read, before the engine asks for the next one */
export function openDoorService(setup: {
  readonly dataDir: string;
  readonly config: Partial<NetworkSetup['config']>;
  readonly registry: PlatformRegistry;
  readonly onPage: (page: Page) => void;
}): DoorService {
  const exportsFolder = join(setup.dataDir, 'exports');
  mkdirSync(exportsFolder, { recursive: true });
  const { registry } = setup;
  const store = openEngineStore(inFolder(setup.dataDir));
  const cookies = new Map<string, Readonly<Record<string, string>>>();
  const config = { ...QUIET_CONFIG, ...setup.config };
  const engine = new Engine({
    store,
    network: createNetwork({ config, hosts: store.hosts, pagePatience: PAGE_PATIENCE }),
    writing: startWriting(inFolder(setup.dataDir), exportsFolder),
    exportsFolder,
    retryScale: config.retryScale,
    lanes: 1,
    platformById: async (id) => watched(registry.find(id) as PlatformDefinition, setup.onPage),
    cookiesOf: (guid) => cookies.get(guid) ?? {},
    keyForProject: () => new Uint8Array(32),
    forgetCookies: (guid) => void cookies.delete(guid),
    sampleItems: async () => [],
    now: Date.now,
  });
  const nextEnd = (guid: string): Promise<JobRecord> => {
    const { promise, resolve } = Promise.withResolvers<JobRecord>();
    const unsubscribe = engine.subscribe(({ kind, job }) => {
      if (job.guid !== guid || (kind !== 'finished' && kind !== 'failed' && kind !== 'stopped')) return;
      unsubscribe();
      resolve(job);
    });
    return promise;
  };
  return {
    async run({ platform, url, selector, cookies: given }) {
      const guid = randomUUID();
      const options = selector === undefined ? {} : { [selector]: true };
      if (given !== undefined) cookies.set(guid, given);
      const end = nextEnd(guid);
      const { target } = registry.choose(url, options);
      await engine.create([
        { guid, url, options, platform, target, plan: 'business', formats: ['json'], sandbox: false, batchId: null, tokenUuid: null },
      ]);
      return end;
    },
    async goOn(guid) {
      const end = nextEnd(guid);
      await engine.retry(guid);
      return end;
    },
    async ids(guid) {
      const { files } = await engine.writeFiles(guid, ['json']);
      const name = files.find((file) => file.format === 'json')?.name ?? '';
      return (JSON.parse(readFileSync(join(exportsFolder, name), 'utf8')) as Item[]).map((item) => item.id);
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

function watched(platform: PlatformDefinition, onPage: (page: Page) => void): PlatformDefinition {
  return {
    ...platform,
    pace: { ...platform.pace, perSecond: 1_000, concurrency: 1 },
    async fetchPage(cursor, session) {
      const page = await platform.fetchPage(cursor, session);
      onPage(page);
      return page;
    },
  };
}
