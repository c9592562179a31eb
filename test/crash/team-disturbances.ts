import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LEASE_MS, type Team } from '#test/crash/team-of-machines.ts';
import type { TeamMachine } from '#test/crash/team-machine.ts';
import type { Watch } from '#test/crash/team-watch.ts';

/** Something that is done to a team. */
export interface Disturbance {
  readonly words: string;
  /** After the exports were asked for. */
  readonly afterMs: number;
  /** How often a change that is being stored may be cut off: its page is asked for again. */
  readonly breaks: number;
  readonly work: (team: Team, watch: Watch) => Promise<unknown>;
}

const PER_ROUND = 2;
const LONGEST_ABSENCE_MS = 2_000;
const CUTS = 3;
const CUT_EVERY_MS = 150;

/** @param withinMs they begin within that time */
export function drawn(random: () => number, withinMs: number): readonly Disturbance[] {
  const kinds = [killedWorker, pausedWorker, killedServer, pausedServer, killedDatabase, pausedDatabase, cutOff];
  return Array.from({ length: PER_ROUND }, () => {
    const kind = kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number];
    const afterMs = Math.floor(random() * withinMs);
    const { words, ...rest } = kind(random);
    return { words: `${words} after ${afterMs} ms`, afterMs, ...rest };
  });
}

export async function disturb(team: Team, { afterMs, work }: Disturbance, watch: Watch): Promise<void> {
  await delay(afterMs);
  await work(team, watch);
}

type Kind = Omit<Disturbance, 'afterMs'>;

function killedWorker(random: () => number): Kind {
  const at = random();
  return { words: 'a worker killed', breaks: 0, work: ({ working }) => one(working, at).kill() };
}

function pausedWorker(random: () => number): Kind {
  const at = random();
  return { words: 'a worker paused', breaks: 0, work: ({ working }) => one(working, at).pause(LEASE_MS * 1.5) };
}

function killedServer(random: () => number): Kind {
  const at = random();
  return { words: 'an API killed', breaks: 0, work: ({ serving }) => one(serving, at).kill() };
}

function pausedServer(random: () => number): Kind {
  const at = random();
  return { words: 'an API paused', breaks: 0, work: ({ serving }) => one(serving, at).pause(LEASE_MS * 1.5) };
}

function killedDatabase(random: () => number): Kind {
  const forMs = random() * LONGEST_ABSENCE_MS;
  const work: Kind['work'] = ({ cluster }, watch) =>
    watch.away(async () => {
      await cluster.kill();
      await delay(forMs);
      await cluster.restart();
    });
  return { words: `PostgreSQL killed for ${Math.round(forMs)} ms`, breaks: 1, work };
}

function pausedDatabase(random: () => number): Kind {
  const forMs = random() * 2 * LEASE_MS;
  const work: Kind['work'] = ({ cluster }, watch) =>
    watch.away(async () => {
      cluster.pause();
      await delay(forMs);
      cluster.resume();
    });
  return { words: `PostgreSQL paused for ${Math.round(forMs)} ms`, breaks: 1, work };
}

function cutOff(): Kind {
  return {
    words: 'all cut off',
    breaks: CUTS,

    async work({ databaseUrl }, watch) {
      for (let cuts = 0; cuts < CUTS; cuts += 1) {
        await watch.away(() => cut(databaseUrl));
        await delay(CUT_EVERY_MS);
      }
    },
  };
}

/** Ends all connections, in the middle of whatever they do. */
async function cut(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  } catch {
    // The database itself is away.
  } finally {
    await client.end().catch(() => undefined);
  }
}

function one(machines: readonly TeamMachine[], at: number): TeamMachine {
  return machines[Math.floor(at * machines.length)] as TeamMachine;
}
