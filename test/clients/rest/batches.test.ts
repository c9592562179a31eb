import { beforeEach, describe, expect, it } from 'vitest';
import { POLLING, SANDBOX, serveTo } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const POST = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const THREAD = 'https://news.ycombinator.com/item?id=1000000';
const MISSING = 'https://news.ycombinator.com/item?id=5';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [redditSimulator({ comments: 100 }), hackerNewsSimulator({ comments: 50 })] }));

describe('a batch over the wire', () => {
  it('exports what it can, and rolls up to done', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_RETRY_SCALE: '0' });
    const { client } = await serveTo(cli);
    const urls = [POST, 'https://nowhere.example/', THREAD, POST, MISSING];
    const { status, body } = await client.ask('POST', '/api/v1/batch-export', { body: { urls, options: { limit: 10 } } });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { batch_id: body?.['batchId'], submitted: 5, errors: [{ index: 1, url: urls[1], error: expect.any(String) }] },
    });
    const guids = body?.['guids'] as string[];
    expect(guids).toHaveLength(3);
    const path = `/api/v1/batch-export/${String(body?.['batch_id'])}`;
    await expect.poll(async () => (await client.ask('GET', path, { headers: SANDBOX })).body, POLLING).toMatchObject({ is_complete: true });
    expect((await client.ask('GET', path)).body).toEqual({
      batch_id: body?.['batch_id'],
      status: 'done',
      total: 3,
      done: 2,
      errored: 1,
      queueing: 0,
      in_progress: 0,
      stopped: 0,
      is_complete: true,
      progress_pct: 100,
      exports: [
        { guid: guids[0], url: POST, status: 'done', total: 100, totalExported: 10 },
        { guid: guids[1], url: THREAD, status: 'done', total: 50, totalExported: 10 },
        { guid: guids[2], url: MISSING, status: 'error', total: null, totalExported: 0 },
      ],
    });
    const job = (await client.ask('GET', `/api/v3/job/${guids[0]}`)).body;
    expect(job).toMatchObject({ batch_id: body?.['batch_id'], options: { limit: 10 }, status: 'done' });
    expect(await (await fetch(String(job?.['json_url']))).json()).toHaveLength(10);
    expect((await client.ask('GET', '/api/v1/batch-export/nope')).body).toMatchObject({
      status_code: 404,
      error_code: 'RESOURCE_NOT_FOUND',
    });
    expect((await fetch(`${client.baseUrl}${path}`)).status).toBe(401);
  });

  it('premium: one day holds a hundred, and a batch that does not fit creates nothing', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: 'premium' });
    world.addFault({ fault: { kind: 'hang' } });
    const { client } = await serveTo(cli);
    const batch = (count: number) =>
      client.ask('POST', '/api/v1/batch-export', { body: { urls: Array.from({ length: count }, (_, index) => `${POST}?n=${index}`) } });
    for (const count of [25, 25, 25, 24]) expect((await batch(count)).status).toBe(201);
    const refused = await batch(2);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'DAILY_LIMIT_EXCEEDED' } });
    expect(Number(refused.body?.['seconds_to_wait'])).toBeGreaterThan(86_300);
    expect((await client.ask('GET', '/api/v1/api-usage')).body).toMatchObject({ usage: { daily_requests_used: 99 } });
    expect((await batch(1)).status).toBe(201);
    const single = await client.ask('POST', '/api/v3/job', { body: { url: POST } });
    expect(single).toMatchObject({ status: 429, body: { error_code: 'DAILY_LIMIT_EXCEEDED' } });
    const outside = await client.ask('POST', '/api/v1/batch-export', { body: { urls: [THREAD] } });
    expect(outside).toMatchObject({ status: 201, body: { guids: [], errors: [{ index: 0, error_code: 'PLATFORM_NOT_ALLOWED' }] } });
  });

  it.each(['free', 'personal'])('%s has none', async (plan) => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: plan });
    const { client } = await serveTo(cli);
    expect(await client.ask('POST', '/api/v1/batch-export', { body: { urls: [POST] } })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_REQUEST', detail: expect.stringContaining('requires a Premium or Business plan') },
    });
  });

  it('in the sandbox is done when it is answered', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    const { body } = await client.ask('POST', '/api/v1/batch-export', { body: { urls: [POST, THREAD] }, headers: SANDBOX });
    expect(body).toMatchObject({ sandbox: true, guids: [expect.any(String), expect.any(String)] });
    expect((await client.ask('GET', `/api/v1/batch-export/${String(body?.['batch_id'])}`)).body).toMatchObject({ status: 'done', done: 2 });
    expect(world.count()).toBe(0);
  });
});
