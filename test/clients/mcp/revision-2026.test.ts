import { describe, expect, it } from 'vitest';
import { NEWEST } from '#test/clients/mcp/doors.ts';
import { mcpHouse } from '#test/clients/mcp/mcp-house.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

const house = mcpHouse();

const PREFIX = 'io.modelcontextprotocol/';
const META = { [`${PREFIX}protocolVersion`]: NEWEST, [`${PREFIX}clientCapabilities`]: {} };

type Fields = Readonly<Record<string, unknown>>;

/** A message by hand, with the headers it needs unless told otherwise. An empty header is left out. */
async function post(method: string, params: Fields = {}, headers: Record<string, string> = {}) {
  const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  const answer = await send(
    Number(new URL(house.service.baseUrl).port),
    'POST',
    '/mcp',
    {
      authorization: `Bearer ${house.service.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': NEWEST,
      'mcp-method': method,
      ...named,
      ...headers,
    },
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: META, ...params } }),
  );
  const { result, error } = answer.json as { readonly result?: Fields; readonly error?: { readonly code: number; readonly data?: Fields } };
  return { status: answer.status, headers: answer.headers, result, error };
}

describe('the revision without a handshake', () => {
  it('discovers', async () => {
    const { status, result } = await post('server/discover');
    expect(status).toBe(200);
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining([NEWEST]),
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ttlMs: expect.any(Number),
      cacheScope: expect.stringMatching(/public|private/),
    });
    expect(result?.['capabilities']).not.toHaveProperty('logging');
  });

  it('says with every result what it is, and with every list how long it holds', async () => {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect((await post(method)).result, method).toMatchObject({
        resultType: 'complete',
        ttlMs: expect.any(Number),
        cacheScope: expect.any(String),
      });
    expect((await post('tools/call', { name: 'get_my_profile', arguments: {} })).result).toMatchObject({ resultType: 'complete' });
    const names = async (): Promise<unknown> => {
      const { tools } = (await post('tools/list')).result as { readonly tools: readonly Fields[] };
      return tools.map(({ name }) => name);
    };
    expect(await names()).toEqual(await names());
  });

  it('takes a name in base64', async () => {
    const name = `=?base64?${Buffer.from('get_my_limits').toString('base64')}?=`;
    const { status, result } = await post('tools/call', { name: 'get_my_limits', arguments: {} }, { 'mcp-name': name });
    expect(status).toBe(200);
    expect(result).toMatchObject({ structuredContent: { ok: true } });
  });

  it.each([
    ['another method in the header', { 'mcp-method': 'tools/list' }],
    ['no method in the header', { 'mcp-method': '' }],
    ['another name in the header', { 'mcp-name': 'list_exports' }],
    ['no name in the header', { 'mcp-name': '' }],
    ['another revision in the header', { 'mcp-protocol-version': '2025-11-25' }],
  ])('refuses %s', async (_what, headers) => {
    const { status, error } = await post('tools/call', { name: 'get_my_profile', arguments: {} }, headers);
    expect(status).toBe(400);
    expect(error?.code).toBe(-32_020);
  });

  it('names the revisions it has', async () => {
    const unknown = '2031-01-01';
    const params = { _meta: { ...META, [`${PREFIX}protocolVersion`]: unknown } };
    const { status, error } = await post('tools/list', params, { 'mcp-protocol-version': unknown });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: -32_022, data: { supported: expect.arrayContaining([NEWEST]) } });
  });

  it('needs the capabilities of the client', async () => {
    const { status, error } = await post('tools/list', { _meta: { [`${PREFIX}protocolVersion`]: NEWEST } });
    expect(status).toBe(400);
    expect(error?.code).toBe(-32_602);
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'exports/everything'])('has no %s', async (method) => {
    const { status, error } = await post(method, method === 'logging/setLevel' ? { level: 'info' } : {});
    expect(status).toBe(404);
    expect(error?.code).toBe(-32_601);
  });

  it('keeps other sites out', async () => {
    expect((await post('tools/list', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('tools/list', {}, { host: 'evil.example' })).status).toBe(403);
    expect((await post('tools/list', {}, { origin: house.service.baseUrl })).status).toBe(200);
  });
});

describe('the revisions with a handshake', () => {
  it.each(['2025-06-18', '2025-11-25'])('speaks %s, without a session', async (protocolVersion) => {
    const base = house.service.baseUrl;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${house.service.token}`,
    };
    const ask = async (message: Fields, more: Record<string, string> = {}) => {
      const answer = await fetch(`${base}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(message) });
      const text = await answer.text();
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      return {
        status: answer.status,
        session: answer.headers.get('mcp-session-id'),
        message: data === '' ? {} : (JSON.parse(data) as Fields),
      };
    };
    const hello = await ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
    });
    expect(hello).toMatchObject({
      status: 200,
      session: null,
      message: { result: { protocolVersion, serverInfo: { name: 'commentdock' } } },
    });
    const version = { 'mcp-protocol-version': protocolVersion };
    expect((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }, version)).status).toBe(202);
    const called = await ask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_my_profile' } }, version);
    expect(called.message).toMatchObject({ id: 2, result: { structuredContent: { ok: true } } });
    expect(called.message['result']).not.toHaveProperty('resultType');
    expect((await ask({ jsonrpc: '2.0', id: 3, method: 'ping' }, version)).message).toMatchObject({ result: {} });
    expect((await fetch(`${base}/mcp`, { headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(405);
    expect((await fetch(`${base}/mcp`, { method: 'DELETE', headers })).status).toBe(405);
  });

  it('answers what is no JSON, and what is too much of it', async () => {
    const ask = (body: string, type = 'application/json') =>
      fetch(`${house.service.baseUrl}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${house.service.token}`, 'content-type': type },
        body,
      });
    const broken = await ask('{"jsonrpc"');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: -32_700 } });
    expect((await ask('{}', 'text/plain')).status).toBe(415);
    const huge = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { pad: 'x'.repeat(1_100_000) } });
    expect(
      await ask(huge).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
  });

  it('shows people who open the address the service', async () => {
    const page = await fetch(`${house.service.baseUrl}/mcp`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${house.service.baseUrl}/`);
  });
});
