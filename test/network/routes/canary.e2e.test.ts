import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenClient } from '#test/clients/rest/token-client.ts';
import { processes } from '#test/network/browser/browser-world.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { startRoute } from '#test/world/routes.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://news.ycombinator.com/item?id=1000000';
const CANARY = 'canary-of-a-proxy';
const PATIENCE = { interval: 50 };

const world = await own(startWorld({ simulators: [hackerNewsSimulator({ comments: 30 })] }));

describe('the password of a proxy', () => {
  it('is nowhere to be read: not after an export, not after the proxy died, not after a restart, not when it is wrong', async () => {
    await using route = await startRoute(world, { type: 'socks5', credentials: { username: 'ann', password: CANARY } });
    await using cli = openCommandLine({ ...world.env, COMMENTDOCK_LOG: 'debug', COMMENTDOCK_VAULT: 'file', COMMENTDOCK_LIMITS: 'off' });
    const said: string[] = [];
    const read = (): readonly string[] => {
      const files = readdirSync(cli.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const inFiles = files
        .filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(CANARY))
        .map(({ name }) => `file ${name}`);
      const inCommands = processes()
        .filter(({ command }) => command.includes(CANARY))
        .map(({ command }) => `process ${command}`);
      return [...inFiles, ...inCommands, ...said.filter((text) => text.includes(CANARY))];
    };
    for (const round of [1, 2]) {
      const service = await cli.serve();
      const client = tokenClient(service.addresses.base_url, (await cli.run('token')).stdout.trim());
      const tell = async (method: string, path: string, body?: object) => {
        const answer = await client.ask(method, path, body === undefined ? {} : { body });
        said.push(JSON.stringify(answer.body));
        return answer;
      };
      const run = async (options: object): Promise<unknown> => {
        const { body } = await tell('POST', '/api/v3/job', { url: THREAD, options });
        const status = async () => (await tell('GET', `/api/v3/job/${String(body?.['guid'])}`)).body?.['status'];
        await expect.poll(status, PATIENCE).toMatch(/done|error/);
        return status();
      };
      if (round === 1) {
        await tell('POST', '/api/v1/routes', { name: 'Berlin', code: 'DE', url: route.url });
        await tell('POST', '/api/v1/routes/import', { list: route.url.replace('ann', 'bob'), code: 'DE', name: 'Wrong' });
      }
      expect(await run({ vpn: 'Berlin' })).toBe('done');
      expect(await run({ vpn: 'Wrong 1' })).toBe('error');
      await tell('POST', '/api/v1/routes/check', {});
      await route.kill();
      expect(await run({ vpn: 'Berlin' })).toBe('error');
      await tell('GET', '/api/v1/routes');
      expect(read()).toEqual([]);
      await route.revive();
      service.child.kill('SIGKILL');
      await service.finished;
      said.push(service.said.stdout, service.said.stderr);
      expect(read()).toEqual([]);
    }
    said.push((await cli.run('routes')).stdout, (await cli.run('routes', 'check', '--json')).stdout, (await cli.run('doctor')).stdout);
    expect(said.some((text) => text.includes('Berlin'))).toBe(true);
    expect(read()).toEqual([]);
    expect(world.statistics().direct_connections).toBe(0);
  });
});
