import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PaceCeiling } from '#core/network/host-rate.ts';
import { openWriting } from '#core/store/place.ts';
import { hostTurns } from '#core/team/host-turns.ts';
import { serve } from '#test/network/loopback.ts';
import { JITTER_MS, mostIn, type PacedWindow } from '#test/pace/histogram.ts';
import { startCluster } from '#test/postgres/cluster.ts';
import { killed } from '#test/killed.ts';

export interface AskingMachine {
  readonly databaseUrl: string;
  readonly origin: string;
  readonly name: string;
  readonly pace: PaceCeiling;
  readonly lanes: number;
}

interface TeamRun {
  readonly workers: number;
  readonly seconds: number;
  readonly pace: PaceCeiling;
  /** How long the host takes for each answer. */
  readonly latencyMs: number;
  /** So many are killed and replaced, one after the other. */
  readonly kills: number;
  /** So often each machine asks before it is killed, or before the end, however much longer that takes. Left out: as often as it comes. */
  readonly least?: number;
}

interface PaceOfTeam {
  readonly requests: number;
  /** Of what one alone is allowed in that time. */
  readonly share: number;
  /** By machine. */
  readonly byMachine: readonly number[];
  readonly windows: readonly PacedWindow[];
  /** The most that were under way at once. */
  readonly atOnce: number;
  /** How long the statement that gives a turn takes. */
  readonly grantP50Ms: number;
}

const LOOK_MS = 20;
const PROGRAM = fileURLToPath(new URL('asking-machine.ts', import.meta.url));
const WINDOWS_S = [1, 5, 30] as const;

/** Several machines ask one host for all that it gives, over one database; the host counts. */
export async function measureTeamPace({ workers, seconds, pace, latencyMs, kills, least = 0 }: TeamRun): Promise<PaceOfTeam> {
  await using cluster = await startCluster();
  const databaseUrl = await cluster.newDatabase();
  openWriting({ dataDir: '', databaseUrl }).close();
  const arrivals: { readonly name: string; readonly atMs: number }[] = [];
  let active = 0;
  let atOnce = 0;
  await using host = await serve((request, answer) => {
    arrivals.push({ name: request.url?.slice(2) ?? '', atMs: performance.now() });
    atOnce = Math.max(atOnce, (active += 1));
    setTimeout(() => answer.end(), latencyMs);
    answer.once('close', () => (active -= 1));
  });
  const start = async (name: string): Promise<ChildProcess> => {
    const wishes = { databaseUrl, origin: host.origin, name, pace, lanes: pace.concurrency } satisfies AskingMachine;
    const machine = fork(PROGRAM, [JSON.stringify(wishes)]);
    await Promise.race([once(machine, 'message'), once(machine, 'exit').then(() => Promise.reject(new Error(`${name} has ended`)))]);
    return machine;
  };
  const haveAsked = async (): Promise<void> => {
    const timesOf = Map.groupBy(arrivals, ({ name }) => name);
    if ([...timesOf.values()].some(({ length }) => length < least)) return delay(LOOK_MS).then(haveAsked);
  };
  const machines: ChildProcess[] = [];
  try {
    machines.push(...(await Promise.all(Array.from({ length: workers }, (_, i) => start(`machine-${i}`)))));
    for (const machine of machines) machine.send('go');
    const fromMs = performance.now();
    for (let kill = 0; kill < kills; kill += 1) {
      await delay((seconds * 1_000) / (kills + 1));
      await haveAsked();
      await killed(machines.shift() as ChildProcess);
      const next = await start(`machine-${workers + kill}`);
      machines.push(next);
      next.send('go');
    }
    await delay(Math.max(0, fromMs + seconds * 1_000 - performance.now()));
    await haveAsked();
    const lastedMs = performance.now() - fromMs;
    const at = arrivals.map(({ atMs }) => atMs);
    const counted = at.filter((atMs) => atMs >= fromMs).length;
    return {
      requests: counted,
      share: counted / ((pace.perSecond * lastedMs) / 1_000),
      byMachine: [...Map.groupBy(arrivals, ({ name }) => name).values()].map((of) => of.length),
      windows: WINDOWS_S.map((length) => ({
        seconds: length,
        most: mostIn(at, length * 1_000 - JITTER_MS),
        allowed: Math.ceil(length * pace.perSecond),
      })),
      atOnce,
      grantP50Ms: await grantP50Ms(databaseUrl),
    };
  } finally {
    await Promise.all(machines.map(killed));
  }
}

/** While all others ask too. */
async function grantP50Ms(databaseUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const took: number[] = [];
  try {
    for (let i = 0; i < 101; i += 1) {
      const sinceMs = performance.now();
      await hostTurns(pool).ask(`latency-${i}`, { ticket: null, ceiling: { perSecond: 5, concurrency: 4 }, isFirst: false });
      took.push(performance.now() - sinceMs);
    }
  } finally {
    await pool.end();
  }
  return took.toSorted((a, b) => a - b)[50] ?? Infinity;
}
