import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { FOREIGN_HEADERS } from '#test/surfaces/foreign-headers.ts';
import { REALTIME_PATH } from '#core/surfaces/realtime/server.ts';
import { startRealtimeService } from '#test/surfaces/realtime/realtime-service.ts';

const service = await own(startRealtimeService());

const PLACES = [REALTIME_PATH, `${REALTIME_PATH}?cf_protocol_version=v2`];

interface UpgradeAnswer {
  readonly status: number;
  readonly body: string;
}

async function upgrade(path: string, headers: Record<string, string>): Promise<UpgradeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<UpgradeAnswer>();
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const outgoing = request({ host: '127.0.0.1', port: service.port, path, headers: { ...handshake, ...headers }, agent: false });
  outgoing.on('upgrade', (answer, socket) => {
    socket.destroy();
    resolve({ status: answer.statusCode ?? 0, body: '' });
  });
  outgoing.on('response', (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

describe('an upgrade', () => {
  it.each(PLACES)('with a foreign Host or Origin is refused at %s', async (path) => {
    for (const headers of FOREIGN_HEADERS) {
      const { status, body } = await upgrade(path, headers);
      expect(status, JSON.stringify(headers)).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ status_code: 403, error_code: 'FORBIDDEN_ORIGIN' });
    }
  });

  it('from here, with an Origin of ours or none, is taken', async () => {
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${service.port}`);
    for (const host of hosts) {
      expect((await upgrade(REALTIME_PATH, { host })).status).toBe(101);
      expect((await upgrade(REALTIME_PATH, { host, origin: `http://${host}` })).status).toBe(101);
    }
  });

  it('elsewhere is answered as a request', async () => {
    expect((await upgrade('/connection/elsewhere', {})).status).toBe(404);
    expect((await upgrade('/connection/elsewhere', { origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each([
    [{ upgrade: 'h2c' }, 400],
    [{ 'sec-websocket-version': '7' }, 400],
    [{ 'sec-websocket-key': 'short' }, 400],
  ])('that is no handshake of a WebSocket is refused: %j', async (headers, status) => {
    expect((await upgrade(REALTIME_PATH, headers as unknown as Record<string, string>)).status).toBe(status);
  });
});
