import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TransientFailure } from '#core/contract/error.ts';
import { createTransport, type Outgoing } from '#core/network/transport.ts';
import { serve } from '#test/network/loopback.ts';
import { QUIET_CONFIG } from '#test/network/page.ts';

const PHASE_MS = 400;
const NEVER = new AbortController().signal;

function get(url: string): Outgoing {
  return { method: 'GET', url: new URL(url), headers: { accept: '*/*' }, body: null };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('transport', () => {
  it('keeps a connection and uses it again', async () => {
    await using server = await serve((_, answer) => answer.end('ok'));
    const transport = createTransport(QUIET_CONFIG, null);
    for (let i = 0; i < 5; i += 1) expect((await transport.exchange(get(server.origin), NEVER)).body.toString()).toBe('ok');
    expect(server.connections()).toBe(1);
    await transport.close();
  });

  it('opens at least 64 connections to one origin', async () => {
    let waiting: (() => void)[] = [];
    await using server = await serve((_, answer) => {
      waiting.push(() => answer.end('ok'));
      if (waiting.length === 64) for (const go of waiting.splice(0)) go();
    });
    const transport = createTransport(QUIET_CONFIG, null);
    const answers = await Promise.all(Array.from({ length: 64 }, () => transport.exchange(get(server.origin), NEVER)));
    expect(answers).toHaveLength(64);
    expect(server.connections()).toBe(64);
    waiting = [];
    await transport.close();
  });

  it('takes what has come of a body that does not end, and the whole of one that does', async () => {
    await using server = await serve((request, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      if (request.url === '/ends') answer.end('data: 2\n\n');
    });
    const transport = createTransport(QUIET_CONFIG, null);
    const endless = await transport.exchange({ ...get(`${server.origin}/goes-on`), listenForMs: 200 }, NEVER);
    expect([endless.status, endless.body.toString(), endless.isPart]).toEqual([200, 'data: 1\n\n', true]);
    const ended = await transport.exchange({ ...get(`${server.origin}/ends`), listenForMs: 60_000 }, NEVER);
    expect([ended.body.toString(), ended.isPart ?? false]).toEqual(['data: 1\n\ndata: 2\n\n', false]);
    await transport.close();
  });

  it('passes on a status, headers that came twice, and large headers', async () => {
    await using server = await serve((_, answer) =>
      answer.writeHead(418, { 'set-cookie': ['a=1', 'b=2'], 'x-policy': 'p'.repeat(40_000) }).end('teapot'),
    );
    const transport = createTransport(QUIET_CONFIG, null);
    const arrived = await transport.exchange(get(server.origin), NEVER);
    expect(arrived.status).toBe(418);
    expect(arrived.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(arrived.headers['x-policy']).toHaveLength(40_000);
    await transport.close();
  });

  it.each([
    ['before the headers', (socket: Socket) => void socket],
    ['within the body', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')],
  ])('ends a hang %s', async (_, begin) => {
    const server = createServer((socket) => socket.on('error', () => {}).once('data', () => begin(socket))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const transport = createTransport(QUIET_CONFIG, null, PHASE_MS);
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await failureOf(transport.exchange(get(`http://${host}/secret?token=1`), NEVER));
    expect(error).toBeInstanceOf(TransientFailure);
    expect((error as Error).message).toContain(`${host} did not answer within 0.4 s`);
    expect((error as Error).message).not.toContain('secret');
    await transport.close();
    server.close();
  });

  it('ends a body that drips', async () => {
    await using server = await serve((_, answer) => {
      answer.writeHead(200, { 'content-length': 100_000 });
      const timer = setInterval(() => answer.write('x'), 50);
      answer.on('close', () => clearInterval(timer));
    });
    const transport = createTransport(QUIET_CONFIG, null, PHASE_MS);
    const error = await failureOf(transport.exchange(get(server.origin), NEVER));
    expect(error).toBeInstanceOf(TransientFailure);
    expect((error as Error).message).toContain('did not answer within');
    await transport.close();
  });

  it('names a refused connection, a reset and a body that is cut off', async () => {
    const transport = createTransport(QUIET_CONFIG, null);
    await using server = await serve((incoming, answer) => {
      if (incoming.url === '/reset') incoming.socket.resetAndDestroy();
      else if (incoming.url === '/short') answer.writeHead(200, { 'content-length': 100 }).write('half', () => incoming.socket.end());
      else answer.writeHead(200, { 'transfer-encoding': 'chunked' }).write('half', () => incoming.socket.end());
    });
    for (const path of ['/reset', '/short', '/chunked']) {
      const error = await failureOf(transport.exchange(get(server.origin + path), NEVER));
      expect(error, path).toBeInstanceOf(TransientFailure);
      expect((error as Error).message, path).toContain('cut the connection');
    }
    const free = await serve(() => {});
    await free[Symbol.asyncDispose]();
    expect(((await failureOf(transport.exchange(get(free.origin), NEVER))) as Error).message).toContain('takes no connections');
    expect(((await failureOf(transport.exchange(get('http://no-such-name.invalid/'), NEVER))) as Error).message).toContain(
      'could not be resolved',
    );
    await transport.close();
  });

  it('gives an abort its own reason at once and frees the socket', async () => {
    await using server = await serve(() => {});
    const transport = createTransport(QUIET_CONFIG, null);
    const abort = new AbortController();
    const running = failureOf(transport.exchange(get(server.origin), abort.signal));
    await expect.poll(() => server.requests()).toBe(1);
    const reason = new Error('stopped by the owner');
    abort.abort(reason);
    expect(await running).toBe(reason);
    await expect.poll(() => server.openSockets()).toBe(0);
    expect(await failureOf(transport.exchange(get(server.origin), abort.signal))).toBe(reason);
    expect(server.connections()).toBe(1);
    await transport.close();
  });

  it('aborts some of many without opening further connections, and goes on', async () => {
    await using server = await serve((incoming, answer) => void (incoming.url === '/hang' ? null : answer.end('ok')));
    const transport = createTransport(QUIET_CONFIG, null);
    for (let round = 1; round <= 3; round += 1) {
      const abort = new AbortController();
      const running = Array.from({ length: 8 }, () => failureOf(transport.exchange(get(`${server.origin}/hang`), abort.signal)));
      await expect.poll(() => server.requests()).toBe(round * 9 - 1);
      abort.abort('enough');
      expect(new Set(await Promise.all(running))).toEqual(new Set(['enough']));
      await expect.poll(() => server.openSockets()).toBe(0);
      expect((await transport.exchange(get(server.origin), NEVER)).body.toString()).toBe('ok');
      expect(server.connections()).toBeLessThanOrEqual(round * 9);
    }
    await transport.close();
  });

  it('aborts while the body is on its way', async () => {
    await using server = await serve((_, answer) => void answer.writeHead(200, { 'content-length': 100 }).write('half'));
    const transport = createTransport(QUIET_CONFIG, null);
    const abort = new AbortController();
    const running = failureOf(transport.exchange(get(server.origin), abort.signal));
    setTimeout(() => abort.abort('enough'), 100);
    expect(await running).toBe('enough');
    await expect.poll(() => server.openSockets()).toBe(0);
    await transport.close();
  });

  it('close ends what runs and takes nothing more', async () => {
    await using server = await serve(() => {});
    const transport = createTransport(QUIET_CONFIG, null);
    const running = failureOf(transport.exchange(get(server.origin), NEVER));
    await expect.poll(() => server.requests()).toBe(1);
    await transport.close();
    expect(((await running) as Error).message).toContain('shutting down');
    expect(((await failureOf(transport.exchange(get(server.origin), NEVER))) as Error).message).toContain('shutting down');
    await expect.poll(() => server.openSockets()).toBe(0);
  });
});
