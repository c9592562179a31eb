import { describe, expect } from 'vitest';
import {
  APP,
  contractService,
  COMMENTS,
  entries,
  GONE,
  NOBODY,
  PATIENCE,
  REVIEWS,
  SANDBOX,
  THREAD,
  untilIdle,
  UUID,
} from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Fields, Job } from '#test/clients/rest/rest-client.ts';

const house = contractService();

/** Its platform is asked and does not answer. */
async function running(): Promise<Job> {
  house.gate.close();
  const { guid } = await house.client.create(THREAD);
  return house.client.waitFor(guid, 'progress');
}

/** More than run at once, so that the last one waits. */
async function queued(): Promise<Job> {
  house.gate.close();
  const { body } = await house.client.post('/api/v3/job', { urls: Array.from({ length: 6 }, () => THREAD) });
  const last = entries(body, 'data').at(-1)?.['guid'];
  return house.client.job(String(last));
}

async function rows(job: Job): Promise<readonly Fields[]> {
  return (await house.client.get(`/api/v3/job/${job.guid}/json`)).list;
}

describe('what the service does', () => {
  stated('service.asynchronous', async () => {
    house.gate.close();
    const created = await house.client.create(THREAD);
    expect(created.status).toBe('queueing');
    house.gate.open();
    expect(await house.client.waitFor(created.guid, 'done')).toMatchObject({ guid: created.guid, total_exported: expect.any(Number) });
  });

  stated('service.kinds', async () => {
    const { list } = await house.client.get('/api/public/platforms');
    const given = new Set(list.flatMap(({ export_types: types }) => types as string[]));
    for (const kind of ['comments', 'reviews', 'followers', 'following', 'posts', 'live_chat', 'likes', 'shares'])
      expect(given).toContain(kind);
    expect((await house.client.export(THREAD))['export_type']).toBe('comments');
    expect((await house.client.export(APP))['export_type']).toBe('reviews');
  });

  stated('service.40-platforms', async () => {
    const { list } = await house.client.get('/api/public/platforms');
    expect(new Set(list.map(({ id }) => id)).size).toBeGreaterThan(40);
  });

  stated('service.detects', async () => {
    expect(await house.client.create(THREAD)).toMatchObject({ platform: 'reddit' });
    expect(await house.client.create(APP)).toMatchObject({ platform: 'steam' });
  });

  stated('service.files', async () => {
    const { guid } = await house.client.export(THREAD);
    for (const format of ['csv', 'xlsx', 'json'])
      expect((await house.client.get(`/api/v3/job/${guid}/download?format=${format}`)).status).toBe(200);
    await house.onPlan('premium', async () => {
      const premium = await house.client.export(THREAD);
      expect(premium.json_url).toBeNull();
      expect((await house.client.get(`/api/v3/job/${premium.guid}/download?format=json`)).status).toBe(403);
      for (const format of ['csv', 'xlsx'])
        expect((await house.client.get(`/api/v3/job/${premium.guid}/download?format=${format}`)).status).toBe(200);
    });
  });

  stated('service.json', async () => {
    for (const path of ['/api/v3/jobs', '/api/v1/ping', '/api/v1/api_tokens', '/api/v1/webhooks', '/api/nothing'])
      expect((await house.client.get(path)).headers.get('content-type')).toMatch(/^application\/json/);
    expect((await house.client.post('/api/v3/job', { url: THREAD })).headers.get('content-type')).toMatch(/^application\/json/);
  });

  stated('service.health', async () => {
    const { status, body } = await house.service.client({}).get('/health');
    expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
  });
});

describe('the export job', () => {
  stated('job.fields', async () => {
    const { guid } = await house.client.export(THREAD);
    const job = await house.client.job(guid);
    expect(Number.isInteger(job.id)).toBe(true);
    expect(job).toMatchObject({ guid: expect.stringMatching(UUID), status: 'done', url: THREAD, options: {}, locked: false });
  });

  stated('job.options-given', async () => {
    expect((await house.client.create(THREAD, { limit: 3, replies: true })).options).toEqual({ limit: 3, replies: true });
    const bare = await house.client.post('/api/v3/job', { url: THREAD });
    expect(bare.body['options']).toEqual({});
  });

  stated('job.links-null', async () => {
    const { guid } = await running();
    expect(await house.client.job(guid)).toMatchObject({ json_url: null, download_link: null });
    house.gate.open();
    const done = await house.client.waitFor(guid, 'done');
    for (const link of [done.json_url, done.download_link]) {
      expect(link).toMatch(/^http/);
      expect((await house.service.client({}).get(String(link))).status).toBe(200);
    }
  });

  stated('job.created-answer', async () => {
    const { body } = await house.client.post('/api/v3/job', { url: THREAD });
    expect(body).toMatchObject({ guid: expect.stringMatching(UUID), id: expect.any(Number), status: 'queueing', url: THREAD });
  });

  stated('job.sandbox', async () => {
    const { body } = await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX);
    expect(body['sandbox']).toBe(true);
    const comments = entries(body, 'comments');
    expect(comments.length).toBeGreaterThan(0);
    for (const comment of comments) expect(comment['_sandbox']).toBe(true);
  });
});

describe('the options of a job', () => {
  const refused = async (options: Fields): Promise<void> => {
    const { status, body } = await house.client.post('/api/v3/job', { url: THREAD, options });
    expect({ status, code: body['error_code'] }, JSON.stringify(options)).toEqual({ status: 400, code: 'INVALID_REQUEST' });
  };

  stated('option.limit', async () => {
    expect((await house.client.export(APP, { limit: 7 })).total_exported).toBe(7);
    for (const limit of ['7', -1, 1.5]) await refused({ limit });
  });

  stated('option.replies', async () => {
    const without = await rows(await house.client.export(THREAD));
    expect(without.length).toBeGreaterThan(0);
    for (const { parentId } of without) expect(parentId).toBeNull();
    const explicit = await rows(await house.client.export(THREAD, { replies: false }));
    expect(explicit).toHaveLength(without.length);
    const all = await rows(await house.client.export(THREAD, { replies: true }));
    expect(all).toHaveLength(COMMENTS);
    await refused({ replies: 'yes' });
  });

  for (const [id, option, type] of [
    ['option.likes', 'likes', 'likes'],
    ['option.shares', 'shares', 'shares'],
    ['option.followers', 'followers', 'followers'],
    ['option.following', 'following', 'following'],
    ['option.tweets', 'tweets', 'posts'],
    ['option.live', 'live', 'live_chat'],
  ] as const) {
    stated(id, async () => {
      const { list } = await house.client.get('/api/public/platforms');
      const examples = list
        .filter(({ export_types: types }) => (types as string[]).includes(type))
        .flatMap(({ example_urls: urls }) => urls as string[]);
      const given = await Promise.all(
        examples.map((url) => house.client.post('/api/v3/job', { url, options: { [option]: true } }, SANDBOX)),
      );
      const types = given.filter(({ status }) => status === 201).map(({ body }) => body['export_type']);
      expect(types).toContain(type);
      for (const { status, body } of given) if (status !== 201) expect(body['error_code']).toBe('INVALID_REQUEST');
      await refused({ [option]: 1 });
    });
  }

  stated('option.cursor', async () => {
    house.gate.close(({ url }) => url.searchParams.get('cursor') !== '*');
    const { guid } = await house.client.create(APP);
    await expect.poll(async () => (await house.client.job(guid)).total_exported, PATIENCE).toBe(100);
    const { cursor } = (await house.client.stop(guid)).body;
    house.gate.open();
    const rest = await house.client.export(APP, { cursor: String(cursor) });
    expect(rest.total_exported).toBe(REVIEWS - 100);
    await refused({ cursor: 5 });
  });

  stated('option.timestamps', async () => {
    const all = await rows(await house.client.export(APP));
    const instants = all.map(({ timestamp }) => Number(timestamp)).toSorted((a, b) => a - b);
    const [min = 0, max = 0] = [instants.at(50), instants.at(99)];
    const within = await rows(await house.client.export(APP, { minTimestamp: min, maxTimestamp: max }));
    expect(within).toHaveLength(instants.filter((instant) => instant >= min && instant <= max).length);
    await refused({ minTimestamp: 'yesterday' });
    await refused({ maxTimestamp: 'yesterday' });
  });

  stated('option.cookies', async () => {
    const cookies = { sessionid: 'a-secret-1', auth_token: 'a-secret-2', cookie_user: 'a-secret-3', cookie_xs: 'a-secret-4' };
    const { status, bytes } = await house.client.post('/api/v3/job', { url: THREAD, options: { cookies } });
    expect(status).toBe(201);
    expect(bytes.toString()).not.toContain('a-secret');
    await refused({ cookies: 'sessionid=1' });
    await refused({ cookies: { sessionid: 1 } });
  });

  stated('option.flags', async () => {
    for (const option of ['facebookAds', 'advanced']) {
      await refused({ [option]: 'yes' });
      expect((await house.client.create(THREAD, { [option]: false })).guid).toMatch(UUID);
    }
  });

  stated('option.filter', async () => {
    await refused({ filter: { sentiment: 'yes' } });
    await refused({ filter: true });
    expect((await house.client.create(THREAD, { filter: { sentiment: false } })).guid).toMatch(UUID);
  });

  stated('option.unknown-route', async () => {
    await refused({ vpn: 'Nowhere' });
    await refused({ pool: NOBODY });
    await refused({ pool: 'not a uuid' });
  });
});

describe('the states of a job', () => {
  stated('state.job.runs', async () => {
    const waiting = await queued();
    expect(waiting.status).toBe('queueing');
    house.gate.open();
    await house.client.waitFor(waiting.guid, 'done');
    const job = await running();
    expect(job.status).toBe('progress');
  });

  stated('state.job.error', async () => {
    const { guid } = await house.client.create(GONE);
    await house.client.waitFor(guid, 'error');
    expect(await house.client.job(guid)).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/./),
      error_code: expect.stringMatching(/^[A-Z_]+$/),
    });
  });

  stated('state.job.requeued', async () => {
    const { guid } = await house.client.create(GONE);
    await house.client.waitFor(guid, 'error');
    house.gate.close();
    const { status, body } = await house.client.retry(guid);
    expect({ status, body }).toMatchObject({ status: 200, body: { guid, status: 'queueing' } });
  });

  stated('state.job.stop', async () => {
    for (const begin of [queued, running]) {
      const { guid } = await begin();
      const { status, body } = await house.client.stop(guid);
      expect({ status, body }).toMatchObject({ status: 200, body: { guid, status: 'stopped', url: THREAD } });
      await untilIdle(house);
    }
  });

  stated('state.job.stop-refused', async () => {
    const done = await house.client.export(THREAD);
    const failed = await house.client.create(GONE);
    await house.client.waitFor(failed.guid, 'error');
    const stopped = await running();
    await house.client.stop(stopped.guid);
    for (const { guid } of [done, failed, stopped]) {
      const { status, body } = await house.client.stop(guid);
      expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      expect(body['detail']).toContain((await house.client.job(guid)).status);
    }
  });

  stated('state.job.stopped-for-good', async () => {
    const { guid } = await running();
    await house.client.stop(guid);
    house.gate.open();
    expect((await house.client.retry(guid)).status).toBe(400);
    expect((await house.client.job(guid)).status).toBe('stopped');
    expect((await house.client.export(THREAD)).guid).not.toBe(guid);
  });
});

describe('the endpoints of jobs', () => {
  stated('route.job.create', async () => {
    const { status, body } = await house.client.post('/api/v3/job', { url: THREAD });
    expect({ status, body }).toMatchObject({ status: 201, body: { guid: expect.stringMatching(UUID) } });
    expect((await house.client.post('/api/v3/job', {})).body).toMatchObject({ status_code: 400, error_code: 'INVALID_REQUEST' });
    expect((await house.client.post('/api/v3/job', { url: 'https://example.com/' })).body).toMatchObject({
      status_code: 400,
      error_code: 'INVALID_URL',
    });
  });

  stated('route.job.create-many', async () => {
    const { status, body } = await house.client.post('/api/v3/job', { urls: [THREAD, APP] });
    expect(status).toBe(201);
    const data = entries(body, 'data');
    expect(data).toHaveLength(2);
    for (const { guid, item } of data) expect(item).toMatchObject({ guid });
  });

  stated('route.job.list', async () => {
    for (let number = 0; number < 32; number += 1) await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX);
    const { status, list } = await house.client.list();
    expect(status).toBe(200);
    expect(list).toHaveLength(30);
    const ids = list.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await house.client.list('?limit=31')).list).toHaveLength(30);
    expect((await house.client.list('?limit=5&page=2')).list.map(({ id }) => id)).toEqual(ids.slice(5, 10));
  });

  stated('route.list.last-page', async () => {
    const seen: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { list } = await house.client.list(`?limit=7&page=${page}`);
      seen.push(...list.map(({ guid }) => guid));
      if (list.length < 7) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect((await house.client.list('?page=10000')).list).toEqual([]);
  });

  stated('route.list.bounds', async () => {
    const lists = ['v3/jobs', 'v1/api_tokens', 'v1/webhooks', 'v1/webhooks/events', 'v1/schedules', 'v1/proxies', 'public/vpn/locations'];
    for (const path of lists.map((list) => `/api/${list}`)) {
      for (const query of ['limit=0', 'page=0', 'limit=-1', 'page=-1', 'limit=x', 'page=1.5', 'limit=']) {
        const { status, body } = await house.client.get(`${path}?${query}`);
        expect({ path, query, status, code: body['error_code'] }).toEqual({ path, query, status: 400, code: 'INVALID_REQUEST' });
      }
      for (const query of ['limit=31', 'limit=NaN', 'page=NaN', 'page=10000'])
        expect((await house.client.get(`${path}?${query}`)).status, `${path}?${query}`).toBe(200);
    }
  });

  stated('route.job.stop', async () => {
    const { guid } = await running();
    const { status, body } = await house.client.ask('PATCH', `/api/v3/job/${guid}/stop`);
    expect({ status, body }).toMatchObject({ status: 200, body: { guid, status: 'stopped' } });
    expect((await house.client.stop(NOBODY)).body).toMatchObject({ status_code: 404, error_code: 'RESOURCE_NOT_FOUND' });
  });

  stated('route.job.download', async () => {
    const { guid } = await house.client.export(THREAD);
    const { status, headers, bytes } = await house.client.get(`/api/v3/job/${guid}/download`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="reddit-comments_.*\.xlsx"$/);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });
});
