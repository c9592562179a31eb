import { describe, expect } from 'vitest';
import { type Fields, realtimeClient } from '#test/clients/realtime/realtime-client.ts';
import { APP, contractService, GONE, PATIENCE, THREAD } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';

const house = contractService();

const wsUrl = (): string => `${house.service.baseUrl.replace(/^http/, 'ws')}/connection/websocket`;
const getToken = async (): Promise<string> => String((await house.client.post('/api/public/auth/socket')).body['token']);

describe('the realtime connection', () => {
  stated('route.socket-token', async () => {
    const { status, body } = await house.client.post('/api/public/auth/socket');
    expect([status, body]).toEqual([200, { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) }]);
    expect((await house.service.client({}).post('/api/public/auth/socket')).status).toBe(401);
  });

  stated('service.realtime', async () => {
    using client = realtimeClient(wsUrl(), { getToken });
    await client.ready();
    const { guid } = await house.client.export(THREAD);
    const finished = (): Fields | undefined => client.heard.find(({ data }) => data['event'] === 'job.finished')?.data;
    await expect.poll(finished, PATIENCE).toMatchObject({ guid, status: 'done' });
  });

  stated('version.events', async () => {
    using client = realtimeClient(wsUrl(), { getToken });
    await client.ready();
    const { guid } = await house.client.export(APP);
    await house.client.post('/api/v1/bulk-download', { guids: [guid] });
    await house.client.create(GONE);
    const names = (): readonly unknown[] => client.heard.map(({ data }) => data['event']);
    await expect.poll(names, PATIENCE).toEqual(expect.arrayContaining(['job.finished', 'job.failed', 'bulk_download.ready']));
    expect(new Set(client.heard.map(({ data }) => data['version']))).toEqual(new Set(['v3-beta']));
  });
});
