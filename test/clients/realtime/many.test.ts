import { expect, it } from 'vitest';
import { PATIENCE, realtimeHouse } from '#test/clients/realtime/realtime-house.ts';
import { realtimeClient } from '#test/clients/realtime/realtime-client.ts';

const CONNECTIONS = 1_000;
const EVENTS = 10;
const house = realtimeHouse();

it(`${CONNECTIONS} connections at once hear every event, and the service goes on answering`, async () => {
  const token = await house.getToken();
  const clients = Array.from({ length: CONNECTIONS }, () => realtimeClient(house.wsUrl, { token }, { timeout: 30_000 }));
  try {
    await Promise.all(clients.map(({ centrifuge }) => centrifuge.ready(30_000)));
    const channel = `user:${house.userUuid}`;
    const [first] = clients;
    expect(await first?.centrifuge.presenceStats(channel)).toEqual({ numClients: CONNECTIONS, numUsers: 1 });
    await house.switchPlans(EVENTS);
    await expect.poll(() => clients.filter(({ heard }) => heard.length === EVENTS).length, PATIENCE).toBe(CONNECTIONS);
    const last = clients.map(({ heard }) => heard.map(({ offset }) => offset).join());
    expect(new Set(last)).toEqual(new Set(['1,2,3,4,5,6,7,8,9,10']));
    expect((await house.rest.get('/health')).status).toBe(200);
    for (const client of clients.slice(1)) client[Symbol.dispose]();
    await expect.poll(async () => (await first?.centrifuge.presenceStats(channel))?.numClients, PATIENCE).toBe(1);
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
});
