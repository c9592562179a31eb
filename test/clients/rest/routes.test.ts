import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveTo } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://news.ycombinator.com/item?id=1000000';
const SECRET = 'hunter2-in-the-vault';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [hackerNewsSimulator({ comments: 5 })] }));

describe('routes and pools over the wire', () => {
  it('are kept over a restart, public by name alone, and their secrets stand nowhere in plain', async () => {
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_LOG: 'debug' });
    const first = await serveTo(cli);
    const route = { name: 'Berlin', code: 'DE', url: `socks5://ann:${SECRET}@127.0.0.1:1080` };
    const made = await first.client.ask('POST', '/api/v1/routes', { body: route });
    expect(made).toMatchObject({ status: 201, body: { name: 'Berlin', code: 'DE', type: 'socks5', has_credentials: true } });
    expect(await first.client.ask('POST', '/api/v1/routes', { body: route })).toMatchObject({
      status: 422,
      body: { error_code: 'VALIDATION_ERROR', violations: [{ propertyPath: 'name' }] },
    });
    const proxies = [{ type: 'http', address: '127.0.0.1:3128', username: 'ann', password: SECRET }];
    const pool = await first.client.ask('POST', '/api/v1/proxies', { body: { name: 'Mine', proxies } });
    expect(pool).toMatchObject({ status: 201, body: { name: 'Mine', proxies: [{ username: 'ann', has_password: true }] } });
    expect(await first.client.ask('POST', '/api/v1/proxies', { body: { name: 'None', proxies: [] } })).toMatchObject({ status: 422 });
    await first.kill();

    const { client } = await serveTo(cli);
    const locations = await fetch(`${client.baseUrl}/api/public/vpn/locations?page=1&limit=30`);
    expect(await locations.json()).toEqual([{ name: 'Berlin', code: 'DE' }]);
    expect((await client.ask('GET', '/api/v1/proxies')).body).toEqual([pool.body]);
    expect((await fetch(`${client.baseUrl}/api/v1/routes`)).status).toBe(401);
    for (const [options, words] of [
      [{ vpn: 'Mars' }, 'no VPN location named "Mars"'],
      [{ pool: '1f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10' }, 'no proxy pool'],
    ] as const)
      expect(await client.ask('POST', '/api/v3/job', { body: { url: THREAD, options } })).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_REQUEST', detail: expect.stringContaining(words) },
      });
    expect(world.count()).toBe(0);

    const plain = readdirSync(cli.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(SECRET));
    expect(plain.map(({ name }) => name)).toEqual([]);
    expect((await client.ask('DELETE', `/api/v1/proxies/${String(pool.body?.['uuid'])}`)).status).toBe(204);
    expect((await client.ask('DELETE', `/api/v1/routes/${String(made.body?.['uuid'])}`)).status).toBe(204);
    expect(await (await fetch(`${client.baseUrl}/api/public/vpn/locations`)).json()).toEqual([]);
  });

  it("routes are the command line's too, with and without a service", async () => {
    await using cli = openCommandLine(world.env);
    expect((await cli.run('routes')).stdout).toContain('No routes yet');
    const added = await cli.run('routes', 'add', 'Office', 'ch', `http://ann:${SECRET}@proxy.example:3128`);
    expect(added).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Office {2}CH {2}http:\/\/\*{3}@proxy\.example:3128 {2}[0-9a-f-]{36}\n$/),
    });
    const { client } = await serveTo(cli);
    expect(JSON.parse((await cli.run('routes', '--json')).stdout)).toMatchObject([{ name: 'Office', has_credentials: true }]);
    expect((await cli.run('routes', 'add', 'Other', 'XX', 'http://proxy.example')).exitCode).toBe(2);
    expect((await cli.run('routes', 'remove', 'Nobody')).stderr).toContain('There is no route Nobody');
    expect((await cli.run('routes', 'remove', 'Office')).stdout).toBe('Removed Office.\n');
    expect((await client.ask('GET', '/api/v1/routes')).body).toEqual([]);
  });
});
