import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseAway } from '#core/contract/error.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { sharedDuty } from '#core/store/postgres/duty.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';

describe.skipIf(clustersLack() !== null)('a transaction whose connection is cut', () => {
  let cluster: Cluster;
  let cut: PostgresConnection;
  let connection: PostgresConnection;
  let url: string;

  beforeAll(async () => {
    cluster = await startCluster();
    url = await cluster.newDatabase();
    [connection, cut] = [new PostgresConnection(url), new PostgresConnection(url)];
    connection.exec('CREATE TABLE kept (number BIGINT)');
  });

  afterAll(async () => {
    for (const each of [connection, cut]) each?.close();
    await cluster?.stop();
  });

  const count = (): unknown => connection.prepare<[], number>('SELECT COUNT(*) AS count FROM kept').pluck().get();
  const add = (number: number): unknown => connection.prepare<[number]>('INSERT INTO kept (number) VALUES (?)').run(number);

  /** Ends all connections but this one, and waits until they are gone. */
  function cutOff(): void {
    const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    cut.exec(`SELECT pg_terminate_backend(pid) ${others}`);
    const left = cut.prepare<[], number>(`SELECT COUNT(*) AS count ${others}`).pluck();
    while (left.get() !== 0);
  }

  it('stores nothing: not what came after the cut either', () => {
    const work = connection.transaction(() => {
      add(1);
      expect(count()).toBe(1);
      cutOff();
      try {
        add(2);
        count();
      } catch {
        // Whoever takes no notice of it goes on.
      }
      add(3);
      count();
    });
    expect(() => work.immediate()).toThrow(DatabaseAway);
    expect(count()).toBe(0);
    connection.transaction(() => add(4)).immediate();
    expect(count()).toBe(1);
  });

  it('goes on without a part of it that failed while it read rows, and hears why that did', () => {
    const before = count() as number;
    const rows = connection.prepare('SELECT 1 / (number - number) AS none FROM kept');
    connection
      .transaction(() => {
        add(6);
        expect(() => connection.transaction(() => [...rows.iterate()]).immediate()).toThrow('division by zero');
      })
      .immediate();
    expect(count()).toBe(before + 1);
  });

  it('is made anew by whoever asks next', () => {
    const before = count() as number;
    connection
      .transaction(() => {
        add(5);
        count();
      })
      .immediate();
    cutOff();
    // The cut may be met before it is heard of.
    try {
      count();
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseAway);
    }
    expect(count()).toBe(before + 1);
  });

  it('is cut by the server where its machine stands still, and holds up nobody', () => {
    const silent = new PostgresConnection(url, 200);
    try {
      const change = (by: PostgresConnection, number: number): unknown => by.prepare<[number]>('UPDATE kept SET number = ?').run(number);
      const look = (by: PostgresConnection): unknown => by.prepare<[], { number: number }>('SELECT number FROM kept LIMIT 1').get();
      const work = silent.transaction(() => {
        change(silent, 7);
        look(silent);
        // It waits for the rows until the one before is gone.
        change(connection, 8);
        look(silent);
      });
      expect(() => work.immediate()).toThrow(DatabaseAway);
      expect(look(connection)).toEqual({ number: 8 });
    } finally {
      silent.close();
    }
  });

  it('lets another have the duty of a machine that stands still', async () => {
    const [duty, standIn] = [sharedDuty(connection, 300), sharedDuty(cut, 60_000)];
    expect([duty.isOurs(), standIn.isOurs()]).toEqual([true, false]);
    await expect.poll(() => standIn.isOurs()).toBe(true);
    const isOurs = (): boolean | null => {
      try {
        return duty.isOurs();
      } catch {
        // The end is met before it is heard of.
        return null;
      }
    };
    await expect.poll(isOurs).toBe(false);
  });
});
