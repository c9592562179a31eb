import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { programToStart } from '#test/program.ts';
import { startWorld } from '#test/world/world.ts';

const REVIEWS = 350;
const PAGE = 100;
const APP = 'https://store.steampowered.com/app/10/';

let client: RestClient;
let gate: Gate;

const world = await own(startWorld());
const service = await own(startServiceProcess({ world: world.env }));

beforeEach(() => {
  client = service.client();
  gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
  world.replace({ simulators: [gate.simulator] });
});

afterEach(() => gate.open());

function isLaterPage({ url }: { readonly url: URL }): boolean {
  return url.searchParams.get('cursor') !== '*';
}

async function runningGuid(): Promise<string> {
  gate.close(isLaterPage);
  const { guid } = await client.create(APP);
  await expect.poll(async () => (await client.job(guid)).total_exported).toBe(PAGE);
  return guid;
}

async function restart(how: 'kill' | 'quit'): Promise<void> {
  await service.restart(how);
  client = service.client();
}

describe.each(['kill', 'quit'] as const)('after a %s', (how) => {
  it('what ran goes on from its last page, what waited runs, what was stopped stays so', async () => {
    const running = await runningGuid();
    const others = [];
    for (let number = 0; number < 4; number += 1) others.push((await client.create(APP)).guid);
    const waiting = (await client.create(APP, { limit: 3 })).guid;
    const stopped = (await client.create(APP)).guid;
    await client.stop(stopped);
    await expect.poll(() => gate.held).toBe(5);
    const firstPages = world.requests.filter(({ url }) => !isLaterPage({ url: new URL(url) })).length;
    await restart(how);
    expect(existsSync(join(service.dataDir, 'run.json'))).toBe(true);
    expect(['progress', 'done']).toContain((await client.job(running)).status);
    gate.open();
    for (const guid of [running, ...others])
      expect(await client.waitFor(guid, 'done')).toMatchObject({ total_exported: REVIEWS, retry: 0 });
    expect(await client.waitFor(waiting, 'done')).toMatchObject({ total_exported: 3 });
    expect((await client.job(stopped)).status).toBe('stopped');
    const asked = world.requests.filter(({ url }) => !isLaterPage({ url: new URL(url) })).length;
    expect(asked).toBe(firstPages + 1);
  });

  it('finished exports keep their links and bytes', async () => {
    const done = await client.export(APP);
    const before = await client.get(`/api/v3/job/${done.guid}/download`);
    await restart(how);
    const after = await client.get(`/api/v3/job/${done.guid}/download`);
    expect(after.status).toBe(200);
    expect(after.bytes.equals(before.bytes)).toBe(true);
    expect({ ...(await client.job(done.guid)), ...moved(done) }).toEqual({ ...done, ...moved(done) });
  });
});

describe('a kill while files are written', () => {
  it('leaves only whole files that belong to somebody', async () => {
    world.replace({ simulators: [steamSimulator({ reviews: 30_000, pageSize: 5_000 })] });
    const exports = join(service.dataDir, 'exports');
    const { guid } = await client.create(APP);
    await expect.poll(() => readdirSync(exports).some((name) => name.endsWith('.partial')), { interval: 2 }).toBe(true);
    await service.restart('kill');
    client = service.client();
    // Whole, but of nobody: as after a kill between writing it and noting it. A file of the owner is none of ours.
    const stray = `steam-reviews_${'0'.repeat(32)}.xlsx`;
    writeFileSync(join(exports, stray), '');
    writeFileSync(join(exports, 'notes.txt'), '');
    const job = await client.waitFor(guid, 'done');
    expect(job.total_exported).toBe(30_000);
    await service.restart('quit');
    const names = readdirSync(exports);
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(names).not.toContain(stray);
    expect(names).toContain('notes.txt');
    expect(names).toEqual(expect.arrayContaining([job.download_link, job.json_url].map((link) => link?.split('/').at(-1))));
  });
});

it.each(['kill', 'quit'] as const)('after a %s a host that asked to wait is left alone, by every export', async (how) => {
  await using own = await startServiceProcess({ world: world.env });
  world.addFault({ match: isLaterPage, fault: { kind: 'status', status: 429, retryAfter: 360_000 } });
  const { guid } = await own.client().create(APP);
  const slowedDown = { error_code: 'RATE_LIMITED', total_exported: PAGE, retry: 0, error: expect.stringMatching(/slow down .* Retry in/) };
  expect(await own.client().waitFor(guid, 'error')).toMatchObject(slowedDown);
  world.clearFaults();
  await own.restart(how);
  const asked = world.count();
  await own.client().retry(guid);
  const stillWaiting = { error_code: 'RATE_LIMITED', error: expect.stringMatching(/asked us to wait; .* left/) };
  expect(await own.client().waitFor(guid, 'error')).toMatchObject({ ...stillWaiting, total_exported: PAGE });
  const other = await own.client().create(APP);
  expect(await own.client().waitFor(other.guid, 'error')).toMatchObject({ ...stillWaiting, total_exported: 0 });
  expect(world.count()).toBe(asked);
});

describe('a second process on the data folder', () => {
  it('is refused with a clear word', async () => {
    const env = { ...process.env, ...world.env, COMMENTDOCK_DATA_DIR: service.dataDir, COMMENTDOCK_PORT: '0' };
    const second = spawnSync(process.execPath, [programToStart(), 'serve'], { env, encoding: 'utf8', timeout: 20_000 });
    expect(second.status).toBe(8);
    expect(second.stderr).toContain(`DATA_DIR_IN_USE: Another Commentdock process uses ${service.dataDir}.`);
    expect((await service.client().get('/api/v1/ping')).status).toBe(200);
  });
});

/** Links name the port, which is another one after each start here. */
function moved(job: object): object {
  return Object.fromEntries(
    Object.keys(job)
      .filter((name) => /_link$|_url$/.test(name))
      .map((name) => [name, null]),
  );
}
