import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';

const lack = clustersLack();

describe.skipIf(lack !== null)(`a cluster of a test's own${lack === null ? '' : `: ${lack}`}`, async () => {
  if (lack !== null) return;
  const cluster: Cluster = await own(startCluster());

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client(url);
    // What breaks is told by the question that follows.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  const ended = (client: pg.Client): Promise<unknown> => new Promise((resolve) => client.once('end', () => resolve(null)));

  it('has databases apart from each other, for as many connections as a team needs', async () => {
    const [one, other] = [await connect(await cluster.newDatabase()), await connect(await cluster.newDatabase())];
    await one.query('CREATE TABLE only_here (id BIGINT)');
    await expect(other.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
    expect((await one.query('SHOW max_connections')).rows).toEqual([{ max_connections: '200' }]);
    expect((await one.query("SELECT 'B' < 'a' AS by_people, 'B' COLLATE \"C\" < 'a' AS by_bytes")).rows).toEqual([
      { by_people: false, by_bytes: true },
    ]);
    await Promise.all([one.end(), other.end()]);
  });

  it('is killed, started again, and has what was committed', async () => {
    const url = await cluster.newDatabase();
    const before = await connect(url);
    await before.query('CREATE TABLE kept AS SELECT 1 AS id');
    const cut = ended(before);
    await cluster.kill();
    await cut;
    await expect(connect(url)).rejects.toThrow('ECONNREFUSED');
    await cluster.restart();
    const after = await connect(url);
    expect((await after.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
    await after.end();
  });

  it('answers nothing while it is paused', async () => {
    const client = await connect(cluster.url);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const state = (): string => /\) (\w)/.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8'))?.[1] ?? '';
    cluster.pause();
    await expect.poll(state).toBe('T');
    const answer = client.query('SELECT 1 AS one');
    cluster.resume();
    expect((await answer).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it('ends with the process that started it, however that ends', async () => {
    const script = `
      import { startCluster } from '#test/postgres/cluster.ts';
      const { url } = await startCluster();
      console.log(url);
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    const client = await connect(String(url));
    const { data_directory: data } = (await client.query<{ data_directory: string }>('SHOW data_directory')).rows[0] ?? {
      data_directory: '',
    };
    const cut = ended(client);
    child.kill('SIGKILL');
    await cut;
    await expect.poll(() => existsSync(data)).toBe(false);
  });
});
