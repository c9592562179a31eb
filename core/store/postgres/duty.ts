import type { Duty } from '#core/contract/duty.ts';
import type { Connection } from '#core/store/connection.ts';

/** Of the advisory lock of whoever has the duty; any number will do. */
const DUTY = 4_780_001;

/** A machine that has the duty and stands still, or has lost its power, is cut off by the server after so long. */
const KEPT_MS = 20_000;

/**
 * The duty of a team: whoever asks first has it, by an advisory lock of the connection, which goes with the connection of a machine that dies
 * (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
export function sharedDuty(connection: Connection, keptMs = KEPT_MS): Duty {
  const held = connection.prepare<[], number>(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${DUTY} AND pid = pg_backend_pid() AND granted`,
  );
  const take = connection.prepare<[], { timeout: string }>(
    `SELECT set_config('idle_session_timeout', '${keptMs}', false) AS timeout FROM (SELECT pg_try_advisory_lock(${DUTY}) AS taken) AS tried WHERE taken`,
  );
  // Asked of the database each time: the connection may be a new one. What is held is not taken twice.
  return { keptMs, isOurs: () => held.get() !== undefined || take.get() !== undefined };
}
