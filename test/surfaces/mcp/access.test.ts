import { describe, expect, it } from 'vitest';
import { issueToken } from '#core/auth/tokens.ts';
import { TOOLS, isReading } from '#core/surfaces/mcp/tools/all.ts';
import { OWNER_SECRET, startMcpService } from '#test/surfaces/mcp/mcp-service.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const READING = TOOLS.filter(isReading).map(({ name }) => name);
const WRITING = TOOLS.filter((tool) => !isReading(tool)).map(({ name }) => name);

describe('who may ask', () => {
  it('an API token, as bearer or in the header of REST; the owner; an OAuth client', async () => {
    await using mcp = await startMcpService();
    for (const headers of [
      bearer(mcp.token),
      { 'x-auth-token': mcp.token },
      bearer(OWNER_SECRET),
      bearer('reads.writes.x'),
      bearer('reads.only.x'),
    ])
      expect((await mcp.call('get_my_profile', {}, headers)).body.result).toMatchObject({ structuredContent: { ok: true } });
  });

  it.each([
    ['nothing', {}],
    ['an unknown token', bearer('A'.repeat(120))],
    ['a malformed header', { authorization: 'Basic abc' }],
    ['a foreign access token', bearer('not.ours.x')],
    ['an empty bearer', { authorization: 'Bearer ' }],
  ])('not who sends %s', async (_what, headers: Record<string, string>) => {
    await using mcp = await startMcpService();
    const { status, headers: answered, body } = await mcp.call('get_my_profile', {}, headers);
    expect(status).toBe(401);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_001, message: 'Unauthorized: missing or invalid Bearer token' },
    });
    const challenge = answered.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer /);
    expect(challenge).toContain('error="invalid_token"');
    expect(challenge).toContain(`resource_metadata="${mcp.url}/.well-known/oauth-protected-resource/mcp"`);
    expect(challenge).toContain(`"${mcp.url}/.well-known/oauth-authorization-server"`);
  });

  it('not who sends a token that has expired or was revoked', async () => {
    await using mcp = await startMcpService();
    const { value, record } = issueToken('short', mcp.services);
    expect((await mcp.call('get_my_profile', {}, bearer(value))).status).toBe(200);
    mcp.services.tokens.remove(record.uuid);
    expect((await mcp.call('get_my_profile', {}, bearer(value))).status).toBe(401);
    mcp.services.clock.nowMs += 400 * 86_400_000;
    expect((await mcp.call('get_my_profile', {}, bearer(mcp.token))).status).toBe(401);
  });

  it('knows reading from writing', () => {
    expect(READING).toEqual([
      'check_export',
      'list_exports',
      'download_export',
      'detect_platform',
      'list_platforms',
      'get_my_profile',
      'get_my_quota',
      'get_my_limits',
      'pick_random_winners',
      'list_webhooks',
      'list_schedules',
      'get_export_stats',
      'search_export',
      'get_changes',
      'search_all_exports',
      'list_runs',
      'list_sentiment_providers',
      'digest_export',
    ]);
    expect(READING.length + WRITING.length).toBe(33);
  });

  it.each(WRITING)('%s needs more than reading, whatever its arguments are', async (tool) => {
    await using mcp = await startMcpService();
    for (const args of [{}, { uuid: 7, url: [] }, 'nonsense']) {
      const { status, headers, body } = await mcp.call(tool, args, bearer('reads.only.x'));
      expect(status).toBe(403);
      expect(body.error).toMatchObject({ data: { error: 'insufficient_scope', scope: 'write' } });
      expect(body.id).toBe(1);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope".*scope="write"/);
    }
  });

  it.each(READING)('%s is for those who read', async (tool) => {
    await using mcp = await startMcpService();
    const { status, body } = await mcp.call(tool, {}, bearer('reads.only.x'));
    expect(status).toBe(200);
    expect(body.result).toHaveProperty('structuredContent.ok');
  });

  it('writing is no reading', async () => {
    await using mcp = await startMcpService();
    const lacking = async (method: string, params: object): Promise<unknown> =>
      (await mcp.post({ jsonrpc: '2.0', id: 1, method, params }, bearer('writes.only.x'))).headers.get('www-authenticate');
    for (const name of READING) expect(await lacking('tools/call', { name, arguments: {} }), name).toContain('scope="read"');
    expect(await lacking('resources/list', {})).toContain('scope="read"');
    expect(await lacking('resources/read', { uri: 'export://x' })).toContain('scope="read"');
    expect((await mcp.call('delete_webhook', { uuid: 'x' }, bearer('writes.only.x'))).status).toBe(200);
    expect((await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer('writes.only.x'))).status).toBe(200);
  });

  it('a writing call among several messages is found', async () => {
    await using mcp = await startMcpService();
    const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
    expect((await mcp.post([call(1, 'list_exports'), call(2, 'delete_webhook')], bearer('reads.only.x'))).status).toBe(403);
  });
});

describe('how often', () => {
  const premium = { plan: 'premium' } as const;

  it('calls of tools and of REST count together', async () => {
    await using mcp = await startMcpService(premium);
    for (let n = 0; n < 30; n += 1) await fetch(`${mcp.url}/api/v1/ping`, { headers: { 'x-auth-token': mcp.token } });
    for (let n = 0; n < 30; n += 1) {
      const { body, headers } = await mcp.call('get_my_profile');
      expect(body.result).toMatchObject({ structuredContent: { ok: true } });
      expect(headers.get('x-ratelimit-remaining')).toBe(String(29 - n));
    }
    const { status, body } = await mcp.call('get_my_profile');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error_code: 'RATE_LIMIT_EXCEEDED', seconds_to_wait: expect.any(Number) },
    });
    expect((await fetch(`${mcp.url}/api/v1/ping`, { headers: { 'x-auth-token': mcp.token } })).status).toBe(429);
    const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'export://00000000-0000-4000-8000-000000000000' } };
    expect((await mcp.post(read)).body.error).toMatchObject({ data: { error_code: 'RATE_LIMIT_EXCEEDED' } });
    mcp.services.clock.nowMs += 61_000;
    expect((await mcp.call('get_my_profile')).body.result).toMatchObject({ structuredContent: { ok: true } });
  });

  it('what only asks for the tools does not count, nor do samples, nor the owner', async () => {
    await using mcp = await startMcpService(premium);
    for (let n = 0; n < 65; n += 1) await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    for (let n = 0; n < 65; n += 1) await mcp.call('get_my_limits', {}, bearer(OWNER_SECRET));
    for (let n = 0; n < 65; n += 1) await mcp.call('get_my_limits', {}, { 'x-auth-token': mcp.token, 'x-sandbox': 'true' });
    expect((await mcp.call('get_my_limits')).headers.get('x-ratelimit-remaining')).toBe('59');
  });
});
