import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OWNER_HERE } from '#core/operations/context.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { REALTIME_TIMES } from '#core/surfaces/realtime/limits.ts';
import { contextOf } from '#test/operations/fake-services.ts';
import { EXPORTS, startRealtimeService } from '#test/surfaces/realtime/realtime-service.ts';

/** Of a client that speaks no WebSocket beyond it. */
const HANDSHAKE = [
  'GET /connection/websocket HTTP/1.1',
  'Host: {host}',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '',
  '',
].join('\r\n');

describe('the times', () => {
  it('are those that clients count on', () => {
    expect(REALTIME_TIMES.pingMs).toBe(25_000);
    expect(REALTIME_TIMES.expiryGraceMs).toBe(25_000);
    expect(REALTIME_TIMES.staleMs + REALTIME_TIMES.closeMs).toBeLessThanOrEqual(35_000);
    expect(REALTIME_TIMES.historyMs).toBeGreaterThan(5 * 60_000);
  });

  it('a socket that says nothing is closed with 3502', async () => {
    await using service = await startRealtimeService({ staleMs: 100 });
    const client = await service.open();
    expect(await client.closed).toEqual({ code: 3502, reason: 'stale' });
  });

  it('a refused socket that stays is closed too', async () => {
    await using service = await startRealtimeService({ staleMs: 1_000 });
    const client = await service.open();
    await client.ask('connect', { token: 'forged' });
    expect(await client.closed).toEqual({ code: 3502, reason: 'stale' });
  });

  it('a socket that does not answer the close is cut', async () => {
    await using service = await startRealtimeService({ staleMs: 50, closeMs: 100 });
    const line = connect(service.port, '127.0.0.1');
    line.write(HANDSHAKE.replace('{host}', `127.0.0.1:${service.port}`));
    line.resume();
    expect(await once(line, 'close')).toEqual([false]);
  });

  it('pings come again and again, and a client that answers stays', async () => {
    await using service = await startRealtimeService({ pingMs: 40, pongMs: 2_000 });
    const client = await service.connected();
    for (let pings = 1; pings <= 4; pings += 1) {
      await expect.poll(() => client.frames.filter((frame) => frame === '{}').length, { interval: 5 }).toBeGreaterThanOrEqual(pings);
      client.send({});
    }
    expect(await client.ask('presence_stats', { channel: EXPORTS })).toHaveProperty('presence_stats');
  });

  it('a client that answers no ping is let go with 3012', async () => {
    await using service = await startRealtimeService({ pingMs: 40, pongMs: 30 });
    const client = await service.connected();
    expect(await client.closed).toEqual({ code: 3012, reason: 'no pong' });
  });

  it('after the time of the token and its grace the connection ends with 3005', async () => {
    await using service = await startRealtimeService({ expiryGraceMs: 200 }, { COMMENTDOCK_REALTIME_TTL: '1' });
    const startedAt = performance.now();
    const client = await service.connected();
    expect(client.result).toMatchObject({ expires: true, ttl: 1 });
    expect(await client.closed).toEqual({ code: 3005, reason: 'connection expired' });
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  it('a refresh in time keeps the connection', async () => {
    // Ends 2 to 3 seconds after it began: tokens count whole seconds.
    await using service = await startRealtimeService({ expiryGraceMs: -57_000 }, { COMMENTDOCK_REALTIME_TTL: '60' });
    const [kept, left] = [await service.connected(), await service.connected()];
    expect(await kept.ask('refresh', { token: await service.token(null, 3_600) })).toMatchObject({
      refresh: { expires: true, ttl: 3_600 },
    });
    expect(await left.closed).toEqual({ code: 3005, reason: 'connection expired' });
    await delay(100);
    expect(kept.socket.readyState).toBe(kept.socket.OPEN);
  });

  it('a token whose time is over is refused with 109', async () => {
    await using service = await startRealtimeService({}, { COMMENTDOCK_REALTIME_TTL: '1' });
    const token = await service.token();
    service.advance(2_000);
    const client = await service.open();
    expect(await client.ask('connect', { token })).toMatchObject({ error: { code: 109 } });
  });

  it('a connection of a revoked API token ends with its next ping', async () => {
    await using service = await startRealtimeService({ pingMs: 60 });
    const uuid = crypto.randomUUID();
    const { tokens } = service.services;
    tokens.insert({ uuid, name: 'one', sha256: 'x', createdAtMs: 0, expiresAtMs: Date.now() + 60_000 });
    const client = await service.open();
    expect(await client.ask('connect', { token: await service.token(uuid) })).toHaveProperty('connect');
    tokens.remove(uuid);
    expect(await client.closed).toEqual({ code: 3500, reason: 'invalid token' });
  });

  it('a connection of a window whose invitation is revoked ends with its next ping', async () => {
    await using service = await startRealtimeService({ pingMs: 60 });
    const { services } = service;
    const { record, secret } = services.signIn.invitations.make('Ada', 60_000, null);
    const { entered: pass } = services.signIn.invitations.accept(secret, 'here');
    const context = contextOf(services, { ...OWNER_HERE, ...(pass === null ? {} : { window: pass }) });
    const { token } = (await operationNamed('realtime.token').run({}, context)) as { token: string };
    const client = await service.open();
    expect(await client.ask('connect', { token })).toHaveProperty('connect');
    services.signIn.invitations.revoke(record.uuid);
    expect(await client.closed).toEqual({ code: 3500, reason: 'invalid token' });
    expect(await (await service.open()).ask('connect', { token })).not.toHaveProperty('connect');
  });

  it('a shutdown is told with 3001', async () => {
    const service = await startRealtimeService();
    const clients = [await service.connected(), await service.open()];
    await service.realtime.close();
    for (const client of clients) expect(await client.closed).toEqual({ code: 3001, reason: 'shutdown' });
    await service[Symbol.asyncDispose]();
  });

  it('a shutdown does not wait for a client that is gone silent', async () => {
    const service = await startRealtimeService();
    const client = await service.connected();
    client.socket.pause();
    const startedAt = performance.now();
    await service[Symbol.asyncDispose]();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
