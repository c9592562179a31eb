import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import type { MovedStore } from '#core/surfaces/cli/command-host.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own, ownFolder } from '#test/own.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { type Held, whatIsHeld } from '#test/store/upgrades/kept-folder.ts';
import { hashesOf, linksOf, sampleExport } from '#test/team/sample-exports.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { programToStart } from '#test/program.ts';
import { NODE_FLAGS } from '../../bin/node-flags.js';

const APP = 'https://store.steampowered.com/app/10/';
const REVIEWS = 12;
const MOST_KILLS = 10;
/** Exports, a schedule, a webhook, a route with a password, a kept answer, tokens. */
const FORMER = join(import.meta.dirname, '../store/upgrades/0.1.0-0020/data');

const FORMER_WORKBOOKS = readdirSync(join(FORMER, 'exports')).filter((name) => name.endsWith('.xlsx'));

let cluster: Cluster;
let world: World;
let source: string;
/** Exports of an earlier version. */
let former: ReadonlySet<string>;

let held: Held;
let files: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  cluster = await own(startCluster());
  world = await own(startWorld({ simulators: [steamSimulator({ reviews: REVIEWS })] }));
  source = ownFolder('moved');
  cpSync(FORMER, source, { recursive: true });
  await using service = await startServiceProcess({ world: world.env, dataDir: source });
  await fill(service);
  held = await whatIsHeld(service);
  files = await filesOf(service);
});

function owner(service: ServiceProcess): RestClient {
  return service.client({ 'X-AUTH-TOKEN': readRunFile(service.dataDir)?.owner_secret ?? '' });
}

/** A living dataset, verdicts, a member with a token, and an export that waits. */
async function fill(service: ServiceProcess): Promise<void> {
  const client = owner(service);
  former = new Set((await client.get('/api/v3/jobs?limit=100')).list.map(({ guid }) => String(guid)));
  await sampleExport(client);
  const { body } = await client.post('/api/v1/schedules', { url: APP, frequency: 'daily', incremental: true });
  for (let runs = 0; runs < 2; runs += 1) {
    const run = await client.post(`/api/v1/schedules/${String(body['uuid'])}/run-now`);
    await client.waitFor(String(run.body['lastJobGuid']), 'done');
  }
  await client.post(`/api/v1/schedules/${String(body['uuid'])}/pause`);
  expect((await client.post('/api/v1/members', { name: 'Ann' })).status).toBe(201);
  await client.post('/api/v1/pause', { until: 'resume' });
  await client.create(APP, { limit: 3 });
}

/** SHA-256 of every file of every export that is done and of this version, by its guid. */
async function filesOf(service: ServiceProcess): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = owner(service);
  const { list } = await client.get('/api/v3/jobs?limit=100');
  const done = list.flatMap(({ guid, status }) => (status === 'done' && !former.has(String(guid)) ? [String(guid)] : []));
  const entries = await Promise.all(done.map(async (guid) => [guid, await hashesOf(await linksOf(client, guid))] as const));
  return Object.fromEntries(entries);
}

interface Ended {
  readonly exitCode: number | null;
  readonly moved: MovedStore;
}

/** @param onTable told of each table that has been copied; true ends the process there and then */
async function move(from: string, to: string, onTable: () => boolean = () => false): Promise<Ended> {
  const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), 'move', from, to, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  createInterface({ input: child.stderr }).on('line', () => {
    if (onTable()) child.kill('SIGKILL');
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, moved: JSON.parse(printed || '{}') as MovedStore };
}

/** A folder that has the key, and nothing else. */
function folderWithKey(): string {
  const dataDir = ownFolder('move');
  mkdirSync(join(dataDir, 'vault'));
  cpSync(join(source, 'vault/key.json'), join(dataDir, 'vault/key.json'));
  return dataDir;
}

function sumsOf({ tables }: MovedStore): Readonly<Record<string, string>> {
  return Object.fromEntries(tables.map(({ table, sha256 }) => [table, sha256]));
}

describe('a data folder, moved into a database and back', () => {
  let databaseUrl: string;
  let back: string;
  let there: MovedStore;

  beforeAll(async () => {
    databaseUrl = await cluster.newDatabase();
    back = folderWithKey();
    there = (await move(source, databaseUrl)).moved;
  });

  it('is the same in all tables on the way back, killed after each table that it gets to', async () => {
    let kills = 0;
    let again: Ended;
    do {
      again = await move(databaseUrl, back, () => kills < MOST_KILLS);
      if (again.exitCode === null) kills += 1;
    } while (again.exitCode === null);
    expect(kills).toBeGreaterThan(0);
    expect(again).toMatchObject({ exitCode: 0, moved: { secrets: there.secrets } });
    // Workbooks of an earlier version: what is not as it was is named.
    expect(again.moved.files.left.map(({ name }) => name).toSorted()).toEqual(FORMER_WORKBOOKS);
    // The database notes what files hold.
    expect({ ...sumsOf(again.moved), jobs: '' }).toEqual({ ...sumsOf(there), jobs: '' });
  });

  it('is told and handed out as before by a machine of the database, and runs what waits', async () => {
    expect(there).toMatchObject({ queued: 1, files: { copied: 0, written: 0, left: [] } });
    await using service = await startServiceProcess({
      world: world.env,
      dataDir: folderWithKey(),
      env: { COMMENTDOCK_DATABASE_URL: databaseUrl, COMMENTDOCK_WORK_LANES: '1' },
    });
    expect(await whatIsHeld(service)).toEqual(held);
    expect(await filesOf(service)).toEqual(files);
    expect(await move(databaseUrl, ownFolder('refused'))).toMatchObject({ exitCode: 8, moved: { error_code: 'DATA_DIR_IN_USE' } });
    const client = owner(service);
    const { list } = await client.get('/api/v3/jobs?limit=1');
    await client.post('/api/v1/resume');
    expect((await client.waitFor(String(list[0]?.['guid']), 'done')).total_exported).toBe(3);
  });

  it('is told and handed out as before from the folder that it came back to', async () => {
    await using service = await startServiceProcess({ world: world.env, dataDir: back });
    expect(await whatIsHeld(service)).toEqual(held);
    expect(await filesOf(service)).toEqual(files);
    expect(await move(back, ownFolder('refused'))).toMatchObject({ exitCode: 8, moved: { error_code: 'DATA_DIR_IN_USE' } });
    // Numbers go on behind those that were given.
    expect((await owner(service).post('/api/v1/members', { name: 'Bob' })).status).toBe(201);
  });
});
