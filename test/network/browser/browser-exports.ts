import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { Engine } from '#core/engine/engine.ts';
import { createNetwork, type NetworkSetup } from '#core/network/network.ts';
import { openEngineStore } from '#core/store/store.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { signedPlatform } from '#test/network/browser/signed-platform.ts';
import { QUIET_CONFIG } from '#test/network/page.ts';
import { SIGNED_HOST } from '#test/world/simulators/signed-site.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** The engine as owners have it, with the signed site for its only platform. */
export interface BrowserExports extends AsyncDisposable {
  readonly engine: Engine;
  /** Exports `post` or `feed` of this id to the end. */
  run(target: 'post' | 'feed', id: string): Promise<JobRecord>;
  /** Begins one; `ended` resolves with its last state. */
  begin(target: 'post' | 'feed', id: string): Promise<{ readonly guid: string; readonly ended: Promise<JobRecord> }>;
  /** Ids in the JSON file of what is stored now. */
  ids(guid: string): Promise<string[]>;
}

export function openBrowserExports(setup: {
  readonly dataDir: string;
  readonly config: Partial<NetworkSetup['config']>;
  readonly browserIdleMs?: number;
}): BrowserExports {
  const { dataDir, config, browserIdleMs } = setup;
  const exportsFolder = join(dataDir, 'exports');
  mkdirSync(exportsFolder, { recursive: true });
  const store = openEngineStore(inFolder(dataDir));
  const engine = new Engine({
    store,
    network: createNetwork({
      config: { ...QUIET_CONFIG, ...config },
      hosts: store.hosts,
      ...(browserIdleMs === undefined ? {} : { browserIdleMs }),
    }),
    writing: startWriting(inFolder(dataDir), exportsFolder),
    exportsFolder,
    retryScale: config.retryScale ?? 0,
    lanes: 1,
    platformById: async () => signedPlatform,
    cookiesOf: () => ({}),
    keyForProject: () => new Uint8Array(32),
    forgetCookies: () => undefined,
    sampleItems: async () => [],
    now: Date.now,
  });
  const begin: BrowserExports['begin'] = async (target, id) => {
    const guid = randomUUID();
    const { promise: ended, resolve } = Promise.withResolvers<JobRecord>();
    const unsubscribe = engine.subscribe(({ kind, job }) => {
      if (job.guid !== guid || (kind !== 'finished' && kind !== 'failed' && kind !== 'stopped')) return;
      unsubscribe();
      resolve(job);
    });
    const url = `https://${SIGNED_HOST}/${target}/${id}`;
    const chosen = { target, params: { id }, type: 'comments', selector: 'own', url } as const;
    const rest = { plan: 'business', formats: ['json'], sandbox: false, batchId: null, tokenUuid: null } as const;
    await engine.create([{ guid, url, options: {}, platform: signedPlatform.id, target: chosen, ...rest }]);
    return { guid, ended };
  };
  return {
    engine,
    begin,
    run: async (target, id) => (await begin(target, id)).ended,
    async ids(guid) {
      const { files } = await engine.writeFiles(guid, ['json']);
      const name = files.find((file) => file.format === 'json')?.name ?? '';
      return (JSON.parse(readFileSync(join(exportsFolder, name), 'utf8')) as Item[]).map((item) => item.id);
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
