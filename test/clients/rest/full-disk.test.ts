import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { Answer, RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { mountSmallDisk, type SmallDisk, smallDisksLack } from '#test/crash/small-disk.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const LACKING = smallDisksLack();
const APP = 'https://store.steampowered.com/app/10/';
/** Far more than the disk holds. */
const MANY = 40_000;
const DISK_MB = 12;
const STACK = /\n\s+at |\.ts:\d+|node:internal/;

let world: World;
let disk: SmallDisk;
let service: ServiceProcess;
let client: RestClient;
let gate: Gate;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

describe.skipIf(LACKING !== null)(`a full disk${LACKING === null ? '' : ` (skipped: ${LACKING})`}`, () => {
  beforeEach(async () => {
    gate = gateBefore(steamSimulator({ reviews: MANY }));
    world.replace({ simulators: [gate.simulator] });
    disk = mountSmallDisk(DISK_MB);
    service = await startServiceProcess({
      world: world.env,
      env: { COMMENTDOCK_LIMITS: 'on', COMMENTDOCK_PLAN: 'business' },
      dataDir: disk.folder,
    });
    client = service.client();
  });
  afterEach(async () => {
    gate.open();
    await service[Symbol.asyncDispose]();
    disk[Symbol.dispose]();
  });

  it('ends the export that fills it with DISK; all that needs no room goes on, and with room the export does', async () => {
    const small = await client.export(APP, { limit: 200 });
    const { guid } = await client.create(APP, { limit: MANY });
    const failed = await failure(guid);
    expect(failed).toMatchObject({ status: 'error', error_code: 'DISK', error: expect.stringMatching(/Free some space/) });
    expect(failed.error).not.toMatch(STACK);
    const fetched = failed.total_exported;
    expect(fetched).toBeGreaterThan(200);
    disk.fill();
    for (const path of ['/api/v1/ping', '/api/v3/jobs', `/api/v3/job/${guid}`, `/api/v3/job/${small.guid}/download`])
      expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 200 });
    const next = await client.post('/api/v3/job', { url: APP, options: { limit: MANY } });
    const code = next.status === 201 ? (await failure(String(next.body['guid']))).error_code : next.body['error_code'];
    expect(code).toBe('DISK');
    disk.makeRoom();
    disk.grow(4 * DISK_MB);
    world.replace({ simulators: [steamSimulator({ reviews: fetched + 300 })] });
    expect((await client.retry(guid)).status).toBe(200);
    const done = await failure(guid);
    expect(done).toMatchObject({ status: 'done', error: null, error_code: null, total_exported: fetched + 300 });
    const rows = JSON.parse((await client.get(`/api/v3/job/${guid}/json`)).bytes.toString()) as readonly { id: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(fetched + 300);
    expect(statSync(join(disk.folder, 'reserve')).size).toBeGreaterThan(1_000_000);
    expect(service.said).not.toMatch(STACK);
  });

  it('holds neither stopping nor deleting up', async () => {
    const done = await client.export(APP, { limit: 200 });
    const other = await client.export(APP, { limit: 200 });
    gate.close(() => true);
    const { guid: running } = await client.create(APP, { limit: 300 });
    const { guid: beside } = await client.create(APP, { limit: 300 });
    const webhook = { url: 'https://receiver.example/hook', events: ['export.finished'], signingSecret: 'made up for a test' };
    const schedule = { url: APP, frequency: 'daily' };
    const made = [
      `/api/v1/webhooks/${uuidOf(await client.post('/api/v1/webhooks', webhook))}`,
      `/api/v1/schedules/${uuidOf(await client.post('/api/v1/schedules', schedule))}`,
    ];
    disk.fill();
    expect(disk.freeBytes).toBe(0);
    expect(await client.stop(running)).toMatchObject({ status: 200, body: { status: 'stopped' } });
    expect((await client.delete(beside)).status).toBe(204);
    expect((await client.delete(done.guid)).status).toBe(204);
    expect(await client.list()).toMatchObject({ status: 200, list: [{ guid: running }, { guid: other.guid }] });
    for (const path of made) expect({ path, status: (await client.ask('DELETE', path)).status }).toEqual({ path, status: 204 });
    await service.restart('kill');
    client = service.client();
    expect(await client.list()).toMatchObject({ status: 200, list: [{ guid: running }, { guid: other.guid }] });
    expect((await client.delete(other.guid)).status).toBe(204);
  });

  it('lets the service start again and again; without any room at all it says so and ends', async () => {
    gate.close(() => true);
    // Goes on with the start, and takes what room it finds.
    const { guid } = await client.create(APP, { limit: MANY });
    await expect.poll(async () => (await client.job(guid)).status).toBe('progress');
    disk.fill();
    gate.open();
    for (const how of ['kill', 'quit', 'quit', 'kill'] as const) {
      await service.restart(how);
      client = service.client();
      expect(await failure(guid)).toMatchObject({ status: 'error', error_code: 'DISK' });
    }
    await service.end();
    rmSync(join(disk.folder, 'reserve'));
    disk.fill();
    expect(JSON.parse(await service.printed(['serve', '--json']))).toMatchObject({
      error_code: 'DISK',
      detail: expect.stringMatching(/full/),
    });
    disk.makeRoom();
    disk.grow(4 * DISK_MB);
    await service.restart('quit');
    client = service.client();
    expect((await client.delete(guid)).status).toBe(204);
  });
});

async function failure(guid: string) {
  await expect.poll(async () => (await client.job(guid)).status, { interval: 400 }).not.toMatch(/^(?:queueing|progress)$/);
  return client.job(guid);
}

function uuidOf({ status, body }: Answer): string {
  expect(status).toBe(201);
  return String(body['uuid']);
}
