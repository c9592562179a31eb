import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { drawWinners } from '#core/analysis/draw.ts';
import { NO_TEXTS, withText } from '#core/analysis/sentiment-providers/estimate.ts';
import type { Item } from '#core/contract/item.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import { judgedText } from '#core/contract/sentiment.ts';
import type { BulkRecord, BulkStore, DatasetPort, PackRequest } from '#core/exports/bulk-ports.ts';
import { folderFiles } from '#core/exports/folder-files.ts';
import type { JobReader, MediaFiles } from '#core/exports/ports.ts';
import { storedArchives } from '#core/exports/stored-archives.ts';
import type { PoolRecord, PoolStore, RouteRecord, RouteStore } from '#core/routes/ports.ts';
import type { Paging } from '#core/operations/input-fields.ts';

/** Draws among what a test gives; writes down what is packed, in place of the archive. */
export interface FakeDatasets extends DatasetPort {
  items: readonly Item[];
  readonly packed: PackRequest[];
  /** What packing ends with. */
  failure: Error | null;
}

function fakeDatasets(exportsFolder: string): FakeDatasets {
  const fake: FakeDatasets = {
    items: [],
    packed: [],
    failure: null,
    draw: async (_guid, wish) => drawWinners(() => [fake.items], wish),
    async measureTexts() {
      const size = fake.items.reduce((sum, item) => withText(sum, judgedText(item)), NO_TEXTS);
      return { ...size, rows: fake.items.length };
    },
    addressesOf: async () => fake.items.flatMap(({ url }) => url ?? []),
    async pack(request) {
      fake.packed.push(request);
      if (fake.failure !== null) throw fake.failure;
      writeFileSync(join(exportsFolder, request.archive), JSON.stringify(request));
    },
    merge: async (request) => writeFileSync(join(exportsFolder, request.name), JSON.stringify(request)),
    close: async () => undefined,
  };
  return fake;
}

function memoryBulk(): BulkStore {
  const records = new Map<string, BulkRecord>();
  return {
    insert: (bulk) => void records.set(bulk.uuid, bulk),
    find: (uuid) => records.get(uuid) ?? null,
    nextProcessing: () => [...records.values()].find(({ status }) => status === 'processing') ?? null,
    ofFile: (fileName) => [...records.values()].find((record) => record.fileName === fileName) ?? null,
    fileNames: () => new Set([...records.values()].map(({ fileName }) => fileName)),
    settle(uuid, outcome) {
      const record = records.get(uuid);
      if (record?.status !== 'processing') return false;
      records.set(uuid, { ...record, ...outcome });
      return true;
    },
    remove: (uuid) => void records.delete(uuid),
  };
}

/** Files and archives in a folder, of what is no more than noted. */
export function fakeFiles(exportsFolder: string, engine: Pick<EnginePort, 'writeFiles'> & Pick<JobReader, 'find'>) {
  const [bulk, datasets, resultFiles] = [memoryBulk(), fakeDatasets(exportsFolder), folderFiles(exportsFolder)];
  const nothing = { of: async () => [], ofAddress: async () => null };
  const media: MediaFiles = { ...nothing, open: async () => Readable.from([]), archive: () => Readable.from([]) };
  const archives = storedArchives({ bulk, jobs: engine, engine, datasets, media, resultFiles, exportsFolder });
  return { bulk, datasets, media, resultFiles, archives };
}

export function memoryRoutes(): RouteStore {
  const records = new Map<string, RouteRecord>();
  const inOrder = (): RouteRecord[] => [...records.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    insert: (route) => void records.set(route.uuid, route),
    list: (paging) => pageOf(inOrder(), paging),
    names: () => inOrder().map(({ name }) => name),
    find: (uuid) => records.get(uuid) ?? null,
    findByCode: (code) => inOrder().find((route) => route.code === code.toUpperCase()) ?? null,
    findByName: (name) => inOrder().find((route) => route.name === name) ?? null,
    update: (route) => void records.set(route.uuid, route),
    remove: (uuid) => void records.delete(uuid),
    noteHealth(uuid, health) {
      const route = records.get(uuid);
      if (route !== undefined) records.set(uuid, { ...route, health });
    },
  };
}

export function memoryPools(): PoolStore {
  const records = new Map<string, PoolRecord>();
  return {
    insert: (pool) => void records.set(pool.uuid, pool),
    list: (paging) => pageOf([...records.values()].toReversed(), paging),
    uuids: () => [...records.keys()],
    find: (uuid) => records.get(uuid) ?? null,
    remove: (uuid) => void records.delete(uuid),
    noteHealth(uuid, healths) {
      const pool = records.get(uuid);
      if (pool === undefined) return;
      records.set(uuid, { ...pool, proxies: pool.proxies.map((proxy, index) => ({ ...proxy, health: healths[index] ?? null })) });
    },
  };
}

function pageOf<T>(all: readonly T[], { page, limit }: Paging): readonly T[] {
  return all.slice((page - 1) * limit, page * limit);
}
