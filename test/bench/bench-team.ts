import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

/** A database of a bench's own, which waits for its disk as one in life does, and a folder for the machines that it starts. */
interface BenchTeam extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  /** Settings of each machine. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
}

export async function openBenchTeam(env: Readonly<Record<string, string>> = {}): Promise<BenchTeam> {
  const cluster = await startCluster({ fsync: 'on' });
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  const databaseUrl = await cluster.newDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return {
    cluster,
    databaseUrl,
    folder,
    env: {
      ...env,
      COMMENTDOCK_DATABASE_URL: databaseUrl,
      COMMENTDOCK_VAULT_KEY: VAULT_KEY,
      COMMENTDOCK_LIMITS: 'off',
      COMMENTDOCK_LOG: 'error',
    },
    ask: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    async [Symbol.asyncDispose]() {
      await client.end();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
