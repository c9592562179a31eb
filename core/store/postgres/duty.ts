import type { Duty } from '#core/contract/duty.ts';
import type { Connection } from '#core/store/connection.ts';

/** Of the advisory lock of whoever has the duty; any number will do. */
const DUTY = 4_780_001;

/**
 * The duty of a team: whoever asks first has it, by an advisory lock of the connection, which goes with the connection of a machine that dies
 * (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
export function sharedDuty(connection: Connection): Duty {
  const held = connection.prepare<[], number>(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${DUTY} AND pid = pg_backend_pid() AND granted`,
  );
  const take = connection.prepare<[], { taken: number }>(`SELECT pg_try_advisory_lock(${DUTY}) AS taken`);
  // Asked of the database each time: the connection may be a new one. What is held is not taken twice.
  return { isOurs: () => held.get() !== undefined || take.get()?.taken === 1 };
}
