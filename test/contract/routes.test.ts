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
