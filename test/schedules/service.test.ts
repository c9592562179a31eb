import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRunFile } from '#core/config/run-file.ts';
import { type Schedule, scheduleSchema } from '#core/contract/schedule.ts';
import { openDatabase } from '#core/store/database.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { ownFolder } from '#test/own.ts';
import { startWorld, type World } from '#test/world/world.ts';

const STORY_URL = 'https://news.ycombinator.com/item?id=1000000';
const COMMENTS = 25;
const PATIENCE = { interval: 50 };
const HOUR_MS = 3_600_000;

let dataDir: string;
let world: World;
let service: RunningService | null;

beforeEach(async () => {
  dataDir = ownFolder('schedules');
  world = await startWorld({ simulators: [hackerNewsSimulator({ comments: COMMENTS })] });
  service = null;
});
afterEach(async () => {
  await service?.kill();
  await world[Symbol.asyncDispose]();
});

async function start(): Promise<RunningService> {
  service = await startServiceProcess(dataDir, { ...world.env, COMMENTDOCK_PACE: 'off' });
  return service;
}

async function kill(): Promise<void> {
  await service?.kill();
  service = null;
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(new URL(path, service?.baseUrl), {
    method,
    headers: { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function schedule(method: string, path: string, status: number, body?: unknown): Promise<Schedule> {
  const answer = await ask(method, `/api/v1/schedules${path}`, body);
  expect(answer.status).toBe(status);
  return scheduleSchema.parse(await answer.json());
}

async function countExports(): Promise<number> {
  return z.array(z.object({ guid: z.string() })).parse(await (await ask('GET', '/api/v3/jobs')).json()).length;
}

describe('a service', () => {
  it('runs a schedule on demand and delivers the whole thread', async () => {
    const running = await start();
    const { uuid } = await schedule('POST', '', 201, { url: STORY_URL, frequency: 'daily', options: { replies: true } });
    const { lastJobGuid, runsCount } = await schedule('POST', `/${uuid}/run-now`, 202);
    expect(runsCount).toBe(1);
    await expect.poll(async () => (await running.job(lastJobGuid ?? '')).status, PATIENCE).toBe('done');
    expect((await running.job(lastJobGuid ?? '')).total_exported).toBe(COMMENTS);
    expect(z.array(z.unknown()).parse(JSON.parse(await running.json(lastJobGuid ?? '')))).toHaveLength(COMMENTS);
    expect(await schedule('POST', `/${uuid}/pause`, 200)).toMatchObject({ status: 'paused', nextRunAt: null, lastJobGuid });
    expect(await schedule('POST', `/${uuid}/resume`, 200)).toMatchObject({ status: 'active' });
    expect(await schedule('PUT', `/${uuid}`, 200, { url: STORY_URL, cron: '0 9 * * 1-5' })).toMatchObject({
      frequency: 'custom',
      runsCount: 1,
    });
    expect(await schedule('PATCH', `/${uuid}`, 200, { name: 'Weekdays' })).toMatchObject({ name: 'Weekdays', cron: '0 9 * * 1-5' });
    expect((await ask('DELETE', `/api/v1/schedules/${uuid}`)).status).toBe(204);
    expect((await ask('GET', `/api/v1/schedules/${uuid}`)).status).toBe(404);
  });

  it('makes up by itself, once, for the due times of ten days in which it was closed', async () => {
    await start();
    const { uuid } = await schedule('POST', '', 201, { url: STORY_URL, frequency: 'hourly' });
    await kill();
    // As if the schedule had been due for the first time ten days ago, less half an hour.
    const connection = openDatabase(dataDir);
    const shiftMs = 240 * HOUR_MS - HOUR_MS / 2;
    connection
      .prepare('UPDATE schedules SET next_run_at_ms = next_run_at_ms - ?, anchor_at_ms = anchor_at_ms - ?')
      .run(HOUR_MS + shiftMs, shiftMs);
    connection.close();
    await start();
    await expect.poll(() => schedule('GET', `/${uuid}`, 200), PATIENCE).toMatchObject({ runsCount: 1, missedRuns: 239 });
    const { lastJobGuid, nextRunAt } = await schedule('GET', `/${uuid}`, 200);
    expect(Date.parse(nextRunAt ?? '')).toBeGreaterThan(Date.now());
    await expect.poll(async () => (await service?.job(lastJobGuid ?? ''))?.status, PATIENCE).toBe('done');
    await kill();
    await start();
    expect(await schedule('GET', `/${uuid}`, 200)).toMatchObject({ runsCount: 1, missedRuns: 239, lastJobGuid });
    expect(await countExports()).toBe(1);
  });
});
