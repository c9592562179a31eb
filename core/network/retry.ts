/** Tries after the first, for one request (decisions.md, "Retries in one export"). */
export const MAX_RETRIES = 3;
/** Of these, how often a body that should be JSON and is not is asked for again. */
export const MAX_RETRIES_OF_BAD_JSON = 2;
/** The longest time a request waits for a host that asks to wait; beyond it the failure is said at once. */
export const LONGEST_WAIT_MS = 60_000;
