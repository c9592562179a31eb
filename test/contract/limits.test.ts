import { describe, expect } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { APP, contractService, type ContractService, SANDBOX, THREAD, UNSUPPORTED } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer, Fields, RestClient } from '#test/clients/rest/rest-client.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';

/** More than an export of Premium holds. */
const MANY_COMMENTS = 5_200;

function refusal({ status, body, headers }: Answer, code: string): void {
  expect({ status, body }).toMatchObject({
    status: 429,
    body: { status_code: 429, error_code: code, seconds_to_wait: expect.any(Number) },
  });
  expect(Number(body['seconds_to_wait'])).toBeGreaterThan(0);
  expect(headers.get('retry-after')).toBe(String(body['seconds_to_wait']));
}

/** A client whose requests are not counted: for looking on. */
function uncounted({ service }: ContractService): RestClient {
  return service.client({ 'X-AUTH-TOKEN': service.token, ...SANDBOX });
}

async function usedToday(house: ContractService): Promise<number> {
  return Number(((await uncounted(house).get('/api/v1/api-usage')).body['usage'] as Fields)['daily_requests_used']);
}

async function pingsUntilRefused(
  { client }: ContractService,
  most: number,
): Promise<{ readonly passed: number; readonly refused: Answer }> {
  for (let passed = 0; ; passed += 1) {
    const refused = await client.get('/api/v1/ping');
    if (refused.status !== 200 || passed === most) return { passed, refused };
  }
}

describe('limits that were announced', () => {
  const house = contractService();

  stated('limit.table', async () => {
    const limits = (plan: string): Promise<Fields> => house.onPlan(plan, async () => (await house.client.get('/api/v1/user/limits')).body);
    expect(await limits('premium')).toMatchObject({
      requests_per_minute: 60,
      exports_per_day: 100,
      concurrent_exports: 1,
      queued_exports: 3,
      creations_per_3_minutes: 7,
      creations_per_5_minutes: 10,
      max_comments_per_export: 5_000,
      webhooks: 1,
      schedules: 3,
      urls_per_batch: 25,
      formats: ['xlsx', 'csv'],
      hourly_and_cron_schedules: false,
    });
    expect(await limits('business')).toMatchObject({
      requests_per_minute: 200,
      exports_per_day: null,
      concurrent_exports: 5,
      queued_exports: 5,
      creations_per_3_minutes: 30,
      creations_per_5_minutes: 15,
      max_comments_per_export: 250_000,
      webhooks: 10,
      schedules: 20,
      urls_per_batch: 100,
      formats: expect.arrayContaining(['xlsx', 'csv', 'json']),
      hourly_and_cron_schedules: true,
    });
  });

  stated('limit.comments', async () => {
    house.world.replace({ simulators: [redditSimulator({ comments: MANY_COMMENTS })] });
    await house.onPlan('premium', async () => {
      for (const options of [{ replies: true }, { replies: true, limit: 6_000 }])
        expect((await house.client.export(THREAD, options)).total_exported).toBe(5_000);
    });
    expect((await house.client.export(THREAD, { replies: true, limit: 5_100 })).total_exported).toBe(5_100);
  });

  stated('limit.lists', async () => {
    for (let number = 0; number < 12; number += 1) await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX);
    expect((await house.client.list('?limit=500')).list.length).toBeLessThanOrEqual(30);
    for (const path of ['/api/v3/jobs', '/api/v1/webhooks', '/api/v1/webhooks/events'])
      for (const query of ['limit=0', 'page=0', 'limit=x']) expect((await house.client.get(`${path}?${query}`)).status).toBe(400);
  });

  stated('limit.single', async () => {
    for (const plan of ['personal', 'premium', 'business'])
      expect((await house.onPlan(plan, () => house.client.post('/api/v3/job', { url: THREAD }))).status).toBe(201);
  });
});

describe('limits of Premium', () => {
  const house = contractService({ COMMENTDOCK_LIMITS: 'on', COMMENTDOCK_PLAN: 'premium' });
  const create = (): Promise<Answer> => house.client.post('/api/v3/job', { url: THREAD });

  stated('limit.queue', async () => {
    house.gate.close();
    const guids: string[] = [];
    for (let number = 0; number < 4; number += 1) guids.push(String((await create()).body['guid']));
    refusal(await create(), 'QUEUE_LIMIT_EXCEEDED');
    const watcher = uncounted(house);
    await watcher.waitFor(guids[0] ?? '', 'progress');
    const jobs = await Promise.all(guids.map((guid) => watcher.job(guid)));
    expect(jobs.map(({ status }) => status)).toEqual(['progress', 'queueing', 'queueing', 'queueing']);
    house.gate.open();
    for (const guid of guids) await watcher.waitFor(guid, 'done');
  });

  stated('limit.three-minutes', async () => {
    for (let made = 4; made < 7; made += 1) {
      const { status, body } = await create();
      expect(status).toBe(201);
      await uncounted(house).waitFor(String(body['guid']), 'done');
    }
    refusal(await create(), 'RATE_WINDOW_EXCEEDED');
    expect((await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX)).status).toBe(201);
  });

  stated('limit.day', async () => {
    const batch = (from: number, to: number): Promise<Answer> =>
      house.client.post('/api/v1/batch-export', { urls: Array.from({ length: to - from }, (_, index) => `${THREAD}?n=${from + index}`) });
    const first = await usedToday(house);
    for (let from = first; from < 100; from += 25) expect((await batch(from, Math.min(from + 25, 100))).status).toBe(201);
    expect(await usedToday(house)).toBe(100);
    const newest = async (): Promise<unknown> => (await uncounted(house).list('?limit=1')).list[0]?.['guid'];
    const before = await newest();
    refusal(await batch(100, 102), 'DAILY_LIMIT_EXCEEDED');
    refusal(await create(), 'DAILY_LIMIT_EXCEEDED');
    expect(await newest()).toBe(before);
  });

  stated('limit.minute', async () => {
    const { passed, refused } = await pingsUntilRefused(house, 61);
    expect(passed).toBeLessThanOrEqual(60);
    refusal(refused, 'RATE_LIMIT_EXCEEDED');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    for (const path of ['/api/v1/ping', '/api/v3/jobs', '/api/v1/webhooks'])
      expect((await house.client.get(path, SANDBOX)).status).toBe(200);
  });
});

describe('limits of Business', () => {
  const house = contractService({ COMMENTDOCK_LIMITS: 'on' });

  stated('limit.urls-count', async () => {
    house.gate.close();
    expect((await house.client.post('/api/v3/job', { urls: [THREAD, APP, THREAD] })).status).toBe(201);
    expect(await usedToday(house)).toBe(3);
    expect((await house.client.post('/api/v1/batch-export', { urls: [THREAD, APP, UNSUPPORTED] })).status).toBe(201);
    expect(await usedToday(house)).toBe(5);
  });

  stated('limit.business-queue', async () => {
    house.gate.close();
    for (let number = 5; number < 10; number += 1) expect((await house.client.post('/api/v3/job', { url: THREAD })).status).toBe(201);
    refusal(await house.client.post('/api/v3/job', { url: THREAD }), 'QUEUE_LIMIT_EXCEEDED');
    const { list } = await uncounted(house).list();
    expect(list.filter(({ status }) => status === 'progress')).toHaveLength(5);
    house.gate.open();
    for (const { guid } of list) await uncounted(house).waitFor(String(guid), 'done');
  });

  stated('limit.business-window', async () => {
    for (let number = 8; number < 15; number += 1) {
      const { status, body } = await house.client.post('/api/v3/job', { url: APP, options: { limit: 1 } });
      expect(status).toBe(201);
      await uncounted(house).waitFor(String(body['guid']), 'done');
    }
    refusal(await house.client.post('/api/v3/job', { url: APP }), 'RATE_WINDOW_EXCEEDED');
  });

  stated('limit.business-minute', async () => {
    const { passed, refused } = await pingsUntilRefused(house, 201);
    expect(passed).toBeLessThanOrEqual(200);
    refusal(refused, 'RATE_LIMIT_EXCEEDED');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('200');
  });
});

describe('more exports than run at once', () => {
  const house = contractService({ COMMENTDOCK_LIMITS: 'on' });

  stated('error.concurrency', async () => {
    expect(ERROR_CATALOGUE.CONCURRENCY_RATE_LIMIT.status).toBe(429);
    expect(JSON.stringify((await house.client.get('/openapi.json')).body)).toContain('"CONCURRENCY_RATE_LIMIT"');
    house.gate.close();
    const guids: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const { status, body } = await house.client.post('/api/v3/job', { url: THREAD });
      expect(status).toBe(201);
      guids.push(String(body['guid']));
    }
    const watcher = uncounted(house);
    for (const guid of guids.slice(0, 5)) await watcher.waitFor(guid, 'progress');
    expect((await watcher.job(guids[5] ?? ''))['status']).toBe('queueing');
    house.gate.open();
    for (const guid of guids) await watcher.waitFor(guid, 'done');
  });
});
