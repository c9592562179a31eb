import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startMcpService } from '#test/surfaces/mcp/mcp-service.ts';

interface Sent {
  readonly method: string;
  readonly body: string;
}

/** Plain HTTP: fetch refuses some methods by itself. */
function send(url: string, token: string, { method, body }: Sent): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const headers = {
    'x-auth-token': token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'application/json, text/event-stream',
  };
  const sent = request(`${url}/mcp`, { method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const nested = (depth: number, inner: string): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const call = (argument: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_exports","arguments":{"x":${argument}}}}`;

describe('what is sent to break things', () => {
  it.each([
    ['a body nested in itself', { method: 'POST', body: nested(5_000, '') }, 400],
    ['objects nested in themselves', { method: 'POST', body: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}` }, 400],
    ['an argument nested too deeply', { method: 'POST', body: call(nested(20_000, '1')) }, 400],
    ['what is no JSON', { method: 'POST', body: '{"a"' }, 400],
    ['a body of more than a megabyte', { method: 'POST', body: call(`"${'x'.repeat(1_100_000)}"`) }, 413],
    ['a method that nothing answers', { method: 'TRACE', body: 'x' }, 405],
    ['a method of other protocols', { method: 'PROPFIND', body: '' }, 405],
  ])('%s is refused', async (_what, sent: Sent, status) => {
    await using mcp = await startMcpService();
    const answer = await send(mcp.url, mcp.token, sent);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  });

  it('an argument nested as deeply as a person might is taken', async () => {
    await using mcp = await startMcpService();
    expect((await send(mcp.url, mcp.token, { method: 'POST', body: call(nested(20, '1')) })).status).toBe(200);
  });

  it.each([
    ['tools/call', {}, '`params.name` is required: give a text.'],
    ['tools/call', { name: 5 }, '`params.name` must be a text.'],
    ['tools/call', { name: 'list_exports', arguments: 5 }, '`params.arguments` must be an object.'],
    ['tools/list', { cursor: 5 }, '`params.cursor` must be a text.'],
    ['resources/read', {}, '`params.uri` is required: give a text.'],
    ['prompts/get', {}, '`params.name` is required: give a text.'],
    ['completion/complete', {}, '`params.ref` is required: give an object.'],
    ['logging/setLevel', { level: 'loud' }, '`params.level` must be one of: debug, info, notice'],
    ['initialize', {}, '`params.protocolVersion` is required: give a text.'],
  ])('%s with %j is told what is wrong, in words', async (method, params, words) => {
    await using mcp = await startMcpService();
    const { text } = await send(mcp.url, mcp.token, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
    const { error } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as {
      readonly error: { readonly code: number; readonly message: string };
    };
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(words) });
    expect(error.message).not.toMatch(/Invalid input|expected|received|[[{]/);
  });
});
