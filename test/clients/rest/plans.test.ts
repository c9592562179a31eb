import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const APP = 'https://store.steampowered.com/app/10/';

let client: RestClient;
let gate: Gate;

const world = await own(startWorld());
const service = await own(startServiceProcess({ world: world.env }));

beforeEach(() => {
  gate = gateBefore(redditSimulator({ comments: 30, delivered: 30 }));
  world.replace({ simulators: [gate.simulator] });
});

afterEach(() => gate.open());

async function onPlan(plan: string): Promise<void> {
  await service.restart('quit', { COMMENTDOCK_PLAN: plan });
  client = service.client();
}

async function statusesOf(guids: readonly string[]): Promise<string[]> {
  return Promise.all(guids.map(async (guid) => (await client.job(guid)).status));
}

async function createHeld(count: number): Promise<string[]> {
  gate.close();
  const guids: string[] = [];
  for (let number = 0; number < count; number += 1) guids.push((await client.create(THREAD)).guid);
  return guids;
}

describe('business', () => {
  beforeAll(() => onPlan('business'));

  it('runs five exports at once, the others in the order in which they came', async () => {
    const guids = await createHeld(8);
    await expect.poll(() => gate.held).toBe(5);
    expect(await statusesOf(guids)).toEqual([...Array.from({ length: 5 }, () => 'progress'), 'queueing', 'queueing', 'queueing']);
    expect((await client.stop(guids[6] ?? '')).body['status']).toBe('stopped');
    expect((await client.stop(guids[0] ?? '')).body['status']).toBe('stopped');
    await expect.poll(async () => (await statusesOf(guids)).slice(5)).toEqual(['progress', 'stopped', 'queueing']);
    gate.open();
    for (const guid of [...guids.slice(1, 6), guids[7] ?? '']) await client.waitFor(guid, 'done');
    const startedAt = await Promise.all(guids.map(async (guid) => (await client.job(guid))['started_at']));
    expect(startedAt[6]).toBeNull();
    expect(startedAt.filter((at) => at !== null)).toEqual(startedAt.filter((at) => at !== null).toSorted());
  });
});

describe('premium', () => {
  beforeAll(() => onPlan('premium'));

  it('runs one export at a time, in order', async () => {
    const guids = await createHeld(3);
    await expect.poll(() => gate.held).toBe(1);
    expect(await statusesOf(guids)).toEqual(['progress', 'queueing', 'queueing']);
    gate.open();
    for (const guid of guids) await client.waitFor(guid, 'done');
    const jobs = await Promise.all(guids.map((guid) => client.job(guid)));
    for (const [index, job] of jobs.entries()) {
      const next = jobs[index + 1];
      if (next !== undefined) expect(Date.parse(String(next['started_at']))).toBeGreaterThanOrEqual(Date.parse(String(job['exported_at'])));
    }
  });

  it('has no JSON', async () => {
    const job = await client.export(THREAD);
    expect(job).toMatchObject({ json_url: null, plan: 'premium', download_link: expect.stringMatching(/\.xlsx$/) });
    for (const path of [`/api/v3/job/${job.guid}/json`, `/api/v3/job/${job.guid}/download?format=json`]) {
      const { status, body } = await client.get(path);
      expect(status).toBe(403);
      expect(body).toMatchObject({ status_code: 403, detail: expect.stringMatching(/no json; it has xlsx, csv/) });
    }
    expect((await client.get(`/api/v3/job/${job.guid}/download?format=csv`)).status).toBe(200);
  });

  it('has the major platforms only', async () => {
    const { status, body } = await client.post('/api/v3/job', { url: APP });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error_code: 'PLATFORM_NOT_ALLOWED',
      detail: 'Steam is not part of the premium plan; business has every platform.',
    });
    expect((await client.post('/api/v3/job', { urls: [THREAD, APP] })).body).toMatchObject({
      error_code: 'PLATFORM_NOT_ALLOWED',
      detail: expect.stringMatching(/^urls\[1\]/),
    });
  });
});

describe.each(['free', 'personal'])('%s', (plan) => {
  beforeAll(() => onPlan(plan));

  it('makes no token', async () => {
    const { status, body } = await client.post('/api/v1/api_tokens/generate', { name: 'one more' });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_code: 'PLAN_EXPIRED', detail: expect.stringMatching(/premium or business/) });
  });

  it(plan === 'free' ? 'exports nothing' : 'exports single URLs', async () => {
    const { status, body } = await client.post('/api/v3/job', { url: THREAD });
    expect(status).toBe(plan === 'free' ? 403 : 201);
    if (plan === 'free') expect(body['error_code']).toBe('PLAN_EXPIRED');
    else await client.waitFor(String(body['guid']), 'done');
  });

  it('still answers the token that was made before', async () => {
    expect((await client.get('/api/v1/ping')).status).toBe(200);
    expect((await client.list()).status).toBe(200);
  });
});
