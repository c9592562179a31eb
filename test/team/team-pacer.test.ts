import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ThrottledFailure } from '#core/contract/error.ts';
import type { PaceCeiling } from '#core/network/host-rate.ts';
import type { Pacer, Turn, TurnEnd } from '#core/network/pacing.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { migratePostgres } from '#core/store/postgres/migrate.ts';
import { openTeamPacer } from '#core/team/team-pacer.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { askDatabase } from '#test/postgres/ask.ts';

let cluster: Cluster;
let databaseUrl: string;
let hosts = 0;
const opened: Pacer[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  databaseUrl = await cluster.newDatabase();
  const connection = new PostgresConnection(databaseUrl);
  migratePostgres(connection);
  connection.close();
});

afterAll(async () => {
  for (const pacer of opened) await pacer.close(new Error('the test is over'));
  await cluster?.stop();
});

async function team(size: number, ceilings: 'on' | 'off' = 'on'): Promise<{ readonly host: string; readonly pacers: readonly Pacer[] }> {
  const onFault = (error: unknown): void => expect.fail(String(error));
  const pacers = await Promise.all(Array.from({ length: size }, () => openTeamPacer({ databaseUrl, ceilings, onFault })));
  opened.push(...pacers);
  return { host: `host-${(hosts += 1)}.example`, pacers };
}

const FAST: PaceCeiling = { perSecond: 1_000, concurrency: 100 };
const GOOD: TurnEnd = { kind: 'good' };
const BAD: TurnEnd = { kind: 'bad' };

function enter(pacer: Pacer, host: string, ceiling: PaceCeiling, signal = new AbortController().signal): Promise<Turn> {
  return pacer.enter(host, { ceiling, signal, counters: { requests: 0, retries: 0, waits: 0, waitedMs: 0 } });
}

/** Each has met the host, and may go on beside others. */
async function meet(pacers: readonly Pacer[], host: string, ceiling = FAST, end = BAD): Promise<void> {
  for (const pacer of pacers) pacer.leave(host, await enter(pacer, host, ceiling), end);
}

async function asked<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
  return (await askDatabase<T>(databaseUrl, sql, values)).rows;
}

describe('machines of one database before one host', () => {
  it('start as often as one alone may, a gap apart, and each as often as the others', async () => {
    const { host, pacers } = await team(4);
    const ceiling = { perSecond: 50, concurrency: 8 };
    await meet(pacers, host, ceiling);
    const starts: { readonly machine: number; readonly startMs: number }[] = [];
    const ask = async (pacer: Pacer, machine: number): Promise<void> => {
      while (starts.length < 100) {
        const turn = await enter(pacer, host, ceiling);
        starts.push({ machine, startMs: turn.startedAtMs });
        pacer.leave(host, turn, GOOD);
      }
    };
    await Promise.all(pacers.flatMap((pacer, machine) => [ask(pacer, machine), ask(pacer, machine), ask(pacer, machine)]));
    const inOrder = starts.toSorted((a, b) => a.startMs - b.startMs);
    for (const [i, { startMs }] of inOrder.entries())
      if (i > 0) expect(startMs - (inOrder[i - 1]?.startMs ?? 0)).toBeGreaterThanOrEqual(20);
    for (const machine of pacers.keys()) expect(starts.filter((start) => start.machine === machine).length).toBeGreaterThan(15);
  });

  it('hold no more places together than one, and a place that is given back is another’s', async () => {
    const { host, pacers } = await team(3);
    const ceiling = { perSecond: 1_000, concurrency: 2 };
    await meet(pacers, host, ceiling);
    const [one, two, three] = pacers as [Pacer, Pacer, Pacer];
    const held = await enter(one, host, ceiling);
    const kept = await enter(two, host, ceiling);
    let isThere = false;
    const third = enter(three, host, ceiling).finally(() => (isThere = true));
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(3);
    // The own ones of a machine wait behind it too.
    const fourth = enter(one, host, ceiling);
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(4);
    expect(isThere).toBe(false);
    expect(await asked('SELECT 1 FROM host_turns WHERE host = $1 AND start_ms IS NOT NULL', [host])).toHaveLength(2);
    one.leave(host, held, GOOD);
    three.leave(host, await third, GOOD);
    two.leave(host, kept, GOOD);
    one.leave(host, await fourth, GOOD);
  });

  it('get the places of one that died', async () => {
    const { host, pacers } = await team(2);
    const [dead, living] = pacers as [Pacer, Pacer];
    const ceiling = { perSecond: 1_000, concurrency: 1 };
    await enter(dead, host, ceiling);
    const turn = enter(living, host, ceiling);
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(2);
    const leases = await asked<{ leftMs: number }>(
      'SELECT (until_ms - clock_ms())::float8 AS "leftMs" FROM host_turns WHERE host = $1 AND start_ms IS NOT NULL',
      [host],
    );
    expect(leases[0]?.leftMs).toBeLessThanOrEqual(5_000);
    await asked('UPDATE host_turns SET until_ms = 0 WHERE host = $1 AND start_ms IS NOT NULL RETURNING id', [host]);
    living.leave(host, await turn, GOOD);
  });

  it('wait when one of them is told to', async () => {
    const { host, pacers } = await team(2);
    const [told, other] = pacers as [Pacer, Pacer];
    await meet(pacers, host);
    const turn = await enter(told, host, FAST);
    const since = performance.now();
    told.leave(host, turn, { kind: 'throttled', pauseMs: 400 });
    await expect.poll(() => asked('SELECT 1 FROM hosts WHERE host = $1 AND paused_until_ms > 0', [host]), { interval: 5 }).toHaveLength(1);
    const later = await enter(other, host, FAST);
    expect(performance.now() - since).toBeGreaterThanOrEqual(400);
    other.leave(host, later, { kind: 'throttled', pauseMs: 90_000 });
    await expect(enter(other, host, FAST)).rejects.toBeInstanceOf(ThrottledFailure);
    await expect(enter(told, host, FAST)).rejects.toMatchObject({ secondsToWait: 90 });
  });

  it('keep to pauses where there are no ceilings', async () => {
    const { host, pacers } = await team(2, 'off');
    const [told, other] = pacers as [Pacer, Pacer];
    const slow = { perSecond: 0.1, concurrency: 1 };
    const turns = await Promise.all(Array.from({ length: 10 }, () => enter(told, host, slow)));
    expect(turns).toHaveLength(10);
    told.leave(host, turns[0] as Turn, { kind: 'throttled', pauseMs: 90_000 });
    await expect.poll(() => enter(other, host, slow).catch((error: unknown) => error)).toBeInstanceOf(ThrottledFailure);
  });

  it('halve the rate once for a 429 that all of them meet, and let it grow again', async () => {
    const { host, pacers } = await team(2);
    const rate = async (): Promise<number> =>
      (await asked<{ rate: number }>('SELECT per_second AS rate FROM hosts WHERE host = $1', [host]))[0]?.rate ?? 0;
    await meet(pacers, host);
    const turns = await Promise.all(pacers.map((pacer) => enter(pacer, host, FAST)));
    for (const [i, pacer] of pacers.entries()) pacer.leave(host, turns[i] as Turn, { kind: 'throttled', pauseMs: 0 });
    await expect.poll(rate).toBe(500);
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(0);
    expect(await rate()).toBe(500);
    for (let i = 0; i < 10; i += 1) await meet(pacers, host, FAST, GOOD);
    await expect.poll(rate).toBe(600);
  });

  it('let nobody wait behind one that has left', async () => {
    const { host, pacers } = await team(2);
    const [leaving, other] = pacers as [Pacer, Pacer];
    const ceiling = { perSecond: 1_000, concurrency: 1 };
    await meet(pacers, host, ceiling);
    const held = await enter(other, host, ceiling);
    const abort = new AbortController();
    const left = enter(leaving, host, ceiling, abort.signal).catch((error: unknown) => error);
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(2);
    abort.abort('enough');
    expect(await left).toBe('enough');
    await expect.poll(() => asked('SELECT 1 FROM host_turns WHERE host = $1', [host])).toHaveLength(1);
    other.leave(host, held, GOOD);
    other.leave(host, await enter(other, host, ceiling), GOOD);
  });
});
