import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { COMMENTS, contractService, THREAD, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import { startRoute } from '#test/world/routes.ts';

const house = contractService();
const POOL_PASSWORD = 'never to be shown';
const CANARY = { username: 'ann', password: 'canary-of-the-route' };

/** Which of the routes the world was asked over, once nothing came by another way. */
function routesAsked(): readonly (string | null)[] {
  expect(house.world.statistics()).toMatchObject({ direct_connections: 0 });
  return [...new Set(house.world.requests.map(({ route }) => route))];
}

/** Files of the data folder that hold this text. */
function filesWith(text: string): readonly string[] {
  const files = readdirSync(house.service.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => readFileSync(path).includes(text));
}

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

describe('exports over them', () => {
  stated('option.vpn', async () => {
    await using route = await startRoute(house.world, { type: 'socks5', name: 'to Lisbon', credentials: CANARY });
    expect((await house.client.post('/api/v1/routes', { name: 'Lisbon', code: 'PT', url: route.url })).status).toBe(201);
    for (const vpn of ['Lisbon', 'PT']) {
      house.world.reset();
      const job = await house.client.export(THREAD, { vpn, replies: true });
      expect(job).toMatchObject({
        options: { vpn },
        total_exported: COMMENTS,
        completeness: { complete: true, routes: ['the route "Lisbon"'] },
      });
      expect(routesAsked()).toEqual(['to Lisbon']);
      expect(JSON.stringify(job)).not.toMatch(/canary/);
    }
    expect(filesWith(CANARY.password)).toEqual([]);
  });

  stated('option.pool', async () => {
    await using dead = await startRoute(house.world, { type: 'http', name: 'dead' });
    await using alive = await startRoute(house.world, { type: 'https', name: 'alive', credentials: CANARY });
    await dead.kill();
    const proxies = [
      { type: 'http', address: dead.address },
      { type: 'https', address: alive.address, ...CANARY },
    ];
    const { uuid: pool } = (await house.client.post('/api/v1/proxies', { name: 'mine', proxies })).body;
    house.world.reset();
    const job = await house.client.export(THREAD, { pool, replies: true });
    expect(job).toMatchObject({ options: { pool }, total_exported: COMMENTS });
    expect(job.completeness).toMatchObject({ routes: ['proxy 1 of the pool "mine": cannot be reached', 'proxy 2 of the pool "mine"'] });
    expect(routesAsked()).toEqual(['alive']);
    expect(filesWith(CANARY.password)).toEqual([]);
  });
});
