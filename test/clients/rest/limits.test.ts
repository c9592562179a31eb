import { beforeEach, describe, expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import { type Answer, POLLING, SANDBOX, serveTo, tokenClient, type TokenClient } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const POST = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [redditSimulator({ comments: 20 })] }));

const create = (client: TokenClient, body: object = { url: POST }, headers = {}): Promise<Answer> =>
  client.ask('POST', '/api/v3/job', { body, headers });

/** What every 429 carries. */
function expectRefused(answer: Answer, code: string): number {
  const seconds = Number(answer.body?.['seconds_to_wait']);
  expect({ status: answer.status, code: answer.body?.['error_code'], retryAfter: answer.headers.get('retry-after') }).toEqual({
    status: 429,
    code,
    retryAfter: String(seconds),
  });
  expect(seconds).toBeGreaterThan(0);
  expect(answer.body).toMatchObject({ status_code: 429, detail: expect.any(String), error: answer.body?.['detail'] });
  return seconds;
}

describe('windows of creations', () => {
  it('premium refuses the 8th in 3 minutes, after a kill -9 too, until the plan is another one', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: 'premium' });
    const first = await serveTo(cli);
    for (let number = 1; number <= 7; number += 1) {
      const { status, body } = await create(first.client);
      expect(status).toBe(201);
      expect(await first.client.untilEnded(String(body?.['guid']))).toMatchObject({ status: 'done' });
    }
    const seconds = expectRefused(await create(first.client), 'RATE_WINDOW_EXCEEDED');
    expect(seconds).toBeLessThanOrEqual(180);
    await first.kill();
    const { client } = await serveTo(cli);
    const later = expectRefused(await create(client), 'RATE_WINDOW_EXCEEDED');
    expect(later).toBeLessThanOrEqual(seconds);
    expect(later).toBeGreaterThan(seconds - 60);
    expect((await create(client, { url: POST }, SANDBOX)).status).toBe(201);
    expect((await client.ask('GET', '/api/v1/api-usage')).body).toMatchObject({ usage: { daily_requests_used: 7, active_exports: 0 } });
    expect((await client.ask('PATCH', '/api/v1/user/profile', { body: { plan: 'business' } })).status).toBe(200);
    expect((await create(client)).status).toBe(201);
  });

  it('the owner passes where a token does not', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: 'premium' });
    const { client } = await serveTo(cli);
    expectRefused(await create(client, { urls: Array.from({ length: 8 }, () => POST) }), 'RATE_WINDOW_EXCEEDED');
    // As the command line creates them; the last one, beyond every window, by the command itself.
    const owner = tokenClient(client.baseUrl, readRunFile(cli.dataDir)?.owner_secret ?? '');
    for (let number = 1; number <= 8; number += 1) {
      const { status, body } = await create(owner);
      expect({ status, body }).toMatchObject({ status: 201 });
      expect(await owner.untilEnded(String(body?.['guid']))).toMatchObject({ status: 'done' });
    }
    const { exitCode, stderr } = await cli.run('export', POST, '--format', 'csv', '--out', cli.outDir);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect((await client.ask('GET', '/api/v1/api-usage')).body).toMatchObject({ usage: { daily_requests_used: 0 } });
  });
});

describe('the queue', () => {
  beforeEach(() => world.addFault({ fault: { kind: 'hang' } }));

  it('business takes ten of twenty that come at once, and any batch', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(client)));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(10);
    for (const answer of answers) if (answer.status !== 201) expect(expectRefused(answer, 'QUEUE_LIMIT_EXCEEDED')).toBeLessThanOrEqual(10);
    await expect
      .poll(async () => (await client.ask('GET', '/api/v1/api-usage')).body, POLLING)
      .toMatchObject({ usage: { active_exports: 5 } });
    const batch = await client.ask('POST', '/api/v1/batch-export', { body: { urls: [POST, `${POST}?x=1`] } });
    expect(batch).toMatchObject({ status: 201, body: { guids: [expect.any(String), expect.any(String)] } });
    for (const guid of Object.values(batch.body?.['guids'] ?? {})) await client.ask('PATCH', `/api/v3/job/${String(guid)}/stop`);
    expectRefused(await create(client), 'QUEUE_LIMIT_EXCEEDED');
    const [stopped] = created;
    await client.ask('PATCH', `/api/v3/job/${String(stopped?.body?.['guid'])}/stop`);
    expect((await create(client)).status, 'a place is free').toBe(201);
  });

  it('takes everything where the limits are off, and still runs no more at once', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: 'premium', COMMENTDOCK_LIMITS: 'off' });
    const { client } = await serveTo(cli);
    for (let number = 1; number <= 12; number += 1) expect((await create(client)).status).toBe(201);
    for (let number = 1; number <= 61; number += 1) expect((await client.ask('GET', '/api/v1/ping')).status).toBe(200);
    expect((await client.ask('GET', '/api/v1/user/quota')).body).toMatchObject({
      enforced: false,
      running: { allowed: 1, used: 1 },
      queued: { allowed: 3, used: 11, remaining: 0 },
    });
    const big = await client.ask('POST', '/api/v1/batch-export', { body: { urls: Array.from({ length: 26 }, () => POST) } });
    expect(big.status, 'the features of the plan stay').toBe(400);
  });
});

describe('requests a minute', () => {
  it('premium refuses the 61st, after a kill -9 too, and lets sandbox requests pass on every route', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_PLAN: 'premium' });
    const first = await serveTo(cli);
    for (let number = 1; number <= 60; number += 1) {
      const { status, headers } = await first.client.ask('GET', '/api/v1/ping');
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, String(60 - number)]);
    }
    expectRefused(await first.client.ask('GET', '/api/v1/ping'), 'RATE_LIMIT_EXCEEDED');
    await first.kill();
    const { client } = await serveTo(cli);
    const seconds = expectRefused(await client.ask('GET', '/api/v1/ping'), 'RATE_LIMIT_EXCEEDED');
    expect(seconds).toBeLessThanOrEqual(60);
    for (const path of ['/api/v1/ping', '/api/v3/jobs', '/api/v1/api-usage', '/api/v1/api_tokens', '/api/v1/user/profile'])
      expect((await client.ask('GET', path, { headers: SANDBOX })).status).toBe(200);
    expectRefused(await client.ask('GET', '/api/v1/ping'), 'RATE_LIMIT_EXCEEDED');
    expect((await client.ask('GET', '/api/public/platforms')).status).toBe(200);
  });
});
