import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';
import type { JobOptions, Selector } from '#core/contract/options.ts';
import type { Sealing } from '#core/contract/sealing.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import { Engine } from '#core/engine/engine.ts';
import type { AccountPort, EngineStore, JobChange, NetworkPort } from '#core/engine/ports.ts';
import type { WritingPort } from '#core/engine/writing-port.ts';
import type { SentimentPort } from '#core/engine/sentiment-ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { openEngineStore } from '#core/store/store.ts';
import { puppetSession } from '#test/engine/puppet-platform.ts';
import { writingHere } from '#test/engine/writing-here.ts';
import { inFolder } from '#test/store/in-folder.ts';

export interface RoomParts {
  readonly platforms: readonly PlatformDefinition[];
  /** Left out: files are written as for owners. */
  readonly writing?: (dataDir: string) => WritingPort;
  readonly network?: NetworkPort;
  /** What the engine has in the place of its store. */
  readonly behind?: (store: EngineStore) => EngineStore;
  /** Left out: a fresh folder, which goes with the room. */
  readonly dataDir?: string;
  /** Left out: `exports` in the data folder. */
  readonly exportsFolder?: string;
  readonly retryScale?: number;
  readonly windowWaitHours?: number;
  readonly accounts?: AccountPort;
  readonly sentiment?: SentimentPort;
  /** Left out: exchanges of pages that fail are not kept. */
  readonly sealing?: Sealing;
  /** Left out: the time of this machine. */
  readonly now?: () => number;
}

/** An engine with its store and its files on a data folder, before a platform that the test plays. */
export interface EngineRoom extends AsyncDisposable {
  readonly engine: Engine;
  readonly store: EngineStore;
  readonly dataDir: string;
  /** What was told of every job, as `kind status`. */
  told(guid: string): readonly string[];
  create(jobs?: readonly JobWish[]): Promise<readonly JobRecord[]>;
  createOne(wish?: JobWish): Promise<JobRecord>;
  job(guid: string): JobRecord;
  /** The job once this has been told of it, be it already. */
  until(guid: string, kind: JobChange['kind'], times?: number): Promise<JobRecord>;
  /** Rows of the JSON file of what is stored now. */
  rows(guid: string): Promise<readonly Item[]>;
  /** Names in the folder of files. */
  files(): readonly string[];
  /** Ends the engine and leaves the folder. */
  close(): Promise<void>;
}

interface JobWish {
  /** What the URL names. Default `1`. */
  readonly id?: string;
  readonly platform?: string;
  readonly options?: JobOptions;
  /** The list that the options choose. Default `own`. */
  readonly selector?: Selector;
  readonly plan?: Plan;
  readonly formats?: readonly FileFormat[];
  readonly sandbox?: boolean;
  /** Makes it an incremental run. */
  readonly series?: string;
  readonly byHand?: boolean;
}

export function openEngineRoom(parts: RoomParts): EngineRoom {
  const dataDir = parts.dataDir ?? mkdtempSync(join(tmpdir(), 'commentdock-engine-'));
  const exportsFolder = parts.exportsFolder ?? join(dataDir, 'exports');
  mkdirSync(exportsFolder, { recursive: true });
  const now = parts.now ?? Date.now;
  const opened = openEngineStore(inFolder(dataDir), now);
  const store = parts.behind?.(opened) ?? opened;
  const engine = new Engine({
    store,
    network: parts.network ?? { openSession: async () => puppetSession(), close: async () => undefined },
    writing: parts.writing?.(dataDir) ?? writingHere(dataDir, exportsFolder),
    exportsFolder,
    retryScale: parts.retryScale ?? 0,
    lanes: null,
    ...(parts.windowWaitHours === undefined ? {} : { windowWaitHours: parts.windowWaitHours }),
    platformById: async (id) => parts.platforms.find((platform) => platform.id === id) ?? null,
    cookiesOf: () => ({}),
    keyForProject: () => new Uint8Array(32),
    forgetCookies: () => undefined,
    ...(parts.accounts === undefined ? {} : { accounts: parts.accounts }),
    ...(parts.sentiment === undefined ? {} : { sentiment: parts.sentiment }),
    ...(parts.sealing === undefined ? {} : { sealing: parts.sealing }),
    sampleItems: async () => [],
    now,
  });
  const changes: JobChange[] = [];
  const waiting = new Set<() => void>();
  engine.subscribe((change) => {
    changes.push(change);
    for (const wake of waiting) wake();
    waiting.clear();
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await engine.close();
  };
  const create = (wishes: readonly JobWish[] = [{}]): Promise<readonly JobRecord[]> => engine.create(wishes.map(newJob));
  return {
    engine,
    store,
    dataDir,
    told: (guid) =>
      changes.filter(({ job, kind }) => job.guid === guid && kind !== 'progress').map(({ kind, job }) => `${kind} ${job.status}`),
    create,
    createOne: async (wish = {}) => (await create([wish]))[0] as JobRecord,
    job: (guid) => store.jobs.find(guid) as JobRecord,
    async until(guid, kind, times = 1) {
      for (;;) {
        const found = changes.filter((change) => change.job.guid === guid && change.kind === kind)[times - 1];
        if (found !== undefined) return found.job;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async rows(guid) {
      const { files } = await engine.writeFiles(guid, ['json']);
      return JSON.parse(readFileSync(join(exportsFolder, files.find(({ format }) => format === 'json')?.name ?? ''), 'utf8')) as Item[];
    },
    files: () => readdirSync(exportsFolder),
    close,
    async [Symbol.asyncDispose]() {
      await close();
      if (parts.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function newJob({
  id = '1',
  platform = 'puppet',
  options = {},
  plan = 'business',
  formats = ['json'],
  sandbox = false,
  selector,
  ...wish
}: JobWish): NewJob {
  const url = `https://${platform}.example/${id}`;
  const target = { target: 'thread', params: { id }, type: 'comments', selector: selector ?? 'own', url } as const;
  return { guid: randomUUID(), url, options, platform, target, plan, formats, sandbox, batchId: null, tokenUuid: null, ...wish };
}

/** Opens rooms that are closed after the test that opened them, the last one first. */
export function engineRooms(): (parts: RoomParts) => EngineRoom {
  const rooms: EngineRoom[] = [];
  afterEach(async () => {
    for (const room of rooms.splice(0).toReversed()) await room[Symbol.asyncDispose]();
  });
  return (parts) => {
    const room = openEngineRoom(parts);
    rooms.push(room);
    return room;
  };
}

/** Some turns of the event loop: what was going to happen has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}
