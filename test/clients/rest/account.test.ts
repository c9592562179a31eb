import { describe, expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import { serveTo, tokenClient, type TokenClient } from '#test/clients/rest/token-client.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** No request leaves the machine: whatever is created here finds nobody. */
const NOWHERE = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', COMMENTDOCK_RETRY_SCALE: '0' };

const usage = async (client: TokenClient) => (await client.ask('GET', '/api/v1/api-usage')).body;

describe('the account over the wire', () => {
  it('the plan is switched at run time, holds at once, and outlives a restart', async () => {
    await using cli = openCommandLine(NOWHERE);
    const first = await serveTo(cli);
    const { client } = first;
    expect(await usage(client)).toMatchObject({
      has_access: true,
      has_token: true,
      tier: 'business',
      api_version: 'v3',
      limits: { daily_requests: 'Unlimited', concurrent_requests: 5, rate_per_minute: 200, max_comments_per_export: 250_000, webhooks: 10 },
      platforms: { restricted: [], all_platforms: true },
      upgrade_benefits: null,
    });
    const expected = [
      ['free', 403, 403],
      ['personal', 201, 403],
      ['premium', 201, 200],
    ] as const;
    for (const [plan, single, generate] of expected) {
      expect(await client.ask('PATCH', '/api/v1/user/profile', { body: { plan } })).toMatchObject({ status: 200, body: { plan } });
      const created = await client.ask('POST', '/api/v3/job', { body: { url: VIDEO } });
      const generated = await client.ask('POST', '/api/v1/api_tokens/generate');
      expect([plan, created.status, generated.status]).toEqual([plan, single, generate]);
      if (single === 403) expect(created.body).toMatchObject({ error_code: 'PLAN_EXPIRED' });
      if (generate === 403) expect(generated.body).toMatchObject({ error_code: 'PLAN_EXPIRED' });
      if (plan !== 'premium')
        expect(await usage(client)).toEqual({ has_access: false, required_plan: 'premium', message: expect.any(String) });
    }
    expect(await usage(client)).toMatchObject({ tier: 'premium', upgrade_benefits: { unlimited_daily_requests: true } });
    await first.kill();
    const next = await serveTo(cli);
    expect(await usage(next.client)).toMatchObject({ tier: 'premium' });
    expect((await next.client.ask('PATCH', '/api/v1/user/profile', { body: { plan: 'gold' } })).status).toBe(400);
  });

  it('profile, quota and limits hold no secret', async () => {
    await using cli = openCommandLine(NOWHERE);
    const { client } = await serveTo(cli);
    const ownerSecret = readRunFile(cli.dataDir)?.owner_secret ?? 'there is none';
    for (const name of ['profile', 'quota', 'limits']) {
      const { status, body } = await client.ask('GET', `/api/v1/user/${name}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ plan: 'business' });
      for (const secret of [client.token, ownerSecret]) expect(JSON.stringify(body)).not.toContain(secret);
      expect((await fetch(`${client.baseUrl}/api/v1/user/${name}`)).status).toBe(401);
    }
  });

  it('a revoked token is refused at once; without any, usage says so to the owner', async () => {
    await using cli = openCommandLine(NOWHERE);
    const { client } = await serveTo(cli);
    expect((await client.ask('POST', '/api/v1/api_tokens/generate', { body: { name: 'second' } })).body).toEqual({
      message: expect.any(String),
    });
    const tokens = (await client.ask('GET', '/api/v1/api_tokens')).body as unknown as { uuid: string; name: string; token: string }[];
    expect(tokens.map(({ name }) => name)).toContain('second');
    const second = tokens.find(({ name }) => name === 'second');
    const other = tokenClient(client.baseUrl, second?.token ?? '');
    expect((await other.ask('GET', '/api/v1/ping')).body).toEqual({ message: 'pong', status: 'ok' });
    expect(await client.ask('DELETE', `/api/v1/api_tokens/${second?.uuid}`)).toMatchObject({ status: 204, body: null });
    expect(await other.ask('GET', '/api/v1/ping')).toMatchObject({ status: 401, body: { error_code: 'AUTH_HEADER_TOKEN' } });
    for (const { uuid, name } of tokens) if (name !== 'second') await client.ask('DELETE', `/api/v1/api_tokens/${uuid}`);
    const owner = tokenClient(client.baseUrl, readRunFile(cli.dataDir)?.owner_secret ?? '');
    expect(await usage(owner)).toMatchObject({ has_access: true, has_token: false, message: expect.any(String) });
    expect((await cli.run('token')).stdout.trim()).toMatch(/^[A-Za-z0-9]{120}$/);
    expect(await usage(owner)).toMatchObject({ has_token: true });
  });
});
