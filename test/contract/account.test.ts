import { describe, expect } from 'vitest';
import { APP, contractService, entries, NOBODY, THREAD, untilIdle, UNSUPPORTED, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';

const YEAR_MS = 365 * 86_400_000;
const house = contractService();

async function newToken(name?: string): Promise<Fields> {
  const before = new Set((await house.client.get('/api/v1/api_tokens')).list.map(({ uuid }) => uuid));
  const { status } = await house.client.post('/api/v1/api_tokens/generate', name === undefined ? {} : { name });
  expect(status).toBe(200);
  const added = (await house.client.get('/api/v1/api_tokens')).list.filter(({ uuid }) => !before.has(uuid));
  expect(added).toHaveLength(1);
  return added[0] ?? {};
}

describe('API tokens', () => {
  stated('token.fields', async () => {
    const token = await newToken();
    expect(token).toMatchObject({ uuid: expect.stringMatching(UUID), isExpired: false });
    const lifeMs = Date.parse(String(token['expiresAt'])) - Date.parse(String(token['createdAt']));
    expect(Math.abs(lifeMs - YEAR_MS)).toBeLessThanOrEqual(86_400_000);
    expect(Math.abs(Date.parse(String(token['createdAt'])) - Date.now())).toBeLessThan(60_000);
  });

  stated('token.value', async () => {
    const token = await newToken();
    expect(token['token']).toMatch(/^[A-Za-z0-9]{120}$/);
    expect((await house.client.get(`/api/v1/api_tokens/${String(token['uuid'])}`)).body).toEqual(token);
    expect((await house.service.client({ 'X-AUTH-TOKEN': String(token['token']) }).get('/api/v1/ping')).status).toBe(200);
  });

  stated('token.generate', async () => {
    for (const body of [undefined, {}, { name: 'laptop' }]) {
      const answer = await house.client.post('/api/v1/api_tokens/generate', body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: expect.stringMatching(/./) });
    }
    expect((await house.client.get('/api/v1/api_tokens')).list.map(({ name }) => name)).toContain('laptop');
  });

  stated('token.list', async () => {
    const { status, list } = await house.client.get('/api/v1/api_tokens');
    expect(status).toBe(200);
    for (const token of list) expect(Object.keys(token)).toEqual(expect.arrayContaining(['uuid', 'expiresAt', 'isExpired', 'createdAt']));
  });

  stated('token.get', async () => {
    const { uuid } = await newToken();
    expect((await house.client.get(`/api/v1/api_tokens/${String(uuid)}`)).body).toMatchObject({ uuid });
    expect((await house.client.get(`/api/v1/api_tokens/${NOBODY}`)).status).toBe(404);
  });

  stated('token.delete', async () => {
    const { uuid, token } = await newToken();
    const { status, bytes } = await house.client.ask('DELETE', `/api/v1/api_tokens/${String(uuid)}`);
    expect([status, bytes.length]).toEqual([204, 0]);
    const revoked = await house.service.client({ 'X-AUTH-TOKEN': String(token) }).get('/api/v1/ping');
    expect(revoked.body).toMatchObject({ status_code: 401, error_code: 'AUTH_HEADER_TOKEN' });
    expect((await house.client.ask('DELETE', `/api/v1/api_tokens/${String(uuid)}`)).status).toBe(404);
  });

  stated('token.subscription', async () => {
    for (const plan of ['free', 'personal'])
      await house.onPlan(plan, async () => {
        const { status, body } = await house.client.post('/api/v1/api_tokens/generate');
        expect({ status, code: body['error_code'] }).toEqual({ status: 403, code: 'PLAN_EXPIRED' });
      });
    await house.onPlan('premium', async () => expect((await house.client.post('/api/v1/api_tokens/generate')).status).toBe(200));
  });

  stated('token.upgrade', async () => {
    const { token } = await house.onPlan('premium', () => newToken());
    const upgraded = house.service.client({ 'X-AUTH-TOKEN': String(token) });
    expect((await upgraded.get('/api/v1/api-usage')).body).toMatchObject({ tier: 'business' });
    expect((await upgraded.post('/api/v3/job', { url: APP })).status).toBe(201);
  });
});

describe('authentication', () => {
  stated('auth.header', async () => {
    for (const [method, path] of [
      ['GET', '/api/v3/jobs'],
      ['POST', '/api/v3/job'],
      ['PATCH', `/api/v3/job/${NOBODY}/stop`],
      ['POST', '/api/v1/batch-export'],
      ['GET', `/api/v1/batch-export/${NOBODY}`],
      ['GET', '/api/v1/api_tokens'],
      ['POST', '/api/v1/api_tokens/generate'],
      ['DELETE', `/api/v1/api_tokens/${NOBODY}`],
      ['GET', '/api/v1/api-usage'],
      ['GET', '/api/v1/ping'],
      ['GET', '/api/v1/webhooks'],
      ['POST', '/api/v1/webhooks'],
      ['GET', '/api/v1/webhooks/summary'],
      ['GET', '/api/v1/webhooks/events'],
    ] as const) {
      const { status, body } = await house.service.client({}).ask(method, path);
      expect({ status, code: body['error_code'] }, `${method} ${path}`).toEqual({ status: 401, code: 'AUTH_HEADER_TOKEN' });
    }
  });

  stated('auth.invalid', async () => {
    for (const token of ['x', 'A'.repeat(120), `${house.service.token}x`]) {
      const { status, body } = await house.service.client({ 'X-AUTH-TOKEN': token }).get('/api/v1/ping');
      expect({ status, code: body['error_code'] }).toEqual({ status: 401, code: 'AUTH_HEADER_TOKEN' });
    }
  });

  stated('auth.plan-expired', async () => {
    await house.onPlan('free', async () => {
      const { status, body } = await house.client.post('/api/v3/job', { url: THREAD });
      expect({ status, code: body['error_code'] }).toEqual({ status: 403, code: 'PLAN_EXPIRED' });
    });
  });
});

describe('the account', () => {
  stated('usage.business', async () => {
    const { status, body } = await house.client.get('/api/v1/api-usage');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      has_access: true,
      has_token: true,
      tier: 'business',
      api_version: 'v3',
      limits: { daily_requests: 'Unlimited', concurrent_requests: 5, rate_per_minute: 200, max_comments_per_export: 250_000, webhooks: 10 },
      usage: { daily_requests_used: expect.any(Number), active_exports: expect.any(Number) },
      platforms: { allowed: expect.any(Array), restricted: [], all_platforms: true },
      upgrade_benefits: null,
    });
  });

  stated('usage.premium', async () => {
    const { body } = await house.onPlan('premium', () => house.client.get('/api/v1/api-usage'));
    expect(body).toMatchObject({
      tier: 'premium',
      limits: { daily_requests: 100, concurrent_requests: 1, rate_per_minute: 60, max_comments_per_export: 5_000, webhooks: 1 },
      platforms: { all_platforms: false },
      upgrade_benefits: {
        unlimited_daily_requests: true,
        more_concurrent_requests: expect.stringMatching(/5.*1|1.*5/),
        higher_rate_limit: expect.stringMatching(/200/),
        more_comments: expect.stringMatching(/250/),
        all_platforms: true,
        more_webhooks: expect.stringMatching(/10/),
      },
    });
    const { restricted } = body['platforms'] as { restricted: string[] };
    expect(restricted).toContain('Steam');
  });

  stated('usage.no-access', async () => {
    for (const plan of ['free', 'personal']) {
      const { status, body } = await house.onPlan(plan, () => house.client.get('/api/v1/api-usage'));
      expect(status).toBe(200);
      expect(body).toEqual({ has_access: false, required_plan: expect.any(String), message: expect.stringMatching(/./) });
    }
  });

  stated('usage.counts', async () => {
    const used = async (): Promise<{ daily_requests_used: number; active_exports: number }> =>
      (await house.client.get('/api/v1/api-usage')).body['usage'] as never;
    await untilIdle(house);
    const before = (await used()).daily_requests_used;
    house.gate.close();
    const { guid } = await house.client.create(THREAD);
    await house.client.waitFor(guid, 'progress');
    expect(await used()).toEqual({ daily_requests_used: before + 1, active_exports: 1 });
  });

  stated('account.ping', async () => {
    expect((await house.client.get('/api/v1/ping')).status).toBe(200);
    expect((await house.service.client({}).get('/api/v1/ping')).status).toBe(401);
  });
});

describe('platforms', () => {
  stated('platform.premium', async () => {
    const { allowed } = (await house.onPlan('premium', () => house.client.get('/api/v1/api-usage'))).body['platforms'] as {
      allowed: string[];
    };
    const major = ['instagram', 'youtube', 'tiktok', 'facebook', 'twitter', 'x', 'linkedin', 'reddit'];
    expect(allowed.length).toBeGreaterThan(0);
    for (const name of allowed)
      expect(
        name
          .toLowerCase()
          .split(/[^a-z]+/)
          .some((word) => major.includes(word)),
        name,
      ).toBe(true);
  });

  stated('platform.refused', async () => {
    await house.onPlan('premium', async () => {
      const { status, body } = await house.client.post('/api/v3/job', { url: APP });
      expect({ status, code: body['error_code'] }).toEqual({ status: 403, code: 'PLATFORM_NOT_ALLOWED' });
      expect((await house.client.post('/api/v3/job', { url: THREAD })).status).toBe(201);
    });
  });

  stated('platform.list', async () => {
    const { status, list } = await house.service.client({}).get('/api/public/platforms');
    expect(status).toBe(200);
    for (const platform of list)
      expect(Object.keys(platform)).toEqual(
        expect.arrayContaining(['id', 'name', 'url_patterns', 'supported_options', 'description', 'example_urls', 'export_types']),
      );
  });

  stated('platform.detect', async () => {
    const detect = (url: string) => house.service.client({}).get(`/api/public/platforms/detect?url=${encodeURIComponent(url)}`);
    expect((await detect(THREAD)).body).toMatchObject({ id: 'reddit' });
    expect((await detect(UNSUPPORTED)).body).toMatchObject({ status_code: 400, error_code: 'INVALID_URL' });
  });
});

describe('the sandbox', () => {
  const sample = (url: string, options = {}) => house.client.post('/api/v3/job', { url, options }, { 'X-Sandbox': 'true' });

  stated('sandbox.no-scraping', async () => {
    await untilIdle(house);
    house.gate.close();
    const before = house.world.count();
    const { status, body } = await sample(THREAD);
    expect({ status, body }).toMatchObject({ status: 201, body: { status: 'done', sandbox: true } });
    expect(house.world.count()).toBe(before);
  });

  stated('sandbox.shaped', async () => {
    const [reviews, comments] = [await sample(APP), await sample(THREAD)];
    for (const review of entries(reviews.body, 'comments')) expect(review).toMatchObject({ kind: 'review', ratingScale: 5 });
    expect(entries(comments.body, 'comments').map(({ kind }) => kind)).toContain('comment');
    expect((await sample(UNSUPPORTED)).body).toMatchObject({ error_code: 'INVALID_URL' });
  });

  stated('sandbox.at-most', async () => {
    expect(entries((await sample(THREAD, { limit: 5_000 })).body, 'comments').length).toBeLessThanOrEqual(100);
    expect(entries((await sample(THREAD, { limit: 5 })).body, 'comments')).toHaveLength(5);
  });

  stated('sandbox.not-counted', async () => {
    const used = async () => ((await house.client.get('/api/v1/api-usage')).body['usage'] as Fields)['daily_requests_used'];
    const before = await used();
    await sample(THREAD);
    expect(await used()).toBe(before);
  });

  stated('sandbox.files', async () => {
    const { body } = await sample(APP);
    const readBack = [String(body['json_url']), `/api/v3/job/${String(body['guid'])}/json`];
    for (const path of readBack) expect((await house.client.get(path)).list).toEqual(body['comments']);
  });

  stated('sandbox.token', async () => {
    expect((await house.service.client({ 'X-Sandbox': 'true' }).post('/api/v3/job', { url: THREAD })).status).toBe(401);
  });
});

describe('versions', () => {
  stated('version.paths', async () => {
    const { paths } = (await house.client.get('/openapi.json')).body as { paths: Record<string, unknown> };
    const api = Object.keys(paths).filter((path) => path.startsWith('/api/'));
    for (const path of api) expect(path).toMatch(/^\/api\/(v1|v3|public)\//);
    expect(api.filter((path) => path.startsWith('/api/v3/')).every((path) => path.startsWith('/api/v3/job'))).toBe(true);
    for (const noun of ['api_tokens', 'webhooks', 'batch-export', 'api-usage'])
      expect(api.some((path) => path.startsWith(`/api/v1/${noun}`))).toBe(true);
  });

  stated('version.current', async () => {
    expect((await house.client.get('/api/v1/api-usage')).body['api_version']).toBe('v3');
  });
});
