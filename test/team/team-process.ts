import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { type NodeProcess, startNode } from '#test/clients/rest/node-process.ts';
import type { ServiceProcess, ServiceSetup } from '#test/clients/rest/service-process.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

const SERVING = 2;
const WORKING = 3;

let shared: Promise<Cluster> | null = null;

/** One for all tests of a process: it ends with it. */
function theCluster(): Promise<Cluster> {
  return (shared ??= startCluster());
}

/**
 * What `startServiceProcess` starts, as a team: two machines that serve and three that work, on one database. Each request goes to the next
 * machine, so that nothing may be remembered by one of them alone.
 */
export async function startTeamProcess({ world, env = {}, ...setup }: ServiceSetup): Promise<ServiceProcess> {
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'commentdock-team-'));
  const databaseUrl = await (await theCluster()).newDatabase();
  let said = '';
  let settings = {
    ...world,
    ...env,
    COMMENTDOCK_DATABASE_URL: databaseUrl,
    COMMENTDOCK_LEASE_SECONDS: '2',
    COMMENTDOCK_VAULT_KEY: VAULT_KEY,
  };
  const startAll = (): Promise<readonly NodeProcess[]> =>
    Promise.all(
      Array.from({ length: SERVING + WORKING }, (_, at) =>
        startNode({
          dataDir: join(dataDir, `node-${at}`),
          env: { ...settings, COMMENTDOCK_WORK_LANES: at < SERVING ? '0' : '4' },
          onWords: (words) => (said += words),
        }),
      ),
    );
  let nodes = await startAll();
  let turn = 0;
  const nextBase = (): string => (nodes[(turn += 1) % SERVING] as NodeProcess).baseUrl;
  const first = (): NodeProcess => nodes[0] as NodeProcess;
  const token = await validToken(first().baseUrl, first().dataDir);
  const endAll = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await Promise.all(nodes.map((node) => node.end(signal)));
  };
  return {
    get baseUrl() {
      return first().baseUrl;
    },
    get dataDir() {
      return first().dataDir;
    },
    token,
    get said() {
      return said;
    },
    client: (headers = { 'X-AUTH-TOKEN': token }) => new RestClient(nextBase, headers),
    end: () => endAll('SIGTERM'),
    printed: (args) => first().printed(args),
    async restart(how, further = {}) {
      await endAll(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      settings = { ...settings, ...further };
      nodes = await startAll();
    },
    async [Symbol.asyncDispose]() {
      await endAll('SIGTERM');
      if (setup.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
