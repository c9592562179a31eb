/**
 * A machine that stands still in the middle of a change, or has lost its power, would hold up all others: the server ends its connection after so
 * long, in less time than anybody waits for an answer.
 */
const SILENT_MS = 5_000;

/** Begins what changes rows. @param silentMs how long its machine may say nothing */
export function beginning(silentMs = SILENT_MS): string {
  return `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${silentMs}`;
}
