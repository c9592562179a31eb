import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRunFile } from '#core/config/run-file.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { type NodeProcess, startNode } from '#test/clients/rest/node-process.ts';
import type { ServiceProcess, ServiceSetup } from '#test/clients/rest/service-process.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { startBalancer } from '#test/team/balancer.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

const SERVING = 2;
const WORKING = 3;

let shared: Promise<Cluster> | null = null;

/** One for all tests of a process: it ends with it. */
function theCluster(): Promise<Cluster> {
  return (shared ??= startCluster());
}

/**
 * What `startServiceProcess` starts, as a team: two machines that serve and three that work, on one database. A balancer gives each request
 * to the next machine, so that nothing may be remembered by one of them alone. Commands are called on the folder of the first.
 */
export async function startTeamProcess({ world, env = {}, ...setup }: ServiceSetup): Promise<ServiceProcess> {
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'commentdock-team-'));
  let nodes: readonly NodeProcess[] = [];
  let turn = 0;
  const balancer = await startBalancer((token) => {
    // Who knows the secret of a machine is at that machine.
    const itsOwn = token === undefined ? undefined : nodes.find((node) => readRunFile(node.dataDir)?.owner_secret === token);
    return Number(new URL((itsOwn ?? (nodes[(turn += 1) % SERVING] as NodeProcess)).baseUrl).port);
  });
  let said = '';
  let settings: Readonly<Record<string, string>> = {
    COMMENTDOCK_DATABASE_URL: await (await theCluster()).newDatabase(),
    COMMENTDOCK_LEASE_SECONDS: '10',
    COMMENTDOCK_VAULT_KEY: VAULT_KEY,
    COMMENTDOCK_PUBLIC_URL: balancer.url,
    ...world,
    ...env,
  };
  const startAll = (): Promise<readonly NodeProcess[]> =>
    Promise.all(
      Array.from({ length: SERVING + WORKING }, (_, at) =>
        startNode({
          dataDir: join(dataDir, `node-${at}`),
          command: at < SERVING ? 'serve' : 'work',
          env: { ...settings, COMMENTDOCK_PORT: '0' },
          onWords: (words) => (said += words),
        }),
      ),
    );
  nodes = await startAll();
  const first = (): NodeProcess => nodes[0] as NodeProcess;
  const token = await validToken(first().baseUrl, first().dataDir);
  const endAll = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await Promise.all(nodes.map((node) => node.end(signal)));
  };
  return {
    baseUrl: balancer.url,
    dataDir: first().dataDir,
    token,
    get said() {
      return said;
    },
    client: (headers = { 'X-AUTH-TOKEN': token }) => new RestClient(balancer.url, headers),
    end: () => endAll('SIGTERM'),
    printed: (args) => first().printed(args),
    async restart(how, further = {}) {
      await endAll(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      settings = { ...settings, ...further };
      nodes = await startAll();
    },
    async [Symbol.asyncDispose]() {
      await endAll('SIGTERM');
      await balancer[Symbol.asyncDispose]();
      if (setup.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
