import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, realtimeHouse, THREAD } from '#test/clients/realtime/realtime-house.ts';
import { startTcpRelay, type TcpRelay } from '#test/clients/realtime/tcp-relay.ts';
import { realtimeClient, socketThrough } from '#test/clients/realtime/realtime-client.ts';
import { ACCOUNT, startRealtimeService } from '#test/surfaces/realtime/realtime-service.ts';

const MISSED = 1_000;
const house = realtimeHouse();
let relay: TcpRelay;
beforeEach(async () => {
  relay = await startTcpRelay(Number(new URL(house.service.baseUrl).port));
});
afterEach(() => relay[Symbol.asyncDispose]());

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('after the line was cut', () => {
  it(`a client hears the ${MISSED} events that it missed, once each and in order`, async () => {
    const client = house.client(relay.port);
    await client.ready();
    await house.switchPlans(10);
    await expect.poll(() => client.heard.length, PATIENCE).toBe(10);
    const first = client.heard[0]?.offset ?? 0;
    relay.cut();
    await house.switchPlans(MISSED);
    relay.mend();
    await expect.poll(() => client.heard.length, PATIENCE).toBe(MISSED + 10);
    expect(client.heard.map(({ offset }) => (offset ?? 0) - first + 1)).toEqual(upTo(MISSED + 10));
    expect(client.recoveries.get(`user:${house.userUuid}`)).toBe(true);
    expect(client.heard.every(({ channel, data }) => channel === `user:${house.userUuid}` && data['type'] === 'subscription.updated')).toBe(
      true,
    );
    await house.switchPlans(2);
    await expect.poll(() => client.heard.length, PATIENCE).toBe(MISSED + 12);
  });

  it('a client hears how its export went on', async () => {
    const client = house.client(relay.port);
    await client.ready();
    house.gate.close();
    const { guid } = await house.rest.create(THREAD);
    const { heard, reports, subscription } = client.follow(`export.${guid}.job`);
    await subscription.ready(5_000);
    relay.cut();
    house.gate.open();
    await house.rest.waitFor(guid, 'done');
    expect(heard).toEqual([]);
    relay.mend();
    await expect.poll(() => heard.map(({ data }) => data['event']), PATIENCE).toEqual(['job.progress', 'job.finished']);
    expect(reports).toEqual(['subscribed', 'recovered true']);
  });
});

describe('where the history does not reach back', () => {
  it('a client is told so, and goes on from now', async () => {
    await using service = await startRealtimeService();
    await using line = await startTcpRelay(service.port);
    using client = realtimeClient(service.wsUrl, { getToken: () => service.token() }, { websocket: socketThrough(line.port) });
    await client.ready();
    service.announce(1);
    await expect.poll(() => client.heard.length, PATIENCE).toBe(1);
    line.cut();
    service.announce(2);
    service.advance(7 * 60_000);
    service.announce(3);
    line.mend();
    await expect.poll(() => client.recoveries.get(ACCOUNT), PATIENCE).toBe(false);
    service.announce(4);
    await expect.poll(() => client.heard.map(({ offset }) => offset), PATIENCE).toEqual([1, 4]);
  });

  it('five minutes are within reach', async () => {
    await using service = await startRealtimeService();
    await using line = await startTcpRelay(service.port);
    using client = realtimeClient(service.wsUrl, { getToken: () => service.token() }, { websocket: socketThrough(line.port) });
    await client.ready();
    line.cut();
    service.announce(1);
    service.advance(5 * 60_000);
    service.announce(2);
    line.mend();
    await expect.poll(() => client.heard.map(({ offset }) => offset), PATIENCE).toEqual([1, 2]);
    expect(client.recoveries.get(ACCOUNT)).toBe(true);
  });
});
