import { describe, expect } from 'vitest';
import { contractService, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';

const house = contractService();
const POOL_PASSWORD = 'never to be shown';

describe('VPN locations', () => {
  stated('location.public', async () => {
    const { status, list } = await house.service.client({}).get('/api/public/vpn/locations');
    expect(status).toBe(200);
    for (const location of list) expect(Object.keys(location).toSorted()).toEqual(['code', 'name']);
    expect((await house.service.client({}).get('/api/public/vpn/locations?page=1&limit=30')).status).toBe(200);
    expect((await house.service.client({}).get('/api/public/vpn/locations?limit=0')).status).toBe(400);
    expect((await house.service.client({}).get('/api/public/vpn/locations?page=900')).list).toEqual([]);
  });

  stated('limit.locations', async () => {
    for (let number = 0; number < 31; number += 1) {
      const route = { name: `Route ${number}`, code: 'DE', url: 'socks5://127.0.0.1:1080' };
      expect((await house.client.post('/api/v1/routes', route)).status).toBe(201);
    }
    const locations = async (query: string): Promise<readonly unknown[]> =>
      (await house.service.client({}).get(`/api/public/vpn/locations${query}`)).list;
    expect(await locations('')).toHaveLength(10);
    expect(await locations('?limit=100')).toHaveLength(30);
    expect(await locations('?limit=30&page=2')).toHaveLength(1);
    expect(await locations('?limit=1')).toEqual([{ name: expect.stringMatching(/^Route /), code: 'DE' }]);
  });
});

describe('proxy pools', () => {
  stated('pool.made', async () => {
    const { status, body } = await house.client.post('/api/v1/proxies', {
      name: 'mine',
      proxies: [{ type: 'socks5', address: '127.0.0.1:1080', username: 'me', password: POOL_PASSWORD }],
    });
    expect({ status, body }).toMatchObject({ status: 201, body: { uuid: expect.stringMatching(UUID), name: 'mine' } });
    expect(JSON.stringify([body, (await house.client.get('/api/v1/proxies')).list])).not.toContain(POOL_PASSWORD);
  });
});
