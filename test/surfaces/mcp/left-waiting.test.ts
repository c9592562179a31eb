import { describe, expect, it } from 'vitest';
import { startMcpService } from '#test/surfaces/mcp/mcp-service.ts';

const PATIENCE = { interval: 10 };
const NEWEST = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';

const ERAS: Readonly<Record<string, { readonly meta: object; readonly headers: Readonly<Record<string, string>> }>> = {
  '2025-11-25': { meta: {}, headers: { 'mcp-protocol-version': '2025-11-25' } },
  [NEWEST]: {
    meta: { [`${PREFIX}protocolVersion`]: NEWEST, [`${PREFIX}clientCapabilities`]: {} },
    headers: { 'mcp-protocol-version': NEWEST, 'mcp-method': 'tools/call', 'mcp-name': 'check_export' },
  },
};

describe.each(Object.entries(ERAS))('a client of %s that goes away while it waits', (_era, { meta, headers }) => {
  it('leaves nothing behind, and the export goes on', async () => {
    await using mcp = await startMcpService();
    const created = await mcp.call('export_comments', { url: 'https://www.tubular.com/watch/abc' });
    const { guid } = (created.body.result as { structuredContent: { data: { guid: string } } }).structuredContent.data;
    const before = mcp.services.engine.listenerCount;
    const leave = new AbortController();
    const waiting = fetch(`${mcp.url}/mcp`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-auth-token': mcp.token,
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'check_export', arguments: { guid, wait: true }, _meta: { ...meta, progressToken: 'p' } },
      }),
    }).then((answer) => answer.text());
    waiting.catch(() => undefined);
    await expect.poll(() => mcp.services.engine.listenerCount, PATIENCE).toBe(before + 1);
    leave.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => mcp.services.engine.listenerCount, PATIENCE).toBe(before);
    expect(mcp.services.jobs.find(guid)?.status).toBe('queueing');
    expect(mcp.faults).toEqual([]);
  });
});

describe('a client that waits for an export at a wall', () => {
  it('is told that its owner is needed, and what they do', async () => {
    await using mcp = await startMcpService();
    const created = await mcp.call('export_comments', { url: 'https://www.tubular.com/watch/abc' });
    const { guid } = (created.body.result as { structuredContent: { data: { guid: string } } }).structuredContent.data;
    const before = mcp.services.engine.listenerCount;
    const waiting = mcp.call('check_export', { guid, wait: true });
    await expect.poll(() => mcp.services.engine.listenerCount, PATIENCE).toBe(before + 1);
    const wall = { code: 'CAPTCHA', message: 'It asks for a captcha.', sinceMs: 0, untilMs: 1_000, window: 'closed' } as const;
    mcp.services.engine.change(guid, { status: 'progress', needsYou: wall });
    const { data } = ((await waiting).body.result as { structuredContent: { data: { status: string; needsYou: string } } })
      .structuredContent;
    expect(data.status).toBe('progress');
    expect(data.needsYou).toContain(`CAPTCHA: It asks for a captcha. The export waits until`);
    expect(data.needsYou).toContain(`commentdock continue ${guid}`);
  });
});

describe('a client of the revision without a handshake', () => {
  it('hears that its wait has begun, and gets plain JSON without one', async () => {
    await using mcp = await startMcpService();
    const created = await mcp.call('export_comments', { url: 'https://www.tubular.com/watch/abc' });
    const { guid } = (created.body.result as { structuredContent: { data: { guid: string } } }).structuredContent.data;
    const { meta, headers } = ERAS[NEWEST] as (typeof ERAS)[string];
    const leave = new AbortController();
    const ask = (wait: boolean, accept: string): Promise<Response> =>
      fetch(`${mcp.url}/mcp`, {
        method: 'POST',
        signal: leave.signal,
        headers: { 'content-type': 'application/json', accept, 'x-auth-token': mcp.token, ...headers },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'check_export', arguments: { guid, wait }, _meta: meta },
        }),
      });
    const begun = await ask(true, 'application/json, text/event-stream');
    expect([begun.status, begun.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const told = await ask(false, 'application/json, text/event-stream');
    expect([told.status, told.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await told.json()).toMatchObject({ result: { structuredContent: { ok: true, data: { guid, status: 'queueing' } } } });
    leave.abort();
  });
});
