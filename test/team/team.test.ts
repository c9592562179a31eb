import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { COMMENTS, PATIENCE, THREAD } from '#test/contract/contract-service.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

const shared = { COMMENTDOCK_LEASE_SECONDS: '2', COMMENTDOCK_VAULT_KEY: VAULT_KEY };

let databaseUrl: string;
let cluster: Cluster;
let world: World;
let api: readonly ServiceProcess[];
let workers: readonly ServiceProcess[];

beforeAll(async () => {
  cluster = await startCluster();
  world = await startWorld({ simulators: [redditSimulator({ comments: COMMENTS })] });
  databaseUrl = await cluster.newDatabase();
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startServiceProcess({ world: world.env, env: { ...shared, COMMENTDOCK_DATABASE_URL: databaseUrl, ...env } });
  api = [await start(), await start()];
  workers = [await start({ COMMENTDOCK_WORK_LANES: '2' }), await start({ COMMENTDOCK_WORK_LANES: '2' })];
});

afterAll(async () => {
  for (const node of [...(api ?? []), ...(workers ?? [])]) await node[Symbol.asyncDispose]();
  await world?.close();
  await cluster?.stop();
});

describe('two that serve and two that work', () => {
  it('export what is asked of one, and give it out at the other', async () => {
    const [one, other] = api.map((node) => node.client()) as [RestClient, RestClient];
    const { guid } = await one.create(THREAD, { replies: true });
    await expect.poll(async () => (await other.job(guid)).status, PATIENCE).toBe('done');
    const job = await one.job(guid);
    expect(job['total_exported']).toBe(COMMENTS);
  });

  it('take no other in whose key is another one', async () => {
    const other = { ...shared, COMMENTDOCK_DATABASE_URL: databaseUrl, COMMENTDOCK_VAULT_KEY: Buffer.alloc(32, 8).toString('base64') };
    const { COMMENTDOCK_VAULT_KEY: _key, ...own } = other;
    await expect(startServiceProcess({ world: world.env, env: other })).rejects.toThrow('did not start: {"status_code":400');
    await expect(startServiceProcess({ world: world.env, env: own })).rejects.toThrow('machines that share a database need the same one');
  });
});
