import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect } from 'vitest';
import { contractService, THREAD, UUID } from '#test/contract/contract-service.ts';
import { programToStart } from '#test/program.ts';
import { stated } from '#test/contract/stated.ts';

const house = contractService();

type Fields = Readonly<Record<string, unknown>>;

const TOOLS =
  'export_comments check_export list_exports download_export detect_platform list_platforms get_my_profile get_my_quota get_my_limits pick_random_winners list_webhooks create_webhook update_webhook delete_webhook toggle_webhook test_webhook list_schedules create_schedule update_schedule delete_schedule run_schedule pause_schedule resume_schedule';

/** A JSON-RPC request as interface.md has the endpoint: a POST, with a bearer. */
async function ask(method: string, params: Fields, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(`${house.service.baseUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = await answer.text();
  const data = [...body.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? body;
  const message = JSON.parse(data) as { readonly result?: Fields; readonly error?: { readonly code: number; readonly message: string } };
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), ...message };
}

const withToken = () => ({ authorization: `Bearer ${house.service.token}` });

/** `data` of a tool that went well. */
async function use(tool: string, args: Fields): Promise<Fields> {
  const { result } = await ask('tools/call', { name: tool, arguments: args }, withToken());
  const { content } = result as { readonly content: readonly { readonly type: string; readonly text: string }[] };
  const [block] = content;
  const told = JSON.parse(block?.text ?? '') as { readonly ok: boolean; readonly data: Fields };
  expect(told, tool).toMatchObject({ ok: true });
  expect(result?.['structuredContent']).toEqual(told);
  return told.data;
}

describe('MCP', () => {
  stated('service.mcp', async () => {
    const { status, result } = await ask('tools/list', {}, withToken());
    expect(status).toBe(200);
    expect(result).toHaveProperty('tools');
    const page = await fetch(`${house.service.baseUrl}/mcp`, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${house.service.baseUrl}/`);
    expect((await fetch(house.service.baseUrl)).headers.get('content-type')).toContain('text/html');
  });

  stated('route.mcp', async () => {
    const { result } = await ask('tools/list', {}, withToken());
    const { tools } = result as { readonly tools: readonly Fields[] };
    expect(
      tools
        .slice(0, TOOLS.split(' ').length)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(TOOLS);
    const done = await use('export_comments', { url: THREAD, limit: 10, wait: true });
    expect(done).toMatchObject({
      id: expect.any(Number),
      guid: expect.stringMatching(UUID),
      status: 'done',
      url: THREAD,
      exportedComments: expect.any(Number),
      downloadUrl: expect.stringMatching(/^http/),
    });
    expect(done).toHaveProperty('totalComments');
    expect(await use('check_export', { guid: done['guid'], wait: true })).toEqual(done);
    expect(await use('pick_random_winners', { guid: done['guid'], count: 2 })).toHaveProperty('winners.length', 2);
    const { uuid } = await use('create_webhook', { event: 'export.finished', url: 'https://example.com/hook' });
    await use('delete_webhook', { uuid });
    const schedule = await use('create_schedule', { url: THREAD, frequency: 'weekly', options: { replies: true } });
    await use('delete_schedule', { uuid: schedule['uuid'] });
    const file = await house.client.get(`/api/v3/job/${String(done['guid'])}/json`);
    expect(await use('download_export', { guid: done['guid'] })).toMatchObject({ items: file.list });
    const refused = await ask('tools/call', { name: 'check_export', arguments: { guid: 'nobody' } }, withToken());
    expect(refused.result).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: expect.any(String), error_code: 'RESOURCE_NOT_FOUND', detail: expect.any(String) },
    });
  });

  stated('auth.mcp', async () => {
    const profile = { name: 'get_my_profile', arguments: {} };
    expect((await ask('tools/call', profile, withToken())).result).toMatchObject({ structuredContent: { ok: true } });
    for (const headers of [{}, { authorization: 'Bearer nobody' }, { authorization: 'nonsense' }] as Record<string, string>[]) {
      const { status, challenge, result, error } = await ask('tools/call', profile, headers);
      expect(status).toBe(401);
      expect(result).toBeUndefined();
      expect(error?.message).toBe('Unauthorized: missing or invalid Bearer token');
      expect(challenge).toContain('error="invalid_token"');
      expect(challenge).toContain('/.well-known/oauth-authorization-server"');
    }
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: profile });
    for (const [token, outcome] of [
      [house.service.token, 'result'],
      ['nobody', 'error'],
    ] as const) {
      const env = { ...process.env, ...house.world.env, COMMENTDOCK_DATA_DIR: house.service.dataDir, SERVICE_API_TOKEN: token };
      const child = spawn(process.execPath, [programToStart(), 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
      const ended = once(child, 'close');
      child.stdin.write(`${call}\n`);
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      child.stdin.end();
      await ended;
      expect(Object.keys(JSON.parse(line) as Fields)).toContain(outcome);
    }
  });
});
