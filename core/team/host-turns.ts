import type { Pool } from 'pg';
import { PACE_LAW, type PaceCeiling } from '#core/network/host-rate.ts';
import type { TurnEnd } from '#core/network/pacing.ts';

/** A machine that is silent for so long has left: its places are others'. */
export const PLACE_LEASE_MS = 5_000;
/** Who waits asks again after so long at the latest: pauses that others are told, and rates that grow, are seen then. */
export const LOOK_AGAIN_MS = 1_000;

/** What the functions of migration 0027 go by. */
const LAW = JSON.stringify({
  ...PACE_LAW,
  leaseMs: PLACE_LEASE_MS,
  /** How far ahead a start is given. A pause that another machine is told meanwhile comes too late for it. */
  grantedAheadMs: 50,
  /** By how much a start is left to each who stands before. */
  graceMs: 25,
  /** Whoever waits and does not ask again for so long has left the line. */
  waitingLeaseMs: 2.5 * LOOK_AGAIN_MS,
  /** How often the first of those who wait looks whether a full host has a place. */
  fullLookMs: 20,
});

/** What the database says to one who asks. Tickets are its numbers, which are larger than ours. */
interface Offer {
  /** The place in the line, or the turn where it is granted. Null: there are no ceilings. */
  readonly ticket: string | null;
  readonly isGranted: boolean;
  /** Until the turn begins, or until one asks again. */
  readonly waitMs: number;
  readonly pausedMs: number;
  /** By the clock of the database. */
  readonly startMs: number;
}

/** Where a machine stands before a host. */
interface Standing {
  readonly ticket: string | null;
  /** Null: none. */
  readonly ceiling: PaceCeiling | null;
  /** No request of this machine has come back from the host yet. */
  readonly isFirst: boolean;
}

/** A turn that is over, or was not used. */
export interface EndedTurn {
  readonly ticket: string | null;
  readonly ceiling: PaceCeiling | null;
  readonly startMs: number;
  readonly end: TurnEnd;
}

/** Turns at hosts, as the database gives them to all machines: one statement each. All reject with the driver's error. */
export interface HostTurns {
  ask(host: string, standing: Standing): Promise<Offer>;
  giveBack(host: string, ended: EndedTurn): Promise<void>;
  renew(tickets: readonly string[]): Promise<void>;
  drop(tickets: readonly string[]): Promise<void>;
}

const ENTER = `SELECT ticket, is_granted AS "isGranted", coalesce(wait_ms, 0) AS "waitMs", coalesce(paused_ms, 0) AS "pausedMs",
  coalesce(start_ms, 0)::float8 AS "startMs" FROM enter_host($1, $2, $3, $4, $5, $6)`;

export function hostTurns(pool: Pool): HostTurns {
  return {
    async ask(host, { ticket, ceiling, isFirst }) {
      const values = [host, ticket, ceiling?.perSecond ?? null, ceiling?.concurrency ?? null, Number(isFirst), LAW];
      const { rows } = await pool.query<Offer>({ name: 'enter_host', text: ENTER, values });
      return rows[0] as Offer;
    },
    async giveBack(host, { ticket, ceiling, startMs, end }) {
      const values = [host, ticket, startMs, end.kind, pauseMs(end, ceiling), ceiling?.perSecond ?? null, LAW];
      await pool.query({ name: 'leave_host', text: 'SELECT leave_host($1, $2, $3, $4, $5, $6, $7)', values });
    },
    renew: async (tickets) =>
      void (await pool.query('UPDATE host_turns SET until_ms = clock_ms() + $2 WHERE id = ANY($1::bigint[])', [tickets, PLACE_LEASE_MS])),
    drop: async (tickets) => void (await pool.query('DELETE FROM host_turns WHERE id = ANY($1::bigint[])', [tickets])),
  };
}

/** Without ceilings an answer that said that it was the last one holds nobody up. */
function pauseMs(end: TurnEnd, ceiling: PaceCeiling | null): number {
  if (end.kind === 'throttled') return Math.ceil(end.pauseMs);
  return end.kind === 'good' && ceiling !== null ? Math.ceil(end.restMs ?? 0) : 0;
}
